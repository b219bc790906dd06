/* The tree of a search as a figure, by the code that draws it in the window. */
#ifndef AS_VIEW_BEAM_FIGURE_H
#define AS_VIEW_BEAM_FIGURE_H

#include "view/beam.h"

typedef struct as_beam_figure_options {
    as_theme_kind theme;
    as_language language;
    bool others; /* every row opened: what was discarded, too */
} as_beam_figure_options;

/* Draws a tree that was set into an emptied *out and tells the size of the picture; opens or closes
 * all rows of *beam and lays it out. It shrinks until neither side passes AS_FIGURE_MAX logical
 * pixels. Errors: SYSTEM (memory). */
bool as_beam_figure(as_beam *beam, const as_beam_figure_options *options, const as_text_metrics *tm,
                    as_draw_list *out, float *width, float *height, as_error *err);

#endif
