/* Draws a list (view/draw_list.h) with cairo.
 *
 * A painter has one scale, device pixels per logical pixel: what it measures is what it draws.
 * Boxes, outlines and cells sit on whole device pixels, so their edges are crisp and the inside of
 * a cell is exactly the colour given. One owner thread; two painters share nothing. */
#ifndef AS_PAINT_PAINTER_H
#define AS_PAINT_PAINTER_H

#include "view/draw_list.h"

#include <cairo.h>

typedef struct as_painter as_painter;

/* The scale for files that have no pixels: fine enough that rounding to pixels does not show. */
enum { AS_VECTOR_SCALE = 8 };

/* `scale` lies in 0.25 to 16 (ARGUMENT). Loads the fonts. The caller's; free with as_painter_free.
 * Errors: SYSTEM (no font, memory). */
bool as_painter_new(float scale, as_painter **out, as_error *err);
void as_painter_free(as_painter *painter);

float as_painter_scale(const as_painter *painter);

/* The text metrics to lay out lists for this painter; valid as long as it is. */
as_text_metrics as_painter_metrics(as_painter *painter);

/* Draws commands `from` to `to` (exclusive) of the list, under the clip that holds at `from`. The
 * user space of `cr` must be device pixels; its state and clip are left as they were.
 * Errors: SYSTEM (an incomplete list, memory). */
bool as_painter_draw(as_painter *painter, cairo_t *cr, const as_draw_list *list, size_t from,
                     size_t to, as_error *err);

/* The device pixels that command `i` can touch, its clip aside. Empty for CLIP and LAYER. */
cairo_rectangle_int_t as_painter_extents(as_painter *painter, const as_draw_list *list, size_t i);

/* The device pixels of a logical box: edges rounded to the nearest, never less than one pixel for
 * a size above 0. */
cairo_rectangle_int_t as_painter_snap(const as_painter *painter, as_box box);

/* Glyphs that no installed font has, among the texts drawn since the last reset. */
int as_painter_unknown_glyphs(const as_painter *painter);
void as_painter_reset_unknown_glyphs(as_painter *painter);

#endif
