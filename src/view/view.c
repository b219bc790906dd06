#include "view/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/measures.h"
#include "view/format.h"
#include "view/view_private.h"

enum { BLINK_MS = 530, BLINK_FOR_MS = 10000 };
enum { SLOW_MS = 200 }; /* a decode that takes longer is announced; a quick one must not flicker */

bool as_view_new(const as_text_metrics *metrics, as_view **out, as_error *err)
{
    as_view *view = calloc(1, sizeof *view);
    if (!view)
        return as_fail_memory(err, "the view");
    view->tm = metrics;
    view->width = 1280;
    view->height = 800;
    view->zoom = 1;
    view->window_focused = true;
    view->pin = AS_NO_CELL;
    view->step = AS_NO_CELL;
    view->model = -1;
    view->hover = (as_hover){AS_PLACE_NONE, AS_NO_CELL, false, -1, -1};
    if (!as_text_edit_set(&view->field.edit, "", 0, err)) {
        free(view);
        return false;
    }
    as_view_layout_changed(view);
    *out = view;
    return true;
}

static void free_models(as_view *view)
{
    for (int k = 0; k < view->n_models; k++) {
        free(view->models[k].name);
        free(view->models[k].score);
        free(view->models[k].card);
    }
    free(view->models);
    view->models = NULL;
    view->n_models = 0;
}

void as_view_free(as_view *view)
{
    if (!view)
        return;
    as_view_drop_result(view);
    as_target_line_finish(&view->target);
    as_field_finish(&view->field);
    as_draw_finish(&view->background);
    free_models(view);
    free(view->copy_text);
    free(view);
}

void as_view_changed(as_view *view)
{
    view->static_stale = true;
    view->dirty = true;
}

void as_view_layout_changed(as_view *view)
{
    view->layout_stale = true;
    as_view_changed(view);
}

void as_view_say(as_view *view, const char *message, bool is_error)
{
    as_format_cut(view->status, sizeof view->status, message);
    view->status_error = is_error;
    as_view_changed(view);
}

void as_view_set_status(as_view *view, const char *message, bool is_error)
{
    as_view_say(view, message ? message : "", is_error);
}

/* ---- requests ---- */

void as_view_request(as_view *view, as_request_kind kind)
{
    view->pending |= 1u << kind;
}

bool as_view_take_request(as_view *view, as_request *out)
{
    if (!view->pending)
        return false;
    int kind = 0;
    while (!(view->pending >> kind & 1u))
        kind++;
    view->pending &= ~(1u << kind);
    *out = (as_request){.kind = (as_request_kind)kind,
                        .generation = view->generation,
                        .model = view->model,
                        .text = "",
                        .text_len = 0};
    switch (out->kind) {
    case AS_REQUEST_TRANSLATE:
        out->text = view->field.edit.text;
        out->text_len = view->field.edit.len;
        break;
    case AS_REQUEST_COPY:
        out->text = view->copy_text ? view->copy_text : "";
        out->text_len = view->copy_text ? view->copy_len : 0;
        break;
    case AS_REQUEST_SAVE_PICTURE:
        out->text = view->save_name;
        out->text_len = strlen(view->save_name);
        break;
    case AS_REQUEST_TITLE:
        out->text = view->title;
        out->text_len = strlen(view->title);
        break;
    case AS_REQUEST_OPEN_MODEL:
        out->model = view->open_model;
        break;
    case AS_REQUEST_PASTE:
    case AS_REQUEST_QUIT:
        break;
    }
    return true;
}

/* Length of the space at text[k], 0 when there is none: ASCII, no-break, ideographic, U+2000-200B,
 * narrow no-break, mathematical, byte order mark. */
static size_t space_len(const char *text, size_t len, size_t k)
{
    static const char *const spaces[] = {
        " ",      "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
        "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a",
        "\u200b", "\u202f", "\u205f", "\u3000", "\ufeff",
    };
    for (size_t s = 0; s < sizeof spaces / sizeof spaces[0]; s++) {
        size_t n = strlen(spaces[s]);
        if (n <= len - k && memcmp(text + k, spaces[s], n) == 0)
            return n;
    }
    return 0;
}

bool as_view_is_blank(const as_view *view)
{
    const as_text_edit *e = &view->field.edit;
    for (size_t k = 0; k < e->len;) {
        size_t n = space_len(e->text, e->len, k);
        if (n == 0)
            return false;
        k += n;
    }
    return true;
}

void as_view_text_changed(as_view *view)
{
    view->generation++;
    view->failed = false;
    view->status[0] = '\0';
    if (as_view_is_blank(view)) {
        as_view_drop_result(view);
        view->waiting = false;
        view->pending &= ~(1u << AS_REQUEST_TRANSLATE);
    } else if (view->model >= 0) {
        if (!view->waiting)
            view->waiting_ms = view->now_ms;
        view->waiting = true;
        as_view_request(view, AS_REQUEST_TRANSLATE);
    }
    as_view_layout_changed(view);
}

/* ---- results ---- */

void as_view_drop_result(as_view *view)
{
    if (!view->translation)
        return;
    as_result_finish(&view->result);
    as_translation_free(view->translation);
    view->translation = NULL;
    view->pin = AS_NO_CELL;
    view->step = AS_NO_CELL;
    view->target.n = 0;
    view->target.scroll = 0;
    view->map.scroll_x = view->map.scroll_y = 0;
    if (view->focus == AS_FOCUS_MAP)
        view->focus = AS_FOCUS_FIELD;
    as_view_layout_changed(view);
}

/* A cell survives a new matrix as far as the new one reaches; identity is the position. */
static as_cell within(as_cell cell, const as_result *result)
{
    return cell.t < result->T && cell.i < result->S ? cell : AS_NO_CELL;
}

static void fail_result(as_view *view, const char *message)
{
    as_view_drop_result(view);
    view->failed = true;
    as_view_say(view, message ? message : as_str(view->language, AS_STR_FAILED_TITLE), true);
    as_view_layout_changed(view);
}

bool as_view_set_translation(as_view *view, const as_view_result *given)
{
    if (given->generation != view->generation || !view->waiting) {
        as_translation_free(given->translation);
        return false;
    }
    view->waiting = false;
    as_error err = {0};
    as_result result;
    if (!given->translation) {
        fail_result(view, given->message);
        return true;
    }
    if (!as_result_init(&result, given->translation, given->target_vocab, given->config, &err)) {
        as_translation_free(given->translation);
        fail_result(view, err.message);
        return false;
    }
    as_cell pin = view->pin, step = view->step;
    if (view->translation) {
        as_result_finish(&view->result);
        as_translation_free(view->translation);
    }
    view->translation = given->translation;
    view->result = result;
    view->label_size = 0;
    view->decode_ms = given->decode_ms;
    view->failed = false;
    view->pin = within(pin, &result);
    view->step = within(step, &result);
    if (view->step.t < 0)
        view->step = (as_cell){0, as_view_best_source(view, 0)};
    as_view_layout_changed(view);
    return true;
}

const as_translation *as_view_translation(const as_view *view)
{
    return view->translation;
}

bool as_view_figure(const as_view *view, as_draw_list *out, float *width, float *height,
                    as_error *err)
{
    if (!view->translation)
        return as_fail(err, AS_ERR_ARGUMENT, "there is no heatmap to draw yet");
    as_figure_options options = {.theme = AS_THEME_PAPER,
                                 .colormap = view->colormap,
                                 .range = view->range,
                                 .language = view->language};
    return as_figure_frame(view->translation, &options, view->tm, out, width, height, err);
}

/* ---- settings ---- */

static void set_title(as_view *view)
{
    const char *name = view->model >= 0 ? view->models[view->model].name : "";
    char title[2 * AS_NAME_MAX] = "";
    as_format_cut(title, AS_NAME_MAX, name);
    if (title[0])
        strcat(title, " · ");
    strcat(title, as_str(view->language, AS_STR_TITLE));
    if (strcmp(title, view->title) == 0)
        return;
    as_format_cut(view->title, sizeof view->title, title);
    as_view_request(view, AS_REQUEST_TITLE);
}

static char *copied(const char *text)
{
    return strdup(text ? text : "");
}

bool as_view_set_models(as_view *view, const as_view_model *models, int n, int selected,
                        as_error *err)
{
    as_model_entry *entries = calloc(n > 0 ? (size_t)n : 1, sizeof *entries);
    bool complete = entries != NULL;
    for (int k = 0; complete && k < n; k++) {
        entries[k].name = copied(models[k].name);
        entries[k].score = copied(models[k].score);
        entries[k].card = copied(models[k].card);
        complete = entries[k].name && entries[k].score && entries[k].card;
    }
    if (!complete) {
        for (int k = 0; entries && k < n; k++) {
            free(entries[k].name);
            free(entries[k].score);
            free(entries[k].card);
        }
        free(entries);
        return as_fail_memory(err, "the model menu");
    }
    free_models(view);
    as_menu_close(&view->menu);
    view->models = entries;
    view->n_models = n > 0 ? n : 0;
    view->model = selected >= 0 && selected < n ? selected : -1;
    set_title(view);
    as_view_text_changed(view);
    return true;
}

bool as_view_set_source(as_view *view, const char *text, size_t len, as_error *err)
{
    if (!as_text_edit_set(&view->field.edit, text, len, err))
        return false;
    as_view_text_changed(view);
    return true;
}

void as_view_set_theme(as_view *view, as_theme_kind kind)
{
    view->theme_kind = kind;
    as_view_layout_changed(view);
}

void as_view_set_colormap(as_view *view, as_colormap_kind kind)
{
    view->colormap = kind;
    as_view_changed(view);
}

void as_view_set_range(as_view *view, as_range range)
{
    view->range = range;
    as_view_changed(view);
}

void as_view_set_language(as_view *view, as_language language)
{
    view->language = language;
    set_title(view);
    as_view_layout_changed(view);
}

as_theme_kind as_view_theme(const as_view *view)
{
    return view->theme_kind;
}

as_colormap_kind as_view_colormap(const as_view *view)
{
    return view->colormap;
}

as_language as_view_language(const as_view *view)
{
    return view->language;
}

/* ---- layout ---- */

static float text_width(const as_view *view, as_font font, float size, const char *text)
{
    return view->tm->width(view->tm->context, font, size, text, strlen(text));
}

static void measure_chrome(const as_view *view, as_layout_spec *spec)
{
    const as_theme *theme = &view->theme;
    char label[AS_NAME_MAX];
    *spec = (as_layout_spec){.width = view->width, .height = view->height};
    spec->logo_w =
        text_width(view, AS_FONT_BOLD, theme->size_title, "α") +
        text_width(view, AS_FONT_BOLD, theme->size_title, as_str(view->language, AS_STR_APP_NAME));
    const char *score = view->model >= 0 ? view->models[view->model].score : "";
    spec->score_w = score[0] ? text_width(view, AS_FONT_REGULAR, theme->size_body, score) : 0;
    for (int b = 0; b < AS_N_BUTTONS; b++)
        spec->button_w[b] =
            text_width(view, AS_FONT_REGULAR, theme->size_body,
                       as_view_button_label(view, (as_button)b, label, sizeof label));
    spec->label_w = fmaxf(
        text_width(view, AS_FONT_REGULAR, theme->size_small, as_str(view->language, AS_STR_SOURCE)),
        text_width(view, AS_FONT_REGULAR, theme->size_small,
                   as_str(view->language, AS_STR_TRANSLATION)));
    spec->target_line_h = as_target_line_height(theme);
}

static void layout_map(as_view *view)
{
    const as_theme *theme = &view->theme;
    float z = theme->zoom, size = theme->size_body * 1.05f;
    as_heatmap_spec spec = {.area = view->layout.map,
                            .size = size,
                            .min_w = 24 * z,
                            .max_w = 120 * z,
                            .min_h = 20 * z,
                            .max_h = 64 * z};
    spec.ascent = view->tm->ascent(view->tm->context, AS_FONT_REGULAR, size);
    spec.descent = view->tm->descent(view->tm->context, AS_FONT_REGULAR, size);
    if (view->label_size != size) {
        as_heatmap_measure(&view->result, view->tm, size, &view->row_label_w, &view->col_label_w);
        view->label_size = size;
    }
    spec.row_label_w = view->row_label_w;
    spec.col_label_w = view->col_label_w;
    as_heatmap_layout(&view->map, view->result.T, view->result.S, &spec);
}

static void layout_all(as_view *view)
{
    as_error err = {0};
    as_layout_spec spec;
    view->theme = as_theme_make(view->theme_kind, view->zoom);
    measure_chrome(view, &spec);
    as_layout_make(&view->layout, &spec, &view->theme, 1);
    if (view->translation) {
        if (as_target_line_layout(&view->target, &view->result, view->layout.target.w, &view->theme,
                                  view->tm, &err)) {
            int lines = as_layout_target_lines(&spec, &view->theme, view->target.n_lines);
            as_layout_make(&view->layout, &spec, &view->theme, lines);
            as_target_line_scroll_by(&view->target, view->layout.target, 0);
        } else {
            view->target.n = 0;
            as_view_say(view, err.message, true);
        }
        layout_map(view);
    }
    if (!as_field_layout(&view->field, view->layout.field_text, &view->theme, view->tm, &err))
        as_view_say(view, err.message, true);
    if (view->menu.open)
        as_menu_layout(&view->menu, view->layout.buttons[view->menu.owner], view->width,
                       view->height, &view->theme, view->tm);
}

void as_view_settle(as_view *view)
{
    if (view->layout_stale) {
        view->layout_stale = false;
        layout_all(view);
    }
    as_view_hover_at(view);
}

/* ---- time ---- */

static bool blinks(const as_view *view)
{
    return view->focus == AS_FOCUS_FIELD && view->window_focused && !view->help_open &&
           !view->menu.open;
}

/* On for half a second, off for half a second, for a while after the last key; then it stays on, so
 * that an idle window needs no frames. */
bool as_view_caret_visible(const as_view *view, uint64_t now_ms)
{
    if (!blinks(view))
        return false;
    uint64_t since = now_ms > view->activity_ms ? now_ms - view->activity_ms : 0;
    return since >= BLINK_FOR_MS || since / BLINK_MS % 2 == 0;
}

bool as_view_is_slow(const as_view *view, uint64_t now_ms)
{
    return view->waiting && now_ms >= view->waiting_ms + SLOW_MS;
}

bool as_view_is_outdated(const as_view *view)
{
    return view->translation && view->waiting && view->slow;
}

bool as_view_needs_frame(const as_view *view, uint64_t now_ms)
{
    return view->dirty || view->caret_drawn != as_view_caret_visible(view, now_ms) ||
           view->slow != as_view_is_slow(view, now_ms);
}

/* The first moment at which the caret is not as it was drawn. */
static uint64_t next_blink_ms(const as_view *view)
{
    if (!blinks(view))
        return UINT64_MAX;
    for (uint64_t since = 0; since < BLINK_FOR_MS + BLINK_MS; since += BLINK_MS) {
        uint64_t at = view->activity_ms + (since < BLINK_FOR_MS ? since : BLINK_FOR_MS);
        if (at > view->frame_ms && as_view_caret_visible(view, at) != view->caret_drawn)
            return at;
    }
    return UINT64_MAX;
}

uint64_t as_view_next_frame_ms(const as_view *view)
{
    if (view->dirty)
        return 0;
    uint64_t blink = next_blink_ms(view), slow = UINT64_MAX;
    if (view->waiting && !view->slow)
        slow = view->waiting_ms + SLOW_MS;
    return blink < slow ? blink : slow;
}

as_box as_view_caret_box(const as_view *view)
{
    return as_field_caret(&view->field, &view->theme);
}

bool as_view_wants_text(const as_view *view)
{
    return !view->help_open && !view->menu.open;
}
