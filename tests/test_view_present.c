/* The presentation: large type, as large as lets everything be seen. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int set_up(void **state)
{
    *state = drive_new();
    drive_resize(*state, 1440, 900);
    return 0;
}

/* n words "wort" and a last one. */
static void show_words(as_view *view, int n)
{
    char text[1024] = "";
    for (int k = 0; k < n - 1; k++)
        strcat(text, "wort ");
    strcat(text, "schluss");
    drive_show(view, text, text);
}

static bool every_row_is_seen(as_view *view)
{
    return drive_number(view, "map.cells.h") ==
           drive_number(view, "map.rows") * drive_number(view, "map.cell_h");
}

static void short_sentences_have_the_largest_type(void **state)
{
    as_view *view = *state;
    show_words(view, 5);
    drive_key(view, AS_KEY_F11, 0);
    assert_true(drive_number(view, "zoom") == 1.5);
    assert_true(every_row_is_seen(view));
    drive_key(view, AS_KEY_F11, 0);
    assert_true(drive_number(view, "zoom") == 1);
}

static void rows_fit_by_smaller_type(void **state)
{
    as_view *view = *state;
    show_words(view, 16);
    drive_key(view, AS_KEY_F11, 0);
    double zoom = drive_number(view, "zoom");
    assert_true(zoom > 1.1 && zoom < 1.5);
    assert_true(every_row_is_seen(view));
    assert_true(drive_number(view, "map.cells.w") > 900); /* no panel: it is no wider a window */
    for (int k = 0; k < 3; k++) /* zooming into the matrix is no reason for smaller type */
        drive_key(view, AS_KEY_PLUS, AS_MOD_ALT);
    assert_false(every_row_is_seen(view));
    assert_true(drive_number(view, "zoom") == zoom);
    show_words(view, 5);
    assert_true(drive_number(view, "zoom") == 1.5);
}

/* Then the matrix scrolls, and type that people at the other end can read goes no smaller. */
static void long_sentences_keep_large_type_and_have_their_lines(void **state)
{
    as_view *view = *state;
    show_words(view, 44);
    drive_key(view, AS_KEY_F11, 0);
    assert_true(drive_number(view, "zoom") > 1.1);
    assert_false(every_row_is_seen(view));
    assert_true(drive_says(view, "schluss")); /* in the translation: its row is below */
}

/* By the window manager: then nobody presents any more. */
static void it_ends_with_the_whole_screen(void **state)
{
    as_view *view = *state;
    as_input smaller = {.kind = AS_INPUT_RESIZE, .width = 1280, .height = 800, .uncovered = true};
    show_words(view, 5);
    as_view_input(view, &smaller); /* it does not present */
    assert_true(drive_number(view, "zoom") == 1);
    drive_key(view, AS_KEY_F11, 0);
    drive_resize(view, 1440, 900);
    assert_true(as_view_is_presenting(view));
    as_view_input(view, &smaller);
    assert_false(as_view_is_presenting(view));
    assert_true(drive_number(view, "zoom") == 1);
    drive_key(view, AS_KEY_F11, 0); /* one press is enough to begin again */
    assert_true(as_view_is_presenting(view));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(short_sentences_have_the_largest_type),
        TEST(rows_fit_by_smaller_type),
        TEST(it_ends_with_the_whole_screen),
        TEST(long_sentences_keep_large_type_and_have_their_lines),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
