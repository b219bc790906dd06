/* The heatmap alone, as a figure for a paper: a white ground, titled axes, labels, colour bar. The
 * same heatmap code as the window draws it. */
#ifndef AS_VIEW_FIGURE_H
#define AS_VIEW_FIGURE_H

#include "core/buffer.h"
#include "core/decode.h"
#include "view/colormap.h"
#include "view/draw_list.h"
#include "view/selection.h"
#include "view/strings.h"
#include "view/theme.h"

typedef struct as_figure_options {
    as_theme_kind theme; /* paper is the default of `render`; Ctrl+S uses paper as well */
    as_colormap_kind colormap;
    as_range range;
    as_reading reading;
    as_numbers numbers;
    const as_selection *selection; /* of what is drawn, with its sums; NULL: nothing */
    const as_cell *pin;            /* tokens: marked with its row and column; NULL: none */
    bool lines;                    /* two rows of words joined by lines, not the matrix */
    as_language language;
    const bool *chosen; /* [T] words to be marked as put there by a person; NULL: none */
    float text_size;    /* of the labels, logical pixels; 0: 14 */
} as_figure_options;

/* Draws the whole matrix of `translation` into an emptied *out and tells the size of the picture.
 * Cells shrink for long sentences, so that neither side passes AS_FIGURE_MAX logical pixels as long
 * as labels stay readable. Errors: ARGUMENT when there is no row, SYSTEM (memory). */
enum { AS_FIGURE_MAX = 4000 };
bool as_figure_frame(const as_translation *translation, const as_figure_options *options,
                     const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                     as_error *err);

/* What the tooltip says of a place of the matrix, a line each, for pictures that can be pointed at.
 */
void as_figure_cell_title(as_buffer *out, const as_result *result, const as_matrix *matrix,
                          as_cell place, as_language language);

#endif
