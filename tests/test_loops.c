/* Every table of loops against plain arithmetic, at lengths around those of the vectors. */
#include "train/loops.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_N = 133 };

static const size_t lengths[] = {0, 1, 7, 8, 15, 16, 17, 31, 33, 64, MAX_N};

static void fill(float x[MAX_N], int seed)
{
    for (int k = 0; k < MAX_N; k++)
        x[k] = (float)sin(1.3 * k + seed);
}

/* The first n as they should be, the others as they were. */
static void assert_near(const float *got, const double *want, const float *before, size_t n)
{
    for (size_t k = 0; k < MAX_N; k++)
        assert_true(k < n ? fabs((double)got[k] - want[k]) <= 1e-6 : got[k] == before[k]);
}

static void check_sums(const as_loops *loops, size_t n)
{
    float x[MAX_N];
    double sum = 0, squares = 0;
    fill(x, 1);
    for (size_t k = 0; k < n; k++) {
        sum += (double)x[k];
        squares += (double)x[k] * (double)x[k];
    }
    assert_true(fabs(loops->sum(x, n) - sum) <= 1e-12);
    assert_true(fabs(loops->sum_of_squares(x, n) - squares) <= 1e-12);
}

static void check_scale_and_add(const as_loops *loops, size_t n)
{
    float x[MAX_N], total[MAX_N], x_0[MAX_N], total_0[MAX_N];
    double want_x[MAX_N], want_total[MAX_N];
    fill(x, 1);
    fill(x_0, 1);
    fill(total, 2);
    fill(total_0, 2);
    for (int k = 0; k < MAX_N; k++) {
        want_x[k] = 0.75 * x_0[k] - 0.125;
        want_total[k] = total_0[k] + want_x[k];
    }
    loops->scale_and_add(x, total, 0.75f, 0.125f, n);
    assert_near(x, want_x, x_0, n);
    assert_near(total, want_total, total_0, n);
}

static void check_mask(const as_loops *loops, size_t n)
{
    float x[MAX_N], before[MAX_N];
    unsigned char mask[MAX_N];
    double want[MAX_N];
    fill(x, 1);
    x[1] = INFINITY; /* what is dropped does not matter */
    memcpy(before, x, sizeof x);
    for (int k = 0; k < MAX_N; k++) {
        mask[k] = k % 3 != 1;
        want[k] = mask[k] ? 1.25 * (double)before[k] : 0;
    }
    loops->mask(x, mask, 1.25f, n);
    assert_near(x, want, before, n);
}

static void check_take(const as_loops *loops, size_t n)
{
    float sum[MAX_N], part[MAX_N], sum_0[MAX_N], part_0[MAX_N];
    fill(sum, 1);
    fill(sum_0, 1);
    fill(part, 2);
    fill(part_0, 2);
    loops->take(sum, part, n);
    for (size_t k = 0; k < MAX_N; k++) {
        assert_true(sum[k] == (k < n ? sum_0[k] + part_0[k] : sum_0[k]));
        assert_true(part[k] == (k < n ? 0 : part_0[k]));
    }
}

static void check_approach(const as_loops *loops, size_t n)
{
    float average[MAX_N], w[MAX_N], before[MAX_N];
    double want[MAX_N];
    fill(average, 1);
    fill(before, 1);
    fill(w, 2);
    for (int k = 0; k < MAX_N; k++)
        want[k] = before[k] + 0.25 * ((double)w[k] - before[k]);
    loops->approach(average, w, 0.25f, n);
    assert_near(average, want, before, n);
}

static void check_adam(const as_loops *loops, size_t n)
{
    const as_adam_rates r = {.scale = 0.5f,
                             .beta_1 = 0.875f,
                             .beta_2 = 0.75f,
                             .new_1 = 0.125f,
                             .new_2 = 0.25f,
                             .rate = 0.01f,
                             .epsilon = 1e-4f};
    float w[MAX_N], m[MAX_N], v[MAX_N], d_w[MAX_N], w_0[MAX_N], m_0[MAX_N], v_0[MAX_N];
    double W[MAX_N], M[MAX_N], V[MAX_N];
    fill(w, 1);
    fill(m, 2);
    fill(v, 3);
    fill(d_w, 4);
    for (int k = 0; k < MAX_N; k++) {
        v[k] = fabsf(v[k]);
        double g = 0.5 * (double)d_w[k];
        M[k] = 0.875 * (double)m[k] + 0.125 * g;
        V[k] = 0.75 * (double)v[k] + 0.25 * g * g;
        W[k] = (double)w[k] - (double)r.rate * M[k] / (sqrt(V[k]) + (double)r.epsilon);
    }
    memcpy(w_0, w, sizeof w);
    memcpy(m_0, m, sizeof m);
    memcpy(v_0, v, sizeof v);
    loops->adam(w, m, v, d_w, &r, n);
    assert_near(w, W, w_0, n);
    assert_near(m, M, m_0, n);
    assert_near(v, V, v_0, n);
}

static void test_every_table(void **state)
{
    (void)state;
    void (*const checks[])(const as_loops *, size_t) = {
        check_sums, check_scale_and_add, check_mask, check_take, check_approach, check_adam};
    const as_kernels *kernels[AS_MAX_KERNELS];
    int n_tables = as_kernels_all(kernels);
    for (int table = 0; table < n_tables; table++) {
        const as_loops *loops = as_loops_for(kernels[table]);
        for (int other = 0; other < table; other++) /* one for each set of instructions */
            assert_ptr_not_equal(loops, as_loops_for(kernels[other]));
        for (size_t c = 0; c < sizeof checks / sizeof checks[0]; c++)
            for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++)
                checks[c](loops, lengths[k]);
    }
    assert_ptr_equal(as_loops_best(), as_loops_for(as_kernels_best()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
