/* The picture of a window, kept between frames.
 *
 * What precedes AS_DRAW_LAYER in a list is drawn once and kept while those commands stay the same;
 * what follows (hover, tooltip, caret) is drawn over it. Only pixels that this or the last overlay
 * touches are drawn again, so that following the pointer costs little at any size of window. */
#ifndef AS_PAINT_CANVAS_H
#define AS_PAINT_CANVAS_H

#include "paint/painter.h"

typedef struct as_canvas as_canvas;

/* The painter is borrowed and outlives the canvas. The caller's; free with as_canvas_free. */
bool as_canvas_new(as_painter *painter, as_canvas **out, as_error *err);
void as_canvas_free(as_canvas *canvas);

/* Brings the picture up to date: `list` on a `width` x `height` surface, device pixels. On failure
 * the next update draws everything. Errors: SYSTEM (memory, an incomplete list), LIMIT (size). */
bool as_canvas_update(as_canvas *canvas, const as_draw_list *list, int width, int height,
                      as_error *err);

/* After an update: the picture, CAIRO_FORMAT_RGB24, and the part of it that the last update
 * changed. Borrowed until the next update. */
cairo_surface_t *as_canvas_surface(const as_canvas *canvas);
const cairo_region_t *as_canvas_changed(const as_canvas *canvas);

#endif
