/* What can be taken back besides text: a list of settings that changed, from what to what and when
 * (undo_clock.h). Nothing here can fail. */
#ifndef AS_VIEW_HISTORY_H
#define AS_VIEW_HISTORY_H

#include "view/undo_clock.h"

enum { AS_HISTORY_MAX = 1024 }; /* changes remembered; the oldest go first */

typedef struct as_change {
    int what, before, after;
    uint64_t at; /* by the clock */
} as_change;

/* A zeroed struct is empty and ready. */
typedef struct as_history {
    as_change items[AS_HISTORY_MAX]; /* [n]; those from n_done on can be redone */
    int n, n_done;
} as_history;

/* Remembers a change that happens now and forgets what could be redone. `joins`: it goes on with
 * the last one, if that was of the same setting and nothing happened since (a slider being
 * dragged); back where that began, neither remains. */
void as_history_add(as_history *history, as_undo_clock *clock, as_change change, bool joins);

/* The change to undo or redo next; NULL: none. */
const as_change *as_history_undoable(const as_history *history);
const as_change *as_history_redoable(const as_history *history);
/* Forgets what could be redone: things went another way. */
void as_history_forget_undone(as_history *history);
/* Steps over the change that was returned. */
void as_history_undone(as_history *history);
void as_history_redone(as_history *history);

#endif
