/* The card of numbers beside the cell under the pointer. */
#ifndef AS_VIEW_TOOLTIP_H
#define AS_VIEW_TOOLTIP_H

#include "view/control.h"
#include "view/heatmap.h"
#include "view/play.h"
#include "view/selection.h"
#include "view/strings.h"
#include "view/theme.h"

enum { AS_TOOLTIP_LINES = 11, AS_TOOLTIP_TEXT = 200 };

typedef struct as_tooltip_line {
    char name[AS_TOOLTIP_TEXT], value[AS_TOOLTIP_TEXT];
} as_tooltip_line;

typedef struct as_tooltip {
    char title[2 * AS_TOOLTIP_TEXT];
    as_tooltip_line lines[AS_TOOLTIP_LINES];
    int n;
} as_tooltip;

/* What a cell says: t, i, both tokens, alpha to four digits, e, rank in its row, P(y_t), the row's
 * entropy. */
void as_tooltip_cell(as_tooltip *tip, const as_result *result, as_cell cell, as_language language);
/* The same as far as the model has come in a step that is shown stage by stage: nothing that it
 * finds out later, the word least of all. */
void as_tooltip_at_stage(as_tooltip *tip, const as_result *result, as_cell cell, as_stage stage,
                         as_language language);
/* The same as as_tooltip_cell for a place of the matrix as it is read, and for a whole row or
 * column of it (tokens: one of them -1): of words what their pieces give together, and its value
 * where that is another than alpha. */
void as_tooltip_place_of(as_tooltip *tip, const as_result *result, const as_matrix *matrix,
                         as_cell place, as_language language);
void as_tooltip_unit(as_tooltip *tip, const as_result *result, const as_matrix *matrix,
                     as_cell tokens, as_language language);
/* A line for a whole row or column: its values summed over what is chosen of the other side. */
void as_tooltip_sum(as_tooltip *tip, const as_matrix *matrix, const as_selection *selection,
                    as_cell tokens, as_language language);
/* A line more, where there is room. */
void as_tooltip_add(as_tooltip *tip, const char *name, const char *value);
/* One line more, for a pinned cell: that it is, and which key lets go of it. */
void as_tooltip_pinned(as_tooltip *tip, as_language language);
/* What a label says: the whole token, its place, whether the model knows it, coverage or P. */
void as_tooltip_label(as_tooltip *tip, const as_result *result, as_cell cell, as_language language);
/* What a control does, and the key that does the same. */
void as_tooltip_control(as_tooltip *tip, as_control control, as_language language);

/* A title, and lines of a text below it. */
void as_tooltip_note(as_tooltip *tip, const char *title, const char *text);

/* What the card must leave free: a row (never covered) and, where there is room, a column with the
 * label that leans to the right above it. */
typedef struct as_tooltip_anchor {
    as_box row;
    float left, right; /* the card ends at left or starts at right */
    /* What else it leaves free where it can: */
    as_box keep;  /* w 0: nothing */
    bool has_way; /* a line from (x, y) to (x + w, y + h) */
    as_box way;
} as_tooltip_anchor;

/* Where a card of w x h goes inside a window of width x height: under the row and right of the
 * column; when there is no room below, above the row and left of the column; on another side of one
 * of them when that covers what is to be kept. A card too large is cut to the room there is; h 0:
 * there is none. */
as_box as_tooltip_place(float w, float h, const as_tooltip_anchor *anchor, float width,
                        float height, float margin);

/* Draws the card; lines that do not fit are left out, the last ones first. Returns its box (w 0:
 * there was no room). */
as_box as_tooltip_draw(as_draw_list *list, const as_tooltip *tip, const as_tooltip_anchor *anchor,
                       float width, float height, const as_theme *theme, const as_text_metrics *tm);

#endif
