/* The whole matrix, small, in the corner between the labels, while a part of it is in view. */
#ifndef AS_VIEW_MINIMAP_H
#define AS_VIEW_MINIMAP_H

#include "view/heatmap_draw.h"

/* Where it lies; w 0: everything is in view, or there is no room. */
as_box as_minimap_box(const as_heatmap *map);
/* The part in view, inside that box. */
as_box as_minimap_view(const as_heatmap *map);
/* Scrolls so that the place of the matrix at (x, y) of the box is in the middle. */
void as_minimap_go(as_heatmap *map, float x, float y);

void as_minimap_draw(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                     const as_heatmap_style *style);

#endif
