/* The translation as a field: a target of the person's own, and back. */
#include "golden_view.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "The area was signed .";
static const char target[] = "la zone fut sign\u00e9 .";

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, source, target);
    return 0;
}

/* Asked for this target ("": for a translation); answers with it. */
static void assert_asked(as_view *view, const char *want)
{
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    if (!want[0])
        assert_null(request.target);
    else
        assert_string_equal(request.target, want);
    as_view_result result = {.generation = request.generation,
                             .translation = fake_translation(source, want[0] ? want : target, true),
                             .config = &fake_config};
    assert_true(as_view_set_translation(view, &result));
}

static void assert_given(as_view *view, const char *want)
{
    char got[128];
    assert_string_equal(drive_string(view, "given", got, sizeof got), want);
}

static bool asks(as_view *view)
{
    as_request request;
    return drive_take(view, AS_REQUEST_TRANSLATE, &request);
}

static void the_first_edit_makes_it_ones_own(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'T', AS_MOD_CTRL);
    drive_assert_focus(view, "target");
    drive_key(view, AS_KEY_HOME, 0);
    assert_given(view, "");
    assert_false(asks(view));
    drive_type(view, "toute ");
    assert_given(view, "toute la zone fut sign\u00e9 .");
    assert_asked(view, "toute la zone fut sign\u00e9 .");
    drive_assert_source(view, source);
    golden_frame("given", view);
    drive_letter(view, 'Z', AS_MOD_CTRL); /* at once: the model's own */
    assert_given(view, "");
    assert_asked(view, "");
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_asked(view, "toute la zone fut sign\u00e9 .");
}

static void looking_into_it_changes_nothing(void **state)
{
    as_view *view = *state;
    json_t *before = drive_dump(view);
    drive_key(view, AS_KEY_TAB, 0);
    drive_assert_focus(view, "target");
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "field");
    json_t *after = drive_dump(view);
    assert_true(json_equal(json_object_get(before, "target"), json_object_get(after, "target")));
    assert_true(
        json_equal(json_object_get(before, "generation"), json_object_get(after, "generation")));
    json_decref(before);
    json_decref(after);
}

static void every_way_back(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'T', AS_MOD_CTRL);
    drive_type(view, " x");
    assert_asked(view, "la zone fut sign\u00e9 . x");
    assert_true(drive_says(view, "\u21ba the model's own"));
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_asked(view, "");
    drive_assert_focus(view, "field");
    assert_false(drive_says(view, "\u21ba the model's own"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_asked(view, "la zone fut sign\u00e9 . x");
    drive_focus(view, "own");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_asked(view, "");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_asked(view, "la zone fut sign\u00e9 . x");
    drive_assert_focus(view, "target");
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DELETE, 0); /* empty */
    assert_asked(view, "");
    drive_assert_focus(view, "target");
    drive_type(view, "neu"); /* nothing of the model's is in the way */
    assert_asked(view, "neu");
}

static void it_stays_while_the_source_changes(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'T', AS_MOD_CTRL);
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_paste(view, "une\nzone");
    assert_asked(view, "une zone");
    drive_key(view, AS_KEY_UP, 0);
    drive_assert_focus(view, "field");
    drive_type(view, " now");
    assert_asked(view, "une zone");
    drive_letter(view, 'Z', AS_MOD_CTRL); /* in the order in which they were done */
    drive_assert_source(view, source);
    assert_asked(view, "une zone");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_asked(view, "");
    assert_true(as_view_set_source(view, "another", 7, NULL)); /* whose target it is not */
    assert_asked(view, "");
}

static void a_branch_takes_its_place(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'T', AS_MOD_CTRL);
    drive_type(view, " x");
    assert_asked(view, "la zone fut sign\u00e9 . x");
    drive_letter(view, 'B', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_null(request.target);
    assert_int_equal(request.prefix.n_ids, 1);
    drive_letter(view, 'Z', AS_MOD_CTRL); /* as one */
    assert_asked(view, "la zone fut sign\u00e9 . x");
}

static void the_pointer_opens_it(void **state)
{
    as_view *view = *state;
    float x = (float)drive_number(view, "translation.x");
    float y = (float)drive_number(view, "translation.y") + 12;
    drive_click(view, x + 6, y, 1000); /* a word: its row is pinned */
    drive_assert_focus(view, "heatmap");
    drive_click(view, x + 6, y, 1100); /* twice: there is the caret */
    drive_assert_focus(view, "target");
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_click(view, x + (float)drive_number(view, "translation.w") - 3, y, 9000);
    drive_assert_focus(view, "target");
    drive_type(view, "!");
    assert_given(view, "la zone fut sign\u00e9 .!");
    drive_compose(view, "\u65e5", 3);
    char got[16];
    assert_string_equal(drive_string(view, "composition", got, sizeof got), "\u65e5");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_edit_makes_it_ones_own),
        TEST(looking_into_it_changes_nothing),
        TEST(every_way_back),
        TEST(it_stays_while_the_source_changes),
        TEST(a_branch_takes_its_place),
        TEST(the_pointer_opens_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
