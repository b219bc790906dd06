/* The inspector: one step's equations with its numbers, its candidates, what its row says. */
#ifndef AS_VIEW_STEP_PANEL_H
#define AS_VIEW_STEP_PANEL_H

#include "view/result.h"
#include "view/strings.h"
#include "view/theme.h"

/* Draws step `t` (0-based) inside `box`, with the numbers of its cell (t, i). The ten most
 * likely candidates are always shown: in a low box the lines move together, then the diagnostics
 * are left out, then the equations. */
void as_step_panel_draw(as_draw_list *list, as_box box, const as_result *result, int t, int i,
                        const as_theme *theme, const as_text_metrics *tm, as_language language);

/* The frame and the tab's name alone: what does not change with the step. */
void as_step_panel_draw_frame(as_draw_list *list, as_box box, const as_theme *theme,
                              const as_text_metrics *tm, as_language language);

#endif
