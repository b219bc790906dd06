/* Pharaoh links: what is read, and what each bad line is told. */
#include "core/pharaoh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void reads_links_in_their_order(void **state)
{
    (void)state;
    static const char text[] = " 2-0 0-1\t1-1 2-0 \r";
    static const as_link want[] = {{2, 0}, {0, 1}, {1, 1}, {2, 0}};
    as_link *links = NULL;
    int n = 0;
    assert_true(as_pharaoh_parse(text, strlen(text), 3, 2, &links, &n, NULL));
    assert_int_equal(n, 4);
    assert_memory_equal(links, want, sizeof want);
    free(links);
}

static void reads_a_line_without_links(void **state)
{
    (void)state;
    as_link *links = NULL;
    int n = 7;
    assert_true(as_pharaoh_parse("  ", 2, 3, 2, &links, &n, NULL));
    assert_int_equal(n, 0);
    free(links);
}

static void names_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"0-0 1", "link 2: '1', expected source-target as in 0-1"},
        {"0-", "link 1: '0-', expected source-target as in 0-1"},
        {"-0", "link 1: '-0', expected source-target as in 0-1"},
        {"0-0-0", "link 1: '0-0-0', expected source-target as in 0-1"},
        {"0-0 0?1", "link 2: '0?1', expected source-target as in 0-1"},
        {"0--1", "link 1: '0--1', expected source-target as in 0-1"},
        {"99999999999-0", "link 1: '99999999999-0', expected source-target as in 0-1"},
        {"a\x1b[31m-0", "link 1: 'a?[31m-0', expected source-target as in 0-1"},
        {"3-1", "link 1: 3-1, expected at most 2-1 for 3 and 2 words"},
        {"0-0 0-2", "link 2: 0-2, expected at most 2-1 for 3 and 2 words"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        as_error err = {0};
        as_link *links = NULL;
        int n = -1;
        assert_false(as_pharaoh_parse(bad[k].text, strlen(bad[k].text), 3, 2, &links, &n, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_string_equal(err.message, bad[k].message);
        assert_null(links);
        assert_int_equal(n, -1);
    }
}

static void refuses_too_many_links(void **state)
{
    (void)state;
    size_t len = 4 * (AS_PHARAOH_MAX + 1);
    char *text = malloc(len);
    assert_non_null(text);
    for (size_t k = 0; k < len; k += 4)
        memcpy(text + k, "0-0 ", 4);
    as_link *links = NULL;
    int n = 0;
    as_error err = {0};
    assert_false(as_pharaoh_parse(text, len, 1, 1, &links, &n, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_true(as_pharaoh_parse(text, len - 4, 1, 1, &links, &n, &err));
    assert_int_equal(n, AS_PHARAOH_MAX);
    free(links);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_links_in_their_order),
        cmocka_unit_test(reads_a_line_without_links),
        cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(refuses_too_many_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
