/* Where the parts of the window lie. Logical pixels; cannot fail; every box has w, h >= 0, however
 * small the window. */
#ifndef AS_VIEW_LAYOUT_H
#define AS_VIEW_LAYOUT_H

#include "view/control.h"
#include "view/theme.h"

typedef struct as_layout_spec {
    float width, height;             /* of the window */
    float logo_w, letter_w, score_w; /* text widths; of the logo and of its letter alone */
    float control_w[AS_N_CONTROLS];  /* of what is written on each; 0: it is not there */
    float label_w;                   /* of "Source" or "Translation", the wider */
    float target_line_h;             /* one line of the translation */
    float step_label_w;              /* of the longest "step 5 / 14 · …" */
    float notice_w;                  /* of what there is to say; 0: nothing */
    float save_label_w;              /* of what is before a path to save to */
    bool panel;                      /* the side panel is open */
    bool dense; /* little air, as in a low window, and the translation's lines */
} as_layout_spec;

typedef struct as_layout {
    as_box window, header;
    float logo_x, baseline;         /* of the header's text */
    bool logo_cut;                  /* its letter alone */
    as_box controls[AS_N_CONTROLS]; /* w 0: not there; those of the panel are not made here */
    as_box score;                   /* w 0: no room for it */
    float label_x;                  /* "Source" and "Translation" */
    as_box field, field_text;       /* the frame, and what is inside its padding */
    as_box target;                  /* the translation's lines in view */
    as_box card;  /* the frame of the matrix or the diagram; w 0: the panel has its room */
    as_box map;   /* what is inside its padding */
    as_box panel; /* the side panel; w 0: closed */
    as_box footer;
    as_box step_label; /* w 0: no room for it */
    as_box save_label; /* likewise */
    as_box notice;     /* for what there is to say, and for hints */
    float gap;         /* between parts */
} as_layout;

/* Is a window of this width so narrow that the panel is closed unless asked for? */
bool as_layout_is_narrow(float width, float zoom);

/* The largest zoom at which the parts of a window of this size still have room, 1 or more: at 1
 * what does not fit gives way, down to an empty window. */
float as_layout_most_zoom(float width, float height);

/* How many lines of the translation are shown, of n_lines there are. */
int as_layout_target_lines(const as_layout_spec *spec, const as_theme *theme, int n_lines);

/* n_lines: shown lines of the translation, at least 1. */
void as_layout_make(as_layout *layout, const as_layout_spec *spec, const as_theme *theme,
                    int n_lines);

bool as_box_contains(as_box box, float x, float y);

#endif
