/* Where the parts of the window lie. Logical pixels; cannot fail; every box has w, h >= 0, however
 * small the window. */
#ifndef AS_VIEW_LAYOUT_H
#define AS_VIEW_LAYOUT_H

#include "view/control.h"
#include "view/theme.h"

typedef struct as_layout_spec {
    float width, height;            /* of the window */
    float logo_w, score_w;          /* text widths */
    float control_w[AS_N_CONTROLS]; /* of what is written on each */
    float label_w;                  /* of "Source" or "Translation", the wider */
    float target_line_h;            /* one line of the translation */
} as_layout_spec;

typedef struct as_layout {
    as_box window, header;
    float logo_x, baseline; /* of the header's text */
    as_box controls[AS_N_CONTROLS];
    as_box score;             /* w 0: no room for it */
    float label_x;            /* "Source" and "Translation" */
    as_box field, field_text; /* the frame, and what is inside its padding */
    as_box target;            /* the translation's lines in view */
    as_box card;              /* the heatmap's frame */
    as_box map;               /* what is inside its padding */
    as_box panel;             /* the inspector; w 0 when the window is too narrow */
    as_box footer;
    float gap; /* between parts */
} as_layout;

/* How many lines of the translation are shown, of n_lines there are. */
int as_layout_target_lines(const as_layout_spec *spec, const as_theme *theme, int n_lines);

/* n_lines: shown lines of the translation, at least 1. */
void as_layout_make(as_layout *layout, const as_layout_spec *spec, const as_theme *theme,
                    int n_lines);

bool as_box_contains(as_box box, float x, float y);

#endif
