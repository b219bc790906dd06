/* Buckets of lengths, and words as they are counted. */
#include "core/lengths.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "failing_alloc.h"

static void sorts_by_length(void **state)
{
    (void)state;
    as_lengths lengths = as_lengths_default();
    static const int words[] = {0, 1, 15, 16, 30, 31, INT_MAX}, want[] = {0, 0, 0, 1, 1, 2, 2};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        assert_int_equal(as_lengths_bucket(&lengths, words[k]), want[k]);
}

static void ranges_meet_without_overlap(void **state)
{
    (void)state;
    as_lengths lengths;
    assert_true(as_lengths_parse("1,2,40", &lengths, NULL));
    static const int first[] = {1, 2, 3, 41}, last[] = {1, 2, 40, INT_MAX};
    assert_int_equal(lengths.n_bounds, 3);
    for (int b = 0; b <= lengths.n_bounds; b++) {
        int from = 0, to = 0;
        as_lengths_range(&lengths, b, &from, &to);
        assert_int_equal(from, first[b]);
        assert_int_equal(to, last[b]);
        assert_int_equal(as_lengths_bucket(&lengths, from), b);
        assert_int_equal(as_lengths_bucket(&lengths, to), b);
    }
}

static void refuses_what_is_no_list_of_lengths(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        ",",
        "15,",
        ",15",
        "15,15",
        "30,15",
        "0",
        "15;30",
        "15, 30",
        "-1",
        "4001",
        "1.5",
        "a",
        "99999999999999999999",
        "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        as_lengths lengths = {.n_bounds = -1};
        as_error err = {0};
        assert_false(as_lengths_parse(bad[k], &lengths, &err));
        assert_int_equal(err.status, AS_ERR_ARGUMENT);
        assert_int_equal(lengths.n_bounds, -1);
    }
    as_lengths lengths;
    assert_true(as_lengths_parse("1,2,3,4,5,6,7,8,9,10,11,12,13,14,4000", &lengths, NULL));
    assert_int_equal(lengths.n_bounds, AS_LENGTH_BOUNDS_MAX);
}

static void counts_words(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int n;
    } cases[] = {
        {"", 0},         {"  ", 0},
        {"one", 1},      {"It's 3.14, isn't it?", 10},
        {"中国 GDP", 3}, {"signed in August 1992.", 5},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int n = -1;
        assert_true(as_length_in_words(cases[k].text, strlen(cases[k].text), &n, NULL));
        if (n != cases[k].n)
            fail_msg("'%s': %d, want %d", cases[k].text, n, cases[k].n);
    }
    int n = -1;
    as_error err = {0};
    assert_false(as_length_in_words("a\xff", 2, &n, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
}

static bool count(void *data)
{
    (void)data;
    int n = 0;
    return as_length_in_words("one two", 7, &n, NULL);
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(count, NULL) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_by_length),
        cmocka_unit_test(ranges_meet_without_overlap),
        cmocka_unit_test(refuses_what_is_no_list_of_lengths),
        cmocka_unit_test(counts_words),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
