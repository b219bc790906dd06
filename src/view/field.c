#include "view/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

void as_field_finish(as_field *f)
{
    as_text_edit_finish(&f->edit);
    free(f->joined);
    *f = (as_field){0};
}

static const char *shown(const as_field *f, size_t *len)
{
    if (f->joined) {
        *len = f->joined_len;
        return f->joined;
    }
    *len = f->edit.len;
    return f->edit.text ? f->edit.text : "";
}

/* The caret's offset in the shown line. */
static size_t shown_caret(const as_field *f)
{
    return f->edit.caret + (f->joined ? f->edit.composition_caret : 0);
}

static bool join(as_field *f, as_error *err)
{
    const as_text_edit *e = &f->edit;
    free(f->joined);
    f->joined = NULL;
    if (!e->composition)
        return true;
    f->joined_len = e->len + e->composition_len;
    f->joined = malloc(f->joined_len + 1);
    if (!f->joined)
        return as_fail_memory(err, "the composed text");
    const char *text = e->text ? e->text : "";
    memcpy(f->joined, text, e->caret);
    memcpy(f->joined + e->caret, e->composition, e->composition_len);
    memcpy(f->joined + e->caret + e->composition_len, text + e->caret, e->len - e->caret);
    f->joined[f->joined_len] = '\0';
    return true;
}

static float x_of(const as_field *f, const as_text_metrics *tm, size_t offset)
{
    size_t len;
    const char *text = shown(f, &len);
    return tm->x_of(tm->context, AS_FONT_REGULAR, f->size, text, len, offset);
}

bool as_field_layout(as_field *f, as_box inner, float size, const as_theme *theme,
                     const as_text_metrics *tm, as_error *err)
{
    if (!join(f, err))
        return false;
    f->inner = inner;
    f->size = size;
    f->ascent = tm->ascent(tm->context, AS_FONT_REGULAR, f->size);
    f->descent = tm->descent(tm->context, AS_FONT_REGULAR, f->size);
    size_t len;
    const char *text = shown(f, &len);
    float whole = tm->width(tm->context, AS_FONT_REGULAR, f->size, text, len);
    float caret = x_of(f, tm, shown_caret(f));
    float margin = fminf(2 * f->size, inner.w / 4); /* what follows the caret can be seen */
    float over = whole + 2 * theme->zoom - inner.w, most = fmaxf(over, 0);
    float least = as_text_is_rtl(text, len) ? fminf(over, 0) : 0; /* it stands right, then */
    f->scroll = fmaxf(f->scroll, caret + margin - inner.w);
    f->scroll = fminf(f->scroll, caret - margin);
    f->scroll = least < 0 ? least : fmaxf(fminf(f->scroll, most), 0);
    f->caret_x = inner.x + caret - f->scroll;
    return true;
}

size_t as_field_offset_at(const as_field *f, float x, const as_text_metrics *tm)
{
    size_t len;
    const char *text = shown(f, &len);
    size_t at =
        tm->offset_at(tm->context, AS_FONT_REGULAR, f->size, text, len, x - f->inner.x + f->scroll);
    const as_text_edit *e = &f->edit;
    if (f->joined && at > e->caret) {
        size_t inside = at - e->caret;
        at = inside < e->composition_len ? e->caret : at - e->composition_len;
    }
    return at < e->len ? at : e->len;
}

as_box as_field_caret(const as_field *f, const as_theme *theme)
{
    float h = f->ascent + f->descent;
    return (as_box){f->caret_x, f->inner.y + (f->inner.h - h) / 2, 1.5f * theme->zoom, h};
}

as_box as_field_span(const as_field *f, const as_text_metrics *tm, size_t from, size_t to)
{
    float a = x_of(f, tm, from), b = x_of(f, tm, to), h = f->ascent + f->descent;
    return (as_box){f->inner.x + fminf(a, b) - f->scroll, f->inner.y + (f->inner.h - h) / 2,
                    fabsf(b - a), h};
}

void as_field_draw(as_draw_list *list, const as_field *f, const char *hint, const as_theme *theme,
                   const as_text_metrics *tm)
{
    size_t len, from, to;
    const char *text = shown(f, &len);
    float base = f->inner.y + f->inner.h / 2 + (f->ascent - f->descent) / 2;
    as_draw_clip(list, (as_box){f->inner.x - 2, f->inner.y, f->inner.w + 4, f->inner.h});
    as_text_edit_selection(&f->edit, &from, &to);
    if (from < to)
        as_draw_rect(list, as_field_span(f, tm, from, to), 2, theme->selection);
    if (len == 0)
        as_draw_text(list, f->inner.x, base, AS_FONT_REGULAR, f->size, theme->text_faint, hint,
                     strlen(hint));
    else
        as_draw_text(list, f->inner.x - f->scroll, base, AS_FONT_REGULAR, f->size, theme->text,
                     text, len);
    if (f->joined) {
        as_box under = as_field_span(f, tm, f->edit.caret, f->edit.caret + f->edit.composition_len);
        as_draw_rect(list, (as_box){under.x, base + 3 * theme->zoom, under.w, theme->zoom}, 0,
                     theme->accent);
    }
    as_draw_clip_none(list);
}
