/* The window's behaviour, driven by events: what it asks for, what it shows, what it keeps. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/control.h"

static const char source[] = "The agreement on the area was signed .";
static const char target[] = "L' accord sur la zone a été signé .";

static void every_change_of_text_asks_for_a_translation(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_type(view, "a");
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.text_len, 1);
    assert_memory_equal(request.text, "a", 2);
    assert_int_equal(request.model, 0);
    uint64_t first = request.generation;
    drive_type(view, "b");
    drive_key(view, AS_KEY_BACKSPACE, 0);
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_true(request.generation > first);
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request)); /* the newest alone */
    drive_key(view, AS_KEY_LEFT, 0);
    drive_key(view, AS_KEY_BACKSPACE, 0); /* nothing to erase */
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request));
}

static void a_stale_result_is_dropped(void **state)
{
    as_view *view = *state;
    as_request old, new;
    drive_type(view, "a");
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &old));
    drive_type(view, "b");
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &new));
    as_view_result result = {.generation = old.generation,
                             .translation = fake_translation("a", "A", false)};
    assert_false(as_view_set_translation(view, &result));
    assert_null(as_view_translation(view));
    result.generation = new.generation;
    result.translation = fake_translation("ab", "AB", false);
    assert_true(as_view_set_translation(view, &result));
    assert_ptr_equal(as_view_translation(view), result.translation);
    result.translation = fake_translation("ab", "AB", false); /* answered already */
    assert_false(as_view_set_translation(view, &result));
}

static void old_cells_stay_until_the_new_ones_and_go_with_the_text(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    drive_type(view, "x");
    assert_non_null(as_view_translation(view)); /* no flicker while decoding */
    assert_true(drive_says(view, "decoded in 6.1 ms"));
    assert_false(drive_says(view, "decoding…"));
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_type(view, "  "); /* only spaces */
    assert_null(as_view_translation(view));
    assert_true(drive_says(view, "Only spaces so far"));
    as_request request;
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    drive_key(view, AS_KEY_BACKSPACE, AS_MOD_CTRL);
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DELETE, 0);
    assert_true(drive_says(view, "Type a sentence to see its alignment"));
}

static void a_slow_decode_is_announced(void **state)
{
    as_view *view = *state;
    as_draw_list list = {0};
    drive_show(view, source, target);
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_TEXT, .text = "x", .text_len = 1, .time_ms = 1000});
    assert_true(as_view_frame(view, 1005, &list, NULL));
    uint64_t due = as_view_next_frame_ms(view);
    assert_true(due > 1005 && due <= 1500);
    assert_true(as_view_needs_frame(view, due));
    assert_true(as_view_frame(view, due, &list, NULL));
    size_t said = 0;
    for (size_t k = 0; k < list.n; k++)
        said += list.items[k].tag == AS_DRAW_TEXT &&
                list.items[k].text_len == strlen("decoding…") &&
                memcmp(list.text + list.items[k].text, "decoding…", strlen("decoding…")) == 0;
    assert_int_equal(said, 1);
    as_draw_finish(&list);
    drive_answer(view, fake_translation(source, target, false));
    assert_true(drive_says(view, "decoded in 6.1 ms"));
}

/* Is the heatmap under a translucent rectangle of the ground's colour? */
static bool is_dimmed(as_view *view, uint64_t now_ms)
{
    as_draw_list list = {0};
    bool layer = false, dimmed = false;
    assert_true(as_view_frame(view, now_ms, &list, NULL));
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        layer = layer || d->tag == AS_DRAW_LAYER;
        dimmed = dimmed || (layer && d->tag == AS_DRAW_RECT && d->box.w >= 1280 &&
                            d->colour.a > 128 && d->colour.a < 255);
    }
    as_draw_finish(&list);
    return dimmed;
}

static void an_outdated_result_is_dimmed_and_dead(void **state)
{
    as_view *view = *state;
    float x, y;
    drive_show(view, source, target);
    drive_cell_middle(view, 2, 3, &x, &y);
    drive_click(view, x, y, 900);
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_TEXT, .text = "x", .text_len = 1, .time_ms = 1000});
    assert_false(is_dimmed(view, 1000)); /* a quick decode does not flicker */
    assert_false(is_dimmed(view, 1199));
    assert_true(is_dimmed(view, 1200));
    drive_move(view, x + 1, y);
    drive_assert_cell(view, "hover", -1, -1);
    json_t *dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(dump, "tooltip")));
    json_decref(dump);
    drive_click(view, x, y, 5000); /* would let go of the pin */
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_RIGHT, 0);
    drive_assert_cell(view, "pin", 2, 3);
    assert_true(is_dimmed(view, 6000));
    drive_answer(view, fake_translation(source, target, false));
    assert_false(is_dimmed(view, 6001));
    drive_move(view, x + 1, y);
    drive_assert_cell(view, "hover", 2, 3);
    dump = drive_dump(view);
    assert_false(json_is_null(json_object_get(dump, "tooltip")));
    json_decref(dump);
}

static void a_failed_decode_says_why(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    drive_type(view, "x");
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    as_view_result result = {.generation = request.generation, .message = "too long by 3 words"};
    assert_true(as_view_set_translation(view, &result));
    assert_null(as_view_translation(view));
    assert_true(drive_says(view, "too long by 3 words"));
    drive_key(view, AS_KEY_BACKSPACE, 0);
    assert_false(drive_says(view, "too long by 3 words"));
}

static void only_unknown_words_are_called_so(void **state)
{
    as_view *view = *state;
    drive_show(view, "?qwx ?zzy", "?qwx");
    assert_true(drive_says(view, "The model knows none of these words"));
    drive_show(view, "?qwx house", "?qwx");
    assert_false(drive_says(view, "The model knows none of these words"));
}

static void typing_anywhere_goes_to_the_field(void **state)
{
    as_view *view = *state;
    drive_show(view, "Hi", "Salut");
    drive_focus(view, "heatmap");
    drive_type(view, " "); /* space plays; it is not typed */
    drive_assert_source(view, "Hi");
    drive_type(view, "!");
    drive_assert_focus(view, "field");
    drive_assert_source(view, "Hi!");
    drive_focus(view, "heatmap");
    drive_letter(view, 'Z', AS_MOD_CTRL); /* from the heatmap */
    drive_assert_source(view, "Hi");
    drive_key(view, AS_KEY_TAB, AS_MOD_SHIFT);
    drive_assert_focus(view, "help");
    drive_letter(view, 'Y', AS_MOD_CTRL); /* from a button */
    drive_assert_source(view, "Hi!");
    drive_key(view, AS_KEY_F1, 0);
    drive_type(view, "not under the list of keys");
    drive_assert_source(view, "Hi!");
    assert_false(as_view_wants_text(view));
}

/* Names of what can have the focus: the fields, the card, every control that has a place. */
static int all_that_is_there(as_view *view, const char *names[3 + AS_N_CONTROLS])
{
    json_t *dump = drive_dump(view), *controls = json_object_get(dump, "controls");
    int n = 0;
    names[n++] = "field";
    names[n++] = "target";
    names[n++] = "heatmap";
    for (int c = 0; c < AS_N_CONTROLS; c++) {
        const char *name = as_control_lookup((as_control)c)->name;
        assert_non_null(json_object_get(controls, name));
        if (json_is_object(json_object_get(controls, name)))
            names[n++] = name;
    }
    json_decref(dump);
    return n;
}

static void tab_walks_round(void **state)
{
    as_view *view = *state;
    const char *names[3 + AS_N_CONTROLS];
    drive_show(view, "Hi", "Salut");
    int n = all_that_is_there(view, names);
    assert_true(n > 16);
    for (int k = 0; k <= n; k++) {
        drive_assert_focus(view, names[k % n]);
        drive_key(view, AS_KEY_TAB, 0);
    }
    for (int k = n; k >= 0; k--) {
        drive_key(view, AS_KEY_TAB, AS_MOD_SHIFT);
        drive_assert_focus(view, names[k % n]);
    }
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_key(view, AS_KEY_DELETE, 0);
    drive_key(view, AS_KEY_TAB, 0); /* without a heatmap */
    drive_assert_focus(view, "sentences");
}

static void a_model_is_chosen_by_keyboard(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_show(view, source, target);
    drive_focus(view, "model");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(drive_says(view, "Models found"));
    assert_true(drive_says(view, "BLEU 41")); /* what is known about the model at hand */
    as_view_set_language(view, AS_LANGUAGE_ZH);
    assert_true(drive_says(view, "BLEU 值 41"));
    as_view_set_language(view, AS_LANGUAGE_EN);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_null(as_view_translation(view)); /* another model's cells */
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_int_equal(request.model, 1);
    assert_true(drive_take(view, AS_REQUEST_OPEN_MODEL, &request));
    assert_int_equal(request.model, 1);
}

static void menus_work_with_the_pointer(void **state)
{
    as_view *view = *state;
    char name[32];
    float x = (float)drive_number(view, "controls.colours.x") + 5;
    float y = (float)drive_number(view, "controls.colours.y") + 5;
    drive_click(view, x, y, 1000);
    float row = (float)drive_number(view, "menu.row_h");
    float top = (float)drive_number(view, "menu.box.y");
    drive_move(view, x, top + 2.5f * row);
    drive_click(view, x, top + 2.7f * row, 2000); /* heading, ink, viridis */
    assert_string_equal(drive_string(view, "colormap", name, sizeof name), "viridis");
    drive_click(view, x, y, 3000);
    drive_click(view, 400, 700, 4000); /* beside it: closes */
    json_t *dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(dump, "menu")));
    json_decref(dump);
    drive_click(view, x, y, 5000);
    drive_click(view, x, y, 6000); /* its button again: closes */
    dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(dump, "menu")));
    json_decref(dump);
}

static void the_matrix_and_the_translation_are_copied(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_letter(view, 'C', AS_MOD_CTRL | AS_MOD_SHIFT);
    assert_false(drive_take(view, AS_REQUEST_COPY, &request)); /* nothing yet */
    drive_show(view, "Hi you", "Salut");
    drive_focus(view, "heatmap");
    drive_letter(view, 'C', AS_MOD_CTRL);
    assert_true(drive_take(view, AS_REQUEST_COPY, &request));
    const char head[] = "\tHi\tyou\t</s>\nSalut\t0.";
    assert_true(request.text_len > sizeof head);
    assert_memory_equal(request.text, head, sizeof head - 1);
    drive_letter(view, 'C', AS_MOD_CTRL | AS_MOD_SHIFT);
    assert_true(drive_take(view, AS_REQUEST_COPY, &request));
    assert_string_equal(request.text, "Salut");
}

static void the_clipboard_serves_the_field(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_type(view, "one two");
    drive_key(view, AS_KEY_LEFT, AS_MOD_CTRL | AS_MOD_SHIFT);
    drive_letter(view, 'C', AS_MOD_CTRL);
    assert_true(drive_take(view, AS_REQUEST_COPY, &request));
    assert_string_equal(request.text, "two");
    drive_letter(view, 'X', AS_MOD_CTRL);
    assert_true(drive_take(view, AS_REQUEST_COPY, &request));
    drive_assert_source(view, "one ");
    drive_letter(view, 'V', AS_MOD_CTRL);
    assert_true(drive_take(view, AS_REQUEST_PASTE, &request));
    drive_paste(view, "three\nfour");
    drive_assert_source(view, "one three four");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_assert_source(view, "one ");
}

static void clicks_place_the_caret_and_select(void **state)
{
    as_view *view = *state;
    drive_type(view, "one two three");
    float x = (float)drive_number(view, "field.x") + 14; /* padding */
    float y = (float)drive_number(view, "field.y") + 20;
    drive_click(view, x + 9 * 5.4f, y, 1000); /* 9 pixels a character at 18 */
    assert_int_equal((int)drive_number(view, "caret"), 5);
    drive_click(view, x + 9 * 5.4f, y, 1200); /* double */
    assert_int_equal((int)drive_number(view, "anchor"), 4);
    assert_int_equal((int)drive_number(view, "caret"), 7);
    drive_click(view, x + 9 * 5.4f, y, 1400); /* triple */
    assert_int_equal((int)drive_number(view, "anchor"), 0);
    assert_int_equal((int)drive_number(view, "caret"), 13);
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_PRESS, .x = x, .y = y, .time_ms = 9000});
    drive_move(view, x + 9 * 3, y + 300); /* drags out of the field */
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_RELEASE, .x = x, .y = y});
    drive_move(view, x + 90, y);
    assert_int_equal((int)drive_number(view, "anchor"), 0);
    assert_int_equal((int)drive_number(view, "caret"), 3);
}

static void the_caret_stays_in_view_of_a_long_text(void **state)
{
    as_view *view = *state;
    for (int k = 0; k < 300; k++)
        drive_type(view, "word ");
    double x = drive_number(view, "field.x"), w = drive_number(view, "field.w");
    static const as_key keys[] = {AS_KEY_HOME, AS_KEY_END, AS_KEY_LEFT, AS_KEY_RIGHT};
    for (int k = 0; k < 400; k++) {
        drive_key(view, keys[k % 4], k % 3 ? AS_MOD_CTRL : 0);
        as_draw_list list = {0};
        drive_frame(view, &list);
        as_draw_finish(&list);
        as_box caret = as_view_caret_box(view);
        assert_true((double)caret.x >= x && (double)(caret.x + caret.w) <= x + w);
    }
}

static void a_composition_is_shown_and_committed(void **state)
{
    as_view *view = *state;
    char got[64];
    as_request request;
    drive_type(view, "a");
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    drive_compose(view, "ni", 2);
    assert_true(drive_says(view, "ani"));
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request)); /* it is not text yet */
    drive_key(view, AS_KEY_BACKSPACE, 0);                           /* the input method's */
    drive_assert_source(view, "a");
    drive_type(view, "你");
    drive_assert_source(view, "a你");
    assert_string_equal(drive_string(view, "composition", got, sizeof got), "");
}

static void the_language_changes_at_once(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    assert_true(drive_says(view, "Translation"));
    drive_key(view, AS_KEY_F5, 0);
    assert_true(drive_says(view, "译文"));
    assert_false(drive_says(view, "Translation"));
    assert_true(drive_says(view, "解码用时 6.1 ms"));
}

static void keys_change_theme_map_range_and_size(void **state)
{
    as_view *view = *state;
    char name[32];
    drive_key(view, AS_KEY_F2, 0);
    assert_string_equal(drive_string(view, "theme", name, sizeof name), "dark");
    drive_key(view, AS_KEY_F3, 0);
    assert_string_equal(drive_string(view, "colormap", name, sizeof name), "viridis");
    drive_key(view, AS_KEY_F4, 0);
    assert_true(drive_number(view, "range") == AS_RANGE_ROW_MAX);
    double before = drive_number(view, "field.h");
    drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    assert_true(drive_number(view, "field.h") > before);
    drive_key(view, AS_KEY_MINUS, AS_MOD_CTRL);
    assert_true(drive_number(view, "field.h") == before);
    for (int k = 0; k < 50; k++)
        drive_key(view, AS_KEY_MINUS, AS_MOD_CTRL);
    assert_true(drive_number(view, "zoom") >= 0.5);
    drive_key(view, AS_KEY_0, AS_MOD_CTRL);
    assert_true(drive_number(view, "zoom") == 1);
}

static void undo_takes_back_text_and_settings_in_their_order(void **state)
{
    as_view *view = *state;
    char name[32];
    drive_type(view, "a");
    drive_key(view, AS_KEY_F2, 0); /* dark */
    drive_type(view, "b");         /* a step of its own: the theme changed in between */
    drive_key(view, AS_KEY_F3, 0); /* viridis */
    drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(drive_number(view, "zoom") == 1);
    assert_string_equal(drive_string(view, "colormap", name, sizeof name), "viridis");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_string_equal(drive_string(view, "colormap", name, sizeof name), "ink");
    drive_assert_source(view, "ab");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_assert_source(view, "a");
    assert_string_equal(drive_string(view, "theme", name, sizeof name), "dark");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_string_equal(drive_string(view, "theme", name, sizeof name), "light");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_assert_source(view, "");
    for (int k = 0; k < 4; k++)
        drive_letter(view, 'Y', AS_MOD_CTRL);
    drive_assert_source(view, "ab");
    assert_string_equal(drive_string(view, "theme", name, sizeof name), "dark");
    assert_string_equal(drive_string(view, "colormap", name, sizeof name), "viridis");
    assert_true(drive_number(view, "zoom") == 1);
    drive_type(view, "c"); /* another way: there is nothing to redo */
    drive_letter(view, 'Z', AS_MOD_CTRL | AS_MOD_SHIFT);
    assert_true(drive_number(view, "zoom") == 1);
}

static void without_models_nothing_is_asked(void **state)
{
    (void)state;
    as_view *view;
    as_request request;
    assert_true(as_view_new(&fixed_metrics, &view, NULL));
    drive_type(view, "Hello");
    assert_false(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_true(drive_says(view, "No model is loaded"));
    as_view_model model = {.name = "m"};
    assert_true(as_view_set_models(view, &model, 1, 0, NULL)); /* then the text is sent */
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    assert_string_equal(request.text, "Hello");
    drive_letter(view, 'Q', AS_MOD_CTRL);
    assert_true(drive_take(view, AS_REQUEST_QUIT, &request));
    as_view_free(view);
    as_view_free(NULL);
}

/* The conversions of a format in their order, flags and all; a percent sign at the end is none. */
static void conversions(const char *format, char *out)
{
    for (const char *p = format; (p = strchr(p, '%')) && p[1]; p += 2)
        out = strncpy(out, p, 2) + 2;
    *out = '\0';
}

static void both_languages_say_the_same(void **state)
{
    (void)state;
    char en[32], zh[32];
    for (int k = 0; k < AS_N_STRINGS; k++) {
        assert_true(as_str(AS_LANGUAGE_EN, (as_string)k)[0]);
        assert_true(as_str(AS_LANGUAGE_ZH, (as_string)k)[0]);
        conversions(as_str(AS_LANGUAGE_EN, (as_string)k), en);
        conversions(as_str(AS_LANGUAGE_ZH, (as_string)k), zh);
        assert_string_equal(en, zh);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, drive_set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_change_of_text_asks_for_a_translation),
        TEST(a_stale_result_is_dropped),
        TEST(old_cells_stay_until_the_new_ones_and_go_with_the_text),
        TEST(a_slow_decode_is_announced),
        TEST(an_outdated_result_is_dimmed_and_dead),
        TEST(a_failed_decode_says_why),
        TEST(only_unknown_words_are_called_so),
        TEST(typing_anywhere_goes_to_the_field),
        TEST(tab_walks_round),
        TEST(a_model_is_chosen_by_keyboard),
        TEST(menus_work_with_the_pointer),
        TEST(the_matrix_and_the_translation_are_copied),
        TEST(the_clipboard_serves_the_field),
        TEST(clicks_place_the_caret_and_select),
        TEST(the_caret_stays_in_view_of_a_long_text),
        TEST(a_composition_is_shown_and_committed),
        TEST(the_language_changes_at_once),
        TEST(keys_change_theme_map_range_and_size),
        TEST(undo_takes_back_text_and_settings_in_their_order),
        cmocka_unit_test(without_models_nothing_is_asked),
        cmocka_unit_test(both_languages_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
