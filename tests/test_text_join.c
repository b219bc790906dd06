/* Where a space belongs between two texts. */
#include "core/text_join.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void spaces_as_languages_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *left, *right;
        bool space;
    } cases[] = {
        {"the", "cat", true},
        {"é", "à", true},
        {"大家", "好", false},
        {"在", "1990", false},
        {"1990", "年", false},
        {"ok", "，", false},
        {"。", "ok", false},
        {"カ", "a", false},
        {"서울", "에서", true},
        {"ｶ", "ok", false},
        {"”", "he", true},
        {"", "a", false},
        {"a", "", false},
        {"😀", "ok", true},
        {"𠀀", "a", false},
        {"a", "𠀀", false},
        {"a\xff", "b", true},
        {"\x80\x80", "b", true},
        {"\x80\x80\x80\x80\x80", "年", false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (as_text_space_between(cases[k].left, strlen(cases[k].left), cases[k].right,
                                  strlen(cases[k].right)) != cases[k].space)
            fail_msg("'%s' and '%s'", cases[k].left, cases[k].right);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spaces_as_languages_are_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
