/* The menu of sentences at the end of the source field. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const examples[] = {"first example", "second example"};
static const char *const recent[] = {"typed before"};

static int set_up(void **state)
{
    as_view *view = drive_new();
    *state = view;
    return as_view_set_sentences(view, AS_SENTENCES_EXAMPLES, examples, 2, NULL) &&
                   as_view_set_sentences(view, AS_SENTENCES_RECENT, recent, 1, NULL)
               ? 0
               : -1;
}

static void choosing_replaces_the_text_and_is_undone(void **state)
{
    as_view *view = *state;
    drive_type(view, "mine");
    drive_letter(view, 'E', AS_MOD_CTRL);
    assert_true(drive_says(view, "Examples") && drive_says(view, "Recent"));
    drive_key(view, AS_KEY_DOWN, 0); /* the second; the first was marked */
    drive_key(view, AS_KEY_ENTER, 0);
    drive_assert_source(view, "second example");
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_string_equal(request.text, "second example");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_assert_source(view, "mine");
    drive_letter(view, 'Y', AS_MOD_CTRL);
    drive_assert_source(view, "second example");
    drive_letter(view, 'E', AS_MOD_CTRL);
    drive_key(view, AS_KEY_END, 0);
    drive_key(view, AS_KEY_SPACE, 0);
    drive_assert_source(view, "typed before");
    drive_assert_focus(view, "field");
}

static void the_pointer_chooses_too(void **state)
{
    as_view *view = *state;
    drive_click(view, (float)drive_number(view, "controls.sentences.x") + 5,
                (float)drive_number(view, "controls.sentences.y") + 5, 0);
    float x = (float)drive_number(view, "menu.box.x") + 30;
    float row = (float)drive_number(view, "menu.row_h");
    float y = (float)drive_number(view, "menu.box.y") + 6;
    drive_click(view, x, y + 1.5f * row, 1000);
    drive_assert_source(view, "first example");
}

/* The text never runs under the button. */
static void the_button_has_its_own_place(void **state)
{
    as_view *view = *state;
    for (float width = 480; width < 2000; width += 100) {
        drive_resize(view, width, 600);
        double field = drive_number(view, "field.x") + drive_number(view, "field.w");
        double x = drive_number(view, "controls.sentences.x");
        double w = drive_number(view, "controls.sentences.w");
        assert_true(w > 0 && x + w <= field);
        drive_paste(view, "a long text that goes on and on and on, and on again, until it is long");
        assert_true(drive_number(view, "caret_box.x") < x);
    }
}

static void without_sentences_it_says_so(void **state)
{
    (void)state;
    as_view *view = drive_new();
    drive_letter(view, 'E', AS_MOD_CTRL);
    assert_true(drive_says(view, "no sentences yet"));
    drive_key(view, AS_KEY_ENTER, 0); /* nothing to choose */
    drive_assert_source(view, "");
    as_view_free(view);
}

/* A list that is replaced while it is open closes: its items are gone. */
static void an_open_menu_closes_when_its_list_changes(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'E', AS_MOD_CTRL);
    assert_true(as_view_set_sentences(view, AS_SENTENCES_RECENT, examples, 2, NULL));
    json_t *dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(dump, "menu")));
    json_decref(dump);
}

/* Narrower than its margins: still no box of less than nothing. */
static void it_opens_in_the_narrowest_window(void **state)
{
    as_view *view = *state;
    for (float width = 1; width < 60; width += 4) {
        as_draw_list list = {0};
        drive_resize(view, width, 600);
        drive_letter(view, 'E', AS_MOD_CTRL);
        drive_key(view, AS_KEY_DOWN, 0);
        drive_frame(view, &list);
        assert_true(drive_list_says(&list, examples[0]));
        for (size_t k = 0; k < list.n; k++)
            if (list.items[k].tag == AS_DRAW_RECT)
                assert_true(list.items[k].box.w >= 0 && list.items[k].box.h >= 0);
        as_draw_finish(&list);
        drive_key(view, AS_KEY_ESCAPE, 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(choosing_replaces_the_text_and_is_undone),
        TEST(the_pointer_chooses_too),
        TEST(the_button_has_its_own_place),
        TEST(without_sentences_it_says_so),
        TEST(an_open_menu_closes_when_its_list_changes),
        TEST(it_opens_in_the_narrowest_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
