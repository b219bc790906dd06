/* The size of the text, as far as the window has room for it, and what gives way in a small one. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/control.h"

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, "eins zwei drei vier fünf", "un deux trois quatre cinq");
    return 0;
}

static bool unpack(const json_t *box, as_box *out)
{
    double x, y, w, h;
    if (json_unpack((json_t *)box, "{s:F,s:F,s:F,s:F}", "x", &x, "y", &y, "w", &w, "h", &h) != 0)
        return false;
    *out = (as_box){(float)x, (float)y, (float)w, (float)h};
    return true;
}

/* Are all controls inside the window, and none on another? Those of the panel's content scroll. */
static void assert_apart(as_view *view, float width, float height)
{
    json_t *dump = drive_dump(view), *controls = json_object_get(dump, "controls");
    as_box boxes[AS_N_CONTROLS];
    int n = 0;
    for (int c = 0; c < AS_N_CONTROLS; c++) {
        const as_control_spec *spec = as_control_lookup((as_control)c);
        as_box box;
        if (spec->group == AS_GROUP_PANEL || !unpack(json_object_get(controls, spec->name), &box))
            continue;
        if (box.x < 0 || box.y < 0 || box.x + box.w > width || box.y + box.h > height)
            fail_msg("%s leaves the window of %g x %g", spec->name, width, height);
        for (int k = 0; k < n; k++)
            if (box.x < boxes[k].x + boxes[k].w && boxes[k].x < box.x + box.w &&
                box.y < boxes[k].y + boxes[k].h && boxes[k].y < box.y + box.h)
                fail_msg("%s lies on another at %g x %g", spec->name, width, height);
        boxes[n++] = box;
    }
    assert_true(n > 8);
    json_decref(dump);
}

static void the_text_is_as_large_as_the_window_has_room_for(void **state)
{
    static const float sizes[][2] = {{800, 500}, {1280, 500}, {1920, 320}, {480, 320}, {640, 400}};
    as_view *view = *state;
    for (int notch = 0; notch <= 9; notch++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            drive_resize(view, sizes[k][0], sizes[k][1]);
            assert_apart(view, sizes[k][0], sizes[k][1]);
            assert_true(drive_number(view, "controls.model.w") > 60);
            assert_true(drive_number(view, "map.cells.h") > 20);
        }
        drive_resize(view, 1920, 1200);
        drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    }
}

static void the_wish_comes_back_when_the_window_grows(void **state)
{
    as_view *view = *state;
    for (int k = 0; k < 6; k++)
        drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    double wish = drive_number(view, "zoom");
    assert_true(wish > 1.7);
    drive_resize(view, 800, 500);
    assert_true(drive_number(view, "zoom") == 1.25);
    drive_resize(view, 1280, 800);
    assert_true(drive_number(view, "zoom") == wish);
}

/* The keys go on from what is drawn, and say so where they lead nowhere. */
static void keys_step_from_the_size_that_is_drawn(void **state)
{
    as_view *view = *state;
    for (int k = 0; k < 6; k++)
        drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    double wish = drive_number(view, "zoom");
    drive_resize(view, 800, 500);
    drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    assert_true(drive_says(view, "the window has no room for larger text"));
    drive_resize(view, 1280, 800);
    assert_true(drive_number(view, "zoom") == wish);
    drive_resize(view, 800, 500);
    drive_key(view, AS_KEY_MINUS, AS_MOD_CTRL);
    double smaller = drive_number(view, "zoom");
    assert_true(smaller > 1.2 && smaller < 1.25);
    drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    assert_true(drive_number(view, "zoom") == 1.25);
}

/* First the program's name, then buttons that have a key. */
static void a_narrow_header_keeps_the_model(void **state)
{
    as_view *view = *state;
    assert_true(drive_says(view, "lphascope"));
    drive_resize(view, 480, 320);
    assert_false(drive_says(view, "lphascope"));
    json_t *dump = drive_dump(view), *controls = json_object_get(dump, "controls");
    as_box box;
    assert_true(unpack(json_object_get(controls, "model"), &box));
    assert_true(unpack(json_object_get(controls, "help"), &box));
    assert_false(unpack(json_object_get(controls, "language"), &box));
    json_decref(dump);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_text_is_as_large_as_the_window_has_room_for),
        TEST(the_wish_comes_back_when_the_window_grows),
        TEST(keys_step_from_the_size_that_is_drawn),
        TEST(a_narrow_header_keeps_the_model),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
