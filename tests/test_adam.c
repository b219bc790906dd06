/* Adam, clipping, averaging and the schedule against the formulas in double. */
#include "train/adam.h"
#include "train/schedule.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { N = 37, STEPS = 12 };

static double wave(int k, int step)
{
    return sin(1.7 * k + 0.9 * step) * (k % 3 == 0 ? 1e-4 : 2.0);
}

static void test_adam_is_the_paper(void **state)
{
    (void)state;
    const as_adam adam = {0.9, 0.999, 1e-8};
    const double rate = 0.01, scale = 0.5;
    float w[N], m[N] = {0}, v[N] = {0}, d_w[N];
    double W[N], M[N] = {0}, V[N] = {0};
    for (int k = 0; k < N; k++)
        W[k] = w[k] = (float)wave(k, -1);
    for (int step = 1; step <= STEPS; step++) {
        for (int k = 0; k < N; k++) {
            d_w[k] = (float)wave(k, step);
            double g = scale * d_w[k];
            M[k] = 0.9 * M[k] + 0.1 * g;
            V[k] = 0.999 * V[k] + 0.001 * g * g;
            W[k] -=
                rate * (M[k] / (1 - pow(0.9, step))) / (sqrt(V[k] / (1 - pow(0.999, step))) + 1e-8);
        }
        as_adam_update(&adam, w, m, v, d_w, N, rate, scale, step);
    }
    for (int k = 0; k < N; k++)
        assert_true(fabs(w[k] - W[k]) <= 1e-5);
}

/* The first step moves every weight by the rate, whatever the size of its gradient. */
static void test_first_step(void **state)
{
    (void)state;
    const as_adam adam = {0.9, 0.999, 1e-8};
    float w[] = {0, 0, 0}, m[3] = {0}, v[3] = {0};
    const float d_w[] = {1e-3f, -50, 0};
    as_adam_update(&adam, w, m, v, d_w, 3, 0.25, 1, 1);
    assert_true(fabsf(w[0] + 0.25f) < 1e-5f);
    assert_true(fabsf(w[1] - 0.25f) < 1e-5f);
    assert_true(w[2] == 0);
}

static void test_sums(void **state)
{
    (void)state;
    float a[N], b[N];
    double want = 0;
    for (int k = 0; k < N; k++) {
        a[k] = (float)wave(k, 3);
        b[k] = (float)wave(k, 4);
        double sum = (double)(a[k] + b[k]);
        want += sum * sum;
    }
    as_gradient_take(a, b, N);
    for (int k = 0; k < N; k++) {
        assert_true(a[k] == (float)wave(k, 3) + (float)wave(k, 4));
        assert_true(b[k] == 0);
    }
    assert_true(fabs(as_sum_of_squares(a, N) - want) <= 1e-12 * want);
    assert_true(as_sum_of_squares(a, 0) == 0);
}

static void test_clip(void **state)
{
    (void)state;
    assert_true(as_clip_scale(4, 1) == 0.25);
    assert_true(as_clip_scale(1, 1) == 1);
    assert_true(as_clip_scale(0.1, 1) == 1);
    assert_true(as_clip_scale(1e9, 0) == 1); /* no limit */
    assert_true(as_clip_scale(0, 1) == 1);
}

static void test_average(void **state)
{
    (void)state;
    float average[] = {1, -2};
    const float w[] = {3, -2};
    as_average_update(average, w, 2, 0.75);
    assert_true(average[0] == 1.5f);
    assert_true(average[1] == -2);
}

static void test_schedule(void **state)
{
    (void)state;
    as_schedule s = {AS_SCHEDULE_COSINE, 1.0, 0.2, 10, 110};
    assert_true(fabs(as_schedule_rate(&s, 1) - 0.1) < 1e-12);
    assert_true(fabs(as_schedule_rate(&s, 5) - 0.5) < 1e-12);
    assert_true(fabs(as_schedule_rate(&s, 10) - 1.0) < 1e-12);
    assert_true(fabs(as_schedule_rate(&s, 60) - 0.6) < 1e-12); /* half way down */
    assert_true(fabs(as_schedule_rate(&s, 110) - 0.2) < 1e-12);
    assert_true(fabs(as_schedule_rate(&s, 1000) - 0.2) < 1e-12);
    s.kind = AS_SCHEDULE_LINEAR;
    assert_true(fabs(as_schedule_rate(&s, 35) - 0.8) < 1e-12);
    s.kind = AS_SCHEDULE_CONSTANT;
    assert_true(as_schedule_rate(&s, 5000) == 1.0);
    s = (as_schedule){AS_SCHEDULE_LINEAR, 1.0, 0.2, 0, 4};
    assert_true(fabs(as_schedule_rate(&s, 1) - 0.8) < 1e-12);
    s = (as_schedule){AS_SCHEDULE_COSINE, 1.0, 0.2, 10, 5}; /* the warm-up is all there is */
    assert_true(fabs(as_schedule_rate(&s, 10) - 0.2) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adam_is_the_paper),
        cmocka_unit_test(test_first_step),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_clip),
        cmocka_unit_test(test_average),
        cmocka_unit_test(test_schedule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
