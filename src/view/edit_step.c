#include "view/edit_step.h"

#include <stdlib.h>
#include <string.h>

static void release(as_text_edit *e, as_edit_step *step)
{
    e->step_bytes -= step->n_removed + step->n_inserted;
    free(step->removed);
    free(step->inserted);
}

static void forget_from(as_text_edit *e, size_t first)
{
    for (size_t k = first; k < e->n_steps; k++)
        release(e, &e->steps[k]);
    e->n_steps = first;
    if (e->n_done > first)
        e->n_done = first;
}

void as_edit_forget_undone(as_text_edit *e)
{
    forget_from(e, e->n_done);
}

void as_edit_forget(as_text_edit *e)
{
    forget_from(e, 0);
    e->joining = false;
}

/* The oldest steps make room once too many bytes are remembered; the last one always stays. */
static void forget_oldest(as_text_edit *e)
{
    size_t gone = 0;
    while (e->step_bytes > AS_TEXT_EDIT_UNDO_MAX && gone + 1 < e->n_steps)
        release(e, &e->steps[gone++]);
    if (gone == 0)
        return;
    memmove(e->steps, e->steps + gone, (e->n_steps - gone) * sizeof *e->steps);
    e->n_steps -= gone;
    e->n_done -= gone;
}

static bool is_space(const char *bytes, size_t n)
{
    return n == 1 && bytes[0] == ' ';
}

/* A word and the spaces after it are one step: a new word starts the next. */
static bool joins(const as_text_edit *e, size_t from, size_t to, const char *bytes, size_t n,
                  as_edit_kind kind)
{
    if (!e->joining || e->n_done == 0)
        return false;
    const as_edit_step *last = &e->steps[e->n_done - 1];
    if (last->kind != kind || (e->clock && e->clock->now != last->at))
        return false;
    switch (kind) {
    case AS_EDIT_TYPING:
        if (from != to || from != last->from + last->n_inserted || last->n_inserted == 0)
            return false;
        return is_space(bytes, n) || last->inserted[last->n_inserted - 1] != ' ';
    case AS_EDIT_BACKSPACING:
        return to == last->from;
    case AS_EDIT_DELETING:
        return from == last->from;
    case AS_EDIT_PASTING:
    case AS_EDIT_ERASING:
        break;
    }
    return false;
}

/* Bytes before or after what *block holds. */
static bool extend(char **block, size_t *n_block, const char *bytes, size_t n, bool before,
                   as_error *err)
{
    char *grown = realloc(*block, *n_block + n);
    if (!grown)
        return as_fail_memory(err, "the undo memory");
    if (before)
        memmove(grown + n, grown, *n_block);
    memcpy(before ? grown : grown + *n_block, bytes, n);
    *block = grown;
    *n_block += n;
    return true;
}

static bool copy(char **out, const char *bytes, size_t n, as_error *err)
{
    *out = malloc(n ? n : 1);
    if (!*out)
        return as_fail_memory(err, "the undo memory");
    if (n)
        memcpy(*out, bytes, n);
    return true;
}

static bool append(as_text_edit *e, size_t from, size_t to, const char *bytes, size_t n,
                   as_edit_kind kind, as_error *err)
{
    if (e->n_done == e->steps_capacity) {
        size_t capacity = e->steps_capacity ? 2 * e->steps_capacity : 32;
        as_edit_step *steps = realloc(e->steps, capacity * sizeof *steps);
        if (!steps)
            return as_fail_memory(err, "the undo memory");
        e->steps = steps;
        e->steps_capacity = capacity;
    }
    as_edit_step step = {.kind = kind,
                         .from = from,
                         .n_removed = to - from,
                         .n_inserted = n,
                         .caret = e->caret,
                         .anchor = e->anchor};
    if (!copy(&step.removed, e->text + from, to - from, err))
        return false;
    if (!copy(&step.inserted, bytes, n, err)) {
        free(step.removed);
        return false;
    }
    forget_from(e, e->n_done);
    step.at = e->clock ? as_undo_clock_tick(e->clock) : 0;
    e->steps[e->n_steps++] = step;
    e->n_done = e->n_steps;
    e->step_bytes += step.n_removed + step.n_inserted;
    forget_oldest(e);
    return true;
}

bool as_edit_record(as_text_edit *e, size_t from, size_t to, const char *bytes, size_t n,
                    as_edit_kind kind, as_error *err)
{
    if (!joins(e, from, to, bytes, n, kind))
        return append(e, from, to, bytes, n, kind, err);
    as_edit_step *last = &e->steps[e->n_done - 1];
    bool done = kind == AS_EDIT_TYPING
                    ? extend(&last->inserted, &last->n_inserted, bytes, n, false, err)
                    : extend(&last->removed, &last->n_removed, e->text + from, to - from,
                             kind == AS_EDIT_BACKSPACING, err);
    if (!done)
        return false;
    if (kind == AS_EDIT_BACKSPACING)
        last->from = from;
    e->step_bytes += n + (to - from);
    forget_from(e, e->n_done);
    return true;
}
