/* The bottom bar: the step on show, what there is to say, how long decoding took, the most useful
 * keys. */
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
const char *as_view_notice(const as_view *view, bool *is_error)
{
    *is_error = false;
    if (view->status[0]) {
        *is_error = view->status_error;
        return view->status;
    }
    if (view->slow)
        return as_str(view->language, AS_STR_DECODING);
    if (view->missing > 0)
        return as_str(view->language, AS_STR_MISSING_GLYPHS);
    if (!view->translation)
        return "";
    if (all_unknown(view->translation))
        return as_str(view->language, AS_STR_ALL_UNKNOWN);
    if (view->translation->stopped == AS_STOP_LIMIT && view->node < 0)
        return as_str(view->language, AS_STR_STOPPED_LIMIT);
    if (view->compare.with != 0 && !as_view_is_comparing(view))
        return as_str(view->language, AS_STR_COMPARE_HIDDEN);
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
        {AS_STR_HINT_PLAY, {"F8", NULL}},
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
    const as_box box = view->layout.notice;
    bool is_error;
    const char *text = as_view_notice(view, &is_error);
    if (!text[0])
        return box.x;
    as_pen pen = as_view_pen(view, list);
    float size = theme->size_small;
    as_pen_text(&pen, box.x, middle + as_pen_drop(&pen, size), AS_FONT_REGULAR, size,
                is_error ? theme->error : theme->text_soft, fmaxf(box.w, size), text);
    return box.x + fminf(as_pen_width(&pen, AS_FONT_REGULAR, size, text), box.w);
}

void as_view_draw_footer(const as_view *view, as_draw_list *list)
{
    const as_box box = view->layout.notice;
    float middle = box.y + box.h / 2, end = draw_notice(view, list, middle);
    float z = view->theme.zoom, size = view->theme.size_small;
    hint_pen pen = {as_view_pen(view, list), box.x + box.w, middle, end + 24 * z};
    char number[AS_FORMAT_MAX], timed[96] = "";
    if (view->translation && !view->slow)
        snprintf(timed, sizeof timed, as_str(view->language, AS_STR_DECODED_IN),
                 as_format_fixed(number, view->decode_ms, 1));
    float timed_w = as_pen_width(&pen.pen, AS_FONT_REGULAR, size, timed);
    for (int c = AS_CONTROL_PREVIOUS; c <= AS_CONTROL_SPEED; c++)
        as_view_draw_control(view, list, (as_control)c, false);
    as_view_draw_save(view, list);
    if (view->save.open)
        return;           /* it has the room of the hints */
    pen.least += timed_w; /* the number comes before the keys, which F1 lists */
    draw_hints(&pen);
    pen.least -= timed_w;
    hint_text(&pen, timed);
}

/* ---- the step's slider ---- */

/* The state is new where it is made: before the scores, if s_t asks, else with the word. */
static as_string name_of_stage(const as_view *view, as_stage stage)
{
    bool made_first = view->diagram.wiring.made[AS_NODE_S] == AS_STAGE_QUERY;
    if (made_first && stage == AS_STAGE_QUERY)
        return AS_STR_STAGE_NEW_STATE;
    if (made_first && stage == AS_STAGE_WORD)
        return AS_STR_STAGE_WORD_ALONE;
    return AS_STR_STAGE_QUERY + (as_string)stage;
}

void as_view_step_label(const as_view *view, int t, as_stage stage, char out[AS_STEP_LABEL_MAX])
{
    char step[64];
    snprintf(step, sizeof step, as_str(view->language, AS_STR_STEP_OF), t, view->result.T);
    if (!as_view_is_staged(view)) {
        snprintf(out, AS_STEP_LABEL_MAX, "%s", step);
        return;
    }
    char of[64];
    snprintf(of, sizeof of, as_str(view->language, AS_STR_STAGE_OF),
             (int)(stage - view->play.first) + 1, (int)(AS_N_STAGES - view->play.first));
    snprintf(out, AS_STEP_LABEL_MAX, "%s · %s%s", step, of,
             as_str(view->language, name_of_stage(view, stage)));
}

void as_view_draw_transport(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    as_slider slider = as_view_step_slider(view);
    bool hot = view->hover.control == AS_CONTROL_STEP ||
               (view->drag == AS_DRAG_SLIDER && view->held == AS_CONTROL_STEP);
    as_slider_draw(list, &slider, hot, theme);
    as_box box = view->layout.step_label;
    if (box.w <= 0)
        return;
    char label[AS_STEP_LABEL_MAX];
    as_pen pen = as_view_pen(view, list);
    as_view_step_label(view, view->step.t + 1, view->play.stage, label);
    as_pen_text(&pen, box.x, box.y + box.h / 2 + as_pen_drop(&pen, theme->size_small),
                AS_FONT_REGULAR, theme->size_small, theme->text_soft, 0, label);
}
