/* Text in lines: no line is wider than it may be, nothing is lost, no cluster is torn. */
#include "fake_translation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "view/wrap.h"

enum { SIZE = 16, CHARACTER = 8 }; /* of the fixed font */

static size_t line(const char *text, int characters)
{
    return as_wrap_line(&fixed_metrics, AS_FONT_REGULAR, SIZE, (float)(characters * CHARACTER),
                        text, strlen(text));
}

static void between_words(void **state)
{
    (void)state;
    assert_int_equal(line("one two three", 13), 13);
    assert_int_equal(line("one two three", 12), 8); /* the space at the end is on the line */
    assert_int_equal(line("one two three", 7), 8);
    assert_int_equal(line("one two three", 6), 4);
    assert_int_equal(line("one ", 3), 4);
    assert_int_equal(line("", 3), 0);
}

static void a_word_that_is_too_long_is_cut(void **state)
{
    (void)state;
    assert_int_equal(line("Donaudampfschifffahrt", 5), 5);
    assert_int_equal(line("e\u0301e\u0301e\u0301", 2), 3); /* é of two characters stays whole */
    assert_int_equal(line("👨‍👩‍👧", 1),
                     strlen("👨‍👩‍👧")); /* always something */
    assert_int_equal(line("x y", 0), 2);
}

static void han_breaks_anywhere(void **state)
{
    (void)state;
    assert_int_equal(line("注意力模型", 2), strlen("注意"));
    assert_int_equal(line("BLEU 注意力", 6), strlen("BLEU 注"));
}

static void nothing_is_lost(void **state)
{
    (void)state;
    static const char text[] = "  a\u0301b  注意 Tatoeba (Europarl), 日本語 e\u0301 x ";
    for (int width = 0; width < 30; width++) {
        size_t at = 0;
        while (text[at]) {
            size_t n = line(text + at, width);
            assert_true(n > 0);
            at += n;
        }
        assert_int_equal(at, sizeof text - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_words),
        cmocka_unit_test(a_word_that_is_too_long_is_cut),
        cmocka_unit_test(han_breaks_anywhere),
        cmocka_unit_test(nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
