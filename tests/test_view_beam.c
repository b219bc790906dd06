/* The beam in the window: walking it, opening what was discarded, and back. */
#include "golden.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "one two three";
static const char target[] = "un deux trois";

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, source, target);
    drive_key(*state, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
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
    assert_true(drive_list_says(&list, "P(#3) = 0.018")); /* the token's, and the hypothesis's */
    assert_true(drive_list_says(&list, "Σ log P = −4.020, score −2.010"));
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
                             .tree = fake_wide_tree(made, LANES),
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
    drive_press(view, (float)x + 5, (float)y, 0);
    drive_move(view, (float)x + 400, (float)y);
    assert_float_equal(drive_number(view, "tree_scroll"), most, 7); /* and the last gap */
    drive_release(view, (float)x + 400, (float)y);
    drive_click(view, (float)x + 5, (float)y, 9000); /* beside the thumb: a page */
    assert_true(drive_number(view, "tree_scroll") < most - 100);
}

/* A tree that is higher than the panel stays where it is under the pointer that clicks on a node.
 */
static void a_click_leaves_a_high_tree_where_it_is(void **state)
{
    as_view *view = *state;
    drive_type(view, "!");
    drive_answer_traced(view, fake_translation_of_size(40, 3), &fake_config);
    float y = (float)drive_number(view, "controls.tree.y");
    assert_true(drive_number(view, "controls.tree.h") > drive_number(view, "panel.h"));
    click_node(view, 3, 1000);
    drive_assert_focus(view, "tree");
    assert_int_equal(node(view), 3);
    assert_float_equal(drive_number(view, "panel_scroll"), 0, 0);
    assert_float_equal(drive_number(view, "controls.tree.y"), y, 0);
    drive_key(view, AS_KEY_END, 0); /* the arrows take it along */
    assert_true(drive_number(view, "panel_scroll") > 500);
}

/* Its focus ring is as long as the tree, and seen where the tree is: not on the tabs above. */
static void the_ring_of_a_high_tree_stays_below_the_tabs(void **state)
{
    as_view *view = *state;
    drive_type(view, "!");
    drive_answer_traced(view, fake_translation_of_size(40, 3), &fake_config);
    click_node(view, 3, 1000);
    drive_key(view, AS_KEY_END, 0);
    float top = (float)drive_number(view, "controls.tab_beam.y") +
                (float)drive_number(view, "controls.tab_beam.h");
    float foot = (float)drive_number(view, "panel.y") + (float)drive_number(view, "panel.h");
    as_draw_list list = {0};
    drive_frame(view, &list);
    as_box clip = {0, 0, -1, 0};
    int n_rings = 0;
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        if (d->tag == AS_DRAW_CLIP)
            clip = d->box;
        if (d->tag != AS_DRAW_OUTLINE || d->box.h < foot)
            continue;
        assert_true(clip.w > 0 && clip.y >= top && clip.y + clip.h <= foot);
        n_rings++;
    }
    assert_int_equal(n_rings, 1);
    as_draw_finish(&list);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)

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
        TEST(a_wide_tree_is_scrolled),
        TEST(a_click_leaves_a_high_tree_where_it_is),
        TEST(the_ring_of_a_high_tree_stays_below_the_tabs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
