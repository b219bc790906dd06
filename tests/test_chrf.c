/* chrF: published values, and those of the independent tests/reference/scores.py. */
#include "core/chrf.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "scores_fixture.h"

static double chrf_of(const char *hypothesis, const char *reference, double beta)
{
    as_chrf chrf = {0};
    assert_true(as_chrf_add(&chrf, hypothesis, &reference, 1, NULL));
    return as_chrf_score(&chrf, beta);
}

/* sacreBLEU's own table, chrF3 without smoothing. */
static void matches_published_values(void **state)
{
    (void)state;
    assert_true(fabs(chrf_of("a", "a", 3) - 100.0) < 1e-12);
    assert_true(chrf_of("", "reference", 3) == 0.0);
    assert_true(fabs(chrf_of("a b c", "a b c", 3) - 100.0) < 1e-12);
    assert_true(fabs(chrf_of("a b c", "abc", 3) - 100.0) < 1e-12);
    assert_true(fabs(chrf_of("aa", "ab", 3) - 25.0) < 1e-12);
    as_chrf chrf = {0};
    const char *references[] = {"a", "c"};
    assert_true(as_chrf_add(&chrf, "a", &references[0], 1, NULL));
    assert_true(as_chrf_add(&chrf, "b", &references[1], 1, NULL));
    assert_true(fabs(as_chrf_score(&chrf, 3) - 50.0) < 1e-12);
}

static void matches_the_reference(void **state)
{
    json_t *scores = json_object_get(*state, "scores"), *item;
    size_t k;
    assert_true(json_array_size(scores) > 10);
    json_array_foreach(scores, k, item)
    {
        as_chrf chrf = {0};
        json_t *pairs = json_object_get(item, "pairs"), *pair;
        size_t p;
        json_array_foreach(pairs, p, pair)
        {
            const char *references[FIXTURE_MAX_REFERENCES];
            int n = fixture_references(pair, references);
            assert_true(as_chrf_add(&chrf, fixture_text(pair, "hypothesis"), references, n, NULL));
        }
        double want = json_number_value(json_object_get(item, "chrf"));
        if (!(fabs(as_chrf_score(&chrf, 2) - want) < 1e-9))
            fail_msg("%s: %.12f, want %.12f", fixture_text(item, "name"), as_chrf_score(&chrf, 2),
                     want);
    }
}

static void refuses_and_leaves_the_sums_alone(void **state)
{
    (void)state;
    as_chrf chrf = {0}, zero = {0};
    as_error err = {0};
    const char *references[] = {"un", "\xc3"};
    assert_false(as_chrf_add(&chrf, "un", references, 2, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_false(as_chrf_add(&chrf, "un", references, 0, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_memory_equal(&chrf, &zero, sizeof chrf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_published_values),
        cmocka_unit_test_setup_teardown(matches_the_reference, fixture_load, fixture_free),
        cmocka_unit_test(refuses_and_leaves_the_sums_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
