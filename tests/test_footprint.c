/* How much memory a run would hold, and the sentence when it is more than there is. */
#include "train/footprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_counts_every_block(void **state)
{
    (void)state;
    as_settings s = as_settings_defaults();
    s.threads = 1;
    s.average = 0;
    s.average_last = 0;
    /* Weights, two moments, one gradient. */
    assert_true(as_footprint_check(&s, 1000, 4 * 4000, NULL));
    assert_false(as_footprint_check(&s, 1000, 4 * 4000 - 1, NULL));
    s.threads = 3;
    assert_true(as_footprint_check(&s, 1000, 6 * 4000, NULL));
    assert_false(as_footprint_check(&s, 1000, 6 * 4000 - 1, NULL));
    s.average = 0.999;
    assert_true(as_footprint_check(&s, 1000, 7 * 4000, NULL));
    assert_false(as_footprint_check(&s, 1000, 7 * 4000 - 1, NULL));
    s.average = 0;
    s.average_last = 5; /* their mean and the five */
    assert_true(as_footprint_check(&s, 1000, 12 * 4000, NULL));
    assert_false(as_footprint_check(&s, 1000, 12 * 4000 - 1, NULL));
}

static void test_says_what_is_too_much(void **state)
{
    (void)state;
    as_settings s = as_settings_defaults();
    s.threads = 64;
    as_error err = {0};
    assert_false(as_footprint_check(&s, 1500000000, (size_t)24000000000, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_string_equal(err.message,
                        "1500.0 M numbers, 67 times (weights, Adam, a gradient for each of 64 "
                        "threads, averages): 402.0 GB of memory, but this machine has 24.0 GB");
    assert_true(as_footprint_check(&s, 1500000000, SIZE_MAX, NULL));
    assert_true(as_machine_memory() > 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_every_block),
        cmocka_unit_test(test_says_what_is_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
