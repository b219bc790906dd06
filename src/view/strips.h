/* Two strips along the matrix: below it the coverage of each source token, sum_t alpha_{t,i}, and
 * right of it the probability of each target token. */
#ifndef AS_VIEW_STRIPS_H
#define AS_VIEW_STRIPS_H

#include "view/heatmap_draw.h"

/* Nothing where the layout has no room for them (heatmap.h). Where target units are chosen, the
 * strip of the source has the sums over those alone, and the other way round. */
void as_strips_draw(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                    const as_heatmap_style *style, const as_selection *selection);

/* Green from 0.8, amber from 0.4: a reader's rule of thumb, not the model's. */
as_rgba as_probability_colour(float P, const as_theme *theme);

#endif
