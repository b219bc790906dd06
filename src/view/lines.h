/* The matrix as two rows of words joined by lines: what has the columns' labels is on top, what has
 * the rows' labels below; a line is as dark and as wide as its value. In here (t, i) is (row,
 * column) of the matrix, as in heatmap.h.
 *
 * Logical pixels. Only as_lines_layout can fail. */
#ifndef AS_VIEW_LINES_H
#define AS_VIEW_LINES_H

#include "view/heatmap_draw.h"

/* A word of a row. */
typedef struct as_lines_word {
    float x, w; /* before scrolling */
} as_lines_word;

typedef struct as_lines {
    int n[2];             /* words: 0 on top, 1 below */
    as_lines_word *words; /* [n[0] + n[1]] */
    as_box area;          /* all of it */
    float y[2], h;        /* of the rows of words */
    float size, ascent, descent;
    float content_w, scroll;
} as_lines;

/* A smaller value has no line. */
extern const float as_lines_least;

void as_lines_finish(as_lines *lines);
/* Keeps how far it is scrolled, where that is still possible. Errors: SYSTEM. */
bool as_lines_layout(as_lines *lines, const as_matrix *matrix, as_box area, float size,
                     const as_text_metrics *tm, as_error *err);
/* The width and height of area in which nothing scrolls. */
void as_lines_fit_size(const as_matrix *matrix, float size, const as_text_metrics *tm, float *w,
                       float *h);

/* Empty for a word that was not laid out, memory being short. */
as_box as_lines_word_box(const as_lines *lines, bool below, int k);
/* The line of a cell, from under the upper word's middle to above the lower one's: (x, y) to (x +
 * w, y + h). */
as_box as_lines_way(const as_lines *lines, as_cell cell);
/* The word at (x, y), or the line that runs within a few pixels of it: a cell. */
as_place as_lines_hit(const as_lines *lines, const as_matrix *matrix, float x, float y);
/* The words [*first, *past) of a row that are at least partly in view. */
void as_lines_in_view(const as_lines *lines, bool below, int *first, int *past);
/* The word of a row that is nearest to x. */
int as_lines_nearest(const as_lines *lines, bool below, float x);

void as_lines_scroll_by(as_lines *lines, float dx);
void as_lines_scroll_to(as_lines *lines, bool below, int k);
/* Track and thumb of its scroll bar, false: everything fits; and so that x is in the thumb. */
bool as_lines_scrollbar(const as_lines *lines, as_box *track, as_box *thumb);
void as_lines_go(as_lines *lines, float x);

void as_lines_draw(as_draw_list *list, const as_lines *lines, const as_matrix *matrix,
                   const as_heatmap_style *style, const as_selection *selection);
/* On top: the lines of a word alone, with their values, or one line, which is never pale. */
void as_lines_draw_mark(as_draw_list *list, const as_lines *lines, const as_matrix *matrix,
                        const as_heatmap_style *style, as_cell place);

#endif
