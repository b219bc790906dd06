/* One heatmap: on pixels an image of them rather than thousands of rectangles, elsewhere vectors.
 */
#ifndef AS_PAINT_GRID_H
#define AS_PAINT_GRID_H

#include "view/draw_list.h"

#include <cairo.h>

/* Draws the CELLS command `d` into `box`, device pixels, which are the user space of `cr`. Cell
 * (r, c) of n covers the rounded r/n to (r+1)/n of the box, so all are equal within a pixel. `gap`
 * device pixels of d->colour show between two cells, at most a quarter of the smaller ones. On
 * pixels only what the clip lets through is computed. Errors: SYSTEM (memory). */
bool as_grid_draw(cairo_t *cr, const as_draw_list *list, const as_draw *d,
                  cairo_rectangle_int_t box, int gap, as_error *err);

/* Does what is drawn become pixels at once? Not in a PDF. Cannot fail. */
bool as_grid_has_pixels(cairo_t *cr);

#endif
