#include "view/history.h"

#include <string.h>

static bool joins_last(const as_history *h, const as_change *change)
{
    if (h->n_done == 0)
        return false;
    const as_change *last = &h->items[h->n_done - 1];
    return last->what == change->what && last->after == change->before &&
           last->text_position == change->text_position;
}

void as_history_forget_undone(as_history *h)
{
    h->n = h->n_done;
}

void as_history_add(as_history *h, as_change change, bool joins)
{
    as_history_forget_undone(h);
    if (joins && joins_last(h, &change)) {
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
    h->items[h->n++] = change;
    h->n_done = h->n;
}

const as_change *as_history_undoable(const as_history *h, size_t text_position, bool text_has)
{
    if (h->n_done == 0)
        return NULL;
    const as_change *last = &h->items[h->n_done - 1];
    return text_has && text_position > last->text_position ? NULL : last;
}

const as_change *as_history_redoable(const as_history *h, size_t text_position, bool text_has)
{
    if (h->n_done == h->n)
        return NULL;
    const as_change *next = &h->items[h->n_done];
    return text_has && text_position < next->text_position ? NULL : next;
}

void as_history_undone(as_history *h)
{
    h->n_done--;
}

void as_history_redone(as_history *h)
{
    h->n_done++;
}
