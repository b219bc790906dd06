/* A text field from the inside: its undo memory, and what all that changes the text goes through;
 * private to text_edit*.c. */
#ifndef AS_VIEW_EDIT_STEP_H
#define AS_VIEW_EDIT_STEP_H

#include "view/text_edit.h"

typedef enum as_edit_kind {
    AS_EDIT_TYPING,
    AS_EDIT_PASTING,
    AS_EDIT_ERASING, /* a selection */
    AS_EDIT_BACKSPACING,
    AS_EDIT_DELETING,
} as_edit_kind;

/* At byte `from`, `removed` became `inserted`. */
typedef struct as_edit_step {
    as_edit_kind kind;
    size_t from;
    char *removed, *inserted;
    size_t n_removed, n_inserted;
    size_t caret, anchor; /* before the step */
    uint64_t at;          /* by the clock: when it began */
} as_edit_step;

/* Remembers that [from, to) is about to become `bytes`: joined to the last step when it goes on
 * with the same kind at the same place and nothing happened since, else as a step of its own.
 * Forgets what could be redone. Errors: SYSTEM; nothing has changed then. */
bool as_edit_record(as_text_edit *edit, size_t from, size_t to, const char *bytes, size_t n,
                    as_edit_kind kind, as_error *err);

/* Forgets every step; those alone that could be redone. */
void as_edit_forget(as_text_edit *edit);
void as_edit_forget_undone(as_text_edit *edit);

/* text_edit.c: swaps [from, to) for n bytes of valid UTF-8 as a step of this kind; makes room for a
 * text of len bytes. Errors: LIMIT, SYSTEM; nothing has changed then. */
bool as_edit_replace(as_text_edit *edit, size_t from, size_t to, const char *bytes, size_t n,
                     as_edit_kind kind, as_error *err);
bool as_edit_reserve(as_text_edit *edit, size_t len, as_error *err);

#endif
