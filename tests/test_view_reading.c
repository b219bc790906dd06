/* Reading the matrix in the window: words, transposed, by source, numbers; keys, menu, undo. */
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

/* "do not" and "ne mange" are words of two pieces. */
static void show_pieces(as_view *view)
{
    static const char source[] = "do not eat";
    as_translation *tr = fake_translation(source, "ne mange pas", true);
    tr->source.tokens[1].word = tr->source.tokens[0].word;
    tr->target.tokens[1].word = tr->target.tokens[0].word;
    assert_true(as_view_set_source(view, source, strlen(source), NULL));
    drive_answer(view, tr);
}

static bool reads(as_view *view, const char *name)
{
    json_t *dump = drive_dump(view);
    bool is = json_is_true(json_object_get(json_object_get(dump, "reading"), name));
    json_decref(dump);
    return is;
}

static void one_key_joins_pieces(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    assert_int_equal((int)drive_number(view, "map.columns"), 4);
    drive_letter(view, 'W', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "map.columns"), 3);
    assert_int_equal((int)drive_number(view, "map.rows"), 3);
    assert_true(drive_says(view, "donot") && drive_says(view, "words ▾"));
    float x, y;
    drive_cell_middle(view, 0, 1, &x, &y);
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 0, 2); /* the first tokens of both words */
    assert_true(drive_says(view, "nemange ← eat"));
    assert_true(drive_says(view, "2 target, 1 source"));
    drive_letter(view, 'W', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "map.columns"), 4);
}

static void arrows_walk_in_what_is_seen(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'T', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "map.rows"), 3);
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_HOME, AS_MOD_CTRL);
    drive_assert_cell(view, "pin", 0, 0);
    drive_key(view, AS_KEY_DOWN, 0); /* the next source word */
    drive_assert_cell(view, "pin", 0, 2);
    drive_key(view, AS_KEY_RIGHT, 0);
    drive_assert_cell(view, "pin", 2, 2);
    drive_key(view, AS_KEY_END, AS_MOD_CTRL);
    drive_assert_cell(view, "pin", 3, 3);
}

/* The last such text that the next frame draws; NULL: there is none. */
static const as_draw *last_text(as_view *view, as_draw_list *list, const char *text)
{
    drive_frame(view, list);
    for (size_t k = list->n; k-- > 0;)
        if (list->items[k].tag == AS_DRAW_TEXT && list->items[k].text_len == strlen(text) &&
            memcmp(list->text + list->items[k].text, text, strlen(text)) == 0)
            return &list->items[k];
    return NULL;
}

static void numbers_are_there_where_they_fit(void **state)
{
    static const int walk[] = {2, 3, 4, 5, 0, 1, -1, 2};
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    const as_translation *tr = as_view_translation(view);
    char want[32];
    snprintf(want, sizeof want, "%.2f", (double)tr->alpha[0]);
    assert_false(drive_says(view, want));
    for (size_t k = 0; k < sizeof walk / sizeof walk[0]; k++) {
        drive_letter(view, 'N', AS_MOD_ALT);
        assert_int_equal((int)drive_number(view, "reading.numbers"), walk[k]);
    }
    assert_true(drive_says(view, want));
    for (int k = 0; k < 3; k++)
        drive_letter(view, 'N', AS_MOD_ALT);
    snprintf(want, sizeof want, "%.5f", (double)tr->alpha[0]);
    assert_true(drive_says(view, want));
    drive_resize(view, 330, 500); /* too narrow for seven characters */
    assert_false(drive_says(view, want));
}

/* In cells of any width: what is left beside a number is wider than the space between two words. */
static void numbers_keep_apart(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    for (int k = 0; k < 4; k++)
        drive_letter(view, 'N', AS_MOD_ALT);
    char want[32];
    snprintf(want, sizeof want, "%.5f", (double)as_view_translation(view)->alpha[0]);
    int n_drawn = 0, n_smaller = 0;
    float largest = 0;
    for (float width = 700; width >= 300; width -= 7) {
        as_draw_list list = {0};
        drive_resize(view, width, 500);
        float cell_w = (float)drive_number(view, "map.cell_w");
        const as_draw *d = last_text(view, &list, want);
        if (d) {
            float w =
                fixed_metrics.width(fixed_metrics.context, d->font, d->size, want, strlen(want));
            assert_true(cell_w - w >= 0.6f * d->size);
            largest = fmaxf(largest, d->size);
            n_drawn++;
            n_smaller += d->size < largest;
        }
        as_draw_finish(&list);
    }
    assert_true(n_drawn > 0 && n_smaller > 0);
}

/* 4.5:1 at least wherever the colour map lets one of the two inks have it. */
static void numbers_stand_out_on_every_colour(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    drive_letter(view, 'N', AS_MOD_ALT);
    for (int map = 0; map < AS_N_COLORMAPS; map++) {
        as_draw_list list = {0};
        as_view_set_colormap(view, (as_colormap_kind)map);
        drive_frame(view, &list);
        const as_draw *cells = NULL;
        int n = 0;
        for (size_t k = 0; k < list.n; k++) {
            const as_draw *d = &list.items[k];
            if (d->tag == AS_DRAW_CELLS && !cells)
                cells = d;
            if (d->tag == AS_DRAW_CLIP && n > 0)
                break;
            if (d->tag != AS_DRAW_TEXT || !cells)
                continue;
            as_rgba ground = list.colours[cells->cells + (size_t)n++];
            assert_true(as_contrast(d->colour, ground) >= 4.4);
        }
        assert_int_equal(n, 16);
        as_draw_finish(&list);
    }
}

/* Of a tooltip's line, both the name and the value. */
static void a_tooltip_s_names_are_whole(void **state)
{
    static const char name[] = "of source word, α ÷ Σₜα";
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    drive_letter(view, 'D', AS_MOD_ALT);
    drive_letter(view, 'N', AS_MOD_ALT);
    float x, y;
    drive_cell_middle(view, 1, 1, &x, &y);
    drive_move(view, x, y);
    as_draw_list list = {0};
    const as_draw *d = last_text(view, &list, name);
    assert_non_null(d);
    float w = fixed_metrics.width(fixed_metrics.context, d->font, d->size, name, strlen(name));
    assert_true(d->max_width >= w);
    as_draw_finish(&list);
}

static void choices_are_undone(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'D', AS_MOD_ALT);
    drive_letter(view, 'N', AS_MOD_ALT);
    assert_true(reads(view, "words") && reads(view, "by_source"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(reads(view, "words") && !reads(view, "by_source"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_false(reads(view, "words"));
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_true(reads(view, "words"));
}

static void the_menu_has_them_all(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_focus(view, "reading");
    drive_key(view, AS_KEY_ENTER, 0);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(reads(view, "by_source"));
    assert_true(drive_says(view, "by source: α ÷ Σₜα")); /* named on the bar */
    drive_key(view, AS_KEY_ENTER, 0);
    drive_key(view, AS_KEY_END, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_int_equal((int)drive_number(view, "reading.numbers"), 5);
}

/* The middle of a row's label, and the foot of a column's. */
static void row_label(as_view *view, int row, float *x, float *y)
{
    drive_cell_middle(view, row, 0, x, y);
    *x = (float)drive_number(view, "map.cells.x") - 20;
}

static void column_label(as_view *view, int column, float *x, float *y)
{
    drive_cell_middle(view, 0, column, x, y);
    *y = (float)drive_number(view, "map.cells.y") - 12;
    *x += 12;
}

static void choose_row(as_view *view, int row, unsigned mods)
{
    float x, y;
    row_label(view, row, &x, &y);
    drive_press(view, x, y, mods);
    drive_release(view, x, y);
}

static void selected_rows_are_summed(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    const float *alpha = as_view_translation(view)->alpha;
    choose_row(view, 0, AS_MOD_CTRL);
    choose_row(view, 2, AS_MOD_CTRL);
    json_t *dump = drive_dump(view), *sums = json_object_get(dump, "sums_of_target");
    assert_int_equal(json_array_size(json_object_get(dump, "chosen_target")), 2);
    for (size_t i = 0; i < 4; i++)
        assert_float_equal(json_number_value(json_array_get(sums, i)), alpha[i] + alpha[8 + i],
                           1e-6);
    json_decref(dump);
    assert_true(drive_says(view, "Σ 2"));
    float x, y;
    column_label(view, 1, &x, &y);
    drive_move(view, x, y);
    assert_true(drive_says(view, "Σ of 2 selected"));
    drive_assert_cell(view, "pin", -1, -1); /* a click that selects pins nothing */

    choose_row(view, 0, AS_MOD_CTRL); /* again: let go */
    choose_row(view, 1, AS_MOD_CTRL);
    choose_row(view, 3, AS_MOD_SHIFT); /* through */
    dump = drive_dump(view);
    assert_int_equal(json_array_size(json_object_get(dump, "chosen_target")), 3);
    json_decref(dump);
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_true(drive_says(view, "Σα"));
}

static void keys_select_too(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_HOME, AS_MOD_CTRL);
    drive_key(view, AS_KEY_DOWN, AS_MOD_SHIFT);
    drive_key(view, AS_KEY_DOWN, AS_MOD_SHIFT);
    drive_key(view, AS_KEY_UP, AS_MOD_SHIFT);
    json_t *dump = drive_dump(view);
    assert_int_equal(json_array_size(json_object_get(dump, "chosen_target")), 2);
    json_decref(dump);
    drive_letter(view, 'S', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "map.rows"), 2);
    assert_true(drive_says(view, "4 source, 2 target words  ×"));
    drive_key(view, AS_KEY_HOME, 0);
    assert_int_equal((int)drive_number(view, "map.rows"), 4);
}

static void a_sweep_over_labels_shows_a_part(void **state)
{
    as_view *view = *state;
    float x, y;
    drive_show(view, "one two three", "un deux trois");
    column_label(view, 2, &x, &y);
    drive_press(view, x, y, 0);
    column_label(view, 1, &x, &y);
    drive_move(view, x, y);
    golden_frame("sweep", view);
    drive_release(view, x, y);
    assert_int_equal((int)drive_number(view, "map.columns"), 2);
    assert_int_equal((int)drive_number(view, "map.rows"), 4);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal((int)drive_number(view, "map.columns"), 4);
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_int_equal((int)drive_number(view, "map.columns"), 2);
    drive_show(view, "one two four", "un deux quatre"); /* another text is shown whole */
    assert_int_equal((int)drive_number(view, "map.columns"), 4);
}

static void a_sweep_over_the_translation_does_the_same(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    float x = (float)drive_number(view, "translation.x"), y = 0;
    y = (float)(drive_number(view, "translation.y") + 12);
    drive_move(view, x + 8, y);
    drive_assert_cell(view, "hover", 0, -1);
    drive_press(view, x + 8, y, 0);
    drive_move(view, x + 60, y);
    drive_release(view, x + 60, y);
    assert_int_equal((int)drive_number(view, "map.rows"), 2);
}

/* What is selected in the source field, by its tokens. */
static void the_field_s_selection_counts(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    drive_key(view, AS_KEY_LEFT, AS_MOD_CTRL | AS_MOD_SHIFT);
    drive_letter(view, 'S', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "map.columns"), 1);
    assert_true(drive_says(view, "1 source, 4 target words  ×"));
    drive_key(view, AS_KEY_END, 0); /* nothing selected: the whole again */
    drive_letter(view, 'S', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "map.columns"), 4);
}

static void the_wheel_zooms_at_the_pointer(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(100, 100));
    float x, y;
    drive_cell_middle(view, 9, 14, &x, &y);
    drive_move(view, x, y);
    double cell = drive_number(view, "map.cell_w");
    drive_wheel(view, 0, -3, 0);
    assert_true(drive_number(view, "map.cell_w") > 1.4 * cell);
    drive_assert_cell(view, "hover", 9, 14);
    drive_wheel(view, 0, 0.4f, 0); /* a touchpad: parts of a notch add up */
    assert_true(drive_number(view, "map.cell_w") > 1.4 * cell);
    drive_wheel(view, 0, 30, 0); /* no further than all are in view */
    assert_true(drive_number(view, "map.cell_w") * 100 <= drive_number(view, "map.cells.w"));
    drive_wheel(view, 0, -100, 0);
    assert_true(drive_number(view, "map.cell_w") <= 3 * 120);
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_HOME, 0);
    assert_true(drive_number(view, "map.cell_w") == cell);
    drive_key(view, AS_KEY_PLUS, AS_MOD_ALT);
    assert_true(drive_number(view, "map.cell_w") > cell);
    drive_cell_middle(view, 3, 3, &x, &y);
    drive_click(view, x, y, 10);
    drive_click(view, x, y, 20);
    assert_true(drive_number(view, "map.cell_w") == cell);
}

static void a_drag_pans_and_pins_nothing(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(100, 100));
    drive_press(view, 500, 500, 0);
    drive_move(view, 480, 470);
    drive_move(view, 400, 450);
    drive_release(view, 400, 450);
    assert_true(drive_number(view, "map.scroll_x") == 100);
    assert_true(drive_number(view, "map.scroll_y") == 50);
    drive_assert_cell(view, "pin", -1, -1);
}

static void the_minimap_leads_anywhere(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    json_t *dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(json_object_get(dump, "map"), "minimap")));
    json_decref(dump);
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(100, 200));
    golden_frame("minimap", view);
    float x = (float)drive_number(view, "map.minimap.x"), y;
    x += (float)drive_number(view, "map.minimap.w") / 2;
    y = (float)(drive_number(view, "map.minimap.y") + drive_number(view, "map.minimap.h") / 2);
    drive_click(view, x, y, 10);
    double middle = drive_number(view, "map.scroll_x") + drive_number(view, "map.cells.w") / 2;
    assert_true(middle == 100 * drive_number(view, "map.cell_w"));
}

static void the_figure_has_the_selection(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    choose_row(view, 0, AS_MOD_CTRL);
    choose_row(view, 1, AS_MOD_CTRL);
    golden_figure("figure_selected", view);
}

static void the_figure_is_what_is_seen(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'T', AS_MOD_ALT);
    drive_letter(view, 'N', AS_MOD_ALT);
    golden_figure("figure_words", view);
}

static void frames(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'T', AS_MOD_ALT);
    drive_letter(view, 'D', AS_MOD_ALT);
    drive_letter(view, 'N', AS_MOD_ALT);
    golden_frame("reading_words", view);
    as_view_set_language(view, AS_LANGUAGE_ZH);
    as_view_set_theme(view, AS_THEME_DARK);
    drive_resize(view, 800, 500);
    drive_focus(view, "reading");
    drive_key(view, AS_KEY_ENTER, 0);
    golden_frame("reading_menu", view);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(one_key_joins_pieces),
        TEST(arrows_walk_in_what_is_seen),
        TEST(numbers_are_there_where_they_fit),
        TEST(numbers_keep_apart),
        TEST(numbers_stand_out_on_every_colour),
        TEST(a_tooltip_s_names_are_whole),
        TEST(choices_are_undone),
        TEST(the_menu_has_them_all),
        TEST(selected_rows_are_summed),
        TEST(keys_select_too),
        TEST(a_sweep_over_labels_shows_a_part),
        TEST(a_sweep_over_the_translation_does_the_same),
        TEST(the_field_s_selection_counts),
        TEST(the_wheel_zooms_at_the_pointer),
        TEST(a_drag_pans_and_pins_nothing),
        TEST(the_minimap_leads_anywhere),
        TEST(the_figure_has_the_selection),
        TEST(the_figure_is_what_is_seen),
        TEST(frames),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
