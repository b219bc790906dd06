/* The benchmark's bookkeeping: bytes and floor by hand, times that can be. */
#include "core/bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <stddef.h>

#include <cmocka.h>

enum { E = 3, H = 4, D = 5, A = 6, R = 7, V = 11, T = 4 };

/* What a step reads: W_a, v_a, one embedding, the cell without the columns of c, the readout (the
 * tanh one without the columns of c), W_o, and their biases; vectors always as floats. */
static size_t bytes_by_hand(bool tanh_readout, size_t bytes)
{
    size_t matrices = A * D + E + 3 * D * E + 3 * D * D, vectors = A + 3 * D + 3 * D + V;
    if (tanh_readout) {
        matrices += R * D + R * E + V * R;
        vectors += R;
    } else {
        matrices += V * (D + 2 * H + E);
    }
    return matrices * bytes + vectors * sizeof(float);
}

static void test_bench(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        bool tanh_readout = variant & 1, bf16 = variant & 2;
        const as_config config = {
            .readout = tanh_readout ? AS_READOUT_TANH : AS_READOUT_LINEAR,
            .E = E,
            .H = H,
            .D = D,
            .A = A,
            .R = tanh_readout ? R : 0,
            .Vx = V,
            .Vy = V,
        };
        as_bench_result r;
        assert_true(as_bench_decode(&config, bf16 ? AS_BF16 : AS_F32, 5, T, 1, &r, NULL));
        assert_int_equal(r.step_weight_bytes, bytes_by_hand(tanh_readout, bf16 ? 2 : 4));
        assert_true(r.greedy_ms_best > 0 && r.greedy_ms_best <= r.greedy_ms_med);
        assert_true(r.beam5_ms_best > 0 && r.beam5_ms_best <= r.beam5_ms_med);
        assert_true(r.read_bandwidth_gb_s > 0 && isfinite(r.read_bandwidth_gb_s));
        double floor_ms = T * (double)r.step_weight_bytes / (r.read_bandwidth_gb_s * 1e6);
        assert_true(fabs(r.floor_ms - floor_ms) < 1e-9);
    }
}

static size_t step_bytes(const as_config *config)
{
    as_bench_result r;
    as_error err;
    if (!as_bench_decode(config, AS_F32, 5, T, 1, &r, &err))
        fail_msg("%s", err.message);
    return r.step_weight_bytes / sizeof(float);
}

/* What imported models have: two cells and scales, or the readout fed back, which the cell multiplies
 * anew in each step. */
static void test_imported(void **state)
{
    (void)state;
    as_config half = {.query = AS_QUERY_HALF,
                      .readout = AS_READOUT_TANH,
                      .start = AS_START_MEAN,
                      .E = E,
                      .H = H,
                      .D = D,
                      .A = A,
                      .R = R,
                      .Vx = V,
                      .Vy = V};
    size_t first = 3 * D * E + 3 * D * D + 6 * D, second = 3 * D * D + 6 * D;
    size_t plain = E + first + A * D + A + second + R * (D + E) + R + V * R + V;
    assert_int_equal(step_bytes(&half), plain);
    half.norm = AS_NORM_MARIAN;
    assert_int_equal(step_bytes(&half), plain + 4 * 3 * D + A + 3 * R);
    const as_config fed = {.query = AS_QUERY_CURRENT,
                           .readout = AS_READOUT_RELU,
                           .start = AS_START_ENDS,
                           .feed = AS_FEED_READOUT,
                           .reads = AS_READS_NO_WORD,
                           .E = E,
                           .H = H,
                           .D = D,
                           .A = A,
                           .R = R,
                           .Vx = V,
                           .Vy = V};
    assert_int_equal(step_bytes(&fed),
                     E + first + 3 * D * R + A * D + A + R * D + R + V * R + V);
}

static void test_bad_sizes(void **state)
{
    (void)state;
    const as_config config = {.E = E, .H = H, .D = D, .A = A, .Vx = V, .Vy = V};
    const int bad[][2] = {{0, 5}, {5, 0}, {5000, 5}, {5, 10001}};
    for (int k = 0; k < 4; k++) {
        as_bench_result r;
        as_error err;
        assert_false(as_bench_decode(&config, AS_F32, bad[k][0], bad[k][1], 1, &r, &err));
        assert_int_equal(err.status, AS_ERR_ARGUMENT);
        assert_non_null(strstr(err.message, "1 to 4096 source and 1 to 10000 target tokens"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bench),
        cmocka_unit_test(test_imported),
        cmocka_unit_test(test_bad_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
