/* What models tell of the runs before theirs, whatever their files say. */
#include "train/lineage.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_lineage(const char *training, const char *want)
{
    char *lineage = as_lineage_from_model("b", training);
    assert_non_null(lineage);
    assert_string_equal(lineage, want);
    free(lineage);
}

static void test_runs_in_their_order(void **state)
{
    (void)state;
    assert_lineage("{\"steps\":5,\"began_from\":[]}", "[{\"name\":\"b\",\"steps\":5}]");
    assert_lineage("{\"steps\":5,\"began_from\":[{\"name\":\"a\",\"steps\":7}]}",
                   "[{\"name\":\"a\",\"steps\":7},{\"name\":\"b\",\"steps\":5}]");
    assert_lineage("{\"began_from\":[{\"name\":\"a\",\"steps\":7,\"earlier\":\"unknown\"}]}",
                   "[{\"name\":\"a\",\"steps\":7,\"earlier\":\"unknown\"},{\"name\":\"b\"}]");
}

static void test_what_is_not_known_is_said(void **state)
{
    (void)state;
    static const char *const others[] = {
        "{\"steps\":5}",
        "{\"steps\":5,\"began_from\":{}}",
        "{\"steps\":5,\"began_from\":[3]}",
        "{\"steps\":5,\"began_from\":[{\"steps\":7}]}",
        "{\"steps\":5,\"began_from\":[{\"name\":\"a\",\"steps\":-7}]}",
        "{\"steps\":5,\"began_from\":[{\"name\":\"a\",\"steps\":1e3}]}",
        "{\"steps\":5,\"began_from\":[{\"name\":\"a\",\"more\":[]}]}",
        "{\"steps\":5,\"began_from\":[{\"name\":\"a\",\"earlier\":7}]}",
    };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        assert_lineage(others[k], "[{\"name\":\"b\",\"steps\":5,\"earlier\":\"unknown\"}]");
    assert_lineage("", "[{\"name\":\"b\",\"earlier\":\"unknown\"}]");
    assert_lineage("no JSON", "[{\"name\":\"b\",\"earlier\":\"unknown\"}]");
    assert_lineage("{\"steps\":99999999999999999}", "[{\"name\":\"b\",\"earlier\":\"unknown\"}]");
}

/* As many models one after the other as one likes: the file stays small. */
static void test_long_lines_lose_their_earliest(void **state)
{
    (void)state;
    char *training = strdup("{\"steps\":1,\"began_from\":[]}");
    for (int k = 0; k < 2 * AS_LINEAGE_MAX; k++) {
        char *lineage = as_lineage_from_model("b", training);
        assert_non_null(lineage);
        json_t *root = json_pack("{s:i}", "steps", k + 2);
        as_lineage_add(root, lineage, k + 2);
        const json_t *runs = json_object_get(root, "began_from");
        assert_int_equal(json_array_size(runs), k + 1 < AS_LINEAGE_MAX ? k + 1 : AS_LINEAGE_MAX);
        bool all = k + 1 <= AS_LINEAGE_MAX;
        assert_int_equal(json_object_get(json_array_get(runs, 0), "earlier") == NULL, all);
        assert_null(json_object_get(json_array_get(runs, 1), "earlier"));
        int total = (k + 2) * (k + 3) / 2; /* 1 + … + (k + 2) */
        if (all)
            assert_int_equal(json_integer_value(json_object_get(root, "total_steps")), total);
        else
            assert_null(json_object_get(root, "total_steps"));
        free(lineage);
        free(training);
        training = json_dumps(root, 0);
        json_decref(root);
    }
    free(training);
}

static void test_a_run_that_does_not_know(void **state)
{
    (void)state;
    static const char *const none[] = {NULL, "", "{}", "[1]"};
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        json_t *root = json_object();
        as_lineage_add(root, none[k], 5);
        assert_int_equal(json_object_size(root), 0);
        json_decref(root);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_in_their_order),
        cmocka_unit_test(test_what_is_not_known_is_said),
        cmocka_unit_test(test_long_lines_lose_their_earliest),
        cmocka_unit_test(test_a_run_that_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
