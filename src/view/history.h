/* What can be taken back besides the text: a list of settings that changed, from what to what. The
 * text remembers its own steps (text_edit.h); each change here knows how many of those came before
 * it, so that both are undone in the order in which they happened. Nothing here can fail. */
#ifndef AS_VIEW_HISTORY_H
#define AS_VIEW_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

enum { AS_HISTORY_MAX = 1024 }; /* changes remembered; the oldest go first */

typedef struct as_change {
    int what, before, after;
    size_t text_position; /* as_text_edit_position when it happened */
} as_change;

/* A zeroed struct is empty and ready. */
typedef struct as_history {
    as_change items[AS_HISTORY_MAX]; /* [n]; those from n_done on can be redone */
    int n, n_done;
} as_history;

/* Remembers a change and forgets what could be redone. `joins`: it goes on with the last one, if
 * that was of the same setting (a slider being dragged); back where that began, neither remains. */
void as_history_add(as_history *history, as_change change, bool joins);

/* Which change to undo or redo next when the text stands at `text_position`; NULL: none, or a step
 * of the text comes first, which it has (text_has) or no longer has. */
const as_change *as_history_undoable(const as_history *history, size_t text_position,
                                     bool text_has);
const as_change *as_history_redoable(const as_history *history, size_t text_position,
                                     bool text_has);
/* Forgets what could be redone: the text went another way. */
void as_history_forget_undone(as_history *history);
/* Steps over the change that was returned. */
void as_history_undone(as_history *history);
void as_history_redone(as_history *history);

#endif
