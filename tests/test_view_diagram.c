/* The step's diagram in the window: what the pointer is told there. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "view/play.h"

enum { S = 9, T = 4 }; /* columns; the step on show, from 1 */

static int set_up(void **state)
{
    *state = drive_new();
    drive_show(*state, "The agreement on the area was signed .",
               "L' accord sur zone a été signé .");
    return 0;
}

static as_box box_of(as_view *view, const char *path)
{
    static const char *const parts[] = {"x", "y", "w", "h"};
    float b[4];
    char part[64];
    for (int k = 0; k < 4; k++) {
        snprintf(part, sizeof part, "%s.%s", path, parts[k]);
        b[k] = (float)drive_number(view, part);
    }
    return (as_box){b[0], b[1], b[2], b[3]};
}

/* It would cover the sum that makes c, and name the word before its stage. */
static void a_pin_has_no_tooltip_over_the_diagram(void **state)
{
    as_view *view = *state;
    float x, y;
    drive_cell_middle(view, 2, 3, &x, &y);
    drive_move(view, x, y);
    drive_click(view, x, y, 0);
    drive_move(view, 1, 1);
    drive_assert_cell(view, "pin", 2, 3);
    assert_true(drive_has_tooltip(view));
    drive_key(view, AS_KEY_F7, 0);
    assert_false(drive_has_tooltip(view));
    drive_key(view, AS_KEY_F7, 0);
    assert_true(drive_has_tooltip(view));
}

/* Does a text inside a box begin like this? */
static bool box_says(as_view *view, as_box box, const char *start)
{
    as_draw_list list = {0};
    bool said = false;
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        said = said ||
               (d->tag == AS_DRAW_TEXT && d->box.x >= box.x && d->box.x < box.x + box.w &&
                d->box.y >= box.y && d->box.y < box.y + box.h && d->text_len >= strlen(start) &&
                memcmp(list.text + d->text, start, strlen(start)) == 0);
    }
    as_draw_finish(&list);
    return said;
}

/* Through the stages of a step, with the pointer on a column. */
static void a_column_tells_what_its_stage_knows(void **state)
{
    as_view *view = *state;
    drive_key(view, AS_KEY_F7, 0);
    for (int t = 1; t < T; t++)
        drive_key(view, AS_KEY_DOWN, 0);
    as_box bars = box_of(view, "diagram.bars");
    float column_w = (float)drive_number(view, "diagram.column_w");
    for (int stage = 0; stage < AS_N_STAGES; stage++) {
        drive_move(view, bars.x + 4.5f * column_w, bars.y + 5 + (float)stage);
        drive_assert_cell(view, "hover", T - 1, 4);
        if (stage == AS_STAGE_QUERY) {
            assert_false(drive_has_tooltip(view));
            drive_key(view, AS_KEY_RIGHT, 0);
            continue;
        }
        as_box tip = box_of(view, "tooltip");
        assert_true(box_says(view, tip, stage == AS_STAGE_WORD ? "zone ← area" : "area"));
        assert_int_equal(box_says(view, tip, "zone"), stage == AS_STAGE_WORD);
        assert_int_equal(box_says(view, tip, "P(zone)"), stage == AS_STAGE_WORD);
        assert_true(box_says(view, tip, "score e₄,₅") && box_says(view, tip, "rank"));
        assert_int_equal(box_says(view, tip, "attention α₄,₅"), stage >= AS_STAGE_WEIGHTS);
        assert_int_equal(box_says(view, tip, "row entropy"), stage >= AS_STAGE_WEIGHTS);
        assert_true(box_says(view, tip, "place"));
        drive_key(view, AS_KEY_RIGHT, 0);
    }
}

static bool overlap(as_box a, as_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/* In a large and in a small window it covers none of the boxes, and not the line of its column. */
static void a_column_s_tooltip_leaves_the_picture_free(void **state)
{
    as_view *view = *state;
    static const char *const nodes[] = {"s_before", "y_before", "c", "s", "y"};
    static const float sizes[][2] = {{1440, 900}, {800, 500}};
    drive_key(view, AS_KEY_F7, 0);
    for (int size = 0; size < 2; size++) {
        drive_resize(view, sizes[size][0], sizes[size][1]);
        drive_key(view, AS_KEY_HOME, 0);
        for (int stage = AS_STAGE_SCORES; stage < AS_N_STAGES; stage++) {
            drive_key(view, AS_KEY_RIGHT, 0);
            as_box bars = box_of(view, "diagram.bars"), c = box_of(view, "diagram.c");
            float column_w = (float)drive_number(view, "diagram.column_w");
            for (int i = 0; i < S; i++) {
                float x = bars.x + ((float)i + 0.5f) * column_w;
                drive_move(view, x, bars.y + 5);
                drive_assert_cell(view, "hover", 0, i);
                as_box tip = box_of(view, "tooltip");
                for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
                    char path[32];
                    snprintf(path, sizeof path, "diagram.%s", nodes[k]);
                    assert_false(overlap(tip, box_of(view, path)));
                }
                float from = bars.y + bars.h + 30;
                for (float at = 0; stage >= AS_STAGE_CONTEXT && at <= 1; at += 0.02f) {
                    as_box dot = {x + (c.x + c.w / 2 - x) * at, from + (c.y - from) * at, 1, 1};
                    assert_false(overlap(tip, dot));
                }
            }
        }
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_pin_has_no_tooltip_over_the_diagram),
        TEST(a_column_tells_what_its_stage_knows),
        TEST(a_column_s_tooltip_leaves_the_picture_free),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
