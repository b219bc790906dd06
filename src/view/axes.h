/* A pair of axes: where values lie, gridlines, marks. */
#ifndef AS_VIEW_AXES_H
#define AS_VIEW_AXES_H

#include "view/theme.h"
#include "view/ticks.h"

typedef struct as_axes {
    as_box box;           /* the plot, without labels */
    double x_low, x_high; /* the values at its edges */
    double y_low, y_high;
    as_ticks x, y;
} as_axes;

/* Logical pixels of a value, held inside the box. Cannot fail. */
float as_axes_x(const as_axes *axes, double value);
float as_axes_y(const as_axes *axes, double value);

/* The width of the widest label of the marks. */
float as_axes_label_width(const as_ticks *ticks, float size, const as_text_metrics *tm);

/* Gridlines, the labels left of the box, and the line at its foot. */
void as_axes_draw_y(as_draw_list *list, const as_axes *axes, const as_theme *theme,
                    const as_text_metrics *tm);
/* Marks at the foot; with their labels below it when `labels`. */
void as_axes_draw_x(as_draw_list *list, const as_axes *axes, bool labels, const as_theme *theme,
                    const as_text_metrics *tm);

#endif
