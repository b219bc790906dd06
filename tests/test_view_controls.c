/* The window's controls: what their tooltips say and when; sliders. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "view/control.h"

/* Moves to the middle of a control at this time. */
static void point_at(as_view *view, const char *name, uint64_t now_ms)
{
    char path[64];
    double at[4];
    static const char *const parts[] = {"x", "y", "w", "h"};
    for (int k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "controls.%s.%s", name, parts[k]);
        at[k] = drive_number(view, path);
    }
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_MOVE,
                                    .x = (float)(at[0] + at[2] / 2),
                                    .y = (float)(at[1] + at[3] / 2),
                                    .time_ms = now_ms});
}

static bool says_at(as_view *view, uint64_t now_ms, const char *text)
{
    as_draw_list list = {0};
    assert_true(as_view_frame(view, now_ms, &list, NULL));
    bool said = drive_list_says(&list, text);
    as_draw_finish(&list);
    return said;
}

static void a_rested_pointer_is_told_what_the_control_does(void **state)
{
    as_view *view = *state;
    point_at(view, "export", 1000);
    assert_false(says_at(view, 1000, "Save or copy what is shown"));
    uint64_t due = as_view_next_frame_ms(view);
    assert_true(due > 1000 && due <= 1500);
    while (due < 1500) { /* the caret's blinks come first */
        assert_false(says_at(view, due, "Save or copy what is shown"));
        due = as_view_next_frame_ms(view);
    }
    assert_int_equal(due, 1500);
    assert_true(as_view_needs_frame(view, due));
    assert_true(says_at(view, due, "Save or copy what is shown"));
    assert_true(says_at(view, due, "Ctrl+S"));
    point_at(view, "help", 1600); /* each control anew */
    assert_false(says_at(view, 1700, "Save or copy what is shown"));
    assert_true(says_at(view, 2100, "All keys"));
    drive_key(view, AS_KEY_F1, 0);
    assert_true(says_at(view, 2200, "Esc closes")); /* nothing lies over the list of keys */
    assert_false(says_at(view, 2200, "All keys"));
}

/* Points at every control that has a place; returns how many. */
static int tips_inside(as_view *view, uint64_t now)
{
    int n = 0;
    for (int c = 0; c < AS_N_CONTROLS; c++, now += 1000) {
        const char *name = as_control_lookup((as_control)c)->name;
        json_t *dump = drive_dump(view);
        bool there = json_is_object(json_object_get(json_object_get(dump, "controls"), name));
        json_decref(dump);
        if (c == AS_CONTROL_TERMS || !there)
            continue; /* terms: of a model's trace */
        point_at(view, name, now);
        as_draw_list list = {0};
        assert_true(as_view_frame(view, now + 600, &list, NULL));
        as_draw_finish(&list);
        dump = drive_dump(view);
        json_t *tip = json_object_get(dump, "tooltip");
        assert_true(json_is_object(tip));
        double x = json_number_value(json_object_get(tip, "x"));
        double w = json_number_value(json_object_get(tip, "w"));
        assert_true(x >= 0 && x + w <= 1280);
        json_decref(dump);
        n++;
    }
    return n;
}

static void tooltips_of_controls_stay_inside_the_window(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two", "un deux");
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT); /* a button that is there only then */
    drive_answer(view, fake_translation("one two", "un deux", true));
    drive_letter(view, 'B', AS_MOD_CTRL); /* another */
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    drive_answer(view, fake_translation("one two", "un deux", true));
    drive_key(view, AS_KEY_PLUS, AS_MOD_ALT); /* and another */
    assert_true(tips_inside(view, 1000) > 18);
    drive_letter(view, 'O', AS_MOD_CTRL); /* the other tab's */
    assert_true(as_view_set_completions(view, (const char *[]){"/a"}, 1, NULL));
    assert_true(tips_inside(view, 100000) > 18);
    assert_true(as_view_propose_path(view, "/a.png", NULL)); /* the foot of the window */
    drive_letter(view, 'S', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DOWN, 0);
    assert_true(as_view_set_completions(view, (const char *[]){"/b/"}, 1, NULL));
    assert_true(tips_inside(view, 200000) > 18);
}

/* With the keyboard at work the pointer that was left somewhere shows nothing there, until it
 * moves; a key that sets something leaves what it shows. */
static void the_keyboard_hides_what_the_pointer_shows(void **state)
{
    as_view *view = *state;
    static const as_key walking[] = {AS_KEY_TAB, AS_KEY_UP, AS_KEY_HOME, AS_KEY_ENTER};
    float x, y;
    drive_show(view, "one two", "un deux");
    drive_cell_middle(view, 1, 1, &x, &y);
    for (size_t k = 0; k < sizeof walking / sizeof *walking; k++) {
        drive_move(view, x, y);
        drive_move(view, x + 1, y);
        drive_key(view, AS_KEY_F2, 0);
        drive_letter(view, 'T', AS_MOD_ALT);
        drive_letter(view, 'T', AS_MOD_ALT);
        assert_true(drive_has_tooltip(view));
        drive_key(view, walking[k], 0);
        drive_move(view, x + 1, y); /* it lies still */
        drive_assert_cell(view, "hover", -1, -1);
        drive_key(view, AS_KEY_ESCAPE, 0); /* a pin's own tooltip */
        assert_false(drive_has_tooltip(view));
    }
    drive_move(view, x, y);
    assert_true(drive_has_tooltip(view));
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_LEFT, 0);
    assert_true(drive_has_tooltip(view)); /* of the cell that the arrows lead to */
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_wheel(view, 0, 0, 0);
    assert_true(drive_has_tooltip(view));
    point_at(view, "export", 1000);
    assert_true(says_at(view, 1600, "Save or copy what is shown"));
    drive_type(view, "x");
    assert_false(says_at(view, 1700, "Save or copy what is shown"));
}

/* In the tree the numbers are those of the node that the arrows lead to. */
static void the_keyboard_has_the_head_of_the_tree(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two three", "un deux trois");
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    drive_move(view, (float)drive_number(view, "controls.tree.x") + 5,
               (float)drive_number(view, "controls.tree.y") + 5);
    assert_true(drive_says(view, "P(#4) = 0.980"));
    drive_focus(view, "tree");
    assert_true(drive_says(view, "P(#2) = 0.470")); /* the last one */
    drive_key(view, AS_KEY_UP, 0);
    assert_true(drive_says(view, "P(#6) = 0.640"));
}

static void assert_width_after_undo(as_view *view, int width)
{
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal((int)drive_number(view, "beam_width"), width);
}

/* However many places it goes through; what a key did before, on the same slider, stays. */
static void a_drag_is_undone_as_one(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two", "un deux");
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    drive_key(view, AS_KEY_RIGHT, AS_MOD_ALT);
    float w = (float)drive_number(view, "controls.width.w"), x, y;
    float h = (float)drive_number(view, "controls.width.h");
    x = (float)drive_number(view, "controls.width.x") + h / 2;
    y = (float)drive_number(view, "controls.width.y") + h / 2;
    float step = (w - h) / (AS_VIEW_BEAM_MOST - 1);
    for (int from = 6; from <= 8; from += 2) { /* on the handle, then beside it */
        drive_move(view, x + 5 * step, y);
        as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_PRESS,
                                        .x = x + (float)(from - 1) * step,
                                        .y = y,
                                        .time_ms = (uint64_t)from * 1000});
        assert_int_equal((int)drive_number(view, "beam_width"), from);
        drive_move(view, x + 8 * step, y);
        drive_move(view, x + 10 * step, y);
        assert_int_equal((int)drive_number(view, "beam_width"), 11);
        as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_RELEASE});
        assert_width_after_undo(view, 6);
    }
    assert_width_after_undo(view, 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, drive_set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_rested_pointer_is_told_what_the_control_does),
        TEST(tooltips_of_controls_stay_inside_the_window),
        TEST(the_keyboard_hides_what_the_pointer_shows),
        TEST(the_keyboard_has_the_head_of_the_tree),
        TEST(a_drag_is_undone_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
