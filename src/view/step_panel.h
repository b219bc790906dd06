/* The Step tab of the side panel: one step's equations with its numbers, what its row says, its
 * candidates, a score taken apart, the sharpness of the softmax. A plan says where each part
 * begins; the same plan draws and tells what is at a place. Logical pixels. */
#ifndef AS_VIEW_STEP_PANEL_H
#define AS_VIEW_STEP_PANEL_H

#include "view/field.h"
#include "view/pen.h"
#include "view/play.h"
#include "view/result.h"
#include "view/terms.h"

/* What the tab is about. */
typedef struct as_step_view {
    const as_result *result;
    const as_terms *terms; /* of cell (t, i); n 0: none */
    int t, i;              /* 0-based */
    bool staged; /* only what belongs to a stage of the step, and no word before its time */
    as_stage stage;
    int term;      /* the one that is marked; -1: none */
    int sharpness; /* the place asked for, see sharpness.h */
    int candidate;        /* the one that is marked; -1: none */
    const as_field *word; /* where another word is typed; NULL: nowhere */
    bool typing;          /* that has the keyboard */
} as_step_view;

typedef enum as_step_part {
    AS_STEP_TITLE,
    AS_STEP_EQUATIONS,
    AS_STEP_CANDIDATES,
    AS_STEP_DIAGNOSTICS,
    AS_STEP_WEIGHTS, /* what goes into c_t */
    AS_STEP_STATE,   /* the state that asks */
    AS_STEP_TERMS,
    AS_STEP_SHARPNESS,
    AS_N_STEP_PARTS,
} as_step_part;

typedef struct as_step_plan {
    float line, head;           /* heights of a line and of a heading, zoom included */
    float top[AS_N_STEP_PARTS]; /* from the content's top; -1: the part is left out */
    float height;               /* of the whole content */
    int n_equations, n_candidates, n_weights;
    bool word; /* there is a field for another word under the candidates */
} as_step_plan;

/* In a low body the lines move together; when that is not enough the content is higher than it. */
void as_step_plan_make(as_step_plan *plan, const as_step_view *what, float body_h,
                       const as_theme *theme);

/* Boxes of what can be taken hold of; `column` is the body's x and w, with y where the content
 * begins. w 0: the part is left out. */
as_box as_step_terms_box(const as_step_plan *plan, as_box column, const as_theme *theme);
as_box as_step_sharpness_box(const as_step_plan *plan, as_box column, const as_theme *theme);
as_box as_step_candidates_box(const as_step_plan *plan, as_box column, const as_theme *theme);
/* The frame of the field for another word. */
as_box as_step_word_box(const as_step_plan *plan, as_box column, const as_theme *theme);
/* The candidate at (x, y); -1: none. */
int as_step_candidate_at(const as_step_plan *plan, as_box column, float x, float y);

/* hot: the handle of the sharpness' slider is pointed at. */
void as_step_panel_draw(const as_pen *pen, const as_step_plan *plan, const as_step_view *what,
                        as_box column, bool hot);

#endif
