/* A matrix on the card, and where it lies. */
#ifndef AS_VIEW_PANE_H
#define AS_VIEW_PANE_H

#include "view/lines.h"

typedef struct as_pane {
    as_matrix matrix; /* rows.n 0: there is none */
    as_heatmap map;
    as_lines lines;                 /* laid out while they are shown */
    int notch;                      /* how far it is zoomed; see view_matrix.c */
    float row_label_w, col_label_w; /* widest labels of the matrix, for text of label_size */
    float label_size;               /* 0: to be measured */
} as_pane;

#endif
