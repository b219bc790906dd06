/* The training benchmark's bookkeeping: operations by hand, times that can be. */
#include "train/bench_train.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { E = 3, H = 4, D = 5, A = 6, R = 7, V = 11, B = 5, S = 3, T = 4 };

/* Each product of the way forward, y = W x over all tokens, has two of the same size on the way
 * back: d_x = W^T d_y and d_W = d_y x^T. */
static double operations_by_hand(bool tanh_readout)
{
    const int N_x = B * S, N = B * T, U = D + 2 * H + E;
    int encoder = 2 * (3 * H * E + 3 * H * H);
    int decoder = 3 * D * E + 3 * D * 2 * H + 3 * D * D + A * D;
    int output = tanh_readout ? R * U + V * R : V * U;
    return 3 * 2 * (N_x * (encoder + A * 2 * H) + N * (decoder + output) + B * D * H);
}

static void test_operations(void **state)
{
    (void)state;
    for (int variant = 0; variant < 8; variant++) {
        bool tanh_readout = variant & 1;
        as_bench_train_request request = {
            .config = {.readout = tanh_readout ? AS_READOUT_TANH : AS_READOUT_LINEAR,
                       .E = E,
                       .H = H,
                       .D = D,
                       .A = A,
                       .R = tanh_readout ? R : 0,
                       .Vx = V,
                       .Vy = V},
            .B = B,
            .S = S,
            .T = T,
            .threads = variant & 2 ? 8 : 2, /* more threads than pairs, or uneven shares */
            .precision = variant & 4 ? AS_PRECISION_BF16 : AS_PRECISION_F32,
            .steps = 2,
        };
        as_bench_train_result r;
        assert_true(as_bench_train(&request, &r, NULL));
        assert_true(r.operations == operations_by_hand(tanh_readout));
        assert_true(r.step.best > 0 && r.step.best <= r.step.med && r.step.cpu_best > 0);
        assert_true(r.products.best > 0 && r.products.best <= r.products.med);
        const as_matmul_kernel *best = as_matmul_best(request.precision);
        assert_string_equal(r.products_by, best ? as_matmul_name(best) : "openblas");
    }
}

static void test_bad_threads(void **state)
{
    (void)state;
    const as_bench_train_request request = {
        .config = {.E = E, .H = H, .D = D, .A = A, .Vx = V, .Vy = V},
        .B = B,
        .S = S,
        .T = T,
        .threads = 1000,
        .steps = 1};
    as_bench_train_result r;
    as_error err;
    assert_false(as_bench_train(&request, &r, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_bad_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
