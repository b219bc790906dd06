/* The field that opens a model by its path, and the models that join the menu. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const found[] = {"/m/a.safetensors", "/m/b.safetensors", "/m/more/"};

/* Opens the field, types, and answers with what was found. */
static void begin(as_view *view, const char *typed)
{
    as_request request;
    drive_letter(view, 'O', AS_MOD_CTRL);
    drive_assert_focus(view, "path");
    drive_type(view, typed);
    assert_true(drive_take(view, AS_REQUEST_COMPLETE, &request));
    assert_string_equal(request.text, typed);
    assert_true(as_view_set_completions(view, found, 3, NULL));
}

static void assert_path(as_view *view, const char *want)
{
    char got[64];
    assert_string_equal(drive_string(view, "path", got, sizeof got), want);
}

static void a_path_is_typed_and_opened(void **state)
{
    as_view *view = *state;
    as_request request;
    begin(view, "/m/x.safetensors");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(drive_take(view, AS_REQUEST_OPEN_PATH, &request));
    assert_string_equal(request.text, "/m/x.safetensors");
    drive_assert_source(view, ""); /* the source has no part in it */
}

/* The row that Tab comes to is the one that is opened, and the arrows go on from it. */
static void tab_leads_to_the_first_path_of_the_list(void **state)
{
    as_view *view = *state;
    as_request request;
    for (int n_down = 0; n_down < 2; n_down++) {
        begin(view, "/m/");
        assert_true(drive_says(view, "a.safetensors"));
        drive_key(view, AS_KEY_TAB, 0);
        drive_assert_focus(view, "completions");
        for (int k = 0; k < n_down; k++)
            drive_key(view, AS_KEY_DOWN, 0);
        drive_key(view, AS_KEY_ENTER, 0);
        assert_true(drive_take(view, AS_REQUEST_OPEN_PATH, &request));
        assert_string_equal(request.text, found[n_down]);
        drive_letter(view, 'O', AS_MOD_CTRL);
        drive_key(view, AS_KEY_ESCAPE, 0);
    }
}

/* Its typing alone; the window's own steps wait until the keyboard is elsewhere. */
static void the_path_is_undone_by_itself(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_type(view, "text");
    begin(view, "/m/");
    drive_type(view, "b");
    drive_type(view, "\b"); /* not a character: a space */
    assert_path(view, "/m/b ");
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_path(view, "");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_path(view, "/m/b ");
    assert_true(drive_take(view, AS_REQUEST_COMPLETE, &request)); /* what goes on from there */
    assert_string_equal(request.text, "/m/b ");
    for (int k = 0; k < 5; k++) /* more often than there are steps */
        drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_path(view, "");
    drive_assert_focus(view, "path");
    drive_assert_source(view, "text");
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_path(view, "/m/b ");
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_type(view, "/m/c/");
    drive_letter(view, 'Z', AS_MOD_CTRL); /* to a text of the same length */
    assert_path(view, "/m/b ");
    assert_true(drive_take(view, AS_REQUEST_COMPLETE, &request));
    assert_string_equal(request.text, "/m/b ");
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_assert_source(view, "");
}

static void what_follows_is_chosen_by_keys(void **state)
{
    as_view *view = *state;
    as_request request;
    begin(view, "/m/");
    assert_true(drive_says(view, "a.safetensors") && drive_says(view, "more/"));
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_path(view, "/m/b.safetensors");
    assert_true(drive_take(view, AS_REQUEST_OPEN_PATH, &request));
    assert_string_equal(request.text, "/m/b.safetensors");
}

static void a_folder_is_gone_into(void **state)
{
    as_view *view = *state;
    as_request request;
    begin(view, "/m/");
    for (int k = 0; k < 9; k++) /* not past the last */
        drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_path(view, "/m/more/");
    assert_true(drive_take(view, AS_REQUEST_COMPLETE, &request));
    assert_string_equal(request.text, "/m/more/");
    assert_false(drive_take(view, AS_REQUEST_OPEN_PATH, &request));
}

static void right_at_the_end_takes_the_first(void **state)
{
    as_view *view = *state;
    begin(view, "/m/");
    drive_key(view, AS_KEY_LEFT, 0);
    drive_key(view, AS_KEY_RIGHT, 0); /* moves the caret alone */
    assert_path(view, "/m/");
    drive_key(view, AS_KEY_RIGHT, 0);
    assert_path(view, "/m/a.safetensors");
}

static void a_click_chooses(void **state)
{
    as_view *view = *state;
    as_request request;
    begin(view, "/m/");
    float x = (float)drive_number(view, "controls.completions.x") + 20;
    float y = (float)drive_number(view, "controls.completions.y");
    float h = (float)drive_number(view, "controls.completions.h") / 3;
    drive_click(view, x, y + 1.5f * h, 0);
    assert_true(drive_take(view, AS_REQUEST_OPEN_PATH, &request));
    assert_string_equal(request.text, "/m/b.safetensors");
}

static void escape_clears_then_leaves(void **state)
{
    as_view *view = *state;
    begin(view, "/m/");
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_path(view, "");
    drive_assert_focus(view, "path");
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "field");
}

/* A new model is chosen at once; undo goes back, redo comes again. */
static void a_model_joins_the_menu(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_show(view, "one", "un");
    begin(view, "/m/x");
    assert_true(as_view_add_model(view, &(as_view_model){.name = "mine", .path = "/m/x"}, NULL));
    assert_true(drive_number(view, "model") == 2);
    drive_assert_focus(view, "field");
    assert_true(drive_says(view, "mine ▾"));
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.model, 2);
    assert_true(drive_take(view, AS_REQUEST_TITLE, &request));
    assert_non_null(strstr(request.text, "mine"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(drive_number(view, "model") == 0);
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_true(drive_number(view, "model") == 2);
    as_view_choose_model(view, 1);
    assert_true(drive_number(view, "model") == 1);
}

/* A list that went away leaves the keyboard to its field, a panel that did to the source. */
static void what_is_gone_has_no_keys(void **state)
{
    as_view *view = *state;
    begin(view, "/m/");
    drive_focus(view, "completions");
    assert_true(as_view_set_completions(view, NULL, 0, NULL));
    drive_assert_focus(view, "path");
    drive_resize(view, 480, 320);
    drive_assert_focus(view, "field");
    drive_type(view, "x");
    assert_path(view, "/m/");
    drive_assert_source(view, "x");
}

static void typing_elsewhere_is_not_a_path(void **state)
{
    as_view *view = *state;
    begin(view, "/m/");
    drive_focus(view, "panel");
    drive_type(view, "x");
    assert_path(view, "/m/");
    drive_assert_source(view, "x");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, drive_set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_path_is_typed_and_opened),
        TEST(tab_leads_to_the_first_path_of_the_list),
        TEST(the_path_is_undone_by_itself),
        TEST(what_follows_is_chosen_by_keys),
        TEST(a_folder_is_gone_into),
        TEST(right_at_the_end_takes_the_first),
        TEST(a_click_chooses),
        TEST(escape_clears_then_leaves),
        TEST(a_model_joins_the_menu),
        TEST(what_is_gone_has_no_keys),
        TEST(typing_elsewhere_is_not_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
