#include "view/axes.h"

#include <math.h>
#include <string.h>

static double share(double low, double high, double value)
{
    return fmin(fmax((value - low) / (high - low), 0), 1);
}

float as_axes_x(const as_axes *axes, double value)
{
    return axes->box.x + axes->box.w * (float)share(axes->x_low, axes->x_high, value);
}

float as_axes_y(const as_axes *axes, double value)
{
    return axes->box.y + axes->box.h * (1 - (float)share(axes->y_low, axes->y_high, value));
}

float as_axes_label_width(const as_ticks *ticks, float size, const as_text_metrics *tm)
{
    float widest = 0;
    char label[AS_FORMAT_MAX];
    for (int k = 0; k < ticks->n; k++) {
        as_ticks_label(label, ticks, k);
        widest = fmaxf(widest, tm->width(tm->context, AS_FONT_REGULAR, size, label, strlen(label)));
    }
    return widest;
}

static void draw_label(as_draw_list *list, float x, float y, as_align_x align, const char *label,
                       const as_theme *theme)
{
    as_draw *d = as_draw_text(list, x, y, AS_FONT_REGULAR, theme->size_small, theme->text_soft,
                              label, strlen(label));
    if (d)
        d->align = align;
}

void as_axes_draw_y(as_draw_list *list, const as_axes *axes, const as_theme *theme,
                    const as_text_metrics *tm)
{
    const as_box box = axes->box;
    float size = theme->size_small;
    float middle = (tm->ascent(tm->context, AS_FONT_REGULAR, size) -
                    tm->descent(tm->context, AS_FONT_REGULAR, size)) /
                   2;
    char label[AS_FORMAT_MAX];
    for (int k = 0; k < axes->y.n; k++) {
        float y = as_axes_y(axes, as_ticks_value(&axes->y, k));
        as_draw_line(list, box.x, y, box.x + box.w, y, theme->zoom, theme->bar_ground);
        draw_label(list, box.x - 0.6f * size, y + middle, AS_ALIGN_RIGHT,
                   as_ticks_label(label, &axes->y, k), theme);
    }
    as_draw_line(list, box.x, box.y + box.h, box.x + box.w, box.y + box.h, theme->zoom,
                 theme->border_strong);
}

void as_axes_draw_x(as_draw_list *list, const as_axes *axes, bool labels, const as_theme *theme,
                    const as_text_metrics *tm)
{
    float foot = axes->box.y + axes->box.h, size = theme->size_small, mark = 0.4f * size;
    float ascent = tm->ascent(tm->context, AS_FONT_REGULAR, size);
    char label[AS_FORMAT_MAX];
    for (int k = 0; k < axes->x.n; k++) {
        float x = as_axes_x(axes, as_ticks_value(&axes->x, k));
        as_draw_line(list, x, foot, x, foot + mark, theme->zoom, theme->border_strong);
        if (labels)
            draw_label(list, x, foot + mark + ascent + 0.1f * size, AS_ALIGN_CENTRE,
                       as_ticks_label(label, &axes->x, k), theme);
    }
}
