/* A column of headings and lines, written from the top down: what a panel's content is made of. */
#ifndef AS_VIEW_COLUMN_H
#define AS_VIEW_COLUMN_H

#include "view/pen.h"

typedef struct as_column {
    as_pen pen;
    float x, w;
    float y;          /* top of what is written next */
    float line, head; /* heights of a line and of a heading */
} as_column;

/* Heights as designed, times the zoom; a panel may make them smaller. */
#define AS_COLUMN_LINE 20.5f
#define AS_COLUMN_HEAD 27.0f

/* A heading in bold and, beside it, an aside in soft; NULL: none. */
void as_column_heading(as_column *column, const char *text, const char *aside);
/* A label, a bar filled to `share` (clamped to 0 … 1), a value; no bar where that is nought. */
void as_column_bar(as_column *column, const char *label, float share, const char *value,
                   bool marked);
/* A line in soft, with a second text in the text's colour after it; NULL: none. */
void as_column_note(as_column *column, const char *text, const char *then);
/* A line whose ends stand at the left and at the right. */
void as_column_ends(as_column *column, const char *left, const char *right);

#endif
