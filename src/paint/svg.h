/* Pictures as SVG: text stays text, in the fonts that the screen asks for, and every cell is a
 * rectangle of its own. */
#ifndef AS_PAINT_SVG_H
#define AS_PAINT_SVG_H

#include "core/buffer.h"
#include "view/draw_list.h"

typedef struct as_svg_options {
    const char *title; /* of the whole; NULL: none */
    /* Appends what a pointer over a cell of the list's first CELLS is told; NULL: nothing. */
    void (*cell_title)(const void *context, int row, int column, as_buffer *out);
    const void *context;
} as_svg_options;

/* Appends one <svg> element of width x height logical pixels (1/96 inch), without the XML
 * declaration, so that it may stand in HTML. `tm` measures text that is to be cut. Numbers that are
 * not finite become 0. */
void as_svg_element(as_buffer *out, const as_draw_list *list, float width, float height,
                    const as_text_metrics *tm, const as_svg_options *options);

/* Writes it as a file, whole or not at all. `replace` false: never over a file of that name.
 * Errors: SYSTEM (an incomplete list, memory, file), ARGUMENT (the name is taken). */
bool as_svg_write_draw_list(const char *path, const as_draw_list *list, float width, float height,
                            const as_text_metrics *tm, const as_svg_options *options, bool replace,
                            as_error *err);

#endif
