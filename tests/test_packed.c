/* Packing sentences of different lengths, and splitting a block among workers. */
#include "train/packed.h"
#include "train/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void check(const int *length, int B)
{
    as_arena arena = {0};
    as_packed p;
    assert_true(as_packed_init(&p, length, B, &arena, NULL));
    assert_int_equal(p.B, B);
    int N = 0, T = 0;
    for (int b = 0; b < B; b++) {
        N += length[b];
        T = length[b] > T ? length[b] : T;
    }
    assert_int_equal(p.N, N);
    assert_int_equal(p.T, T);
    for (int j = 1; j < B; j++) {
        int before = p.order[j - 1], here = p.order[j];
        assert_true(length[before] > length[here] ||
                    (length[before] == length[here] && before < here));
    }
    int row = 0;
    for (int t = 0; t < T; t++) {
        assert_int_equal(p.offset[t], row);
        for (int j = 0; j < B; j++)
            assert_int_equal(j<p.live[t], length[p.order[j]]> t);
        row += p.live[t];
    }
    assert_int_equal(row, N);
    as_arena_finish(&arena);
}

static void test_packing(void **state)
{
    (void)state;
    check((const int[]){1}, 1);
    check((const int[]){5}, 1);
    check((const int[]){3, 3, 3}, 3);
    check((const int[]){1, 2, 3, 4}, 4);
    check((const int[]){4, 1, 7, 1, 4, 2}, 6);
}

static void test_ranges(void **state)
{
    (void)state;
    const size_t totals[] = {0, 1, 15, 16, 17, 100, 1000003};
    for (size_t k = 0; k < sizeof totals / sizeof totals[0]; k++)
        for (int n = 1; n <= 5; n++) {
            size_t end = 0;
            for (int w = 0; w < n; w++) {
                size_t from, to;
                as_pool_range(n, w, totals[k], &from, &to);
                assert_int_equal(from, end);
                assert_true(to >= from && (to % 16 == 0 || to == totals[k]));
                end = to;
            }
            assert_int_equal(end, totals[k]);
        }
}

typedef struct tally {
    long calls[AS_POOL_MAX];
} tally;

static void count_call(void *context, int worker)
{
    ((tally *)context)->calls[worker]++;
}

static void test_pool(void **state)
{
    (void)state;
    as_error err;
    as_pool *pool;
    assert_false(as_pool_new(0, &pool, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_pool_new(AS_POOL_MAX + 1, &pool, &err));
    for (int n = 1; n <= 4; n++) {
        tally t = {{0}};
        assert_true(as_pool_new(n, &pool, &err));
        assert_int_equal(as_pool_size(pool), n);
        for (int k = 0; k < 500; k++)
            as_pool_run(pool, count_call, &t);
        for (int w = 0; w < AS_POOL_MAX; w++)
            assert_int_equal(t.calls[w], w < n ? 500 : 0);
        as_pool_free(pool);
    }
    as_pool_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
