/* What every drawing module needs to write and measure a piece of text. */
#ifndef AS_VIEW_PEN_H
#define AS_VIEW_PEN_H

#include "view/strings.h"
#include "view/theme.h"

typedef struct as_pen {
    as_draw_list *list;
    const as_theme *theme;
    const as_text_metrics *tm;
    as_language language;
} as_pen;

float as_pen_width(const as_pen *pen, as_font font, float size, const char *text);
/* From the middle of a line down to its baseline. */
float as_pen_drop(const as_pen *pen, float size);

/* NUL-terminated text from the baseline's start at (x, y); NULL when memory ran out (see
 * as_draw_text). Past max_width it ends in an ellipsis; 0: never. */
as_draw *as_pen_text(const as_pen *pen, float x, float y, as_font font, float size, as_rgba colour,
                     float max_width, const char *text);
/* The same, with (x, y) where the baseline ends, and its middle. */
as_draw *as_pen_text_right(const as_pen *pen, float x, float y, as_font font, float size,
                           as_rgba colour, float max_width, const char *text);
as_draw *as_pen_text_centred(const as_pen *pen, float x, float y, as_font font, float size,
                             as_rgba colour, float max_width, const char *text);

/* A scroll bar, lying or upright. */
void as_pen_scrollbar(const as_pen *pen, as_box track, as_box thumb);

#endif
