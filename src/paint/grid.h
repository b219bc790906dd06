/* One heatmap, drawn as an image of whole device pixels rather than as thousands of rectangles. */
#ifndef AS_PAINT_GRID_H
#define AS_PAINT_GRID_H

#include "view/draw_list.h"

#include <cairo.h>

/* Draws the CELLS command `d` into `box`, device pixels, which are the user space of `cr`. Cell
 * (r, c) of n covers the rounded r/n to (r+1)/n of the box, so all are equal within a pixel. `gap`
 * device pixels of d->colour show between two cells, at most a quarter of the smaller ones. Only
 * what the clip lets through is computed. Errors: SYSTEM (memory). */
bool as_grid_draw(cairo_t *cr, const as_draw_list *list, const as_draw *d,
                  cairo_rectangle_int_t box, int gap, as_error *err);

#endif
