/* Leading a translation another way: by a candidate, by a word, and back. */
#include "golden_view.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "The agreement on the area was signed .";
static const char target[] = "L' accord sur la zone a \u00e9t\u00e9 sign\u00e9 .";
static const char other[] = "L' accord sur la ? fut sign\u00e9 .";

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, source, target);
    return 0;
}

/* The translation now asked for. */
static as_request asked(as_view *view)
{
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    return request;
}

/* Answers a request that was taken, as if the first n tokens had been forced. */
static void answer(as_view *view, const as_request *request, const char *words, int n)
{
    as_translation *made = fake_translation(source, words, true);
    for (int t = 0; t < n; t++)
        made->forced[t] = true;
    as_view_result result = {
        .generation = request->generation, .translation = made, .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
}

static void assert_chosen(as_view *view, const char *want)
{
    json_t *dump = drive_dump(view);
    char *got = json_dumps(json_object_get(dump, "chosen"), JSON_COMPACT);
    assert_string_equal(got, want);
    free(got);
    json_decref(dump);
}

/* Row t is pinned, so that the panel is about it. */
static void pin(as_view *view, int t)
{
    float x, y;
    drive_cell_middle(view, t, 0, &x, &y);
    drive_click(view, x, y, 1000 * (uint64_t)(t + 1));
}

static void click_candidate(as_view *view, int k)
{
    double h = drive_number(view, "controls.candidates.h") / 2; /* of two */
    float x = (float)drive_number(view, "controls.candidates.x") + 5;
    drive_click(view, x, (float)(drive_number(view, "controls.candidates.y") + (k + 0.5) * h),
                90000);
}

static void a_click_puts_a_candidate_there(void **state)
{
    as_view *view = *state;
    as_request request;
    pin(view, 4);
    click_candidate(view, 0); /* the word that is there */
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    click_candidate(view, 1);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 5);
    assert_int_equal(request.prefix.ids[4], AS_UNK);
    assert_null(request.prefix.text);
    const as_translation *shown = as_view_translation(view);
    for (int t = 0; t < 4; t++)
        assert_int_equal(request.prefix.ids[t], shown->target.tokens[t].id);
    answer(view, &request, other, 5);
    assert_chosen(view, "[4]"); /* those before it are the model's */
    drive_assert_cell(view, "pin", 4, 0);
    golden_frame("branched", view);
}

static void a_second_branch_keeps_the_first(void **state)
{
    as_view *view = *state;
    pin(view, 1);
    click_candidate(view, 1);
    as_request request = asked(view);
    answer(view, &request, other, 2);
    pin(view, 5);
    click_candidate(view, 1);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 6);
    answer(view, &request, other, 6);
    assert_chosen(view, "[1,5]");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 2);
    answer(view, &request, other, 2);
    assert_chosen(view, "[1]");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 0);
    answer(view, &request, target, 0);
    assert_chosen(view, "[]");
    drive_letter(view, 'Y', AS_MOD_CTRL);
    drive_letter(view, 'Y', AS_MOD_CTRL);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 6);
}

static void the_keyboard_chooses_and_types(void **state)
{
    as_view *view = *state;
    char word[32];
    pin(view, 4);
    drive_letter(view, 'B', AS_MOD_CTRL);
    drive_assert_focus(view, "candidates");
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_DOWN, 0); /* there are two */
    drive_key(view, AS_KEY_ENTER, 0);
    as_request request = asked(view);
    assert_int_equal(request.prefix.ids[4], AS_UNK);
    answer(view, &request, other, 5);
    drive_assert_focus(view, "candidates");
    drive_key(view, AS_KEY_LEFT, 0); /* the step before */
    assert_int_equal((int)drive_number(view, "step.t"), 3);
    drive_type(view, "notre");
    drive_assert_focus(view, "word");
    assert_string_equal(drive_string(view, "word", word, sizeof word), "notre");
    drive_assert_source(view, source); /* nothing of it went there */
    drive_key(view, AS_KEY_BACKSPACE, 0);
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_type(view, "leur");
    drive_key(view, AS_KEY_ENTER, 0);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 3);
    assert_int_equal(request.prefix.text_len, 4);
    assert_memory_equal(request.prefix.text, "leur", 4);
    assert_int_equal(request.prefix.joint, AS_JOINT_SPACE);
    assert_string_equal(drive_string(view, "word", word, sizeof word), "");
    answer(view, &request, target, 5); /* two pieces */
    assert_chosen(view, "[3,4]");
    drive_type(view, "x");
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_string_equal(drive_string(view, "word", word, sizeof word), "");
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "candidates");
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "field");
}

/* More than a translation may have is refused, and all stays as it is. */
static void a_word_may_be_too_long(void **state)
{
    enum { T = 4, MOST = (AS_MAX_TARGET - T) / 2 };
    static char text[MOST + 2], word[MOST + 2];
    as_view *view = *state;
    as_request request;
    pin(view, T);
    drive_letter(view, 'B', AS_MOD_CTRL);
    memset(text, 'a', MOST + 1);
    drive_type(view, text);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_true(drive_says(view, "The word is too long: 4998 characters fit there"));
    assert_string_equal(drive_string(view, "word", word, sizeof word), text);
    drive_assert_focus(view, "word");
    assert_non_null(as_view_translation(view));
    drive_key(view, AS_KEY_BACKSPACE, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_int_equal(asked(view).prefix.text_len, MOST);
}

static void the_way_back_is_shown(void **state)
{
    as_view *view = *state;
    assert_false(drive_says(view, "\u21ba the model's own"));
    pin(view, 2);
    click_candidate(view, 1);
    as_request request = asked(view);
    answer(view, &request, other, 3);
    assert_true(drive_says(view, "\u21ba the model's own"));
    drive_focus(view, "own");
    drive_key(view, AS_KEY_ENTER, 0);
    request = asked(view);
    assert_int_equal(request.prefix.n_ids, 0);
    answer(view, &request, target, 0);
    assert_false(drive_says(view, "\u21ba the model's own"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_int_equal(asked(view).prefix.n_ids, 3);
    drive_letter(view, 'R', AS_MOD_CTRL);
    assert_int_equal(asked(view).prefix.n_ids, 0);
}

/* A branch is of its sentence and its model. */
static void another_sentence_is_not_led(void **state)
{
    as_view *view = *state;
    pin(view, 2);
    click_candidate(view, 1);
    as_request request = asked(view);
    answer(view, &request, other, 3);
    drive_focus(view, "field");
    drive_type(view, "!");
    assert_int_equal(asked(view).prefix.n_ids, 0);
    drive_key(view, AS_KEY_BACKSPACE, 0);
    assert_int_equal(asked(view).prefix.n_ids, 3); /* the same again */
    drive_focus(view, "model");
    drive_key(view, AS_KEY_ENTER, 0);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_int_equal(asked(view).prefix.n_ids, 0);
}

/* While another text waits for its translation, the tokens on show are not its. */
static void nothing_is_put_while_waiting(void **state)
{
    as_view *view = *state;
    pin(view, 2);
    drive_focus(view, "field");
    drive_type(view, "!");
    as_request request = asked(view);
    click_candidate(view, 1);
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_click_puts_a_candidate_there), TEST(a_second_branch_keeps_the_first),
        TEST(the_keyboard_chooses_and_types), TEST(the_way_back_is_shown),
        TEST(a_word_may_be_too_long),         TEST(another_sentence_is_not_led),
        TEST(nothing_is_put_while_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
