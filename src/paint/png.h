/* Pictures as PNG files: RGB on white, with the scale as pixels per metre. */
#ifndef AS_PAINT_PNG_H
#define AS_PAINT_PNG_H

#include "paint/painter.h"

/* Draws `list` on a white ground of width x height logical pixels, at the painter's scale, and
 * writes it whole or not at all. `replace` false: a file of that name is never overwritten.
 * Errors: LIMIT (more than AS_PNG_MAX_SIDE device pixels a side), ARGUMENT (no size; the name is
 * taken), SYSTEM (memory, file; the message names the path). */
enum { AS_PNG_MAX_SIDE = 30000 };
bool as_png_write_draw_list(as_painter *painter, const char *path, const as_draw_list *list,
                            float width, float height, bool replace, as_error *err);

#endif
