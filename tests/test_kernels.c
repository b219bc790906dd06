/* Every table of kernels against double arithmetic and the math library. */
#include "core/kernels.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_SIZE = 80 };

static float random_float(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(*state >> 40) / 8388608.0f - 1; /* [-1, 1) */
}

static void fill(float *out, size_t n, uint64_t seed)
{
    for (size_t k = 0; k < n; k++)
        out[k] = random_float(&seed);
}

static void assert_near(const char *table, double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) {
        print_error("%s: got %.10g, want %.10g within %g\n", table, got, want, tolerance);
        fail();
    }
}

typedef void check(const as_kernels *kernels);

static void on_every_table(check *run)
{
    const as_kernels *tables[AS_MAX_KERNELS];
    int n = as_kernels_all(tables);
    assert_true(n >= 1);
    assert_ptr_equal(tables[0], as_kernels_plain());
    assert_ptr_equal(tables[n - 1], as_kernels_best());
    for (int k = 0; k < n; k++)
        run(tables[k]);
}

/* ---- Elementwise functions --------------------------------------------------------------- */

static void check_function(const as_kernels *kernels, void (*run)(float *, const float *, size_t),
                           double (*reference)(double))
{
    enum { N = 200001 };
    float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    assert_non_null(x);
    assert_non_null(y);
    for (int k = 0; k < N; k++) { /* dense near 0, out to +-100 */
        double u = 2.0 * k / (N - 1) - 1;
        x[k] = (float)(100 * u * u * u);
    }
    run(y, x, N);
    for (int k = 0; k < N; k++)
        assert_near(kernels->name, (double)y[k], reference((double)x[k]), 2e-7);
    run(x, x, N); /* in place */
    assert_memory_equal(x, y, N * sizeof *x);
    free(x);
    free(y);
}

static double sigmoid_reference(double x)
{
    return 1 / (1 + exp(-x));
}

static void check_tanh(const as_kernels *kernels)
{
    check_function(kernels, kernels->tanh, tanh);
    float x[] = {0, -0.0f, INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, FLT_TRUE_MIN, 30, -30};
    kernels->tanh(x, x, 10);
    assert_true(x[0] == 0 && !signbit(x[0]) && x[1] == 0 && signbit(x[1]));
    assert_true(x[2] == 1 && x[3] == -1 && isnan(x[4]) && x[5] == 1 && x[6] == -1);
    assert_true(fabsf(x[7]) < 1e-30f && x[8] == 1 && x[9] == -1);
}

static void check_sigmoid(const as_kernels *kernels)
{
    check_function(kernels, kernels->sigmoid, sigmoid_reference);
    float x[] = {0, INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX};
    kernels->sigmoid(x, x, 6);
    assert_true(x[0] == 0.5f && x[1] == 1 && x[2] == 0 && isnan(x[3]) && x[4] == 1 && x[5] == 0);
}

static void check_exp_sum(const as_kernels *kernels)
{
    enum { N = 5001 };
    float in[N], out[N];
    for (int k = 0; k < N; k++)
        in[k] = 3 - 0.02f * (float)k; /* from 3 to -97 */
    double sum = 0;
    float got = kernels->exp_sum(out, in, 3, N);
    for (int k = 0; k < N; k++) {
        double want = exp((double)in[k] - 3);
        assert_near(kernels->name, (double)out[k], want, 3e-7 * want + 2e-38);
        sum += want;
    }
    assert_near(kernels->name, (double)got, sum, 1e-5 * sum);

    float special[] = {1, -INFINITY, -FLT_MAX, 1};
    got = kernels->exp_sum(special, special, 1, 4);
    assert_true(special[0] == 1 && special[1] == 0 && special[2] == 0 && got == 2);
    float bad[] = {1, NAN};
    assert_true(isnan(kernels->exp_sum(bad, bad, 1, 2)) && isnan(bad[1]));
    assert_true(kernels->exp_sum(bad, bad, 1, 0) == 0);
}

static void check_finite_max(const as_kernels *kernels)
{
    float x[MAX_SIZE];
    for (size_t n = 1; n <= MAX_SIZE; n++)
        for (size_t at = 0; at < n; at++) {
            for (size_t k = 0; k < n; k++)
                x[k] = -10 - (float)k;
            x[at] = -2.5f;
            assert_true(kernels->finite_max(x, n) == -2.5f);
            const float bad[] = {NAN, INFINITY, -INFINITY};
            for (int b = 0; b < 3; b++) {
                x[at] = bad[b];
                assert_true(isnan(kernels->finite_max(x, n)));
            }
        }
}

/* ---- Products ---------------------------------------------------------------------------- */

static uint16_t truncated(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static double widened(uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

static void check_linear_of(const as_kernels *kernels, int n, int rows, int cols, int accumulate,
                            int with_bias)
{
    enum { PAD = 3, MAX_N = 20 };
    static float W[MAX_SIZE * (MAX_SIZE + PAD)], x[MAX_N * (MAX_SIZE + PAD)], b[MAX_SIZE];
    static uint16_t half[MAX_SIZE * (MAX_SIZE + PAD)];
    static float y[2][MAX_N * (MAX_SIZE + PAD)];
    size_t ldw = (size_t)cols + PAD, ldx = (size_t)cols + 1, ldy = (size_t)rows + 2;
    fill(W, (size_t)rows * ldw, 1);
    fill(x, (size_t)n * ldx, 2);
    fill(b, (size_t)rows, 3);
    fill(y[0], (size_t)n * ldy, 4);
    memcpy(y[1], y[0], sizeof y[0]);
    static float before[MAX_N * (MAX_SIZE + PAD)];
    memcpy(before, y[0], sizeof before);
    for (size_t k = 0; k < (size_t)rows * ldw; k++)
        half[k] = truncated(W[k]);

    const float *bias = with_bias ? b : NULL;
    kernels->linear_f32(y[0], ldy, n, W, ldw, rows, cols, x, ldx, bias, accumulate);
    kernels->linear_bf16(y[1], ldy, n, half, ldw, rows, cols, x, ldx, bias, accumulate);
    for (size_t r = 0; r < (size_t)n; r++)
        for (size_t j = 0; j < ldy; j++) {
            size_t at = r * ldy + j;
            if (j >= (size_t)rows) { /* the gap between rows is not ours */
                assert_true(y[0][at] == before[at] && y[1][at] == before[at]);
                continue;
            }
            double start = (with_bias ? (double)b[j] : 0) + (accumulate ? (double)before[at] : 0);
            double want = start, want_half = start;
            for (size_t k = 0; k < (size_t)cols; k++) {
                want += (double)W[j * ldw + k] * (double)x[r * ldx + k];
                want_half += widened(half[j * ldw + k]) * (double)x[r * ldx + k];
            }
            assert_near(kernels->name, (double)y[0][at], want, 1e-5);
            assert_near(kernels->name, (double)y[1][at], want_half, 1e-5);
        }
}

static void check_linear(const as_kernels *kernels)
{
    static const int sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 48, 64, MAX_SIZE};
    enum { N_SIZES = sizeof sizes / sizeof sizes[0] };
    for (int a = 0; a < N_SIZES; a++)
        for (int c = 0; c < N_SIZES; c++)
            for (int n = 1; n <= 20; n += n < 8 ? 1 : 5)
                check_linear_of(kernels, n, sizes[a], sizes[c], (a + n) % 2, (c + n) % 3);
}

static void check_dot_and_axpy(const as_kernels *kernels)
{
    enum { SIZE = 200 }; /* several rounds of the widest unrolled loop */
    float a[SIZE], b[SIZE], y[SIZE + 1];
    fill(a, SIZE, 5);
    fill(b, SIZE, 6);
    for (size_t n = 0; n <= SIZE; n++) {
        double want = 0;
        for (size_t k = 0; k < n; k++)
            want += (double)a[k] * (double)b[k];
        assert_near(kernels->name, (double)kernels->dot(a, b, n), want, 1e-5);
        memset(y, 0, sizeof y);
        memcpy(y, b, n * sizeof *y);
        kernels->axpy(y, 0.5f, a, n);
        for (size_t k = 0; k < n; k++)
            assert_near(kernels->name, (double)y[k], (double)b[k] + 0.5 * (double)a[k], 1e-6);
        assert_true(y[n] == 0);
    }
}

/* ---- Attention and the recurrent unit ---------------------------------------------------- */

static void check_add_tanh_dot(const as_kernels *kernels)
{
    float v[MAX_SIZE], a[MAX_SIZE], b[MAX_SIZE];
    fill(v, MAX_SIZE, 7);
    fill(a, MAX_SIZE, 8);
    fill(b, MAX_SIZE, 9);
    const double d_e = -0.75;
    for (size_t n = 0; n <= MAX_SIZE; n++) {
        float d_v[MAX_SIZE], d_a[MAX_SIZE], d_b[MAX_SIZE];
        for (size_t k = 0; k < MAX_SIZE; k++)
            d_v[k] = d_a[k] = d_b[k] = (float)k; /* gradients accumulate */
        kernels->add_tanh_dot_backward(d_v, d_a, d_b, v, a, b, (float)d_e, n);
        double want = 0;
        for (size_t k = 0; k < n; k++) {
            double t = tanh((double)a[k] + (double)b[k]);
            double d = (double)v[k] * (1 - t * t) * d_e;
            want += (double)v[k] * t;
            assert_near(kernels->name, (double)d_v[k], (double)k + t * d_e, 1e-5);
            assert_near(kernels->name, (double)d_a[k], (double)k + d, 1e-5);
            assert_near(kernels->name, (double)d_b[k], (double)k + d, 1e-5);
        }
        for (size_t k = n; k < MAX_SIZE; k++)
            assert_true(d_v[k] == (float)k && d_a[k] == (float)k && d_b[k] == (float)k);
        assert_near(kernels->name, (double)kernels->add_tanh_dot(v, a, b, n), want, 1e-5);
    }
}

static void check_gru_gates(const as_kernels *kernels)
{
    enum { N = 37 };
    float gx[3 * N], gh[3 * N], h[N], out[N], gates[3 * N];
    fill(gx, 3 * N, 10);
    fill(gh, 3 * N, 11);
    fill(h, N, 12);
    kernels->gru_gates(out, gates, gx, gh, h, N);
    for (int k = 0; k < N; k++) {
        double r = sigmoid_reference((double)gx[k] + (double)gh[k]);
        double z = sigmoid_reference((double)gx[N + k] + (double)gh[N + k]);
        double c = tanh((double)gx[2 * N + k] + r * (double)gh[2 * N + k]);
        assert_near(kernels->name, (double)gates[k], r, 1e-6);
        assert_near(kernels->name, (double)gates[N + k], z, 1e-6);
        assert_near(kernels->name, (double)gates[2 * N + k], c, 1e-6);
        assert_near(kernels->name, (double)out[k], (1 - z) * c + z * (double)h[k], 1e-6);
    }
    kernels->gru_gates(h, NULL, gx, gh, h, N); /* in place, gates not wanted */
    for (int k = 0; k < N; k++)
        assert_near(kernels->name, (double)h[k], (double)out[k], 1e-7);
}

static void check_gru_gates_backward(const as_kernels *kernels)
{
    enum { N = 37 };
    float gates[3 * N], gh[3 * N], h[N], d_h_out[N], d_gx[3 * N], d_gh[3 * N], d_h[N];
    fill(gates, 3 * N, 10); /* any numbers: the formulas do not ask where they come from */
    fill(gh, 3 * N, 11);
    fill(h, N, 12);
    fill(d_h_out, N, 13);
    kernels->gru_gates_backward(d_gx, d_gh, d_h, d_h_out, gates, gh, h, N);
    for (int k = 0; k < N; k++) {
        double r = (double)gates[k], z = (double)gates[N + k], c = (double)gates[2 * N + k];
        double d = (double)d_h_out[k], d_n = d * (1 - z) * (1 - c * c);
        double d_z = d * ((double)h[k] - c) * z * (1 - z);
        double d_r = d_n * (double)gh[2 * N + k] * r * (1 - r);
        const double want_gx[] = {d_r, d_z, d_n}, want_gh[] = {d_r, d_z, d_n * r};
        for (int gate = 0; gate < 3; gate++) {
            assert_near(kernels->name, (double)d_gx[gate * N + k], want_gx[gate], 1e-6);
            assert_near(kernels->name, (double)d_gh[gate * N + k], want_gh[gate], 1e-6);
        }
        assert_near(kernels->name, (double)d_h[k], d * z, 1e-6);
    }
}

/* ---- Conversion -------------------------------------------------------------------------- */

static float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void check_bf16(const as_kernels *kernels)
{
    static const struct {
        uint32_t in;
        uint16_t want;
    } cases[] = {
        {0x3F800000, 0x3F80}, {0x3F808000, 0x3F80}, /* a tie, down to even */
        {0x3F818000, 0x3F82},                       /* a tie, up to even */
        {0x3F808001, 0x3F81}, {0x3F807FFF, 0x3F80}, {0x80000000, 0x8000},
        {0x7F800000, 0x7F80}, {0xFF800000, 0xFF80}, {0x7F7FFFFF, 0x7F80},
        {0x7F800001, 0x7FC0}, {0x7FFFFFFF, 0x7FFF}, {0x00000001, 0x0000},
    };
    enum { N = sizeof cases / sizeof cases[0], COPIES = 5 };
    float in[N * COPIES];
    uint16_t out[N * COPIES];
    for (int k = 0; k < N * COPIES; k++)
        in[k] = from_bits(cases[k % N].in);
    kernels->bf16_from_f32(out, in, N * COPIES);
    for (int k = 0; k < N * COPIES; k++)
        assert_int_equal(out[k], cases[k % N].want);

    static uint16_t every[65536];
    static float wide[65536];
    for (int k = 0; k < 65536; k++)
        every[k] = (uint16_t)k;
    kernels->f32_from_bf16(wide, every, 65536);
    for (int k = 0; k < 65536; k++) {
        float want = from_bits((uint32_t)k << 16);
        assert_memory_equal(&wide[k], &want, sizeof want);
    }
}

#define TEST(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_every_table(check_##name);                                                              \
    }

TEST(tanh)
TEST(sigmoid)
TEST(exp_sum)
TEST(finite_max)
TEST(linear)
TEST(dot_and_axpy)
TEST(add_tanh_dot)
TEST(gru_gates)
TEST(gru_gates_backward)
TEST(bf16)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tanh),
        cmocka_unit_test(test_sigmoid),
        cmocka_unit_test(test_exp_sum),
        cmocka_unit_test(test_finite_max),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_dot_and_axpy),
        cmocka_unit_test(test_add_tanh_dot),
        cmocka_unit_test(test_gru_gates),
        cmocka_unit_test(test_gru_gates_backward),
        cmocka_unit_test(test_bf16),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
