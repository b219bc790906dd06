#include "view/panel.h"

#include <math.h>

#include "view/scroll.h"

/* As designed; times the zoom. */
static const float tab_h = 42, padding = 16, bar_w = 6;

void as_panel_layout(as_panel *p, as_box box, const as_theme *theme)
{
    float z = theme->zoom;
    p->box = box;
    p->body = (as_box){box.x + padding * z, box.y + tab_h * z + 1,
                       fmaxf(box.w - 2 * padding * z, 0), fmaxf(box.h - tab_h * z - 2, 0)};
    if (box.w <= 0)
        p->body.w = p->body.h = 0;
}

static as_scroll scroll_of(const as_panel *p)
{
    return (as_scroll){p->content_h, p->body.h, p->scroll};
}

void as_panel_fit(as_panel *p, float content_h)
{
    p->content_h = content_h;
    p->scroll = as_scroll_clamped(scroll_of(p));
}

float as_panel_top(const as_panel *p)
{
    return p->body.y - p->scroll;
}

void as_panel_scroll_by(as_panel *p, float dy)
{
    p->scroll += dy;
    p->scroll = as_scroll_clamped(scroll_of(p));
}

void as_panel_scroll_to(as_panel *p, float y, float h)
{
    p->scroll = as_scroll_shown(scroll_of(p), y, h);
}

bool as_panel_scrollbar(const as_panel *p, as_box *track, as_box *thumb)
{
    as_scroll s = scroll_of(p);
    if (!as_scroll_needed(s))
        return false;
    float right = p->box.x + p->box.w, gap = (right - p->body.x - p->body.w - bar_w) / 2, start;
    *track = (as_box){right - bar_w - gap, p->body.y, bar_w, p->body.h};
    float length = as_scroll_thumb(s, &start);
    *thumb = (as_box){track->x, track->y + start, bar_w, length};
    return true;
}

void as_panel_drag_thumb(as_panel *p, float thumb_y)
{
    as_scroll s = scroll_of(p);
    if (as_scroll_needed(s))
        p->scroll = as_scroll_dragged(s, thumb_y - p->body.y);
}

void as_panel_place_tabs(const as_panel *p, const float *widths, int n, const as_theme *theme,
                         as_box *out)
{
    float z = theme->zoom, edge = 8 * z, x = p->box.x + padding * z - edge;
    for (int k = 0; k < n; k++) {
        float w = widths[k] + 2 * edge;
        bool fits = x + w <= p->box.x + p->box.w;
        out[k] = (as_box){x, p->box.y + edge, fits ? w : 0, tab_h * z - edge};
        x += w;
    }
}

void as_panel_draw_frame(const as_pen *pen, const as_panel *p)
{
    const as_theme *theme = pen->theme;
    float y = p->box.y + tab_h * theme->zoom;
    as_draw_rect(pen->list, p->box, theme->radius, theme->surface);
    as_draw_outline(pen->list, p->box, theme->radius, 1, theme->border);
    as_draw_line(pen->list, p->box.x + 1, y, p->box.x + p->box.w - 1, y, 1, theme->border);
}

void as_panel_draw_scrollbar(const as_pen *pen, const as_panel *p)
{
    as_box track, thumb;
    if (as_panel_scrollbar(p, &track, &thumb))
        as_pen_scrollbar(pen, track, thumb);
}
