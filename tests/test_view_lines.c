/* The two rows of words joined by lines, in the window. */
#include "golden_view.h"
#include "view_driver.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int start(void **state)
{
    *state = drive_new();
    return 0;
}

static int end(void **state)
{
    as_view_free(*state);
    return 0;
}

/* The box of a word between the lines. */
static as_box word_box(as_view *view, const char *row, int k)
{
    static const char *const keys[] = {"x", "y", "w", "h"};
    char path[32];
    float b[4];
    for (int n = 0; n < 4; n++) {
        snprintf(path, sizeof path, "lines.%s.%d.%s", row, k, keys[n]);
        b[n] = (float)drive_number(view, path);
    }
    return (as_box){b[0], b[1], b[2], b[3]};
}

static void lines_join_two_rows_of_words(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    drive_letter(view, 'L', AS_MOD_ALT);
    golden_frame("lines", view);
    as_box top = word_box(view, "above", 1), foot = word_box(view, "below", 1);
    drive_move(view, top.x + top.w / 2, top.y + top.h / 2);
    drive_assert_cell(view, "hover", -1, 1);
    golden_frame("lines_word", view);
    drive_move(view, foot.x + foot.w / 2, foot.y + foot.h / 2);
    drive_assert_cell(view, "hover", 1, -1);
    /* half way down the strongest line, between the middles of its words */
    drive_move(view, (top.x + top.w / 2 + foot.x + foot.w / 2) / 2, (top.y + top.h + foot.y) / 2);
    drive_assert_cell(view, "hover", 1, 1);
    assert_true(drive_says(view, "deux ← two"));
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_ESCAPE, 0);
    char show[16];
    assert_string_equal(drive_string(view, "show", show, sizeof show), "matrix");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_string_equal(drive_string(view, "show", show, sizeof show), "lines");
    golden_figure("figure_lines", view);
}

static void many_words_scroll_sideways(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(100, 100));
    drive_letter(view, 'L', AS_MOD_ALT);
    drive_move(view, 400, 500);
    drive_wheel(view, 0, 3, 0);
    assert_true(drive_number(view, "lines.scroll") == 180);
    drive_press(view, 400, 470, 0);
    drive_move(view, 380, 470);
    drive_release(view, 380, 470);
    assert_true(drive_number(view, "lines.scroll") == 200);
    as_box last = word_box(view, "below", 99);
    assert_true(last.x > 1280);
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_END, AS_MOD_CTRL);
    last = word_box(view, "below", 99);
    assert_true(last.x + last.w < 872); /* where the card ends */
    as_box a = word_box(view, "below", 96), b = word_box(view, "below", 98);
    drive_press(view, a.x + a.w / 2, a.y + a.h / 2, 0);
    drive_move(view, b.x + b.w / 2, b.y + b.h / 2);
    drive_release(view, b.x + b.w / 2, b.y + b.h / 2);
    assert_int_equal((int)drive_number(view, "lines.below.n"), 3);
}

/* The line between two words, as far as `share` of the way down. */
static void point_at_line(as_view *view, int t, int i, float share, as_box *way)
{
    as_box top = word_box(view, "above", i), foot = word_box(view, "below", t);
    float x = top.x + top.w / 2, y = top.y + top.h;
    *way = (as_box){x, y, foot.x + foot.w / 2 - x, foot.y - y};
    drive_move(view, x + way->w * share, y + way->h * share);
}

/* The last line of a frame that runs all the way, and how wide it is; 0: there is none. */
static float width_of(as_view *view, as_box way, as_rgba *colour)
{
    as_draw_list list = {0};
    float width = 0;
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        if (d->tag != AS_DRAW_LINE || fabsf(d->box.x - way.x) > 0.1f ||
            fabsf(d->box.y - way.y) > 0.1f || fabsf(d->box.w - way.w) > 0.1f)
            continue;
        width = d->width;
        *colour = d->colour;
    }
    as_draw_finish(&list);
    return width;
}

/* However weak, it has its full colour, and is as wide as it is strong. */
static void the_line_that_is_pointed_at_stands_out(void **state)
{
    as_view *view = *state;
    const as_rgba mark = as_theme_make(AS_THEME_LIGHT, 1).mark;
    drive_show(view, "one two three", "un deux trois");
    drive_letter(view, 'L', AS_MOD_ALT);
    float before = 0, widths[2];
    for (int weak = 0; weak < 2; weak++) {
        as_rgba colour = {0};
        as_box way;
        point_at_line(view, 0, weak, 0.3f, &way);
        drive_assert_cell(view, "hover", 0, weak); /* 0.81 and 0.16 */
        widths[weak] = width_of(view, way, &colour);
        assert_memory_equal(&colour, &mark, sizeof mark);
        assert_true(widths[weak] >= 2 && widths[weak] != before);
        before = widths[weak];
    }
    assert_true(widths[0] > widths[1] + 1);
}

/* Along every line its tooltip is beside it, and inside the window. */
static void the_tooltip_of_a_line_is_beside_it(void **state)
{
    as_view *view = *state;
    int seen = 0;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(7, 9));
    drive_letter(view, 'L', AS_MOD_ALT);
    for (int t = 0; t < 7; t++) {
        for (int i = 0; i < 9; i++) {
            for (float share = 0.1f; share < 1; share += 0.2f) {
                as_box way;
                point_at_line(view, t, i, share, &way);
                as_cell hover = drive_cell(view, "hover");
                if (hover.t != t || hover.i != i)
                    continue; /* too weak, or a stronger one runs there */
                seen++;
                float x = (float)drive_number(view, "tooltip.x");
                float y = (float)drive_number(view, "tooltip.y");
                float w = (float)drive_number(view, "tooltip.w");
                float h = (float)drive_number(view, "tooltip.h");
                assert_true(x >= 0 && y >= 0 && x + w <= 1280 && y + h <= 800);
                for (float at = 0; at <= 1; at += 0.01f) {
                    float px = way.x + way.w * at, py = way.y + way.h * at;
                    assert_false(px > x && px < x + w && py > y && py < y + h);
                }
            }
        }
    }
    assert_true(seen > 40);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(lines_join_two_rows_of_words),
        TEST(many_words_scroll_sideways),
        TEST(the_line_that_is_pointed_at_stands_out),
        TEST(the_tooltip_of_a_line_is_beside_it),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
