#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

as_view *drive_new(void)
{
    static const as_card_figure figures[] = {{"bleu", "eval test.tsv", 41.234},
                                             {"unheard_of", "", -3}};
    const as_view_model models[] = {
        {.name = "English → French",
         .score = "additive · Bahdanau 2015",
         .card = "Tatoeba\nBLEU 41",
         .chinese_name = "英语 → 法语",
         .chinese_score = "加性注意力 · Bahdanau 2015",
         .chinese_card = "Tatoeba\nBLEU 值 41",
         .path = "/models/eng-fra.safetensors",
         .about = &fake_about,
         .figures = figures,
         .n_figures = 2},
        {.name = "dates", .score = "additive · Bahdanau 2015"},
    };
    as_view *view;
    as_error err = {0};
    if (!as_view_new(&fixed_metrics, &view, &err) || !as_view_set_models(view, models, 2, 0, &err))
        fail_msg("%s", err.message);
    return view;
}

int drive_set_up(void **state)
{
    *state = drive_new();
    return 0;
}

int drive_tear_down(void **state)
{
    as_view_free(*state);
    return 0;
}

void drive_key(as_view *view, as_key key, unsigned mods)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_KEY, .key = key, .mods = mods});
}

void drive_letter(as_view *view, char letter, unsigned mods)
{
    drive_key(view, (as_key)(AS_KEY_A + (letter - 'A')), mods);
}

void drive_type(as_view *view, const char *text)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_TEXT, .text = text, .text_len = strlen(text)});
}

void drive_paste(as_view *view, const char *text)
{
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_PASTE, .text = text, .text_len = strlen(text)});
}

void drive_compose(as_view *view, const char *text, size_t caret)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_COMPOSITION,
                                    .text = text,
                                    .text_len = strlen(text),
                                    .caret = caret});
}

void drive_move(as_view *view, float x, float y)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_MOVE, .x = x, .y = y});
}

void drive_press(as_view *view, float x, float y, unsigned mods)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_PRESS, .x = x, .y = y, .mods = mods});
}

void drive_release(as_view *view, float x, float y)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_RELEASE, .x = x, .y = y});
}

void drive_click(as_view *view, float x, float y, uint64_t at_ms)
{
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_MOUSE_PRESS, .x = x, .y = y, .time_ms = at_ms});
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_MOUSE_RELEASE, .x = x, .y = y, .time_ms = at_ms});
}

void drive_wheel(as_view *view, float x, float y, unsigned mods)
{
    as_view_input(view,
                  &(as_input){.kind = AS_INPUT_WHEEL, .wheel_x = x, .wheel_y = y, .mods = mods});
}

void drive_resize(as_view *view, float width, float height)
{
    as_view_input(view, &(as_input){.kind = AS_INPUT_RESIZE, .width = width, .height = height});
}

bool drive_take(as_view *view, as_request_kind kind, as_request *out)
{
    as_request request;
    while (as_view_take_request(view, &request)) {
        if (request.kind == kind) {
            *out = request;
            return true;
        }
    }
    return false;
}

static void answer(as_view *view, as_translation *translation, as_trace *trace, as_beam_tree *tree,
                   const as_config *config)
{
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    as_view_result result = {.generation = request.generation,
                             .translation = translation,
                             .trace = trace,
                             .tree = tree,
                             .config = config,
                             .decode_ms = 6.14};
    translation->temperature = request.temperature;
    assert_true(as_view_set_translation(view, &result));
}

void drive_answer(as_view *view, as_translation *translation)
{
    answer(view, translation, NULL, NULL, &fake_config);
}

void drive_answer_traced(as_view *view, as_translation *translation, const as_config *config)
{
    answer(view, translation, fake_trace(translation), fake_tree(translation), config);
}

void drive_show(as_view *view, const char *source, const char *target)
{
    assert_true(as_view_set_source(view, source, strlen(source), NULL));
    drive_answer_traced(view, fake_translation(source, target, true), &fake_config);
}

void drive_figure(as_view *view, as_draw_list *list)
{
    as_saving saving;
    float w, h;
    assert_true(as_view_saving(view, &saving, NULL));
    as_picture picture = as_saving_picture(&saving);
    assert_true(picture.frame(picture.context, &fixed_metrics, list, &w, &h, NULL));
}

void drive_frame_at(as_view *view, uint64_t now_ms, as_draw_list *list)
{
    as_error err = {0};
    if (!as_view_frame(view, now_ms, list, &err))
        fail_msg("%s", err.message);
}

void drive_frame(as_view *view, as_draw_list *list)
{
    drive_frame_at(view, 0, list);
}

json_t *drive_dump(as_view *view)
{
    as_draw_list list = {0};
    drive_frame(view, &list);
    as_draw_finish(&list);
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    as_view_dump(view, out);
    fclose(out);
    json_error_t error;
    json_t *json = json_loadb(text, len, JSON_ALLOW_NUL, &error);
    if (!json)
        fail_msg("%s at %d in %s", error.text, error.position, text);
    free(text);
    return json;
}

double drive_number(as_view *view, const char *path)
{
    char key[64];
    json_t *json = drive_dump(view), *at = json;
    while (at && *path) {
        size_t n = strcspn(path, ".");
        memcpy(key, path, n);
        key[n] = '\0';
        at = json_object_get(at, key);
        path += n + (path[n] == '.');
    }
    assert_true(json_is_number(at));
    double value = json_number_value(at);
    json_decref(json);
    return value;
}

char *drive_string(as_view *view, const char *key, char *out, size_t size)
{
    json_t *json = drive_dump(view), *value = json_object_get(json, key);
    assert_true(json_is_string(value));
    assert_true(json_string_length(value) < size);
    strcpy(out, json_string_value(value));
    json_decref(json);
    return out;
}

as_cell drive_cell(as_view *view, const char *key)
{
    json_t *json = drive_dump(view), *value = json_object_get(json, key);
    as_cell cell = {-1, -1};
    if (json_is_array(value))
        cell = (as_cell){(int)json_integer_value(json_array_get(value, 0)),
                         (int)json_integer_value(json_array_get(value, 1))};
    json_decref(json);
    return cell;
}

void drive_cell_middle(as_view *view, int t, int i, float *x, float *y)
{
    double w = drive_number(view, "map.cell_w"), h = drive_number(view, "map.cell_h");
    *x = (float)(drive_number(view, "map.cells.x") + (i + 0.5) * w -
                 drive_number(view, "map.scroll_x"));
    *y = (float)(drive_number(view, "map.cells.y") + (t + 0.5) * h -
                 drive_number(view, "map.scroll_y"));
}

bool drive_list_says(const as_draw_list *list, const char *text)
{
    bool found = false;
    for (size_t k = 0; k < list->n; k++) {
        const as_draw *d = &list->items[k];
        found = found || (d->tag == AS_DRAW_TEXT && d->text_len == strlen(text) &&
                          memcmp(list->text + d->text, text, d->text_len) == 0);
    }
    return found;
}

bool drive_says(as_view *view, const char *text)
{
    as_draw_list list = {0};
    drive_frame(view, &list);
    bool found = drive_list_says(&list, text);
    as_draw_finish(&list);
    return found;
}

bool drive_has_tooltip(as_view *view)
{
    json_t *dump = drive_dump(view);
    bool there = json_is_object(json_object_get(dump, "tooltip"));
    json_decref(dump);
    return there;
}

void drive_assert_cell(as_view *view, const char *key, int t, int i)
{
    as_cell cell = drive_cell(view, key);
    assert_int_equal(cell.t, t);
    assert_int_equal(cell.i, i);
}

void drive_assert_source(as_view *view, const char *text)
{
    char got[256];
    assert_string_equal(drive_string(view, "source", got, sizeof got), text);
}

void drive_assert_focus(as_view *view, const char *name)
{
    char got[32];
    assert_string_equal(drive_string(view, "focus", got, sizeof got), name);
}

void drive_focus(as_view *view, const char *name)
{
    char got[32];
    for (int k = 0; k < 64; k++) {
        if (strcmp(drive_string(view, "focus", got, sizeof got), name) == 0)
            return;
        drive_key(view, AS_KEY_TAB, 0);
    }
    fail_msg("Tab does not lead to %s", name);
}
