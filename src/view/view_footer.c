/* The bottom bar: what there is to say, how long decoding took, the most useful keys. */
#include <math.h>
#include <stdio.h>

#include "view/format.h"
#include "view/view_private.h"

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

/* Writes from right to left and stops at `least`. */
typedef struct hint_pen {
    as_pen pen;
    float x, middle, least;
} hint_pen;

static bool hint_text(hint_pen *p, const char *text)
{
    const as_theme *theme = p->pen.theme;
    float size = theme->size_small, w = as_pen_width(&p->pen, AS_FONT_REGULAR, size, text);
    if (p->x - w < p->least)
        return false;
    p->x -= w;
    as_pen_text(&p->pen, p->x, p->middle + as_pen_drop(&p->pen, size), AS_FONT_REGULAR, size,
                theme->text_soft, 0, text);
    return true;
}

static bool hint_key(hint_pen *p, const char *key)
{
    const as_theme *theme = p->pen.theme;
    float z = theme->zoom, size = theme->size_small * 0.94f;
    float w = as_pen_width(&p->pen, AS_FONT_REGULAR, size, key) + 10 * z, h = 19 * z;
    if (p->x - w < p->least)
        return false;
    p->x -= w;
    as_box box = {p->x, p->middle - h / 2, w, h};
    as_draw_rect(p->pen.list, box, 3 * z, theme->surface);
    as_draw_outline(p->pen.list, box, 3 * z, 1, theme->border_strong);
    as_pen_text_centred(&p->pen, box.x + w / 2, p->middle + as_pen_drop(&p->pen, size),
                        AS_FONT_REGULAR, size, theme->text_soft, 0, key);
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
    const as_pen *pen = &p->pen;
    float z = pen->theme->zoom, size = pen->theme->size_small;
    float w = as_pen_width(pen, AS_FONT_REGULAR, size, as_str(pen->language, h->text)) + 6 * z;
    for (int k = 0; h->keys[k]; k++)
        w += as_pen_width(pen, AS_FONT_REGULAR, size, h->keys[k]) + 14 * z;
    return p->x - w >= p->least;
}

static void draw_hints(hint_pen *p)
{
    static const hint hints[] = {
        {AS_STR_HINT_KEYS, {"F1", NULL}},
        {AS_STR_HINT_SAVE, {"S", "Ctrl", NULL}},
        {AS_STR_HINT_MOVE, {"→", "↓", "↑", "←", NULL}},
    };
    float z = p->pen.theme->zoom;
    for (size_t k = 0; k < sizeof hints / sizeof hints[0]; k++) {
        if (!hint_fits(p, &hints[k]))
            return;
        hint_text(p, as_str(p->pen.language, hints[k].text));
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
    as_pen pen = as_view_pen(view, list);
    float size = theme->size_small;
    as_pen_text(&pen, footer.x, middle + as_pen_drop(&pen, size), AS_FONT_REGULAR, size,
                is_error ? theme->error : theme->text_soft, fmaxf(footer.w, size), text);
    return footer.x + fminf(as_pen_width(&pen, AS_FONT_REGULAR, size, text), footer.w);
}

void as_view_draw_footer(const as_view *view, as_draw_list *list)
{
    const as_box footer = view->layout.footer;
    float middle = footer.y + footer.h / 2, end = draw_notice(view, list, middle);
    hint_pen pen = {as_view_pen(view, list), footer.x + footer.w, middle,
                    end + 24 * view->theme.zoom};
    draw_hints(&pen);
    if (view->translation && !view->slow) {
        char number[AS_FORMAT_MAX], timed[96];
        snprintf(timed, sizeof timed, as_str(view->language, AS_STR_DECODED_IN),
                 as_format_fixed(number, view->decode_ms, 1));
        hint_text(&pen, timed);
    }
}
