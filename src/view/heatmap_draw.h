/* Draws a laid-out heatmap: the same code for the window and for figures. */
#ifndef AS_VIEW_HEATMAP_DRAW_H
#define AS_VIEW_HEATMAP_DRAW_H

#include "view/colormap.h"
#include "view/heatmap.h"
#include "view/selection.h"
#include "view/strings.h"
#include "view/theme.h"

typedef struct as_heatmap_style {
    const as_theme *theme;
    const as_text_metrics *tm;
    as_colormap_kind colormap;
    as_range range;
    as_language language;
    as_numbers numbers;
} as_heatmap_style;

/* heatmap_bar.c */
void as_heatmap_draw_bar(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                         const as_heatmap_style *style);
/* heatmap_numbers.c: the values in the visible cells, where they fit, in a colour that reads. */
void as_heatmap_draw_numbers(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                             const as_heatmap_style *style);
/* How wide a cell must be for them at full size; 0: there are none. */
float as_heatmap_numbers_width(const as_text_metrics *tm, as_numbers numbers, float size);

/* Titles, labels, visible cells (one CELLS command, the first of the list's), colour bar and scroll
 * bars. */
void as_heatmap_draw(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                     const as_heatmap_style *style);

/* The colour of a label. */
as_rgba as_unit_colour(const as_unit_label *unit, const as_theme *theme);
/* "fixed 0–1": the range, which way the weights sum to 1 where that is not the model's, and the
 * temperature where alpha is not the model's own. */
void as_heatmap_scale_name(char *out, size_t size, const as_matrix *matrix,
                           const as_heatmap_style *style);
/* The colour of a cell. */
as_rgba as_heatmap_colour(const as_matrix *matrix, const as_heatmap_style *style, int row,
                          int column);

/* On top: the labels of a block in bold, outlines around its rows and its columns. Cells keep their
 * colours. A block without rows or without columns marks columns or rows alone. */
void as_heatmap_draw_mark(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                          const as_heatmap_style *style, as_block block);

/* On top: the labels of what is chosen, in the accent. */
void as_heatmap_draw_selection(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                               const as_heatmap_style *style, const as_selection *selection);

/* On top of that mark: a filled corner that tells a pinned cell from one under the pointer. */
void as_heatmap_draw_pin(as_draw_list *list, const as_heatmap *map, const as_heatmap_style *style,
                         as_cell cell);

#endif
