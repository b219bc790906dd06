#include "view/history.h"

#include <stddef.h>
#include <string.h>

static bool joins_last(const as_history *h, const as_undo_clock *clock, const as_change *change)
{
    if (h->n_done == 0)
        return false;
    const as_change *last = &h->items[h->n_done - 1];
    return last->what == change->what && last->after == change->before && last->at == clock->now;
}

void as_history_forget_undone(as_history *h)
{
    h->n = h->n_done;
}

void as_history_add(as_history *h, as_undo_clock *clock, as_change change, bool joins)
{
    as_history_forget_undone(h);
    if (joins && joins_last(h, clock, &change)) {
        as_change *last = &h->items[h->n_done - 1];
        last->after = change.after;
        if (last->before == last->after)
            h->n = --h->n_done;
        return;
    }
    if (h->n == AS_HISTORY_MAX) {
        memmove(h->items, h->items + 1, (AS_HISTORY_MAX - 1) * sizeof *h->items);
        h->n--;
    }
    change.at = as_undo_clock_tick(clock);
    h->items[h->n++] = change;
    h->n_done = h->n;
}

const as_change *as_history_undoable(const as_history *h)
{
    return h->n_done > 0 ? &h->items[h->n_done - 1] : NULL;
}

const as_change *as_history_redoable(const as_history *h)
{
    return h->n_done < h->n ? &h->items[h->n_done] : NULL;
}

void as_history_undone(as_history *h)
{
    h->n_done--;
}

void as_history_redone(as_history *h)
{
    h->n_done++;
}
