/* The card that lists every key: in as many columns as the window has room for, scrolled where it
 * is too low. Logical pixels. Cannot fail. */
#ifndef AS_VIEW_HELP_H
#define AS_VIEW_HELP_H

#include "view/pen.h"

/* Keys as people read them: "Ctrl+Z  Y", two spaces between two; modifiers hold until others are
 * named. NULL: a heading; "": the mouse wheel. */
typedef struct as_help_line {
    const char *keys;
    as_string text;
} as_help_line;

/* All lines in their order, headings first in each section. Static. */
const as_help_line *as_help_lines(int *n);

/* The furthest that a window of this size scrolls; 0: all lines fit. */
float as_help_scroll_most(as_box window, const as_theme *theme);
/* Draws the card over the window, `scroll` pixels down. */
void as_help_draw(const as_pen *pen, as_box window, float scroll);

#endif
