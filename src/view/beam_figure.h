/* The tree of a search as a figure, by the code that draws it in the window. */
#ifndef AS_VIEW_BEAM_FIGURE_H
#define AS_VIEW_BEAM_FIGURE_H

#include "view/beam.h"

/* Of each row, what was discarded as well? */
typedef enum as_beam_rows {
    AS_BEAM_CLOSED,
    AS_BEAM_OPEN,
    AS_BEAM_AS_IT_IS, /* of those that are open */
} as_beam_rows;

typedef struct as_beam_figure_options {
    as_theme_kind theme;
    as_language language;
    as_beam_rows rows;
} as_beam_figure_options;

/* Draws a tree that was set into an emptied *out and tells the size of the picture; opens or closes
 * the rows of *beam and lays it out. It shrinks until neither side passes AS_FIGURE_MAX logical
 * pixels. Errors: SYSTEM (memory). */
bool as_beam_figure(as_beam *beam, const as_beam_figure_options *options, const as_text_metrics *tm,
                    as_draw_list *out, float *width, float *height, as_error *err);

#endif
