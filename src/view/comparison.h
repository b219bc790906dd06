/* Two matrices side by side and, where their labels are the same, a third with their difference;
 * measures of both below. The window and figures draw the same.
 *
 * Logical pixels. Nothing here can fail but what as_draw_list can. */
#ifndef AS_VIEW_COMPARISON_H
#define AS_VIEW_COMPARISON_H

#include "view/pane.h"
#include "view/pen.h"
#include "view/result.h"

enum { AS_COMPARED = 3, AS_COMPARISON_TEXT = 160 };

typedef struct as_comparison {
    as_pane *panes[AS_COMPARED]; /* borrowed: left, right, their difference; NULL: not there */
    const as_result *results[2]; /* of the first two; borrowed */
    double ms[2];                /* how long each took; below 0: not told */
    char titles[AS_COMPARED][AS_COMPARISON_TEXT], notes[AS_COMPARED][AS_COMPARISON_TEXT];
    as_box heads[AS_COMPARED]; /* as laid out */
    as_box measures;           /* h 0: no room */
    float size;                /* of the labels */
    /* In a low card: no titles of the axes and no colour bar, and as a tooltip would cover what is
     * compared, the numbers of a cell stand in place of the measures. */
    bool compact;
    /* The width of the cells in view of each pane, in an area so wide. Set by the layout; given
     * back while the second pane is on its way, the first one stays where it is. 0: not. */
    float cells_w, area_w;
    int tallest; /* the most rows of a pane, likewise */
} as_comparison;

/* The second's matrix, read as the first's is (a part of it only where it has as many tokens), and
 * where labels are the same and there is attention their difference; else that has no rows. Both
 * the caller's. Errors: SYSTEM, ARGUMENT (see as_matrix_init); nothing is made then. */
bool as_comparison_read(const as_translation *first, const as_matrix *of_first,
                        const as_translation *second, as_matrix *matrix, as_matrix *difference,
                        as_error *err);

/* The titles of the panes. Of two models: what tells their names apart, `note` beside the second.
 * Of two sentences, texts; else NULL: these. */
void as_comparison_name(as_comparison *comparison, const char *const names[2], const char *note,
                        const char *const texts[2], as_language language);

/* Measures labels and lays out maps inside area. `zoom` as in as_heatmap_spec. Where panes have the
 * same labels they scroll together: after the first. */
void as_comparison_layout(as_comparison *comparison, as_box area, float size, float zoom,
                          const as_theme *theme, const as_text_metrics *tm);
/* The size of area in which nothing scrolls, with cells of a figure. */
void as_comparison_fit(as_comparison *comparison, float x, float y, float size, as_numbers numbers,
                       const as_text_metrics *tm, float *w, float *h);
/* Scrolls the panes with the first one's labels to where that is. */
void as_comparison_follow(as_comparison *comparison);

void as_comparison_draw(as_draw_list *list, const as_comparison *comparison,
                        const as_heatmap_style *style);
/* The mark of each pane's block. */
void as_comparison_draw_mark(as_draw_list *list, const as_comparison *comparison,
                             const as_heatmap_style *style, const as_block blocks[AS_COMPARED]);

/* The pane at (x, y), -1: none, and its place. */
int as_comparison_hit(const as_comparison *comparison, float x, float y, as_place *place);
/* What answers in pane `to` to a place of pane `from`. */
void as_comparison_blocks(const as_comparison *comparison, as_cell place,
                          as_block blocks[AS_COMPARED]); /* of each pane, from the first's */
as_block as_comparison_linked(const as_comparison *comparison, int from, as_cell place, int to);

/* In how many target units, of both, the largest weight lies at the same source unit; -1: the
 * panes' labels differ. */
int as_comparison_same_best(const as_comparison *comparison);

/* comparison_measures.c: below the panes */
enum { AS_MEASURES = 6 };
typedef struct as_measure {
    char text[AS_COMPARISON_TEXT]; /* "CDP −0.021 | −0.094" */
    as_string title, note;         /* what it is called, how it is defined: lines */
    as_box box;
} as_measure;
/* Those that fit whole into the line, in order; returns how many. Of the pen what measures text. */
int as_comparison_measures(const as_comparison *comparison, const as_pen *pen,
                           as_measure out[AS_MEASURES]);
/* Makes the line as wide as all of them need, at most `most`; returns its width. */
float as_comparison_widen(as_comparison *comparison, const as_pen *pen, float most);
void as_comparison_draw_measures(const as_comparison *comparison, const as_pen *pen);
/* Over them: the numbers of a cell, a row or a column, of both panes; `only`: of that pane alone,
 * -1: of both. */
void as_comparison_draw_cell(const as_comparison *comparison, const as_pen *pen,
                             const as_block blocks[AS_COMPARED], int only);

#endif
