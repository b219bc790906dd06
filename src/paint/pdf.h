/* Pictures as PDF: vectors, and text as text in embedded fonts. */
#ifndef AS_PAINT_PDF_H
#define AS_PAINT_PDF_H

#include "paint/painter.h"

/* Draws `list` on one page of width x height logical pixels (1/96 inch) and writes it whole or not
 * at all. A painter of AS_VECTOR_SCALE spaces letters evenly. `title` is the document's, or NULL.
 * `replace` false: never over a file of that name. The bytes depend on nothing but the arguments
 * and the fonts. Errors: LIMIT (more than AS_PDF_MAX_SIDE a side), ARGUMENT (no size; the name is
 * taken), SYSTEM (memory, file; the message names the path). */
enum { AS_PDF_MAX_SIDE = 19200 }; /* the format's 200 inches */
bool as_pdf_write_draw_list(as_painter *painter, const char *path, const as_draw_list *list,
                            float width, float height, const char *title, bool replace,
                            as_error *err);

#endif
