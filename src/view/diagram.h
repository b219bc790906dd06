/* One step of the model as a picture (Bahdanau, Cho, Bengio 2015, figure 1, unfolded): the source
 * words, an h_i each, bars of the scores and of the weights, and below them the boxes of y, s and c
 * with what flows between them. This header says where everything lies and what is at a place;
 * diagram_draw.h draws it. Logical pixels; nothing here can fail. */
#ifndef AS_VIEW_DIAGRAM_H
#define AS_VIEW_DIAGRAM_H

#include "view/play.h"
#include "view/result.h"
#include "view/theme.h"

/* The boxes below the bars. */
typedef enum as_node {
    AS_NODE_Y_BEFORE, /* y_{t-1} */
    AS_NODE_S_BEFORE, /* s_{t-1} */
    AS_NODE_C_BEFORE, /* c_{t-1}: where s_t asks */
    AS_NODE_HALF,     /* s'_t: where it asks */
    AS_NODE_C,
    AS_NODE_S,
    AS_NODE_Y,
    AS_N_NODES,
} as_node;

/* How a model's step hangs together. */
typedef struct as_wiring {
    as_node asks;              /* the state that the scores are made with */
    bool attends;              /* else c_t is given and there are no bars */
    as_stage made[AS_N_NODES]; /* the stage that makes a node; AS_N_STAGES: it is there before */
    bool has[AS_N_NODES];
    struct {
        as_node from, to;
    } arrows[8];
    int n_arrows;
} as_wiring;

/* The wiring of a configuration; that of the paper without one. */
as_wiring as_wiring_of(const as_result *result);

typedef struct as_diagram {
    as_wiring wiring;
    as_box area;
    int S, first, n;       /* the columns [first, first + n) of S are shown */
    float left, column_w;  /* of the first column shown; of each */
    float size;            /* of the text */
    bool staggered;        /* words in two lines, left and right neighbours apart */
    float words_y, word_h; /* baseline of the lower line of words; height of a line */
    float h_y, h_h;        /* the boxes of the h_i */
    as_box bars;           /* over the columns shown */
    float values_y;        /* baseline of the numbers below the bars */
    float node_gap;        /* between the two rows of nodes */
    as_box nodes[AS_N_NODES];
} as_diagram;

/* Lays out for S columns; keeps the first column shown as far as that is possible. */
void as_diagram_layout(as_diagram *diagram, const as_result *result, as_box area,
                       const as_theme *theme, const as_text_metrics *tm);
/* Scrolls by columns, or so that column i is shown. */
void as_diagram_scroll_by(as_diagram *diagram, int columns);
void as_diagram_scroll_to(as_diagram *diagram, int i);

/* The middle of column i, shown or not. */
float as_diagram_column_x(const as_diagram *diagram, int i);
/* From its word down to its number. */
as_box as_diagram_column(const as_diagram *diagram, int i);

/* The line from the state that asks to h_i, and that from a column to c: (x, y) to (x + w, y + h).
 */
as_box as_diagram_query_way(const as_diagram *diagram, int i);
as_box as_diagram_flow_way(const as_diagram *diagram, int i);
/* All nodes are in it. */
as_box as_diagram_nodes_box(const as_diagram *diagram);

/* What is at (x, y): a column, a node, or neither (-1). */
typedef struct as_diagram_place {
    int column, node;
} as_diagram_place;
as_diagram_place as_diagram_hit(const as_diagram *diagram, float x, float y);
/* The stage in which a node is made or, if it is there before, first used. */
as_stage as_diagram_stage_of(const as_diagram *diagram, as_node node);

#endif
