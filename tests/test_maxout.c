/* Maxout by hand, in place, and its gradient. */
#include "core/maxout.h"
#include "differences.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { N = 2, R = 3 };

static const float pairs[N * 2 * R] = {1, 2, -3, -4, 5, 5, 0, -0.5f, -7, 6, 2, 2.5f};
static const float larger[N * R] = {2, -3, 5, 0, 6, 2.5f};

static void test_forward(void **state)
{
    (void)state;
    float r[N * R], p[N * 2 * R];
    as_maxout_forward(r, pairs, N, R);
    assert_memory_equal(r, larger, sizeof larger);
    memcpy(p, pairs, sizeof pairs);
    as_maxout_forward(p, p, N, R); /* in place */
    assert_memory_equal(p, larger, sizeof larger);
}

static void test_backward(void **state)
{
    (void)state;
    const float d_r[N * R] = {10, 20, 30, 40, 50, 60};
    const float want[N * 2 * R] = {0, 10, 20, 0, 30, 0, 40, 0, 0, 50, 0, 60};
    float d_p[N * 2 * R];
    memset(d_p, 0xff, sizeof d_p); /* written, not added to */
    as_maxout_backward(d_p, d_r, pairs, N, R);
    for (int k = 0; k < N * 2 * R; k++)
        assert_float_equal(d_p[k], want[k], 0);
}

typedef struct fixture {
    float p[N * 2 * R], weight[N * R];
} fixture;

static double loss(void *data)
{
    fixture *f = data;
    float r[N * R];
    double sum = 0;
    as_maxout_forward(r, f->p, N, R);
    for (int k = 0; k < N * R; k++)
        sum += (double)f->weight[k] * (double)r[k];
    return sum;
}

static void test_differences(void **state)
{
    (void)state;
    fixture f;
    fill_random(f.p, N * 2 * R, 1);
    fill_random(f.weight, N * R, 2);
    float d_p[N * 2 * R];
    as_maxout_backward(d_p, f.weight, f.p, N, R);
    check_gradient("p", loss, &f, f.p, d_p, N * 2 * R);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward),
        cmocka_unit_test(test_backward),
        cmocka_unit_test(test_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
