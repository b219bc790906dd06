/* Text shaping by Pango: HarfBuzz, FriBidi and, through fontconfig, a fallback font per cluster.
 *
 * Lists measure in logical pixels; everything here is shaped in device pixels (logical x scale), so
 * that glyphs sit on the pixels of the surface they are drawn on, and divided back for the layout.
 * One owner thread per as_fonts; two of them share nothing. */
#ifndef AS_PAINT_FONTS_H
#define AS_PAINT_FONTS_H

#include "view/draw_list.h"

#include <pango/pangocairo.h>

typedef struct as_fonts as_fonts;

/* `scale` is device pixels per logical pixel, above 0. The caller's; free with as_fonts_free.
 * Errors: SYSTEM (no font at all, memory). */
bool as_fonts_new(float scale, as_fonts **out, as_error *err);
void as_fonts_free(as_fonts *fonts);

/* One line of shaped text. Device pixels. */
typedef struct as_shaped {
    PangoLayout *layout;
    PangoLayoutLine *line;
    int width;          /* advance */
    PangoRectangle ink; /* relative to the start of the baseline, y down */
    int n_unknown;      /* glyphs that no installed font has, drawn as boxes with their code */
    bool coloured;      /* holds bitmaps (emoji), which have no outline */
} as_shaped;

/* Shapes `text` at `size` logical pixels, cut with an ellipsis past max_width logical pixels (0:
 * never). Bytes that are not UTF-8, and NUL, show as '?' one for one, so that offsets agree. The
 * result is cached, borrowed and valid until the next call. NULL when memory runs out. */
const as_shaped *as_fonts_shape(as_fonts *fonts, as_font font, float size, float max_width,
                                const char *text, size_t len);

/* The answers of these fonts for a layout; valid as long as `fonts`. */
as_text_metrics as_fonts_metrics(as_fonts *fonts);

#endif
