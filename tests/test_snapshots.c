/* The ring of weights of the last measurements, and their mean. */
#include "train/snapshots.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { N = 5 };

static void take(as_snapshots *s, long taken, float value, float *mean)
{
    float weights[N];
    for (int k = 0; k < N; k++)
        weights[k] = value * (float)(k + 1);
    /* In parts, as threads do. */
    as_snapshots_take(s, taken, weights, mean, 2, N);
    as_snapshots_take(s, taken, weights, mean, 0, 2);
}

static void test_ring(void **state)
{
    (void)state;
    as_snapshots s;
    float mean[N] = {0};
    const float values[] = {1, 2, 6, 16, 32}, want[] = {1, 1.5f, 3, 8, 18};
    assert_true(as_snapshots_init(&s, 3, N, NULL));
    for (int m = 0; m < 5; m++) {
        assert_int_equal(as_snapshots_used(&s, m), m < 3 ? m : 3);
        take(&s, m, values[m], mean);
        for (int k = 0; k < N; k++)
            assert_true(mean[k] == want[m] * (float)(k + 1));
    }
    assert_true(s.blocks[1][0] == 32 && s.blocks[2][0] == 6 && s.blocks[0][0] == 16);
    as_snapshots_finish(&s);
    as_snapshots_finish(&s);
}

static void test_none(void **state)
{
    (void)state;
    as_snapshots s;
    assert_true(as_snapshots_init(&s, 0, N, NULL));
    assert_int_equal(as_snapshots_used(&s, 7), 0);
    as_snapshots_finish(&s);
}

static bool begin(void *data)
{
    (void)data;
    as_snapshots s;
    bool done = as_snapshots_init(&s, AS_SNAPSHOTS_MAX, N, NULL);
    if (done)
        as_snapshots_finish(&s);
    return done;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(begin, NULL) >= AS_SNAPSHOTS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
