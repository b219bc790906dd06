/* Going through a translation: the slider, the diagram, playing, and the sharpness of the softmax.
 */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/play.h"

static const char source[] = "The agreement on the area was signed .";
static const char target[] = "L' accord sur la zone a été signé .";

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, source, target);
    return 0;
}

static void assert_text(as_view *view, const char *key, const char *want)
{
    char got[64];
    assert_string_equal(drive_string(view, key, got, sizeof got), want);
}

static bool is_playing(as_view *view)
{
    json_t *dump = drive_dump(view);
    bool playing = json_is_true(json_object_get(dump, "playing"));
    json_decref(dump);
    return playing;
}

static int step_of(as_view *view)
{
    return (int)drive_number(view, "step.t");
}

static void assert_stage(as_view *view, const char *want)
{
    json_t *dump = drive_dump(view), *step = json_object_get(dump, "step");
    assert_string_equal(json_string_value(json_object_get(step, "stage")), want);
    json_decref(dump);
}

/* Where a control is, this far along it. */
static void place_of(as_view *view, const char *control, double share, float *x, float *y)
{
    char path[64];
    double at[4];
    static const char *const parts[] = {"x", "y", "w", "h"};
    for (int k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "controls.%s.%s", control, parts[k]);
        at[k] = drive_number(view, path);
    }
    *x = (float)(at[0] + at[2] * share);
    *y = (float)(at[1] + at[3] / 2);
}

static void point(as_view *view, as_input_kind kind, const char *control, double share)
{
    float x, y;
    place_of(view, control, share, &x, &y);
    as_view_input(view, &(as_input){.kind = kind, .x = x, .y = y});
}

static void press(as_view *view, const char *control, double share)
{
    float x, y;
    place_of(view, control, share, &x, &y);
    drive_move(view, x, y);
    drive_click(view, x, y, 0);
}

/* Draws whenever a frame is due, until none is; returns how many and where time has come to. */
static int draw_until_still(as_view *view, uint64_t *now)
{
    as_draw_list list = {0};
    int frames = 0;
    as_view_input(view, &(as_input){.kind = AS_INPUT_FOCUS, .focused = false}); /* no caret */
    for (uint64_t due = 0; due != UINT64_MAX && frames < 20000; frames++) {
        *now = due > *now ? due : *now;
        assert_true(as_view_needs_frame(view, *now));
        drive_frame_at(view, *now, &list);
        due = as_view_next_frame_ms(view);
        assert_true(due > *now); /* never a busy loop */
    }
    as_draw_finish(&list);
    return frames;
}

static void playing_leads_to_the_last_word_and_rests(void **state)
{
    as_view *view = *state;
    uint64_t now = 1000;
    assert_text(view, "show", "matrix");
    drive_key(view, AS_KEY_F8, 0);
    assert_text(view, "show", "diagram");
    assert_true(is_playing(view));
    assert_true(drive_says(view, "❚❚ Pause"));
    assert_int_equal((int)drive_number(view, "step.words"), 0); /* none is made yet */
    int frames = draw_until_still(view, &now);
    assert_true(frames > 10 * AS_N_STAGES * 20); /* it moves */
    assert_false(is_playing(view));
    assert_int_equal(step_of(view), 9);
    assert_stage(view, "word");
    assert_int_equal((int)drive_number(view, "step.words"), 10);
    assert_false(as_view_needs_frame(view, now + 1000000));
    drive_key(view, AS_KEY_F8, 0); /* over again */
    assert_true(is_playing(view));
    assert_int_equal(step_of(view), 0);
    assert_stage(view, "query");
}

static void space_plays_where_it_is_no_text(void **state)
{
    as_view *view = *state;
    drive_key(view, AS_KEY_END, 0);
    drive_key(view, AS_KEY_SPACE, 0);
    drive_type(view, " ");
    assert_false(is_playing(view));
    drive_assert_source(view, "The agreement on the area was signed . ");
    drive_answer(view, fake_translation(source, target, true));
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_SPACE, 0);
    drive_type(view, " ");
    assert_true(is_playing(view));
    drive_key(view, AS_KEY_SPACE, 0);
    assert_false(is_playing(view));
    drive_focus(view, "step");
    drive_key(view, AS_KEY_SPACE, 0);
    assert_true(is_playing(view));
    drive_focus(view, "next"); /* a button that has the focus is pressed instead */
    drive_key(view, AS_KEY_SPACE, 0);
    assert_true(is_playing(view));
    assert_int_equal(step_of(view), 1);
    drive_focus(view, "play");
    drive_key(view, AS_KEY_SPACE, 0);
    assert_false(is_playing(view));
    drive_assert_source(view, "The agreement on the area was signed . ");
}

/* Whoever was typing gets its arrow keys, too. */
static void the_diagram_takes_the_focus(void **state)
{
    as_view *view = *state;
    drive_assert_focus(view, "field");
    drive_key(view, AS_KEY_F7, 0);
    drive_assert_focus(view, "heatmap");
    drive_key(view, AS_KEY_RIGHT, 0);
    assert_stage(view, "scores");
}

static void arrows_go_by_stages_and_steps(void **state)
{
    as_view *view = *state;
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_F7, 0);
    assert_stage(view, "query");
    for (int k = 0; k < 6; k++)
        drive_key(view, AS_KEY_RIGHT, 0);
    assert_int_equal(step_of(view), 1);
    assert_stage(view, "scores");
    drive_key(view, AS_KEY_DOWN, 0);
    assert_int_equal(step_of(view), 2);
    assert_stage(view, "scores");
    drive_key(view, AS_KEY_UP, 0);
    drive_key(view, AS_KEY_LEFT, 0);
    drive_key(view, AS_KEY_LEFT, 0);
    assert_int_equal(step_of(view), 0);
    assert_stage(view, "word");
    assert_true(drive_says(view, "step 1 / 10 · stage 5 of 5: new state and word"));
    drive_key(view, AS_KEY_END, 0);
    assert_int_equal(step_of(view), 9);
    assert_stage(view, "word");
    drive_key(view, AS_KEY_RIGHT, 0); /* there is no further */
    assert_int_equal(step_of(view), 9);
    drive_key(view, AS_KEY_HOME, 0);
    assert_int_equal(step_of(view), 0);
    assert_stage(view, "query");
}

/* What is not made yet is not shown: the word, its candidates, the numbers of later stages. */
static void nothing_is_told_before_its_time(void **state)
{
    as_view *view = *state;
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_F7, 0);
    for (int k = 0; k < 4; k++)
        drive_key(view, AS_KEY_DOWN, 0); /* t = 5: zone */
    for (int stage = 0; stage < AS_N_STAGES; stage++) {
        as_draw_list list = {0};
        drive_frame_at(view, 100000 * (uint64_t)(stage + 1), &list);
        assert_int_equal(drive_list_says(&list, "zone"), stage == AS_STAGE_WORD);
        assert_int_equal(drive_list_says(&list, "y₅ = zone"), stage == AS_STAGE_WORD);
        assert_int_equal(drive_list_says(&list, "Next token, P(y₅ | y<₅, x)"),
                         stage == AS_STAGE_WORD);
        assert_int_equal(drive_list_says(&list, "‖c₅‖ = 5.48"), stage >= AS_STAGE_CONTEXT);
        assert_int_equal(drive_list_says(&list, "r̄ 0.45  z̄ 0.55"), stage == AS_STAGE_WORD);
        assert_true(drive_list_says(&list, "la")); /* that one is */
        assert_false(drive_list_says(&list, "signé"));
        as_draw_finish(&list);
        drive_key(view, AS_KEY_RIGHT, 0);
    }
}

static void the_slider_goes_to_every_step(void **state)
{
    as_view *view = *state;
    press(view, "step", 0.999);
    assert_int_equal(step_of(view), 9);
    as_cell pin = drive_cell(view, "pin"); /* the row is marked in the matrix */
    assert_int_equal(pin.t, 9);
    press(view, "step", 0.001);
    assert_int_equal(step_of(view), 0);
    press(view, "next", 0.5);
    press(view, "next", 0.5);
    press(view, "previous", 0.5);
    assert_int_equal(step_of(view), 1);
    drive_focus(view, "step");
    drive_key(view, AS_KEY_END, 0);
    drive_key(view, AS_KEY_LEFT, 0);
    assert_int_equal(step_of(view), 8);
    press(view, "diagram", 0.5);
    point(view, AS_INPUT_MOUSE_PRESS, "step", 0.0); /* dragged */
    for (double share = 0; share <= 1; share += 0.01)
        point(view, AS_INPUT_MOUSE_MOVE, "step", share);
    point(view, AS_INPUT_MOUSE_RELEASE, "step", 1);
    assert_int_equal(step_of(view), 9);
    assert_stage(view, "word");
    press(view, "matrix", 0.5);
    assert_text(view, "show", "matrix");
}

static void a_new_text_stops_the_play(void **state)
{
    as_view *view = *state;
    drive_key(view, AS_KEY_F8, 0);
    assert_true(is_playing(view));
    drive_type(view, "x");
    assert_false(is_playing(view));
    drive_answer(view, fake_translation("a b", "c", true)); /* shorter than where it was */
    assert_true(step_of(view) < 2);
    assert_text(view, "show", "diagram");
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DELETE, 0); /* and now there is nothing */
    drive_key(view, AS_KEY_F8, 0);
    assert_false(is_playing(view));
    assert_text(view, "show", "matrix");
    assert_true(drive_says(view, "Type a sentence to see its alignment"));
}

static void escape_gives_up_one_thing_at_a_time(void **state)
{
    as_view *view = *state;
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_F7, 0);
    drive_key(view, AS_KEY_ENTER, 0); /* pins */
    drive_key(view, AS_KEY_SPACE, 0);
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_false(is_playing(view));
    assert_true(drive_cell(view, "pin").t >= 0);
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_true(drive_cell(view, "pin").t < 0);
    assert_text(view, "show", "diagram");
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_text(view, "show", "matrix");
    drive_assert_focus(view, "heatmap");
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "field");
}

static void columns_and_boxes_of_the_diagram_answer(void **state)
{
    as_view *view = *state;
    drive_key(view, AS_KEY_F7, 0);
    drive_key(view, AS_KEY_RIGHT, 0);
    drive_key(view, AS_KEY_RIGHT, 0);
    float x = (float)(drive_number(view, "diagram.bars.x") +
                      2.5 * drive_number(view, "diagram.column_w"));
    float y = (float)drive_number(view, "diagram.bars.y") + 5;
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 0, 2);
    assert_int_equal((int)drive_number(view, "step.i"), 2);
    assert_true(drive_says(view, "attention α₁,₃"));
    drive_click(view, x, y, 1000);
    drive_assert_cell(view, "pin", 0, 2);
    drive_assert_focus(view, "heatmap");
    drive_key(view, AS_KEY_DOWN, 0); /* the pin keeps its column */
    drive_assert_cell(view, "pin", 1, 2);
    drive_key(view, AS_KEY_RIGHT, AS_MOD_SHIFT);
    drive_assert_cell(view, "pin", 1, 3);
    float node_x = (float)drive_number(view, "diagram.c.x") + 5;
    float node_y = (float)drive_number(view, "diagram.c.y") + 5;
    drive_click(view, node_x, node_y, 2000);
    assert_stage(view, "context");
    assert_int_equal(step_of(view), 1);
}

static void speeds_change_by_button_and_key(void **state)
{
    as_view *view = *state;
    assert_text(view, "speed", "1");
    press(view, "speed", 0.5);
    assert_text(view, "speed", "2");
    drive_key(view, AS_KEY_F10, 0);
    drive_key(view, AS_KEY_F10, 0);
    assert_text(view, "speed", "4");
    for (int k = 0; k < 9; k++)
        drive_key(view, AS_KEY_F9, 0);
    assert_text(view, "speed", "¼");
}

/* ---- sharpness ---- */

static double asked_temperature(as_view *view)
{
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    as_translation *made = fake_translation(source, target, true);
    made->temperature = request.temperature;
    as_view_result result = {.generation = request.generation,
                             .translation = made,
                             .trace = fake_trace(made),
                             .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
    return request.temperature;
}

static void another_sharpness_is_decoded_and_said(void **state)
{
    as_view *view = *state;
    assert_true(drive_says(view, "the model as trained"));
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT);
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT);
    assert_true(drive_says(view, "τ = 0.80  ×")); /* at once */
    assert_true(asked_temperature(view) == 0.8);
    assert_true(drive_says(view, "sharper than trained"));
    assert_true(drive_says(view, "α₁  = softmax(e₁/0.8)"));
    assert_true(drive_says(view, "fixed 0–1 · τ = 0.8"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(asked_temperature(view) == 0.9);
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_true(asked_temperature(view) == 0.8);
    press(view, "trained", 0.5);
    assert_true(asked_temperature(view) == 1);
    assert_false(drive_says(view, "τ = 0.80  ×"));
    assert_true(drive_says(view, "α₁  = softmax(e₁)"));
    drive_key(view, AS_KEY_UP, AS_MOD_ALT);
    assert_true(asked_temperature(view) == 1.1);
    assert_true(drive_says(view, "flatter than trained"));
    drive_key(view, AS_KEY_0, AS_MOD_ALT);
    assert_true(asked_temperature(view) == 1);
}

static void its_slider_is_undone_as_a_whole(void **state)
{
    as_view *view = *state;
    point(view, AS_INPUT_MOUSE_MOVE, "sharpness", 0.5);
    point(view, AS_INPUT_MOUSE_PRESS, "sharpness", 0.5);
    for (double share = 0.5; share > 0; share -= 0.02)
        point(view, AS_INPUT_MOUSE_MOVE, "sharpness", share);
    point(view, AS_INPUT_MOUSE_RELEASE, "sharpness", 0);
    assert_true(asked_temperature(view) == 0.1);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(asked_temperature(view) == 1);
    drive_focus(view, "sharpness");
    drive_key(view, AS_KEY_END, 0);
    assert_true(asked_temperature(view) == 10);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(asked_temperature(view) == 1);
}

static void the_figure_names_the_temperature(void **state)
{
    as_view *view = *state;
    as_draw_list list = {0};
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT);
    assert_true(asked_temperature(view) == 0.9);
    drive_figure(view, &list);
    assert_true(drive_list_says(&list, "fixed 0–1 · τ = 0.9"));
    as_draw_finish(&list);
}

/* ---- the score taken apart ---- */

static void terms_are_walked_by_keys_and_pointer(void **state)
{
    as_view *view = *state;
    drive_focus(view, "terms");
    drive_key(view, AS_KEY_HOME, 0);
    assert_true(drive_says(view, "term k = 10, 1 of 27 by size")); /* 0.7 e of the first column */
    drive_key(view, AS_KEY_RIGHT, 0);
    assert_true(drive_says(view, "term k = 1, 2 of 27 by size"));
    drive_key(view, AS_KEY_END, 0);
    assert_true(drive_says(view, "term k = 19, 27 of 27 by size"));
    drive_focus(view, "field");
    assert_true(drive_says(view, "e₁,₁ taken apart"));
    point(view, AS_INPUT_MOUSE_MOVE, "terms", 0.001);
    assert_true(drive_says(view, "term k = 10, 1 of 27 by size"));
    json_t *dump = drive_dump(view), *step = json_object_get(dump, "step"), *value;
    double sum = 0;
    size_t k;
    json_array_foreach (json_object_get(step, "terms"), k, value)
        sum += json_number_value(value);
    const as_translation *tr = as_view_translation(view);
    assert_float_equal(sum, tr->energy[0], 1e-5);
    json_decref(dump);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(playing_leads_to_the_last_word_and_rests),
        TEST(space_plays_where_it_is_no_text),
        TEST(the_diagram_takes_the_focus),
        TEST(arrows_go_by_stages_and_steps),
        TEST(nothing_is_told_before_its_time),
        TEST(the_slider_goes_to_every_step),
        TEST(a_new_text_stops_the_play),
        TEST(escape_gives_up_one_thing_at_a_time),
        TEST(columns_and_boxes_of_the_diagram_answer),
        TEST(speeds_change_by_button_and_key),
        TEST(another_sharpness_is_decoded_and_said),
        TEST(its_slider_is_undone_as_a_whole),
        TEST(the_figure_names_the_temperature),
        TEST(terms_are_walked_by_keys_and_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
