/* YAML: words stay words, what would blow up is refused, trees are looked into by key. */
#include "interop/yaml_tree.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A copy of the exact length, so that sanitizers see a read past the end; the caller's. */
static char *exact(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    return copy;
}

static as_yaml *tree_of(const char *text)
{
    as_yaml *yaml;
    as_error err;
    char *copy = exact(text, strlen(text));
    if (!as_yaml_parse(copy, strlen(text), &yaml, &err))
        fail_msg("%s", err.message);
    free(copy);
    return yaml;
}

static const char *text_at(const as_yaml_node *node, const char *key)
{
    const as_yaml_node *value = as_yaml_lookup(node, key);
    return value ? value->text : NULL;
}

static void scalars_stay_the_text_of_the_file(void **state)
{
    (void)state;
    as_yaml *yaml = tree_of("no: yes\non: off\ny: n\n1: 0x10\n~: null\n\"\\\"a\\\\\": 'it''s'\n"
                            "empty:\n\"\\u00e9\": \xc3\xa9\nskip: false\n");
    const as_yaml_node *root = as_yaml_root(yaml);
    assert_int_equal(root->kind, AS_YAML_MAPPING);
    assert_int_equal(root->n, 9);
    assert_string_equal(text_at(root, "no"), "yes");
    assert_string_equal(text_at(root, "on"), "off");
    assert_string_equal(text_at(root, "y"), "n");
    assert_string_equal(text_at(root, "1"), "0x10");
    assert_string_equal(text_at(root, "~"), "null");
    assert_string_equal(text_at(root, "\"a\\"), "it's");
    assert_string_equal(text_at(root, "empty"), "");
    assert_string_equal(text_at(root, "\xc3\xa9"), "\xc3\xa9");
    assert_string_equal(text_at(root, "skip"), "false");
    assert_null(text_at(root, "yes"));
    as_yaml_free(yaml);
}

static void trees_have_both_kinds_of_containers(void **state)
{
    (void)state;
    as_yaml *yaml =
        tree_of("# a comment\ndim-vocabs:\n  - 8000\n  - 7000\ninput-types:\n  []\n"
                "model:\n  decoder: {type: recurrent, size: 96, deep: {a: [x, [y]]}}\n");
    const as_yaml_node *root = as_yaml_root(yaml), *sizes = as_yaml_lookup(root, "dim-vocabs");
    assert_int_equal(sizes->kind, AS_YAML_SEQUENCE);
    assert_int_equal(sizes->n, 2);
    assert_string_equal(sizes->first->text, "8000");
    assert_string_equal(sizes->first->next->text, "7000");
    assert_int_equal(sizes->first->next->line, 4);
    assert_null(sizes->first->next->next);
    assert_int_equal(as_yaml_lookup(root, "input-types")->n, 0);
    const as_yaml_node *decoder = as_yaml_lookup(as_yaml_lookup(root, "model"), "decoder");
    assert_string_equal(text_at(decoder, "size"), "96");
    const as_yaml_node *a = as_yaml_lookup(as_yaml_lookup(decoder, "deep"), "a");
    assert_string_equal(a->first->next->first->text, "y");
    assert_null(as_yaml_lookup(sizes, "8000"));
    assert_null(as_yaml_lookup(NULL, "a"));
    as_yaml_free(yaml);
}

static const struct bad_yaml {
    const char *text;
    as_status status;
    const char *message; /* a part of it */
} bad[] = {
    {"", AS_ERR_FORMAT, "the YAML is empty"},
    {"# nothing\n", AS_ERR_FORMAT, "the YAML is empty"},
    {"a: 1\na: 2\n", AS_ERR_FORMAT, "line 2: key a comes twice"},
    {"{a: 1, \"a\": 2}\n", AS_ERR_FORMAT, "key a comes twice"},
    {"[a, b]: c\n", AS_ERR_FORMAT, "line 1: a key is not a word"},
    {"a: &x 1\nb: *x\n", AS_ERR_FORMAT, "line 1: an anchor"},
    {"a: *x\n", AS_ERR_FORMAT, "an alias"},
    {"a: &x [1]\n", AS_ERR_FORMAT, "an anchor"},
    {"a: !!python/object/apply:os.system [id]\n", AS_ERR_FORMAT, "line 1: a tag"},
    {"a: !!str 1\n", AS_ERR_FORMAT, "a tag"},
    {"a: 1\n---\nb: 2\n", AS_ERR_FORMAT, "line 2: a second document"},
    {"a: [1, 2\n", AS_ERR_FORMAT, "line "},
    {"a: \"open\n", AS_ERR_FORMAT, "line "},
    {"\ta: 1\n", AS_ERR_FORMAT, "line 1"},
    {"a: \xff\n", AS_ERR_FORMAT, "byte 3"},
    {"a: \"\\0\"\n", AS_ERR_FORMAT, "a NUL character"},
    {"[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", AS_ERR_LIMIT, "nests more than 16 levels deep"},
};

static void bad_yaml_is_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        as_yaml *yaml = NULL;
        as_error err = {0};
        size_t len = strlen(bad[k].text);
        char *copy = exact(bad[k].text, len);
        if (as_yaml_parse(copy, len, &yaml, &err))
            fail_msg("accepted: %s", bad[k].text);
        assert_null(yaml);
        if (err.status != bad[k].status || !strstr(err.message, bad[k].message))
            fail_msg("%s: got \"%s\", expected \"%s\"", bad[k].text, err.message, bad[k].message);
        free(copy);
    }
}

/* n times the same text. */
static char *many(const char *unit, size_t n, size_t *len)
{
    size_t unit_len = strlen(unit);
    *len = n * unit_len;
    char *text = malloc(*len);
    assert_non_null(text);
    for (size_t k = 0; k < n; k++)
        memcpy(text + k * unit_len, unit, unit_len);
    return text;
}

static void large_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        size_t n;
        const char *message;
    } cases[] = {
        {"[", 1000000, "nests more than 16"},
        {"{a: ", 250000, "nests more than 16"},
        {"- a\n", AS_YAML_MAX_NODES + 1, "more than 8192 values"},
        {"- a\n", AS_YAML_MAX_BYTES / 4 + 1, "1048580 bytes of YAML, expected at most 1048576"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t len;
        char *text = many(cases[k].unit, cases[k].n, &len);
        as_yaml *yaml;
        as_error err = {0};
        assert_false(as_yaml_parse(text, len, &yaml, &err));
        assert_int_equal(err.status, AS_ERR_LIMIT);
        if (!strstr(err.message, cases[k].message))
            fail_msg("got \"%s\", expected \"%s\"", err.message, cases[k].message);
        free(text);
    }
}

static const char sample[] = "type: s2s\ndim-vocabs:\n  - 8\n  - 7\nmodel: {a: [b, \"c\"], d: e}\n";

static void every_truncation_is_survived(void **state)
{
    (void)state;
    for (size_t cut = 0; cut < sizeof sample - 1; cut++) {
        char *copy = exact(sample, cut);
        as_yaml *yaml;
        as_error err = {0};
        if (as_yaml_parse(copy, cut, &yaml, &err))
            as_yaml_free(yaml);
        else
            assert_true(err.message[0] != '\0');
        free(copy);
    }
}

static bool parse_and_free(void *unused)
{
    (void)unused;
    as_yaml *yaml;
    if (!as_yaml_parse(sample, sizeof sample - 1, &yaml, NULL))
        return false;
    as_yaml_free(yaml);
    return true;
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(parse_and_free, NULL) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_stay_the_text_of_the_file),
        cmocka_unit_test(trees_have_both_kinds_of_containers),
        cmocka_unit_test(bad_yaml_is_refused),
        cmocka_unit_test(large_files_are_refused),
        cmocka_unit_test(every_truncation_is_survived),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
