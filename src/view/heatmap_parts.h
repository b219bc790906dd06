/* The parts of a heatmap's picture. Internal to heatmap_draw.c and heatmap_labels.c. */
#ifndef AS_VIEW_HEATMAP_PARTS_H
#define AS_VIEW_HEATMAP_PARTS_H

#include "view/heatmap_draw.h"

/* Titles, labels in view, lines along the pieces of a word. */
void as_heatmap_draw_labels(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                            const as_heatmap_style *style);
/* On top of them: the label of column i or row t in bold, if it is in view. */
void as_heatmap_mark_column(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                            const as_heatmap_style *style, int i, as_rgba ink);
void as_heatmap_mark_row(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                         const as_heatmap_style *style, int t, as_rgba ink, as_rgba ground);

#endif
