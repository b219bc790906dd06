#include "view/pen.h"

#include <math.h>
#include <string.h>

float as_pen_width(const as_pen *pen, as_font font, float size, const char *text)
{
    return pen->tm->width(pen->tm->context, font, size, text, strlen(text));
}

float as_pen_drop(const as_pen *pen, float size)
{
    const as_text_metrics *tm = pen->tm;
    return (tm->ascent(tm->context, AS_FONT_REGULAR, size) -
            tm->descent(tm->context, AS_FONT_REGULAR, size)) /
           2;
}

static as_draw *aligned(const as_pen *pen, float x, float y, as_font font, float size,
                        as_rgba colour, float max_width, const char *text, as_align_x align)
{
    as_draw *d = as_draw_text(pen->list, x, y, font, size, colour, text, strlen(text));
    if (d) {
        d->align = align;
        d->max_width = max_width;
    }
    return d;
}

as_draw *as_pen_text(const as_pen *pen, float x, float y, as_font font, float size, as_rgba colour,
                     float max_width, const char *text)
{
    return aligned(pen, x, y, font, size, colour, max_width, text, AS_ALIGN_LEFT);
}

as_draw *as_pen_text_right(const as_pen *pen, float x, float y, as_font font, float size,
                           as_rgba colour, float max_width, const char *text)
{
    return aligned(pen, x, y, font, size, colour, max_width, text, AS_ALIGN_RIGHT);
}

as_draw *as_pen_text_centred(const as_pen *pen, float x, float y, as_font font, float size,
                             as_rgba colour, float max_width, const char *text)
{
    return aligned(pen, x, y, font, size, colour, max_width, text, AS_ALIGN_CENTRE);
}

void as_pen_scrollbar(const as_pen *pen, as_box track, as_box thumb)
{
    float radius = fminf(track.w, track.h) / 2;
    as_draw_rect(pen->list, track, radius, pen->theme->bar_ground);
    as_draw_rect(pen->list, thumb, radius, pen->theme->border_strong);
}
