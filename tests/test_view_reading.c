/* Reading the matrix in the window: words, transposed, by source, numbers; keys, menu, undo. */
#include "golden.h"
#include "view_driver.h"

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

static void check_frame(const char *name, as_view *view)
{
    as_draw_list list = {0};
    drive_frame(view, &list);
    golden_list(name, &list);
    as_draw_finish(&list);
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

static void numbers_are_there_where_they_fit(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    const as_translation *tr = as_view_translation(view);
    char want[32];
    snprintf(want, sizeof want, "%.2f", (double)tr->alpha[0]);
    assert_false(drive_says(view, want));
    for (int k = 0; k < 3; k++)
        drive_letter(view, 'N', AS_MOD_ALT);
    assert_true(drive_says(view, want));
    for (int k = 0; k < 3; k++)
        drive_letter(view, 'N', AS_MOD_ALT);
    snprintf(want, sizeof want, "%.5f", (double)tr->alpha[0]);
    assert_true(drive_says(view, want));
    drive_resize(view, 330, 500); /* too narrow for seven characters */
    assert_false(drive_says(view, want));
    drive_letter(view, 'N', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "reading.numbers"), -1);
}

/* 4.5:1 at least wherever the colour map lets one of the two inks have it. */
static void numbers_stand_out_on_every_colour(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    for (int k = 0; k < 3; k++)
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

static void the_figure_is_what_is_seen(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'T', AS_MOD_ALT);
    for (int k = 0; k < 3; k++)
        drive_letter(view, 'N', AS_MOD_ALT);
    as_draw_list list = {0};
    float w, h;
    assert_true(as_view_figure(view, &list, &w, &h, NULL));
    golden_list("figure_words", &list);
    as_draw_finish(&list);
}

static void frames(void **state)
{
    as_view *view = *state;
    show_pieces(view);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'T', AS_MOD_ALT);
    drive_letter(view, 'D', AS_MOD_ALT);
    for (int k = 0; k < 3; k++)
        drive_letter(view, 'N', AS_MOD_ALT);
    check_frame("reading_words", view);
    as_view_set_language(view, AS_LANGUAGE_ZH);
    as_view_set_theme(view, AS_THEME_DARK);
    drive_resize(view, 800, 500);
    drive_focus(view, "reading");
    drive_key(view, AS_KEY_ENTER, 0);
    check_frame("reading_menu", view);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(one_key_joins_pieces),
        TEST(arrows_walk_in_what_is_seen),
        TEST(numbers_are_there_where_they_fit),
        TEST(numbers_stand_out_on_every_colour),
        TEST(choices_are_undone),
        TEST(the_menu_has_them_all),
        TEST(the_figure_is_what_is_seen),
        TEST(frames),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
