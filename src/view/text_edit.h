/* One line of text being edited: bytes, caret, selection, undo, an input method's composition. A
 * pure struct: it knows nothing of windows, fonts or the clipboard.
 *
 * Offsets count bytes of UTF-8. The caret and the anchor stand on grapheme cluster boundaries (UAX
 * 29) at all times, so an emoji family, a Hangul syllable or an accented letter is one step. */
#ifndef AS_VIEW_TEXT_EDIT_H
#define AS_VIEW_TEXT_EDIT_H

#include "core/error.h"
#include "view/input.h"
#include "view/one_line.h"
#include "view/undo_clock.h"

#include <stddef.h>

enum {
    AS_TEXT_EDIT_MAX = AS_ONE_LINE_MAX, /* bytes of text */
    AS_TEXT_EDIT_UNDO_MAX = 1 << 24     /* bytes remembered for undo; the oldest steps go first */
};

typedef struct as_text_edit {
    char *text; /* NUL-terminated; no line breaks or controls */
    size_t len, capacity;
    size_t caret, anchor; /* the selection lies between them */
    /* What an input method shows but has not committed; drawn at the caret. */
    char *composition;
    size_t composition_len, composition_caret;
    struct as_edit_step *steps; /* [n_steps]; those from n_done on can be redone */
    size_t n_steps, n_done, steps_capacity, step_bytes;
    bool suggested;       /* the text is only suggested: nobody has typed it */
    bool joining;         /* the next edit of the same kind may join the last step */
    as_undo_clock *clock; /* borrowed: when steps happened; NULL: nobody needs to know */
} as_text_edit;

/* What a key did. CUT has not removed the selection yet: the caller copies it, then calls
 * as_text_edit_erase_selection. */
typedef enum as_edit_action {
    AS_EDIT_NONE, /* not a key of a text field */
    AS_EDIT_MOVED,
    AS_EDIT_CHANGED,
    AS_EDIT_COPY,
    AS_EDIT_CUT,
    AS_EDIT_PASTE,
} as_edit_action;

/* A zeroed struct is empty and ready. finish releases its memory and empties it. */
void as_text_edit_finish(as_text_edit *edit);

/* Replaces everything, with what as_one_line makes of the text, and forgets undo; the caret goes to
 * the end. Errors: LIMIT past AS_TEXT_EDIT_MAX, SYSTEM; the text is then as before. */
bool as_text_edit_set(as_text_edit *edit, const char *text, size_t len, as_error *err);

/* Puts a text into an empty field, cleaned as above, that the first edit makes the person's own:
 * undoing that edit undoes both, as does withdrawing it before, undo and redo. Another suggestion
 * takes its place. False when the field is not empty, or as above. */
bool as_text_edit_suggest(as_text_edit *edit, const char *text, size_t len, as_error *err);
/* Takes a suggestion back; nothing where there is none. Cannot fail. */
void as_text_edit_withdraw(as_text_edit *edit);

/* Typed or pasted text takes the place of the selection, cleaned as above; ends a composition.
 * Typing joins the last undo step of typing; a paste is a step of its own. Errors as above. */
bool as_text_edit_type(as_text_edit *edit, const char *text, size_t len, as_error *err);
bool as_text_edit_paste(as_text_edit *edit, const char *text, size_t len, as_error *err);

/* An input method's text so far; caret is a byte offset into it. "" ends the composition. */
bool as_text_edit_compose(as_text_edit *edit, const char *text, size_t len, size_t caret,
                          as_error *err);

/* Carries out a key: arrows, Ctrl+arrows by words, Home, End, all with Shift; Backspace, Delete,
 * with Ctrl by words; Ctrl+A, C, X, V, Z, Y, Ctrl+Shift+Z, Shift+Insert, Shift+Delete,
 * Ctrl+Insert. *action is set in any case, CHANGED only if the text is another one. Errors: SYSTEM,
 * the text is then as before. */
bool as_text_edit_key(as_text_edit *edit, as_key key, unsigned mods, as_edit_action *action,
                      as_error *err);

bool as_text_edit_erase_selection(as_text_edit *edit, as_error *err);
bool as_text_edit_undo(as_text_edit *edit, bool *changed, as_error *err);
bool as_text_edit_redo(as_text_edit *edit, bool *changed, as_error *err);

/* When the step began that would be undone next, and the one that would be redone, by the clock; 0:
 * there is none. Neither can fail. */
uint64_t as_text_edit_undo_time(const as_text_edit *edit);
uint64_t as_text_edit_redo_time(const as_text_edit *edit);
/* Nothing can be redone: something else changed. Cannot fail. */
void as_text_edit_forget_undone(as_text_edit *edit);

/* The pointer: put the caret at a byte offset (moved to a cluster boundary), select a word, all. */
void as_text_edit_place(as_text_edit *edit, size_t offset, bool extend);
void as_text_edit_select_word(as_text_edit *edit, size_t offset);
void as_text_edit_select_all(as_text_edit *edit);

/* The selection as [*from, *to); equal when there is none. Cannot fail. */
void as_text_edit_selection(const as_text_edit *edit, size_t *from, size_t *to);

#endif
