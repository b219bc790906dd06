/* What ranks say to each other: the first failure reaches all, sums are those of all ranks, and a
 * run alone is not disturbed. */
#include "train/comm.h"

#include "thread_ranks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { RANKS = 3 };

/* What each rank saw. */
typedef struct seen {
    bool done;
    as_error err;
    as_loss loss;
    int value;
    float x[2];
} seen;

typedef struct round_table {
    bool fails[RANKS];
    as_status status;
    int values[RANKS];
    uint64_t numbers[RANKS];
    seen seen[RANKS];
} round_table;

static void agree(const as_comm *comm, void *data)
{
    round_table *table = data;
    seen *me = &table->seen[comm->rank];
    bool done = !table->fails[comm->rank] ||
                as_fail(&me->err, table->status, "no bread in town %d", comm->rank);
    me->loss = (as_loss){.smoothed = 1.5, .nll = 2.5, .n = 10 + comm->rank, .n_right = 1};
    me->done = as_comm_add_losses(comm, done, &me->loss, &me->err);
}

static void test_all_done(void **state)
{
    (void)state;
    round_table table = {0};
    thread_ranks_run(RANKS, agree, &table);
    for (int r = 0; r < RANKS; r++) {
        assert_true(table.seen[r].done);
        assert_int_equal(table.seen[r].loss.n, 10 + 11 + 12);
        assert_int_equal(table.seen[r].loss.n_right, 3);
        assert_true(table.seen[r].loss.smoothed == 4.5 && table.seen[r].loss.nll == 7.5);
    }
}

static void test_first_failure_reaches_all(void **state)
{
    (void)state;
    round_table table = {.fails = {false, true, true}, .status = AS_ERR_LIMIT};
    thread_ranks_run(RANKS, agree, &table);
    for (int r = 0; r < RANKS; r++) {
        assert_false(table.seen[r].done);
        assert_int_equal(table.seen[r].err.status, AS_ERR_LIMIT);
        assert_string_equal(table.seen[r].err.message, "rank 1 on machine 1: no bread in town 1");
    }
}

/* A failure whose sentence nobody wrote is one all the same. */
static void fail_silently(const as_comm *comm, void *data)
{
    round_table *table = data;
    seen *me = &table->seen[comm->rank];
    me->done =
        comm->rank == 2 ? as_comm_agree(comm, false, NULL) : as_comm_agree(comm, true, &me->err);
}

static void test_failure_without_a_sentence(void **state)
{
    (void)state;
    round_table table = {0};
    thread_ranks_run(RANKS, fail_silently, &table);
    for (int r = 0; r < RANKS; r++)
        assert_false(table.seen[r].done);
    assert_int_equal(table.seen[0].err.status, AS_ERR_SYSTEM);
    assert_string_equal(table.seen[0].err.message, "rank 2 on machine 2: failed");
}

static void first(const as_comm *comm, void *data)
{
    round_table *table = data;
    seen *me = &table->seen[comm->rank];
    me->value = table->values[comm->rank];
    me->done = as_comm_first(comm, &me->value, &me->err);
}

static void test_first_value(void **state)
{
    (void)state;
    static const struct {
        int values[RANKS], want;
    } cases[] = {{{-1, -1, -1}, -1}, {{-1, 4, 2}, 4}, {{0, 4, 2}, 0}, {{-1, -1, 7}, 7}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        round_table table = {0};
        memcpy(table.values, cases[k].values, sizeof table.values);
        thread_ranks_run(RANKS, first, &table);
        for (int r = 0; r < RANKS; r++) {
            assert_true(table.seen[r].done);
            assert_int_equal(table.seen[r].value, cases[k].want);
        }
    }
}

static void same(const as_comm *comm, void *data)
{
    round_table *table = data;
    seen *me = &table->seen[comm->rank];
    me->done = as_comm_same(comm, "the weather", table->numbers[comm->rank], &me->err);
}

static void test_same(void **state)
{
    (void)state;
    round_table table = {.numbers = {5, 5, 5}};
    thread_ranks_run(RANKS, same, &table);
    for (int r = 0; r < RANKS; r++)
        assert_true(table.seen[r].done);
    table.numbers[2] = (uint64_t)5 << 40;
    thread_ranks_run(RANKS, same, &table);
    for (int r = 0; r < RANKS; r++) {
        assert_false(table.seen[r].done);
        assert_int_equal(table.seen[r].err.status, AS_ERR_ARGUMENT);
        assert_string_equal(table.seen[r].err.message,
                            "rank 2 on machine 2: the weather: not the same as on rank 0");
    }
}

enum { LONG = 150 }; /* more numbers than go into one record */

static void compare(const as_comm *comm, void *data)
{
    round_table *table = data;
    seen *me = &table->seen[comm->rank];
    uint64_t numbers[LONG] = {0};
    if (table->values[comm->rank] >= 0)
        for (int k = table->values[comm->rank]; k < LONG; k += 20)
            numbers[k] = 9;
    me->done = as_comm_compare(comm, numbers, LONG, &me->value, &me->err);
}

static void test_first_difference(void **state)
{
    (void)state;
    static const int places[] = {-1, 0, 40, 95, 96, LONG - 1};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        round_table table = {.values = {-1, -1, places[k]}};
        thread_ranks_run(RANKS, compare, &table);
        for (int r = 0; r < RANKS; r++) {
            assert_true(table.seen[r].done);
            assert_int_equal(table.seen[r].value, r == 2 ? places[k] : -1);
        }
    }
}

static void add(const as_comm *comm, void *data)
{
    round_table *table = data;
    seen *me = &table->seen[comm->rank];
    me->x[0] = (float)comm->rank;
    me->x[1] = 0.5f;
    me->done = as_comm_sum(comm, me->x, 2, &me->err);
}

static void test_sum(void **state)
{
    (void)state;
    round_table table = {0};
    thread_ranks_run(RANKS, add, &table);
    for (int r = 0; r < RANKS; r++) {
        assert_true(table.seen[r].done);
        assert_true(table.seen[r].x[0] == 3 && table.seen[r].x[1] == 1.5f);
    }
}

static void test_alone(void **state)
{
    (void)state;
    as_error err = {0};
    as_loss loss = {.smoothed = 1, .nll = 2, .n = 3, .n_right = 4};
    float x = 7;
    int value = -1;
    assert_int_equal(as_comm_rank(NULL), 0);
    assert_int_equal(as_comm_size(NULL), 1);
    assert_true(as_comm_agree(NULL, true, &err));
    as_fail(&err, AS_ERR_LIMIT, "too much");
    assert_false(as_comm_agree(NULL, false, &err));
    assert_string_equal(err.message, "too much");
    assert_true(as_comm_add_losses(NULL, true, &loss, &err));
    assert_true(as_comm_first(NULL, &value, &err));
    assert_true(as_comm_same(NULL, "the weather", 5, &err));
    assert_true(as_comm_sum(NULL, &x, 1, &err));
    assert_true(loss.n == 3 && value == -1 && x == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_done),
        cmocka_unit_test(test_first_failure_reaches_all),
        cmocka_unit_test(test_failure_without_a_sentence),
        cmocka_unit_test(test_first_value),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_first_difference),
        cmocka_unit_test(test_sum),
        cmocka_unit_test(test_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
