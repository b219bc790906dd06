/* A field for text on the screen: what of the edited line is visible, where its caret is, and back
 * from a place to an offset. */
#ifndef AS_VIEW_FIELD_H
#define AS_VIEW_FIELD_H

#include "view/text_edit.h"
#include "view/theme.h"

typedef struct as_field {
    as_text_edit edit;
    /* The line as shown: the text with the composition in it. NULL when they are the same. */
    char *joined;
    size_t joined_len;
    float scroll;  /* pixels scrolled off the left; below 0: the line stands at the right */
    float caret_x; /* on the screen, as laid out */
    as_box inner;
    float size, ascent, descent;
} as_field;

void as_field_finish(as_field *field);

/* Fits the line, in text of `size`, into `inner`: the caret
 * stays in view, and no room is wasted at the right end; a line that runs from right to left and
 * fits ends there.
 * To be called after every change. Errors: SYSTEM. */
bool as_field_layout(as_field *field, as_box inner, float size, const as_theme *theme,
                     const as_text_metrics *tm, as_error *err);

/* The byte offset in the edited text that is nearest to x. */
size_t as_field_offset_at(const as_field *field, float x, const as_text_metrics *tm);

/* The caret as a box, one pixel and a half wide. */
as_box as_field_caret(const as_field *field, const as_theme *theme);

/* The box of the bytes [from, to) of the edited text, which nothing is composed in. */
as_box as_field_span(const as_field *field, const as_text_metrics *tm, size_t from, size_t to);

/* Selection, text, the line under a composition; a hint when there is neither. */
void as_field_draw(as_draw_list *list, const as_field *field, const char *hint,
                   const as_theme *theme, const as_text_metrics *tm);

#endif
