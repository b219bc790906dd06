#include "view/slider.h"

#include <math.h>

static const float least_mark_gap = 7; /* pixels times zoom: closer marks would be a grey line */

/* The handle stays inside the box at both ends. */
static float inset(const as_slider *s)
{
    return fminf(s->box.h / 2, s->box.w / 2);
}

float as_slider_x(const as_slider *s, int at)
{
    float length = s->box.w - 2 * inset(s);
    return s->box.x + inset(s) + (s->n > 1 ? length * (float)at / (float)(s->n - 1) : 0);
}

static int clamped(const as_slider *s, int at)
{
    return at < 0 ? 0 : at >= s->n ? s->n - 1 : at;
}

int as_slider_at(const as_slider *s, float x)
{
    float length = s->box.w - 2 * inset(s);
    if (!(length > 0) || s->n < 2 || !isfinite(x))
        return clamped(s, s->at);
    float share = (x - s->box.x - inset(s)) / length;
    return clamped(s, (int)lrintf(fminf(fmaxf(share, 0), 1) * (float)(s->n - 1)));
}

bool as_slider_key(const as_slider *s, as_key key, int *at)
{
    int page = s->page > 0 ? s->page : 1, to;
    switch (key) {
    case AS_KEY_LEFT:
    case AS_KEY_DOWN:
        to = s->at - 1;
        break;
    case AS_KEY_RIGHT:
    case AS_KEY_UP:
        to = s->at + 1;
        break;
    case AS_KEY_PAGE_DOWN:
        to = s->at - page;
        break;
    case AS_KEY_PAGE_UP:
        to = s->at + page;
        break;
    case AS_KEY_HOME:
        to = 0;
        break;
    case AS_KEY_END:
        to = s->n - 1;
        break;
    default:
        return false;
    }
    *at = clamped(s, to);
    return true;
}

static void draw_marks(as_draw_list *list, const as_slider *s, float y, const as_theme *theme)
{
    if (s->page < 1 || s->n <= s->page ||
        as_slider_x(s, s->page) - as_slider_x(s, 0) < least_mark_gap * theme->zoom)
        return;
    for (int at = 0; at < s->n; at += s->page) {
        float x = as_slider_x(s, at);
        as_draw_line(list, x, y + 4 * theme->zoom, x, y + 7 * theme->zoom, 1, theme->border_strong);
    }
}

void as_slider_draw(as_draw_list *list, const as_slider *s, bool hot, const as_theme *theme)
{
    if (s->box.w <= 0)
        return;
    float z = theme->zoom, thick = 5 * z, r = fminf(8 * z, s->box.h / 2);
    float x = as_slider_x(s, s->at), y = s->box.y + s->box.h / 2;
    as_box track = {s->box.x, y - thick / 2, s->box.w, thick};
    as_draw_rect(list, track, thick / 2, theme->border);
    draw_marks(list, s, y, theme);
    track.w = x - track.x;
    if (track.w > 0)
        as_draw_rect(list, track, fminf(thick / 2, track.w / 2), theme->accent);
    as_box handle = {x - r, y - r, 2 * r, 2 * r};
    as_draw_rect(list, handle, r, hot ? theme->accent_text : theme->accent);
    as_box ring = {x - r + 1.5f * z, y - r + 1.5f * z, 2 * r - 3 * z, 2 * r - 3 * z};
    as_draw_outline(list, ring, fmaxf(r - 1.5f * z, 0), 1.5f * z, theme->surface);
}
