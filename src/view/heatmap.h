/* Where everything of a heatmap lies. In here (t, i) is (row, column) of the matrix as it is read.
 * as_heatmap_cell and as_heatmap_hit are each other's inverse.
 *
 * Logical pixels; boxes cover [x, x + w) by [y, y + h). No function here can fail. */
#ifndef AS_VIEW_HEATMAP_H
#define AS_VIEW_HEATMAP_H

#include "view/draw_list.h"
#include "view/matrix.h"

/* What a marked label of a row has of colour left and right of it, times the labels' size. */
#define AS_ROW_MARK_MARGIN 0.4f

/* What a layout is made from. */
typedef struct as_heatmap_spec {
    as_box area;                      /* room for titles, labels, cells and colour bar */
    float size;                       /* of the labels' text */
    float row_label_w;                /* widest label of the rows and of the columns, uncut: */
    float col_label_w;                /* see as_heatmap_measure */
    float ascent, descent;            /* of the labels' text */
    float min_w, max_w, min_h, max_h; /* of a cell; whole pixels inside these bounds */
    bool fit;                         /* a figure: labels are never cut and nothing scrolls */
    bool follows;                     /* another scrolls it: it has no scroll bars */
    bool no_rows, no_bar;             /* no labels and title of rows, no colour bar */
    bool no_titles;                   /* of the axes */
    float upright_from; /* labels of columns above cells this wide are not slanted; 0: all are */
    int centred_rows;  /* so many rows, at least T, would be in the middle of the height; 0: the top
                        */
    bool strips;       /* room for those of strips.h, where the area has some */
    float zoom;        /* 0 and 1: cells as large as the room makes them */
    float corner_from; /* what is in the corner of the labels begins below this */
    float title_from, title_past; /* the upper title stays between these; past 0: free */
} as_heatmap_spec;

typedef struct as_heatmap {
    int T, S;
    as_box area;
    as_box cells;             /* the window onto the matrix: what is visible of it */
    float cell_w, cell_h;     /* whole pixels */
    float scroll_x, scroll_y; /* pixels of the matrix left of and above `cells` */
    float size, ascent, descent;
    float row_label_w, col_label_w; /* room for labels; longer ones end in an ellipsis */
    float title_x, title_y;         /* centre line of the rows' title, baseline of the columns' */
    float title_from, title_past, corner_from;
    bool no_rows, no_titles, follows, upright;
    as_box bar;    /* the colour bar */
    as_box below;  /* the strip under the columns in view; h 0: no room */
    as_box beside; /* and right of the rows in view; w 0: no room */
} as_heatmap;

typedef enum as_place_kind {
    AS_PLACE_NONE,
    AS_PLACE_CELL,     /* t, i */
    AS_PLACE_ROW,      /* the label of row t, its part of the right strip */
    AS_PLACE_COLUMN,   /* the label of column i, its part of the lower strip */
    AS_PLACE_SCROLL_X, /* the scroll bars */
    AS_PLACE_SCROLL_Y,
} as_place_kind;

typedef struct as_place {
    as_place_kind kind;
    as_cell cell;
} as_place;

/* The widest label of each axis at a text size. */
void as_heatmap_measure(const as_matrix *matrix, const as_text_metrics *tm, float size,
                        float *row_label_w, float *col_label_w);

/* Above cells how wide the columns' labels are not slanted: single characters hardly touch, words
 * of Han or kana must fit. 0: they are slanted, however wide the cells. */
float as_heatmap_upright_from(const as_matrix *matrix, float size, float col_label_w);

/* Lays out T x S cells; keeps map's scroll position as far as it is still possible. */
void as_heatmap_layout(as_heatmap *map, int T, int S, const as_heatmap_spec *spec);

/* What a layout takes of the width left and right of the cells, the rows' labels uncut. */
float as_heatmap_sides(const as_heatmap_spec *spec);

/* The size of area that a layout with `fit` needs for cells of min_w x min_h. */
void as_heatmap_fit_size(const as_heatmap_spec *spec, int T, int S, float *w, float *h);

/* The box of cell (t, i), whether visible or scrolled away. */
as_box as_heatmap_cell(const as_heatmap *map, int t, int i);
/* The box of a block that has rows and columns. */
as_box as_heatmap_block(const as_heatmap *map, as_block block);
/* What is at (x, y). Labels count along their slant, if they have one. */
as_place as_heatmap_hit(const as_heatmap *map, float x, float y);

/* The row and the column nearest to (x, y); above the cells along that slant. */
as_cell as_heatmap_nearest(const as_heatmap *map, float x, float y);

/* A whole row of cells or column of cells, cut to what is visible; several that follow each other,
 * without one an empty box. */
as_box as_heatmap_row(const as_heatmap *map, int t);
as_box as_heatmap_column(const as_heatmap *map, int i);
as_box as_heatmap_rows(const as_heatmap *map, as_units rows);
as_box as_heatmap_columns(const as_heatmap *map, as_units columns);

/* Where a column's label starts (turned by 45 degrees) and a row's ends: its baseline, such that
 * the text is centred on its cell. *max_width: where the ellipsis falls. */
void as_heatmap_column_label(const as_heatmap *map, int i, float *x, float *y, float *max_width);
void as_heatmap_row_label(const as_heatmap *map, int t, float *x, float *y, float *max_width);
/* Is the label shown, that is, the centre of its cell in view? */
bool as_heatmap_column_shown(const as_heatmap *map, int i);
bool as_heatmap_row_shown(const as_heatmap *map, int t);

/* The columns [*first, *past) and rows that are at least partly visible. */
void as_heatmap_columns_in_view(const as_heatmap *map, int *first, int *past);
void as_heatmap_rows_in_view(const as_heatmap *map, int *first, int *past);

/* Scrolling. by: pixels; to: the least that brings the cell into view. */
void as_heatmap_scroll_by(as_heatmap *map, float dx, float dy);
void as_heatmap_scroll_to(as_heatmap *map, int t, int i);
/* Track and thumb of a scroll bar; false when everything fits that way. */
bool as_heatmap_scrollbar(const as_heatmap *map, bool vertical, as_box *track, as_box *thumb);
/* Scrolls so that the thumb starts at this place along its track (dragging). */
void as_heatmap_drag_thumb(as_heatmap *map, bool vertical, float thumb_start);

#endif
