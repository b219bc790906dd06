/* The alignment drawn with characters: source tokens step down over their columns, one row per
 * target token, a cell per weight. */
#ifndef AS_CLI_SHOW_H
#define AS_CLI_SHOW_H

#include "core/buffer.h"
#include "core/decode.h"

typedef enum as_ink {
    AS_INK_SHADES, /* space ░ ▒ ▓ █: no colour at all */
    AS_INK_256,    /* a ramp of the 256-colour palette */
    AS_INK_TRUE,   /* 24-bit colours of the ink colour map */
} as_ink;

/* What standard output can show: NO_COLOR (no-color.org), TERM and COLORTERM decide; no terminal
 * means shades. */
as_ink as_ink_of_output(void);

/* Columns of the terminal on standard output; 80 when it does not say. */
int as_output_columns(void);

/* Appends the picture, no line wider than `columns` terminal columns: labels are cut, and a
 * sentence with more source tokens than fit, or a model without attention, gives one line that says
 * so. */
void as_show_alignment(as_buffer *out, const as_translation *translation, as_ink ink, int columns);

#endif
