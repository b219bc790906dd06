/* The line under a word that a person put there: dashed, in the marks' colour. */
#ifndef AS_VIEW_FORCED_MARK_H
#define AS_VIEW_FORCED_MARK_H

#include "view/theme.h"

/* From (x, y), which is the line's middle, `length` on, rising by `angle` degrees. */
void as_forced_mark_draw(as_draw_list *list, float x, float y, float length, float angle,
                         float width, const as_theme *theme);

#endif
