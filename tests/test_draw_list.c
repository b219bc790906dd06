/* The draw list: commands keep what they were given, memory is reused, text is exact. */
#include "view/draw_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const as_rgba red = {255, 0, 0, 255};

static char *printed(const as_draw_list *list)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    as_draw_print(list, out);
    fclose(out);
    return text;
}

static void every_command_prints_as_one_line(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){1, 2, 3, 4}, 5, red);
    as_draw_outline(&list, (as_box){1, 2, 3, 4}, 0, 2, (as_rgba){0, 1, 2, 128});
    as_draw_line(&list, 10, 20, 13, 18, 1, red);
    const float points[] = {1, 2, 3, 2, 3, 5};
    as_draw_polyline(&list, points, 3, 1.5f, red);
    as_draw_polyline(&list, points, 1, 1.5f, red); /* a point is no line */
    as_draw *d = as_draw_text(&list, 7, 8, AS_FONT_BOLD, 14, red, "a\"é\n", 5);
    d->angle = 45;
    d->max_width = 90;
    d->align = AS_ALIGN_RIGHT;
    as_rgba *cells = as_draw_cells(&list, (as_box){0, 0, 20, 10}, 1, 2, 1, red);
    cells[0] = (as_rgba){1, 1, 1, 255};
    cells[1] = (as_rgba){2, 2, 2, 255};
    as_draw_clip(&list, (as_box){0, 0, -5, 9});
    as_draw_clip_none(&list);
    as_draw_layer(&list);
    char *text = printed(&list);
    assert_string_equal(text, "rect 1.0 2.0 3.0 4.0 radius 5.0 #ff0000\n"
                              "outline 1.0 2.0 3.0 4.0 radius 0.0 width 2.0 #00010280\n"
                              "line 10.0 20.0 to 13.0 18.0 width 1.0 #ff0000\n"
                              "line 1.0 2.0 to 3.0 2.0 width 1.5 round #ff0000\n"
                              "line 3.0 2.0 to 3.0 5.0 width 1.5 round #ff0000\n"
                              "text 7.0 8.0 bold 14.0 right angle 45.0 max 90.0 #ff0000 "
                              "\"a\\\"é\\x0a\"\n"
                              "cells 0.0 0.0 20.0 10.0 1x2 gap 1.0 #ff0000\n"
                              "    #010101 #020202\n"
                              "clip 0.0 0.0 0.0 9.0\n"
                              "clip none\n"
                              "layer\n");
    free(text);
    as_draw_finish(&list);
}

static void a_reset_list_keeps_its_memory(void **state)
{
    (void)state;
    as_draw_list list = {0};
    for (int k = 0; k < 1000; k++) {
        as_draw_rect(&list, (as_box){0}, 0, red);
        as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 12, red, "word", 4);
    }
    assert_non_null(as_draw_cells(&list, (as_box){0}, 30, 40, 0, red));
    size_t capacity = list.capacity, text = list.text_capacity, colours = list.colours_capacity;
    as_draw_reset(&list);
    assert_int_equal(list.n, 0);
    for (int k = 0; k < 1000; k++) {
        as_draw_rect(&list, (as_box){0}, 0, red);
        as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 12, red, "word", 4);
    }
    assert_non_null(as_draw_cells(&list, (as_box){0}, 30, 40, 0, red));
    assert_int_equal(list.capacity, capacity);
    assert_int_equal(list.text_capacity, text);
    assert_int_equal(list.colours_capacity, colours);
    assert_false(list.failed);
    as_draw_finish(&list);
}

static void text_and_cells_stay_apart(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 12, red, "one", 3);
    as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 12, red, "", 0);
    as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 12, red, "three", 5);
    assert_memory_equal(list.text + list.items[2].text, "three", 5);
    assert_int_equal(list.items[1].text_len, 0);
    as_draw_cells(&list, (as_box){0}, 2, 2, 0, red);
    as_draw_cells(&list, (as_box){0}, 3, 1, 0, red);
    assert_int_equal(list.items[4].cells, 4);
    assert_int_equal(list.n_colours, 7);
    as_draw_finish(&list);
}

static void a_size_that_wraps_marks_the_list(void **state)
{
    (void)state;
    as_draw_list list = {0};
    assert_null(as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 12, red, "x", (size_t)-1));
    assert_true(list.failed);
    as_draw_reset(&list);
    assert_false(list.failed);
    as_draw_finish(&list);
}

static as_box last_clip(const as_draw_list *list)
{
    assert_int_equal(list->items[list->n - 1].tag, AS_DRAW_CLIP);
    return list->items[list->n - 1].box;
}

static void assert_box(as_box got, float x, float y, float w, float h)
{
    assert_true(got.x == x && got.y == y && got.w == w && got.h == h);
}

static void clips_nest(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw_clip(&list, (as_box){0, 0, 100, 50});
    as_draw_clip(&list, (as_box){80, 40, 100, 50});
    assert_box(last_clip(&list), 80, 40, 20, 10);
    as_draw_clip(&list, (as_box){200, 200, 5, 5}); /* nothing is in both */
    assert_true(last_clip(&list).w == 0 || last_clip(&list).h == 0);
    as_draw_clip_none(&list);
    assert_box(last_clip(&list), 80, 40, 20, 10);
    as_draw_clip_none(&list);
    assert_box(last_clip(&list), 0, 0, 100, 50);
    as_draw_clip_none(&list);
    assert_true(last_clip(&list).w < 0);
    for (int k = 0; k < 3 * AS_DRAW_CLIPS; k++) /* deeper than it goes */
        as_draw_clip(&list, (as_box){0, 0, 10, 10});
    assert_box(last_clip(&list), 0, 0, 10, 10);
    as_draw_reset(&list);
    as_draw_clip(&list, (as_box){3, 4, 5, 6});
    assert_box(last_clip(&list), 3, 4, 5, 6);
    as_draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_prints_as_one_line),
        cmocka_unit_test(a_reset_list_keeps_its_memory),
        cmocka_unit_test(text_and_cells_stay_apart),
        cmocka_unit_test(clips_nest),
        cmocka_unit_test(a_size_that_wraps_marks_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
