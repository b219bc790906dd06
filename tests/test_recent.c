/* The sentences typed last. */
#include "app/recent.h"
#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(const as_sentences *recent, const char *const *want, int n)
{
    assert_int_equal(recent->n, n);
    for (int k = 0; k < n; k++)
        assert_string_equal(recent->items[k], want[k]);
}

static void the_newest_is_first(void **state)
{
    (void)state;
    as_sentences recent = {0};
    assert_true(as_recent_add(&recent, "one"));
    assert_true(as_recent_add(&recent, "two"));
    assert_true(as_recent_add(&recent, "three"));
    assert_true(as_recent_add(&recent, "one")); /* moves to the front */
    assert_false(as_recent_add(&recent, "one"));
    check(&recent, (const char *[]){"one", "three", "two"}, 3);
    as_sentences_finish(&recent);
}

static void a_sentence_in_the_making_is_one(void **state)
{
    (void)state;
    as_sentences recent = {0};
    as_recent_add(&recent, "old");
    static const char *const typed[] = {"T", "The c", "The cat", "The cat sat"};
    for (size_t k = 0; k < 4; k++)
        assert_true(as_recent_add(&recent, typed[k]));
    for (size_t k = 4; k-- > 0;) /* and erasing it leaves it */
        assert_false(as_recent_add(&recent, typed[k]));
    check(&recent, (const char *[]){"The cat sat", "old"}, 2);
    as_sentences_finish(&recent);
}

static void blanks_and_books_are_not_noted(void **state)
{
    (void)state;
    as_sentences recent = {0};
    char *book = calloc(1, AS_RECENT_BYTES + 2);
    memset(book, 'a', AS_RECENT_BYTES + 1);
    assert_false(as_recent_add(&recent, ""));
    assert_false(as_recent_add(&recent, "   "));
    assert_false(as_recent_add(&recent, book));
    assert_int_equal(recent.n, 0);
    book[AS_RECENT_BYTES] = '\0';
    assert_true(as_recent_add(&recent, book));
    free(book);
    as_sentences_finish(&recent);
}

static void only_so_many_are_kept(void **state)
{
    (void)state;
    as_sentences recent = {0};
    char text[16];
    for (int k = 0; k < 3 * AS_RECENT_MAX; k++) {
        snprintf(text, sizeof text, "%03d", k);
        assert_true(as_recent_add(&recent, text));
    }
    assert_int_equal(recent.n, AS_RECENT_MAX);
    snprintf(text, sizeof text, "%03d", 2 * AS_RECENT_MAX);
    assert_string_equal(recent.items[AS_RECENT_MAX - 1], text);
    as_sentences_finish(&recent);
}

static void without_memory_nothing_changes(void **state)
{
    (void)state;
    as_sentences recent = {0};
    as_recent_add(&recent, "one");
    failing_alloc_arm(1, true);
    bool changed = as_recent_add(&recent, "two");
    failing_alloc_disarm();
    assert_false(changed);
    check(&recent, (const char *[]){"one"}, 1);
    as_sentences_finish(&recent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_is_first),
        cmocka_unit_test(a_sentence_in_the_making_is_one),
        cmocka_unit_test(blanks_and_books_are_not_noted),
        cmocka_unit_test(only_so_many_are_kept),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
