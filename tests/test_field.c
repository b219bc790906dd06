/* Where text lies that runs from right to left, with the fonts of the window: in a field, and in
 * the line of the translation. */
#include "fake_translation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/text.h"
#include "paint/painter.h"
#include "view/field.h"
#include "view/result.h"
#include "view/target_line.h"

static const char hebrew[] = "שלום עולם", mixed[] = "שלום world";
static const as_box inner = {100, 20, 400, 40};

typedef struct fixture {
    as_painter *painter;
    as_text_metrics tm;
    as_theme theme;
    as_field field;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.theme = as_theme_make(AS_THEME_LIGHT, 1)};
    if (!as_painter_new(1, &f.painter, NULL))
        return -1;
    f.tm = as_painter_metrics(f.painter);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    as_field_finish(&f->field);
    as_painter_free(f->painter);
    return 0;
}

static void lay(fixture *f, const char *text)
{
    assert_true(as_text_edit_set(&f->field.edit, text, strlen(text), NULL));
    assert_true(as_field_layout(&f->field, inner, 18, &f->theme, &f->tm, NULL));
}

static float caret_at(fixture *f, size_t offset)
{
    as_text_edit_place(&f->field.edit, offset, false);
    assert_true(as_field_layout(&f->field, inner, 18, &f->theme, &f->tm, NULL));
    return as_field_caret(&f->field, &f->theme).x;
}

static void the_first_letter_says_how_a_text_runs(void **state)
{
    (void)state;
    static const char *const left[] = {"", "123", "abc שלום", "¿été?", "\xff\xfe a", "漢字 שלום"};
    static const char *const right[] = {"שלום", "مرحبا abc", "12. שלום", "\xff ש"};
    for (size_t k = 0; k < sizeof left / sizeof *left; k++)
        assert_false(as_text_is_rtl(left[k], strlen(left[k])));
    for (size_t k = 0; k < sizeof right / sizeof *right; k++)
        assert_true(as_text_is_rtl(right[k], strlen(right[k])));
}

static void a_line_from_right_to_left_stands_right(void **state)
{
    fixture *f = *state;
    float right = inner.x + inner.w;
    lay(f, hebrew);
    float width = f->tm.width(f->tm.context, AS_FONT_REGULAR, 18, hebrew, strlen(hebrew));
    float begin = caret_at(f, 0), end = caret_at(f, strlen(hebrew));
    assert_true(begin > right - 4 && begin + 1.5f <= right);
    assert_float_equal(begin - end, width, 1.5f);
    as_box word = as_field_span(&f->field, &f->tm, 0, 8); /* the first word is the right one */
    assert_true(word.x > end + 10 && word.x + word.w > right - 4);
    for (size_t k = 0; k <= strlen(hebrew); k = as_text_next_cluster(hebrew, strlen(hebrew), k)) {
        assert_int_equal(as_field_offset_at(&f->field, caret_at(f, k) + 0.1f, &f->tm), k);
        if (k == strlen(hebrew))
            break;
    }
    /* a click in the empty part goes to the end, which is the nearest */
    assert_int_equal(as_field_offset_at(&f->field, inner.x + 5, &f->tm), strlen(hebrew));
    lay(f, mixed);
    assert_true(caret_at(f, 0) > right - 4);
    lay(f, "world שלום"); /* and this one left */
    assert_float_equal(caret_at(f, 0), inner.x, 0.5f);
}

static void what_is_composed_stands_right_too(void **state)
{
    fixture *f = *state;
    lay(f, "");
    assert_float_equal(caret_at(f, 0), inner.x, 0.5f);
    assert_true(as_text_edit_compose(&f->field.edit, "שלו", 6, 6, NULL));
    assert_true(as_field_layout(&f->field, inner, 18, &f->theme, &f->tm, NULL));
    float whole = f->tm.width(f->tm.context, AS_FONT_REGULAR, 18, "שלו", 6);
    assert_float_equal(as_field_caret(&f->field, &f->theme).x, inner.x + inner.w - whole, 4);
    as_draw_list list = {0};
    as_field_draw(&list, &f->field, "", &f->theme, &f->tm);
    bool under = false; /* the line under it */
    for (size_t k = 0; k < list.n; k++)
        under = under || (list.items[k].tag == AS_DRAW_RECT &&
                          list.items[k].box.x + list.items[k].box.w > inner.x + inner.w - 4);
    assert_true(under);
    as_draw_finish(&list);
}

static void a_long_line_scrolls_as_any(void **state)
{
    fixture *f = *state;
    char text[600] = "";
    while (strlen(text) < 500)
        strcat(text, "שלום עולם ");
    lay(f, text);
    for (size_t k = 0; k < strlen(text); k += 50) {
        size_t at = as_text_previous_cluster(text, strlen(text), k + 1);
        float x = caret_at(f, at);
        assert_true(x >= inner.x && x <= inner.x + inner.w);
        assert_int_equal(as_field_offset_at(&f->field, x + 0.1f, &f->tm), at);
    }
    assert_true(caret_at(f, 0) > inner.x + inner.w - 4);
}

static void a_translation_runs_from_the_right(void **state)
{
    fixture *f = *state;
    as_translation *tr = fake_translation("one two three", "שלום abc עולם", false);
    as_result result = {0};
    as_target_line line = {0};
    as_box area = {50, 0, 300, 60};
    assert_true(as_result_init(&result, tr, NULL, &fake_config, NULL));
    assert_true(as_target_line_layout(&line, &result, area.w, &f->theme, &f->tm, NULL));
    as_box boxes[3];
    for (int t = 0; t < 3; t++) {
        boxes[t] = as_target_line_box(&line, area, t);
        assert_int_equal(as_target_line_hit(&line, area, boxes[t].x + 2, boxes[t].y + 2), t);
    }
    assert_float_equal(boxes[0].x + boxes[0].w, area.x + area.w, 1);
    assert_true(boxes[1].x + boxes[1].w < boxes[0].x && boxes[2].x + boxes[2].w < boxes[1].x);
    as_target_line_finish(&line);
    as_result_finish(&result);
    as_translation_free(tr);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_letter_says_how_a_text_runs),
        TEST(a_line_from_right_to_left_stands_right),
        TEST(what_is_composed_stands_right_too),
        TEST(a_long_line_scrolls_as_any),
        TEST(a_translation_runs_from_the_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
