#include "view/undo_clock.h"

uint64_t as_undo_clock_tick(as_undo_clock *clock)
{
    if (clock->held == 0 || !clock->ticked)
        clock->now++;
    clock->ticked = true;
    return clock->now;
}

void as_undo_clock_hold(as_undo_clock *clock)
{
    if (clock->held++ == 0)
        clock->ticked = false;
}

void as_undo_clock_go(as_undo_clock *clock)
{
    clock->held--;
}
