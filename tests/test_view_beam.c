/* The beam in the window: walking it, opening what was discarded, and back. */
#include "golden.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/memory.h"
#include "view/beam_figure.h"
#include "view/figure.h"

static const char source[] = "one two three";
static const char target[] = "un deux trois";

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, source, target);
    drive_key(*state, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    return 0;
}

static int tear_down(void **state)
{
    as_view_free(*state);
    return 0;
}

static int node(as_view *view)
{
    return (int)drive_number(view, "node");
}

/* Asked for the path of so many tokens; answers with that many words. */
static void assert_asked(as_view *view, int n_ids, bool exactly)
{
    static const char *const words[] = {"", "un", "un deux", "un deux trois"};
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.prefix.n_ids, n_ids);
    assert_int_equal(request.exactly, exactly);
    as_translation *made = fake_translation(source, words[n_ids < 3 ? n_ids : 3], true);
    as_view_result result = {.generation = request.generation,
                             .translation = made,
                             .tree = fake_tree(made), /* its own, which is not taken */
                             .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
}

static size_t n_shown(as_view *view)
{
    json_t *dump = drive_dump(view);
    size_t n = json_array_size(json_object_get(dump, "beam"));
    json_decref(dump);
    return n;
}

/* The tree: nodes 0 3 6 9 are the translation, 1 4 7 the other hypothesis, 2 5 8 10 discarded. */
static void arrows_walk_the_tree(void **state)
{
    as_view *view = *state;
    drive_focus(view, "tree");
    assert_int_equal(node(view), -1);
    drive_key(view, AS_KEY_UP, 0); /* from the end of the translation */
    assert_int_equal(node(view), 6);
    assert_asked(view, 3, true);
    drive_key(view, AS_KEY_RIGHT, 0);
    assert_int_equal(node(view), 7);
    assert_asked(view, 3, true);
    drive_key(view, AS_KEY_RIGHT, 0); /* there is no other */
    assert_int_equal(node(view), 7);
    drive_key(view, AS_KEY_UP, 0);
    assert_int_equal(node(view), 4);
    assert_asked(view, 2, true);
    drive_assert_cell(view, "pin", 1, 1); /* the row of its last token */
    drive_key(view, AS_KEY_LEFT, 0);
    assert_int_equal(node(view), 3);
    drive_key(view, AS_KEY_HOME, 0);
    assert_int_equal(node(view), 0);
    drive_key(view, AS_KEY_DOWN, 0);
    assert_int_equal(node(view), 3);
    drive_key(view, AS_KEY_END, 0);
    assert_int_equal(node(view), 9);
    assert_asked(view, 4, true);
    assert_int_equal(n_shown(view), 7); /* still the first tree */
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_int_equal(node(view), -1);
    assert_asked(view, 0, false);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "field");
}

static void click_node(as_view *view, int wanted, uint64_t at_ms)
{
    json_t *dump = drive_dump(view), *item, *box = NULL;
    size_t k;
    json_array_foreach (json_object_get(dump, "beam"), k, item)
        if (json_integer_value(json_object_get(item, "node")) == wanted)
            box = json_object_get(item, "box");
    assert_non_null(box);
    float x = (float)json_number_value(json_object_get(box, "x"));
    float y = (float)json_number_value(json_object_get(box, "y"));
    json_decref(dump);
    drive_click(view, x + 5, y + 5, at_ms);
}

static void a_row_opens_and_its_discarded_go_on(void **state)
{
    as_view *view = *state;
    assert_int_equal(n_shown(view), 7);
    click_node(view, 3, 1000);
    assert_asked(view, 2, true);
    drive_key(view, AS_KEY_ENTER, 0); /* the row of two tokens */
    assert_int_equal(n_shown(view), 8);
    click_node(view, 5, 5000);
    assert_int_equal(node(view), 5);
    as_draw_list list = {0};
    assert_asked(view, 2, false); /* with what would have followed */
    drive_frame(view, &list);
    golden_list("beam", &list);
    as_draw_finish(&list);
    json_t *dump = drive_dump(view);
    json_t *chip = json_object_get(json_array_get(json_object_get(dump, "chips"), 1), "box");
    float x = (float)json_number_value(json_object_get(chip, "x"));
    float y = (float)json_number_value(json_object_get(chip, "y"));
    json_decref(dump);
    drive_click(view, x + 5, y + 5, 9000); /* and closes */
    assert_int_equal(n_shown(view), 7);
}

static void another_text_has_another_tree(void **state)
{
    as_view *view = *state;
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_UP, 0);
    assert_asked(view, 3, true);
    drive_type(view, "!");
    assert_int_equal(node(view), -1);
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.prefix.n_ids, 0);
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_UP, 0); /* the tree is not this text's */
    assert_int_equal(node(view), -1);
    as_view_result result = {.generation = request.generation,
                             .translation = fake_translation("a", "b", true),
                             .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
    assert_int_equal(n_shown(view), 0); /* a search without a tree */
}

static void the_way_back_keeps_a_branch(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'B', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    drive_answer_traced(view, fake_translation(source, target, true), &fake_config);
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_UP, 0);
    assert_asked(view, 3, true);
    json_t *dump = drive_dump(view), *chosen = json_object_get(dump, "chosen");
    assert_int_equal(json_array_size(chosen),
                     1); /* what was put there, not what leads to the node */
    json_decref(dump);
    drive_letter(view, 'R', AS_MOD_CTRL);
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.prefix.n_ids, 1);
    assert_false(request.exactly);
}

/* Answers the search for the source, or for another text, with its tree. */
static void answer_search(as_view *view)
{
    drive_answer_traced(view, fake_translation(source, target, true), &fake_config);
}

static void undo_leads_back_through_the_tree(void **state)
{
    as_view *view = *state;
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_UP, 0);
    assert_asked(view, 3, true);
    drive_key(view, AS_KEY_UP, 0);
    assert_asked(view, 2, true);
    drive_key(view, AS_KEY_ENTER, 0); /* opens its row */
    assert_int_equal(n_shown(view), 8);
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_int_equal(node(view), -1);
    assert_int_equal(n_shown(view), 8); /* the row stays open */
    answer_search(view);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal(node(view), 3);
    assert_asked(view, 2, true);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal(node(view), 3);
    assert_int_equal(n_shown(view), 7); /* closed */
    as_request request;
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request)); /* the node is the same */
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal(node(view), 6);
    assert_asked(view, 3, true);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal(node(view), -1);
    answer_search(view);
    for (int k = 0; k < 3; k++)
        drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_int_equal(node(view), 3);
    assert_int_equal(n_shown(view), 8);
}

/* The tree of then is searched for anew, and the node found in it. */
static void undo_finds_a_node_in_another_tree(void **state)
{
    as_view *view = *state;
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_UP, 0);
    assert_asked(view, 3, true);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_int_equal(n_shown(view), 8);
    drive_type(view, "!");
    assert_int_equal(node(view), -1);
    drive_answer_traced(view, fake_translation("one two three!", "un", true), &fake_config);
    size_t others = n_shown(view);
    assert_true(others > 0 && others < 7); /* a smaller tree, every row closed */
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal(node(view), -1); /* it is another text's tree yet */
    answer_search(view);
    assert_int_equal(node(view), 6);
    assert_int_equal(n_shown(view), 8);
    assert_asked(view, 3, true);
    drive_assert_cell(view, "pin", 2, 2);
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT); /* another sharpness is another search */
    assert_int_equal(node(view), -1);
    answer_search(view);
    assert_int_equal(node(view), -1);
}

static void assert_width(as_view *view, int width)
{
    as_request request;
    assert_int_equal((int)drive_number(view, "beam_width"), width);
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.beam, width);
    as_translation *made = fake_translation(source, target, true);
    as_view_result result = {.generation = request.generation,
                             .translation = made,
                             .tree = fake_tree(made),
                             .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
}

static void the_width_is_set_and_undone(void **state)
{
    as_view *view = *state;
    drive_key(view, AS_KEY_RIGHT, AS_MOD_ALT); /* from anywhere */
    assert_width(view, 6);
    drive_key(view, AS_KEY_LEFT, AS_MOD_ALT);
    drive_key(view, AS_KEY_LEFT, AS_MOD_ALT);
    assert_width(view, 4);
    drive_focus(view, "width");
    drive_key(view, AS_KEY_END, 0);
    assert_width(view, AS_VIEW_BEAM_MOST);
    assert_true(drive_says(view, "12"));
    drive_key(view, AS_KEY_RIGHT, 0); /* no wider */
    assert_int_equal((int)drive_number(view, "beam_width"), AS_VIEW_BEAM_MOST);
    drive_key(view, AS_KEY_HOME, 0);
    assert_width(view, 1);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_width(view, AS_VIEW_BEAM);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_width(view, 1);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_width(view, 5);
    double x = drive_number(view, "controls.width.x"), w = drive_number(view, "controls.width.w");
    double y = drive_number(view, "controls.width.y") + 5;
    drive_click(view, (float)(x + w) - 1, (float)y, 5000);
    assert_width(view, AS_VIEW_BEAM_MOST);
    as_view_set_beam_width(view, 40); /* as the command line may */
    assert_width(view, 40);
    as_view_set_beam_width(view, 1000);
    assert_width(view, AS_MAX_BEAM);
}

/* A node of one search is looked for in no other. */
static void another_width_is_another_search(void **state)
{
    as_view *view = *state;
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_UP, 0);
    assert_asked(view, 3, true);
    drive_key(view, AS_KEY_RIGHT, AS_MOD_ALT);
    assert_width(view, 6);
    assert_int_equal(node(view), -1);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_width(view, 5);
    assert_int_equal(node(view), 6); /* it comes back with its tree */
}

/* A tree of so many hypotheses, that each go on by themselves, the first of them the translation;
 * and one that was discarded at every step. */
static as_beam_tree *wide_tree(const as_translation *tr, int lanes)
{
    as_beam_tree *tree = as_alloc(1, sizeof *tree);
    int n_rows = tr->target.n, per_row = lanes + 1;
    tree->nodes = as_alloc((size_t)(n_rows * per_row), sizeof *tree->nodes);
    tree->n = n_rows * per_row;
    tree->beam = lanes;
    for (int k = 0; k < tree->n; k++) {
        int row = k / per_row, lane = k % per_row;
        int parent = (row - 1) * per_row + (lane < lanes ? lane : 0);
        tree->nodes[k] = (as_beam_node){.parent = row > 0 ? parent : -1,
                                        .id = lane == 0 ? tr->target.tokens[row].id : 100 + lane,
                                        .length = row + 1,
                                        .total = -lane - row,
                                        .fate = lane < lanes ? AS_FATE_KEPT : AS_FATE_DISCARDED,
                                        .chosen = lane == 0};
    }
    return tree;
}

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
        assert_true(as_beam_set(&beam, wide_tree(tr, lanes), NULL, NULL, 0, NULL));
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
        assert_true(as_beam_set(&beam, wide_tree(tr, lanes), NULL, NULL, 0, NULL));
        as_beam_layout(&beam, 340, &theme);
        assert_int_equal(as_beam_scrollbar(&beam, strip, &track, &thumb), lanes > AS_VIEW_BEAM + 1);
    }
    as_beam_finish(&beam);
    as_translation_free(tr);
}

/* The panel follows the arrows to lanes that it has no room for; its bar, the wheel and Shift lead
 * there, too. */
static void a_wide_tree_is_scrolled(void **state)
{
    as_view *view = *state;
    enum { LANES = 12 };
    drive_key(view, AS_KEY_RIGHT, AS_MOD_ALT);
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    as_translation *made = fake_translation(source, target, true);
    as_view_result result = {.generation = request.generation,
                             .translation = made,
                             .tree = wide_tree(made, LANES),
                             .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
    double x = drive_number(view, "tree_bar.x"), y = drive_number(view, "tree_bar.y") + 3;
    double left = drive_number(view, "controls.tree.x"), panel = drive_number(view, "panel.y");
    assert_float_equal(x, left, 0.01);
    assert_true(y < panel + drive_number(view, "panel.h"));
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_HOME, 0);
    for (int k = 1; k < LANES; k++)
        drive_key(view, AS_KEY_RIGHT, 0);
    assert_int_equal(node(view), LANES - 1);
    double most = drive_number(view, "tree_scroll");
    assert_true(most > 100);
    assert_true(drive_number(view, "tree_bar.x") > x);
    for (int k = 1; k < LANES; k++)
        drive_key(view, AS_KEY_LEFT, 0);
    assert_int_equal(node(view), 0);
    assert_float_equal(drive_number(view, "tree_scroll"), 0, 0);

    drive_move(view, (float)left + 20, (float)y - 60);
    drive_wheel(view, 0, 2, AS_MOD_SHIFT);
    assert_float_equal(drive_number(view, "tree_scroll"), 120, 0);
    drive_wheel(view, -9, 0, 0);
    assert_float_equal(drive_number(view, "tree_scroll"), 0, 0);

    drive_move(view, (float)x + 5, (float)y);
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_MOUSE_PRESS, .x = (float)x + 5, .y = (float)y});
    drive_move(view, (float)x + 400, (float)y);
    assert_float_equal(drive_number(view, "tree_scroll"), most, 7); /* and the last gap */
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_MOUSE_RELEASE, .x = (float)x + 400, .y = (float)y});
    drive_click(view, (float)x + 5, (float)y, 9000); /* beside the thumb: a page */
    assert_true(drive_number(view, "tree_scroll") < most - 100);
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
        const as_beam_figure_options options = {AS_THEME_PAPER, AS_LANGUAGE_EN, k % 2 == 1};
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
                         options.others ? tr->target.n : 0);
        assert_int_equal(n_texts(&list, "+1") + n_texts(&list, "−1"), 0);
        as_draw_finish(&list);
        as_beam_finish(&beam);
        as_translation_free(tr);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arrows_walk_the_tree),
        TEST(a_row_opens_and_its_discarded_go_on),
        TEST(another_text_has_another_tree),
        TEST(the_way_back_keeps_a_branch),
        TEST(the_width_is_set_and_undone),
        TEST(another_width_is_another_search),
        TEST(undo_leads_back_through_the_tree),
        TEST(undo_finds_a_node_in_another_tree),
        cmocka_unit_test(many_lanes_lie_apart),
        cmocka_unit_test(the_usual_beam_needs_no_bar),
        TEST(a_wide_tree_is_scrolled),
        cmocka_unit_test(a_figure_holds_the_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
