/* When things that can be undone happened: one count for the texts and the settings of a window, so
 * that all are undone in the order in which they were done. Cannot fail. */
#ifndef AS_VIEW_UNDO_CLOCK_H
#define AS_VIEW_UNDO_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* A zeroed struct is ready. */
typedef struct as_undo_clock {
    uint64_t now; /* of the last thing that happened; 0: nothing yet */
    int held; /* how many hold it */
    bool ticked;
} as_undo_clock;

/* The time of what happens now: one later, or while the clock is held the same for all, so that it
 * is undone as one. */
uint64_t as_undo_clock_tick(as_undo_clock *clock);
/* Holds the clock until it is let go as often as it is held. */
void as_undo_clock_hold(as_undo_clock *clock);
void as_undo_clock_go(as_undo_clock *clock);

#endif
