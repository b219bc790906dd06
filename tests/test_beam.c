/* The tree of a search as it is laid out and drawn, and as a figure. */
#include "fake_translation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "view/beam_figure.h"
#include "view/figure.h"

static const char source[] = "one two three";
static const char target[] = "un deux trois";

static bool overlap(as_box a, as_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/* At each width and with each number of lanes every node can be scrolled to, and then is hit: none
 * is covered by another, nor by what opens a row. */
static void many_lanes_lie_apart(void **state)
{
    (void)state;
    as_translation *tr = fake_translation(source, target, false);
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    as_beam beam = {0};
    for (int lanes = 1; lanes <= 13; lanes += 4) {
        assert_true(as_beam_set(&beam, fake_wide_tree(tr, lanes), NULL, NULL, 0, NULL));
        for (int row = 0; row < beam.n_rows; row++)
            beam.open[row] = true;
        for (float width = 90; width < 500; width += 60) {
            as_box strip = {7, 500, 0, 6}, track, thumb;
            as_beam_layout(&beam, width, &theme);
            assert_int_equal(as_beam_scrollbar(&beam, strip, &track, &thumb),
                             beam.width > beam.seen + 0.5f);
            for (int a = 0; a < beam.tree->n; a++) {
                as_beam_scroll_to(&beam, a);
                as_beam_layout(&beam, width, &theme);
                as_box b = beam.boxes[a];
                assert_true(b.w > 0 && b.y + b.h <= beam.height);
                assert_true(b.x >= 0 && b.x + b.w <= beam.seen);
                assert_int_equal(as_beam_hit(&beam, b.x + 1, b.y + 1).node, a);
                assert_int_equal(as_beam_hit(&beam, b.x + b.w - 1, b.y + b.h - 1).node, a);
                for (int other = 0; other < a; other++)
                    assert_false(overlap(b, beam.boxes[other]));
                for (int row = 0; row < beam.n_rows; row++) {
                    as_box chip = beam.chips[row];
                    assert_false(overlap(b, chip));
                    assert_int_equal(as_beam_hit(&beam, chip.x + 1, chip.y + 1).row, row);
                }
            }
            if (as_beam_scrollbar(&beam, strip, &track, &thumb)) {
                assert_true(track.x == strip.x && track.w == beam.seen);
                as_beam_drag_thumb(&beam, strip, track.x + track.w);
                assert_float_equal(beam.scroll, beam.width - beam.seen, 1);
                as_beam_drag_thumb(&beam, strip, track.x);
                assert_float_equal(beam.scroll, 0, 0);
            }
        }
    }
    as_beam_finish(&beam);
    as_translation_free(tr);
}

/* The usual beam has all its lanes in a panel of the usual width, with one for what ended. */
static void the_usual_beam_needs_no_bar(void **state)
{
    (void)state;
    as_translation *tr = fake_translation(source, target, false);
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    as_beam beam = {0};
    as_box strip = {0, 0, 0, 6}, track, thumb;
    for (int lanes = AS_VIEW_BEAM; lanes <= AS_VIEW_BEAM + 2; lanes++) {
        assert_true(as_beam_set(&beam, fake_wide_tree(tr, lanes), NULL, NULL, 0, NULL));
        as_beam_layout(&beam, 340, &theme);
        assert_int_equal(as_beam_scrollbar(&beam, strip, &track, &thumb), lanes > AS_VIEW_BEAM + 1);
    }
    as_beam_finish(&beam);
    as_translation_free(tr);
}

static bool has_line_end(const as_draw_list *list, float x, float y, bool start)
{
    for (size_t k = 0; k < list->n; k++) {
        const as_draw *d = &list->items[k];
        float at_x = d->box.x + (start ? 0 : d->box.w), at_y = d->box.y + (start ? 0 : d->box.h);
        if (d->tag == AS_DRAW_LINE && fabsf(at_x - x) < 0.1f && fabsf(at_y - y) < 0.1f)
            return true;
    }
    return false;
}

/* From under the one that it would have gone on from to the side of what was discarded; no such
 * line while its row is closed. */
static void discarded_nodes_hang_on_their_parents(void **state)
{
    (void)state;
    as_translation *tr = fake_translation(source, target, false);
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    as_beam beam = {0};
    assert_true(as_beam_set(&beam, fake_wide_tree(tr, 3), NULL, NULL, 0, NULL));
    for (int open = 0; open < 2; open++) {
        as_draw_list list = {0};
        as_pen pen = {&list, &theme, &fixed_metrics, AS_LANGUAGE_EN};
        for (int row = 0; row < beam.n_rows; row++)
            beam.open[row] = open;
        as_beam_layout(&beam, 400, &theme);
        as_beam_draw(&pen, &beam, (as_box){0, 0, 400, beam.height}, -1, (as_beam_place){-1, -1});
        int n_gone = 0;
        for (int k = 0; k < beam.tree->n; k++) {
            const as_beam_node *n = &beam.tree->nodes[k];
            if (n->parent < 0 || n->fate == AS_FATE_KEPT)
                continue;
            as_box to = beam.boxes[k], from = beam.boxes[n->parent];
            n_gone++;
            assert_int_equal(has_line_end(&list, to.x + to.w, to.y + to.h / 2, false), open);
            assert_true(has_line_end(&list, from.x + from.w / 2, from.y + from.h, true));
        }
        assert_int_equal(n_gone, beam.n_rows - 1);
        as_draw_finish(&list);
    }
    as_beam_finish(&beam);
    as_translation_free(tr);
}

/* Below the lanes, whether or not the row is open, with a whole frame and a whole line; what was
 * discarded is below that. */
static void what_ended_stands_below_the_lanes(void **state)
{
    (void)state;
    enum { LANES = 3 };
    as_translation *tr = fake_translation(source, target, false);
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    as_beam beam = {0};
    as_beam_tree *tree = fake_wide_tree(tr, LANES);
    int kept = LANES + 1, past = 2 * (LANES + 1), ended = past - 1, gone = ended - 1; /* row 1 */
    tree->nodes[ended].fate = AS_FATE_ENDED;
    tree->nodes[gone].fate = AS_FATE_DISCARDED;
    assert_true(as_beam_set(&beam, tree, NULL, NULL, 0, NULL));
    for (int open = 0; open < 2; open++) {
        as_draw_list list = {0};
        as_pen pen = {&list, &theme, &fixed_metrics, AS_LANGUAGE_EN};
        beam.open[1] = open;
        as_beam_layout(&beam, 400, &theme);
        as_beam_draw(&pen, &beam, (as_box){0, 0, 400, beam.height}, -1, (as_beam_place){-1, -1});
        as_box box = beam.boxes[ended], above = beam.boxes[kept], below = beam.boxes[gone];
        assert_true(box.w > 0 && box.y >= above.y + above.h && (below.w > 0) == open);
        assert_true(!open || below.y >= box.y + box.h);
        assert_true(beam.tops[2] >= (open ? below.y + below.h : box.y + box.h));
        assert_int_equal(beam.n_others[1], 1);
        float side = box.x + box.w + 3, middle = box.y + box.h / 2;
        assert_true(has_line_end(&list, side, middle, false)); /* down in one, then to it */
        assert_true(has_line_end(&list, side, middle, true));
        bool framed = false;
        for (size_t k = 0; k < list.n; k++)
            framed |= list.items[k].tag == AS_DRAW_OUTLINE && list.items[k].box.x == box.x &&
                      list.items[k].box.y == box.y;
        assert_true(framed);
        assert_int_equal(as_beam_beside(&beam, kept + 1, 1), ended);
        assert_int_equal(as_beam_beside(&beam, ended, -1), kept + 1);
        assert_int_equal(as_beam_beside(&beam, ended, 1), open ? gone : ended);
        as_draw_finish(&list);
    }
    as_beam_finish(&beam);
    as_translation_free(tr);
}

/* How many of the list's texts are `text`. */
static int n_texts(const as_draw_list *list, const char *text)
{
    int n = 0;
    for (size_t k = 0; k < list->n; k++) {
        const as_draw *d = &list->items[k];
        n += d->tag == AS_DRAW_TEXT && d->text_len == strlen(text) &&
             memcmp(list->text + d->text, text, d->text_len) == 0;
    }
    return n;
}

/* A picture has all of what it shows inside, and nothing to open. */
static void a_figure_holds_the_tree(void **state)
{
    (void)state;
    static const int lengths[] = {2, 10, 300}; /* the last would be higher than figures get */
    for (size_t k = 0; k < 2 * sizeof lengths / sizeof *lengths; k++) {
        as_translation *tr = fake_translation_of_size(lengths[k / 2], 3);
        const as_beam_figure_options options = {AS_THEME_PAPER, AS_LANGUAGE_EN,
                                                (as_beam_rows)(k % 2)};
        as_draw_list list = {0};
        as_beam beam = {0};
        float w, h;
        assert_true(as_beam_set(&beam, fake_tree(tr), NULL, NULL, 0, NULL));
        assert_true(as_beam_figure(&beam, &options, &fixed_metrics, &list, &w, &h, NULL));
        assert_true(w > 0 && w <= AS_FIGURE_MAX && h > 0 && h <= AS_FIGURE_MAX + 1);
        for (size_t item = 0; item < list.n; item++) {
            as_box box = list.items[item].box;
            if (list.items[item].tag == AS_DRAW_RECT)
                assert_true(box.x >= 0 && box.y >= 0 && box.x + box.w <= w && box.y + box.h <= h);
        }
        assert_int_equal(n_texts(&list, "<unk>") + n_texts(&list, "#3"),
                         options.rows == AS_BEAM_OPEN ? tr->target.n : 0);
        assert_int_equal(n_texts(&list, "+1") + n_texts(&list, "−1"), 0);
        as_draw_finish(&list);
        as_beam_finish(&beam);
        as_translation_free(tr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_lanes_lie_apart),
        cmocka_unit_test(the_usual_beam_needs_no_bar),
        cmocka_unit_test(discarded_nodes_hang_on_their_parents),
        cmocka_unit_test(what_ended_stands_below_the_lanes),
        cmocka_unit_test(a_figure_holds_the_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
