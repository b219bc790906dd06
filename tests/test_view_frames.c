/* Whole frames as printed draw lists against tests/golden. */
#include "golden_view.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/figure.h"

static const char source[] = "The agreement on the European Economic Area was signed in August .";
static const char target[] = "L' accord sur la zone économique européenne a été signé en août .";

static void empty(void **state)
{
    (void)state;
    as_view *view = drive_new();
    golden_frame("empty", view);
    as_view_free(view);
}

static void hovered(void **state)
{
    (void)state;
    as_view *view = drive_new();
    float x, y;
    drive_show(view, source, target);
    drive_cell_middle(view, 4, 6, &x, &y);
    drive_move(view, x, y);
    golden_frame("hovered", view);
    as_view_free(view);
}

static void small_and_pinned(void **state)
{
    (void)state;
    as_view *view = drive_new();
    drive_resize(view, 800, 500);
    drive_show(view, source, target);
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_END, AS_MOD_CTRL);
    golden_frame("small_pinned", view);
    as_view_free(view);
}

static void dark_chinese_viridis(void **state)
{
    (void)state;
    as_view *view = drive_new();
    as_view_set_theme(view, AS_THEME_DARK);
    as_view_set_language(view, AS_LANGUAGE_ZH);
    as_view_set_colormap(view, AS_COLORMAP_VIRIDIS);
    as_view_set_range(view, AS_RANGE_SQRT);
    drive_show(view, "?Qwx lives in Xanadu", "?Qwx vit à Xanadu");
    drive_move(view, 140, 140);
    golden_frame("dark_chinese", view);
    as_view_free(view);
}

/* At every width the arrows stand together or not at all. */
static void key_hints_stay_whole(void **state)
{
    (void)state;
    as_view *view = drive_new();
    int with = 0, without = 0;
    for (float width = 200; width <= 1280; width += 7) {
        drive_resize(view, width, 400);
        bool left = drive_says(view, "←"), right = drive_says(view, "→");
        assert_int_equal(left, right);
        with += left;
        without += !left;
    }
    assert_true(with > 0 && without > 0);
    as_view_free(view);
}

static void edited(void **state)
{
    (void)state;
    as_view *view = drive_new();
    drive_show(view, "one two three", "un deux trois");
    drive_key(view, AS_KEY_LEFT, AS_MOD_CTRL | AS_MOD_SHIFT);
    golden_frame("selected", view);
    drive_compose(view, "さん", 6);
    golden_frame("composed", view);
    as_view_free(view);
}

static void menu_and_help(void **state)
{
    (void)state;
    as_view *view = drive_new();
    drive_focus(view, "model");
    drive_key(view, AS_KEY_ENTER, 0);
    golden_frame("menu", view);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_key(view, AS_KEY_F1, 0);
    golden_frame("help", view);
    as_view_free(view);
}

static void figure(void **state)
{
    (void)state;
    as_translation *tr = fake_translation(source, target, false);
    as_figure_options options = {.theme = AS_THEME_PAPER, .colormap = AS_COLORMAP_INK};
    as_draw_list list = {0};
    float w, h;
    assert_true(as_figure_frame(tr, &options, &fixed_metrics, &list, &w, &h, NULL));
    golden_list("figure", &list);
    as_draw_finish(&list);
    as_translation_free(tr);
}

static void a_figure_of_300_words_stays_within_bounds(void **state)
{
    (void)state;
    as_translation *tr = fake_translation_of_size(300, 300);
    as_figure_options options = {.theme = AS_THEME_PAPER, .colormap = AS_COLORMAP_INK};
    as_draw_list list = {0};
    float w, h;
    assert_true(as_figure_frame(tr, &options, &fixed_metrics, &list, &w, &h, NULL));
    assert_true(w <= AS_FIGURE_MAX + 50 && h <= AS_FIGURE_MAX + 50);
    size_t k = 0;
    while (list.items[k].tag != AS_DRAW_CELLS)
        k++;
    assert_int_equal(list.items[k].n_rows, 300); /* the whole matrix in one command */
    assert_int_equal(list.items[k].n_cols, 300);
    as_draw_finish(&list);
    as_translation_free(tr);
}

static void the_figure_s_cells_are_the_map_s_colours(void **state)
{
    (void)state;
    as_translation *tr = fake_translation(source, target, false);
    for (int map = 0; map < AS_N_COLORMAPS; map++) {
        as_figure_options options = {.colormap = (as_colormap_kind)map};
        as_draw_list list = {0};
        float w, h;
        assert_true(as_figure_frame(tr, &options, &fixed_metrics, &list, &w, &h, NULL));
        size_t k = 0;
        while (list.items[k].tag != AS_DRAW_CELLS)
            k++;
        size_t n = (size_t)tr->source.n * (size_t)tr->target.n;
        for (size_t c = 0; c < n; c++) {
            as_rgba want = as_colormap_colour((as_colormap_kind)map, false, tr->alpha[c]);
            assert_memory_equal(&list.colours[list.items[k].cells + c], &want, sizeof want);
        }
        as_draw_finish(&list);
    }
    as_translation_free(tr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty),
        cmocka_unit_test(hovered),
        cmocka_unit_test(small_and_pinned),
        cmocka_unit_test(key_hints_stay_whole),
        cmocka_unit_test(dark_chinese_viridis),
        cmocka_unit_test(edited),
        cmocka_unit_test(menu_and_help),
        cmocka_unit_test(figure),
        cmocka_unit_test(a_figure_of_300_words_stays_within_bounds),
        cmocka_unit_test(the_figure_s_cells_are_the_map_s_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
