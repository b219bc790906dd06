/* Two translations and their difference as a figure, by the code that draws them in the window. */
#ifndef AS_VIEW_COMPARISON_FIGURE_H
#define AS_VIEW_COMPARISON_FIGURE_H

#include "view/comparison.h"
#include "view/figure.h"

/* What is compared; all borrowed. */
typedef struct as_comparison_pair {
    const as_result *results[2]; /* the second NULL: there is none yet */
    const char *names[2], *note; /* of the models; see as_comparison_name */
    const char *const *texts;    /* [2], or NULL */
    double ms[2];                /* how long each took; below 0: not told */
} as_comparison_pair;

/* The panes that there are, with their titles: those that have a matrix. */
void as_comparison_fill(as_comparison *comparison, const as_comparison_pair *pair, as_pane *first,
                        as_pane *second, as_pane *difference, as_language language);

/* Draws both, and what as_comparison_read makes of them, into an emptied *out and tells the size of
 * the picture. Of the options `lines` and `selection` mean nothing here. Errors: as
 * as_figure_frame.
 */
bool as_comparison_figure(const as_comparison_pair *pair, const as_figure_options *options,
                          const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                          as_error *err);

#endif
