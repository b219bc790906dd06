/* The window around the heatmap: header, source field, translation, bottom bar. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/view_private.h"

static float width_of(const as_view *view, as_font font, float size, const char *text)
{
    return view->tm->width(view->tm->context, font, size, text, strlen(text));
}

/* From the middle of a line to its baseline. */
static float to_baseline(const as_view *view, float size)
{
    const as_text_metrics *tm = view->tm;
    return (tm->ascent(tm->context, AS_FONT_REGULAR, size) -
            tm->descent(tm->context, AS_FONT_REGULAR, size)) /
           2;
}

static as_draw *write_at(as_draw_list *list, float x, float y, as_font font, float size,
                         as_rgba colour, const char *text)
{
    return as_draw_text(list, x, y, font, size, colour, text, strlen(text));
}

void as_view_draw_button(const as_view *view, as_draw_list *list, as_button button, bool hot)
{
    const as_theme *theme = &view->theme;
    as_box box = view->layout.buttons[button];
    if (box.w <= 0)
        return;
    char label[AS_NAME_MAX];
    as_view_button_label(view, button, label, sizeof label);
    float z = theme->zoom, radius = 7 * z;
    as_draw_rect(list, box, radius, hot ? theme->bar_ground : theme->surface);
    as_draw_outline(list, box, radius, 1, hot ? theme->border_strong : theme->border);
    as_draw *d =
        write_at(list, box.x + box.w / 2, box.y + box.h / 2 + to_baseline(view, theme->size_body),
                 AS_FONT_REGULAR, theme->size_body, theme->text, label);
    if (d) {
        d->align = AS_ALIGN_CENTRE;
        d->max_width = fmaxf(box.w - 12 * z, theme->size_body);
    }
}

void as_view_draw_header(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    const as_layout *l = &view->layout;
    as_draw_rect(list, l->header, 0, theme->surface);
    as_draw_line(list, 0, l->header.h - 0.5f, l->header.w, l->header.h - 0.5f, 1, theme->border);
    float y = l->baseline + to_baseline(view, theme->size_title);
    write_at(list, l->logo_x, y, AS_FONT_BOLD, theme->size_title, theme->accent_text, "α");
    write_at(list, l->logo_x + width_of(view, AS_FONT_BOLD, theme->size_title, "α"), y,
             AS_FONT_BOLD, theme->size_title, theme->text, as_str(view->language, AS_STR_APP_NAME));
    for (int b = 0; b < AS_N_BUTTONS; b++)
        as_view_draw_button(view, list, (as_button)b, false);
    if (l->score.w > 0)
        write_at(list, l->score.x, l->baseline + to_baseline(view, theme->size_body),
                 AS_FONT_REGULAR, theme->size_body, theme->text_soft,
                 view->models[view->model].score);
}

/* A side label, on the middle line of the box it names. */
static void draw_label(const as_view *view, as_draw_list *list, as_string name, float middle)
{
    const as_theme *theme = &view->theme;
    write_at(list, view->layout.label_x, middle + to_baseline(view, theme->size_small),
             AS_FONT_REGULAR, theme->size_small, theme->text_soft, as_str(view->language, name));
}

void as_view_draw_input(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    const as_layout *l = &view->layout;
    draw_label(view, list, AS_STR_SOURCE, l->field.y + l->field.h / 2);
    bool focused = view->focus == AS_FOCUS_FIELD;
    as_draw_rect(list, l->field, theme->radius, theme->surface);
    as_draw_outline(list, l->field, theme->radius, focused ? 2 : 1,
                    focused ? theme->accent : theme->border_strong);
    as_field_draw(list, &view->field, as_str(view->language, AS_STR_FIELD_HINT), theme, view->tm);
    draw_label(view, list, AS_STR_TRANSLATION,
               l->target.y + as_target_line_height(theme) / 2 - 2 * theme->zoom);
    if (view->translation && view->target.n > 0)
        as_target_line_draw(list, &view->target, l->target, &view->result, theme);
}

/* ---- bottom bar ---- */

static bool all_unknown(const as_translation *tr)
{
    int n = 0;
    for (int i = 0; i < tr->source.n; i++) {
        if (tr->source.tokens[i].special)
            continue;
        if (tr->source.tokens[i].known)
            return false;
        n++;
    }
    return n > 0;
}

/* The most important thing to say, or "". */
static const char *notice(const as_view *view, bool *is_error)
{
    *is_error = false;
    if (view->status[0]) {
        *is_error = view->status_error;
        return view->status;
    }
    if (view->slow)
        return as_str(view->language, AS_STR_DECODING);
    if (!view->translation)
        return "";
    if (all_unknown(view->translation))
        return as_str(view->language, AS_STR_ALL_UNKNOWN);
    if (view->translation->stopped == AS_STOP_LIMIT)
        return as_str(view->language, AS_STR_STOPPED_LIMIT);
    return "";
}

/* A pen that writes from right to left and stops at `least`. */
typedef struct hint_pen {
    const as_view *view;
    as_draw_list *list;
    float x, middle, least;
} hint_pen;

static bool hint_text(hint_pen *p, const char *text)
{
    const as_theme *theme = &p->view->theme;
    float w = width_of(p->view, AS_FONT_REGULAR, theme->size_small, text);
    if (p->x - w < p->least)
        return false;
    p->x -= w;
    write_at(p->list, p->x, p->middle + to_baseline(p->view, theme->size_small), AS_FONT_REGULAR,
             theme->size_small, theme->text_soft, text);
    return true;
}

static bool hint_key(hint_pen *p, const char *key)
{
    const as_theme *theme = &p->view->theme;
    float z = theme->zoom, size = theme->size_small * 0.94f;
    float w = width_of(p->view, AS_FONT_REGULAR, size, key) + 10 * z, h = 19 * z;
    if (p->x - w < p->least)
        return false;
    p->x -= w;
    as_box box = {p->x, p->middle - h / 2, w, h};
    as_draw_rect(p->list, box, 3 * z, theme->surface);
    as_draw_outline(p->list, box, 3 * z, 1, theme->border_strong);
    as_draw *d = write_at(p->list, box.x + w / 2, p->middle + to_baseline(p->view, size),
                          AS_FONT_REGULAR, size, theme->text_soft, key);
    if (d)
        d->align = AS_ALIGN_CENTRE;
    p->x -= 4 * z;
    return true;
}

typedef struct hint {
    as_string text;
    const char *keys[5]; /* right to left, NULL-terminated */
} hint;

/* A hint is written whole or not at all. */
static bool hint_fits(const hint_pen *p, const hint *h)
{
    const as_theme *theme = &p->view->theme;
    float z = theme->zoom;
    float w =
        width_of(p->view, AS_FONT_REGULAR, theme->size_small, as_str(p->view->language, h->text)) +
        6 * z;
    for (int k = 0; h->keys[k]; k++)
        w += width_of(p->view, AS_FONT_REGULAR, theme->size_small, h->keys[k]) + 14 * z;
    return p->x - w >= p->least;
}

static void draw_hints(hint_pen *p)
{
    static const hint hints[] = {
        {AS_STR_HINT_KEYS, {"F1", NULL}},
        {AS_STR_HINT_SAVE, {"S", "Ctrl", NULL}},
        {AS_STR_HINT_MOVE, {"→", "↓", "↑", "←", NULL}},
    };
    float z = p->view->theme.zoom;
    for (size_t k = 0; k < sizeof hints / sizeof hints[0]; k++) {
        if (!hint_fits(p, &hints[k]))
            return;
        hint_text(p, as_str(p->view->language, hints[k].text));
        p->x -= 6 * z;
        for (int key = 0; hints[k].keys[key]; key++)
            hint_key(p, hints[k].keys[key]);
        p->x -= 12 * z;
    }
}

/* Draws the notice at the left and returns where it ends. */
static float draw_notice(const as_view *view, as_draw_list *list, float middle)
{
    const as_theme *theme = &view->theme;
    const as_box footer = view->layout.footer;
    bool is_error;
    const char *text = notice(view, &is_error);
    if (!text[0])
        return footer.x;
    as_draw *d =
        write_at(list, footer.x, middle + to_baseline(view, theme->size_small), AS_FONT_REGULAR,
                 theme->size_small, is_error ? theme->error : theme->text_soft, text);
    if (d)
        d->max_width = fmaxf(footer.w, theme->size_small);
    float w = width_of(view, AS_FONT_REGULAR, theme->size_small, text);
    return footer.x + fminf(w, footer.w);
}

void as_view_draw_footer(const as_view *view, as_draw_list *list)
{
    const as_box footer = view->layout.footer;
    float middle = footer.y + footer.h / 2, end = draw_notice(view, list, middle);
    hint_pen pen = {view, list, footer.x + footer.w, middle, end + 24 * view->theme.zoom};
    draw_hints(&pen);
    if (view->translation && !view->slow) {
        char number[AS_FORMAT_MAX], timed[96];
        snprintf(timed, sizeof timed, as_str(view->language, AS_STR_DECODED_IN),
                 as_format_fixed(number, view->decode_ms, 1));
        hint_text(&pen, timed);
    }
}
