/* Layout of a heatmap and its inverse, for small and large matrices, scrolled and not. */
#include "view/heatmap.h"
#include "view/tooltip.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const int sizes[] = {1, 2, 7, 60, 300};
enum { N_SIZES = sizeof sizes / sizeof sizes[0] };

static as_heatmap_spec window_spec(float w, float h)
{
    return (as_heatmap_spec){.area = {37, 181, w, h},
                             .size = 16,
                             .row_label_w = 90,
                             .col_label_w = 80,
                             .ascent = 12,
                             .descent = 4,
                             .min_w = 24,
                             .max_w = 108,
                             .min_h = 20,
                             .max_h = 52};
}

/* Runs check on every combination of sizes in two windows. */
static void for_all(void (*check)(as_heatmap *map, const as_heatmap_spec *spec))
{
    const float areas[][2] = {{900, 560}, {333.3f, 287.7f}};
    for (int a = 0; a < 2; a++) {
        for (int T = 0; T < N_SIZES; T++) {
            for (int S = 0; S < N_SIZES; S++) {
                as_heatmap_spec spec = window_spec(areas[a][0], areas[a][1]);
                as_heatmap map = {0};
                as_heatmap_layout(&map, sizes[T], sizes[S], &spec);
                check(&map, &spec);
            }
        }
    }
}

static void assert_hit(const as_heatmap *map, float x, float y, int t, int i)
{
    as_place place = as_heatmap_hit(map, x, y);
    assert_int_equal(place.kind, AS_PLACE_CELL);
    assert_int_equal(place.cell.t, t);
    assert_int_equal(place.cell.i, i);
}

static bool in_view(const as_heatmap *map, float x, float y)
{
    const as_box c = map->cells;
    return x >= c.x && y >= c.y && x < c.x + c.w && y < c.y + c.h;
}

static void check_round_trip(as_heatmap *map, const as_heatmap_spec *spec)
{
    (void)spec;
    for (int t = 0; t < map->T; t++) {
        for (int i = 0; i < map->S; i++) {
            as_heatmap_scroll_to(map, t, i);
            as_box b = as_heatmap_cell(map, t, i);
            assert_hit(map, b.x + b.w / 2, b.y + b.h / 2, t, i);
            /* just inside the corners, which may be cut off at the edge of a small window */
            if (in_view(map, b.x + 0.1f, b.y + 0.1f))
                assert_hit(map, b.x + 0.1f, b.y + 0.1f, t, i);
            if (in_view(map, b.x + b.w - 0.1f, b.y + b.h - 0.1f))
                assert_hit(map, b.x + b.w - 0.1f, b.y + b.h - 0.1f, t, i);
        }
    }
}

static void cell_and_hit_are_inverse(void **state)
{
    (void)state;
    for_all(check_round_trip);
}

static void check_equal_cells(as_heatmap *map, const as_heatmap_spec *spec)
{
    assert_true(map->cell_w == floorf(map->cell_w) && map->cell_w >= spec->min_w);
    assert_true(map->cell_h == floorf(map->cell_h) && map->cell_h >= spec->min_h);
    assert_true(map->cell_w <= spec->max_w && map->cell_h <= spec->max_h);
    for (int i = 1; i < map->S; i++) {
        as_box a = as_heatmap_cell(map, 0, i - 1), b = as_heatmap_cell(map, 0, i);
        assert_true(a.w == b.w && fabsf(a.x + a.w - b.x) < 0.01f);
    }
    for (int t = 1; t < map->T; t++) {
        as_box a = as_heatmap_cell(map, t - 1, 0), b = as_heatmap_cell(map, t, 0);
        assert_true(a.h == b.h && fabsf(a.y + a.h - b.y) < 0.01f);
    }
}

static void cells_are_equal_and_touch(void **state)
{
    (void)state;
    for_all(check_equal_cells);
}

/* Labels: the middle line of a row's text is the middle of its row; the middle line of a slanted
 * text starts over the middle of its column. */
static void check_labels(as_heatmap *map, const as_heatmap_spec *spec)
{
    const float c = sqrtf(0.5f), middle = (spec->ascent - spec->descent) / 2;
    float x, y, max_width;
    for (int i = 0; i < map->S; i++) {
        as_heatmap_scroll_to(map, 0, i);
        as_box cell = as_heatmap_cell(map, 0, i);
        as_heatmap_column_label(map, i, &x, &y, &max_width);
        /* from the baseline to the middle line, square to a text turned by 45 degrees */
        assert_true(fabsf(x - middle * c - (cell.x + cell.w / 2)) < 0.01f);
        assert_true(y - middle * c < map->cells.y);
        assert_true(max_width > 0);
        assert_true(as_heatmap_column_shown(map, i));
    }
    for (int t = 0; t < map->T; t++) {
        as_heatmap_scroll_to(map, t, 0);
        as_box cell = as_heatmap_cell(map, t, 0);
        as_heatmap_row_label(map, t, &x, &y, &max_width);
        assert_true(fabsf(y - middle - (cell.y + cell.h / 2)) < 0.01f);
        assert_true(x < map->cells.x && x - max_width >= map->area.x);
        assert_true(as_heatmap_row_shown(map, t));
    }
}

static void labels_are_centred_on_their_cells(void **state)
{
    (void)state;
    for_all(check_labels);
}

static void check_label_hits(as_heatmap *map, const as_heatmap_spec *spec)
{
    float x, y, max_width;
    for (int i = 0; i < map->S; i++) {
        as_heatmap_scroll_to(map, 0, i);
        as_heatmap_column_label(map, i, &x, &y, &max_width);
        float reach = fminf(max_width, map->col_label_w) * 0.5f * sqrtf(0.5f);
        float px = x - 3 + reach, py = y - 3 - reach; /* half way along the text */
        as_place place = as_heatmap_hit(map, px, py);
        if (px < spec->area.x + spec->area.w) {
            assert_int_equal(place.kind, AS_PLACE_COLUMN);
            assert_int_equal(place.cell.i, i);
        }
    }
    for (int t = 0; t < map->T; t++) {
        as_heatmap_scroll_to(map, t, 0);
        as_heatmap_row_label(map, t, &x, &y, &max_width);
        as_place place = as_heatmap_hit(map, x - 5, y - 4);
        assert_int_equal(place.kind, AS_PLACE_ROW);
        assert_int_equal(place.cell.t, t);
    }
}

static void labels_are_hit_along_their_slant(void **state)
{
    (void)state;
    for_all(check_label_hits);
}

static void check_inside(as_heatmap *map, const as_heatmap_spec *spec)
{
    const as_box a = spec->area, c = map->cells;
    assert_true(c.x > a.x && c.y > a.y);
    assert_true(c.x + c.w <= a.x + a.w && c.y + c.h <= a.y + a.h);
    assert_true(map->bar.x >= c.x + c.w && map->bar.x + map->bar.w <= a.x + a.w);
    for (int vertical = 0; vertical < 2; vertical++) {
        as_box track, thumb;
        if (!as_heatmap_scrollbar(map, vertical, &track, &thumb))
            continue;
        assert_true(track.x + track.w <= map->bar.x || !vertical);
        assert_true(track.y + track.h <= a.y + a.h + 0.5f);
        as_heatmap_scroll_by(map, vertical ? 0 : 1e30f, vertical ? 1e30f : 0);
        as_heatmap_scrollbar(map, vertical, &track, &thumb);
        float end = vertical ? track.y + track.h - thumb.y - thumb.h
                             : track.x + track.w - thumb.x - thumb.w;
        assert_true(fabsf(end) < 1);
        as_box last = as_heatmap_cell(map, map->T - 1, map->S - 1);
        float past = vertical ? last.y + last.h - c.y - c.h : last.x + last.w - c.x - c.w;
        assert_true(fabsf(past) <= 1); /* the last cell ends where the view ends */
        as_heatmap_drag_thumb(map, vertical, -1e30f);
        assert_true((vertical ? map->scroll_y : map->scroll_x) == 0);
    }
}

static void everything_stays_inside_and_scrolls_to_its_ends(void **state)
{
    (void)state;
    for_all(check_inside);
}

static void small_matrices_do_not_scroll(void **state)
{
    (void)state;
    as_heatmap_spec spec = window_spec(900, 560);
    as_heatmap map = {0};
    as_heatmap_layout(&map, 7, 7, &spec);
    as_box track, thumb;
    assert_false(as_heatmap_scrollbar(&map, true, &track, &thumb));
    assert_false(as_heatmap_scrollbar(&map, false, &track, &thumb));
    as_heatmap_scroll_by(&map, 50, 50);
    assert_true(map.scroll_x == 0 && map.scroll_y == 0);
}

static void a_figure_fits_the_size_it_asks_for(void **state)
{
    (void)state;
    for (int T = 0; T < N_SIZES; T++) {
        for (int S = 0; S < N_SIZES; S++) {
            as_heatmap_spec spec = window_spec(0, 0);
            spec.fit = true;
            spec.min_w = spec.max_w = 36;
            spec.min_h = spec.max_h = 28;
            as_heatmap_fit_size(&spec, sizes[T], sizes[S], &spec.area.w, &spec.area.h);
            as_heatmap map = {0};
            as_heatmap_layout(&map, sizes[T], sizes[S], &spec);
            assert_true(map.cells.w == 36.0f * (float)sizes[S]);
            assert_true(map.cells.h == 28.0f * (float)sizes[T]);
            float x, y, max_width;
            as_heatmap_column_label(&map, sizes[S] - 1, &x, &y, &max_width);
            assert_true(max_width >= spec.col_label_w - 0.5f); /* never cut */
        }
    }
}

/* Every position of a row in windows of several sizes: the card is inside, and off its row. */
static void the_tooltip_is_never_on_its_row_nor_outside(void **state)
{
    (void)state;
    const float windows[][2] = {{800, 500}, {1280, 800}, {320, 240}};
    for (int k = 0; k < 3; k++) {
        float width = windows[k][0], height = windows[k][1];
        for (float y = -20; y < height + 20; y += 7) {
            for (float x = -30; x < width + 30; x += 13) {
                as_tooltip_anchor anchor = {
                    .row = {20, y, width - 40, 32}, .left = x - 40, .right = x + 40};
                as_box b = as_tooltip_place(190, 170, &anchor, width, height, 6);
                assert_true(b.h >= 0);
                if (b.h == 0)
                    continue;
                assert_true(b.x >= 0 && b.x + b.w <= width);
                assert_true(b.y >= 0 && b.y + b.h <= height);
                assert_true(b.y + b.h <= y || b.y >= y + 32);
            }
        }
    }
}

/* Right of the cell it would cover what is to be kept; there is room on the left, or above. */
static void the_tooltip_keeps_off_another_place(void **state)
{
    (void)state;
    as_tooltip_anchor anchor = {.row = {300, 300, 200, 20}, .left = 380, .right = 420};
    as_box usual = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_true(usual.x == 420 && usual.y == 326);
    anchor.keep = (as_box){500, 340, 20, 20};
    as_box left = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_true(left.x == 190 && left.y == 326);
    anchor.keep = (as_box){0, 340, 1000, 20};
    as_box above = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_true(above.x == 420 && above.y == 124);
    anchor.keep = (as_box){0, 0, 1000, 800}; /* it cannot */
    as_box anyway = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_memory_equal(&anyway, &usual, sizeof usual);
    anchor.keep = (as_box){0, 0, 0, 0};
    anchor.has_way = true; /* a line: down to the right, straight down, down to the left */
    anchor.way = (as_box){0, 0, 1000, 800};
    as_box beside = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_true(beside.x == 190 && beside.y == 326);
    anchor.way = (as_box){400, 0, 0, 800};
    beside = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_memory_equal(&beside, &usual, sizeof usual);
    anchor.way = (as_box){800, 0, -800, 800};
    beside = as_tooltip_place(190, 170, &anchor, 1000, 800, 6);
    assert_true(beside.x == 190 && beside.y == 124);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tooltip_keeps_off_another_place),
        cmocka_unit_test(cell_and_hit_are_inverse),
        cmocka_unit_test(cells_are_equal_and_touch),
        cmocka_unit_test(labels_are_centred_on_their_cells),
        cmocka_unit_test(labels_are_hit_along_their_slant),
        cmocka_unit_test(everything_stays_inside_and_scrolls_to_its_ends),
        cmocka_unit_test(small_matrices_do_not_scroll),
        cmocka_unit_test(a_figure_fits_the_size_it_asks_for),
        cmocka_unit_test(the_tooltip_is_never_on_its_row_nor_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
