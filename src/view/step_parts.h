/* The parts of the Step tab, each written into a column from its top on; step_panel.h says what
 * they are and how high. */
#ifndef AS_VIEW_STEP_PARTS_H
#define AS_VIEW_STEP_PARTS_H

#include "view/column.h"
#include "view/step_panel.h"

/* Heights besides lines and headings, times the zoom. */
#define AS_STEP_EQUATIONS_EDGE 8.0f
#define AS_STEP_WORD_H 32.0f
#define AS_STEP_TERMS_H 46.0f
#define AS_STEP_STATE_H 42.0f
#define AS_STEP_SLIDER_H 24.0f

void as_step_draw_title(as_column *column, const as_step_view *what);
void as_step_draw_equations(as_column *column, const as_step_view *what, int n);
void as_step_draw_candidates(as_column *column, const as_step_view *what, int n);
void as_step_draw_diagnostics(as_column *column, const as_step_view *what);
void as_step_draw_weights(as_column *column, const as_step_view *what, int n);
void as_step_draw_state(as_column *column, const as_step_view *what);
void as_step_draw_terms(as_column *column, const as_step_view *what);
void as_step_draw_sharpness(as_column *column, const as_step_view *what, bool hot);

/* s of the state that asks in step t, [D]; NULL when it was not kept. */
const float *as_step_asking_state(const as_result *result, int t);

#endif
