#include "view/text_edit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "view/edit_step.h"
#include "view/one_line.h"

bool as_edit_reserve(as_text_edit *e, size_t len, as_error *err)
{
    if (len > AS_TEXT_EDIT_MAX)
        return as_fail(err, AS_ERR_LIMIT, "the text would be %zu bytes long; at most %d fit", len,
                       AS_TEXT_EDIT_MAX);
    if (e->text && len < e->capacity)
        return true;
    size_t capacity = len + len / 2 + 64;
    char *text = realloc(e->text, capacity);
    if (!text)
        return as_fail_memory(err, "the text being edited");
    if (!e->text)
        text[0] = '\0';
    e->text = text;
    e->capacity = capacity;
    return true;
}

/* The cluster boundary at or after offset. */
static size_t snapped(const as_text_edit *e, size_t offset)
{
    if (offset == 0 || offset >= e->len)
        return offset == 0 ? 0 : e->len;
    size_t start = as_text_previous_cluster(e->text, e->len, offset);
    size_t end = as_text_next_cluster(e->text, e->len, start);
    return end < offset ? offset : end;
}

/* Swaps [at, at + n_old) for new bytes; room was reserved. */
static void splice(as_text_edit *e, size_t at, size_t n_old, const char *bytes, size_t n_new)
{
    assert(at + n_old <= e->len && e->len - n_old + n_new < e->capacity);
    memmove(e->text + at + n_new, e->text + at + n_old, e->len - at - n_old);
    if (n_new)
        memcpy(e->text + at, bytes, n_new);
    e->len = e->len - n_old + n_new;
    e->text[e->len] = '\0';
}

/* A suggestion becomes a step of its own, from no text to all of it. */
static bool accept_suggestion(as_text_edit *e, as_error *err)
{
    size_t caret = e->caret, anchor = e->anchor;
    if (!e->suggested || e->len == 0)
        return true;
    e->caret = e->anchor = 0; /* where they were in the empty text */
    bool done = as_edit_record(e, 0, 0, e->text, e->len, AS_EDIT_PASTING, err);
    e->caret = caret;
    e->anchor = anchor;
    e->suggested = !done;
    return done;
}

static bool record(as_text_edit *e, size_t from, size_t to, const char *bytes, size_t n,
                   as_edit_kind kind, as_error *err)
{
    if (e->clock)
        as_undo_clock_hold(e->clock);
    bool done = accept_suggestion(e, err) && as_edit_record(e, from, to, bytes, n, kind, err);
    if (e->clock)
        as_undo_clock_go(e->clock);
    if (done)
        e->suggested = false;
    return done;
}

bool as_edit_replace(as_text_edit *e, size_t from, size_t to, const char *bytes, size_t n,
                     as_edit_kind kind, as_error *err)
{
    if (from == to && n == 0)
        return true;
    if (!as_edit_reserve(e, e->len - (to - from) + n, err) ||
        !record(e, from, to, bytes, n, kind, err))
        return false;
    splice(e, from, to - from, bytes, n);
    e->caret = e->anchor = snapped(e, from + n);
    e->joining = true;
    return true;
}

void as_text_edit_selection(const as_text_edit *e, size_t *from, size_t *to)
{
    *from = e->caret < e->anchor ? e->caret : e->anchor;
    *to = e->caret < e->anchor ? e->anchor : e->caret;
}

static void end_composition(as_text_edit *e)
{
    free(e->composition);
    e->composition = NULL;
    e->composition_len = e->composition_caret = 0;
}

void as_text_edit_finish(as_text_edit *e)
{
    as_edit_forget(e);
    end_composition(e);
    free(e->steps);
    free(e->text);
    *e = (as_text_edit){0};
}

bool as_text_edit_set(as_text_edit *e, const char *text, size_t len, as_error *err)
{
    char *bytes;
    size_t n;
    if (!as_one_line(text, len, &bytes, &n, err))
        return false;
    if (!as_edit_reserve(e, n, err)) {
        free(bytes);
        return false;
    }
    splice(e, 0, e->len, bytes, n);
    free(bytes);
    end_composition(e);
    as_edit_forget(e);
    e->suggested = false;
    e->caret = e->anchor = e->len;
    return true;
}

bool as_text_edit_suggest(as_text_edit *e, const char *text, size_t len, as_error *err)
{
    char *bytes;
    size_t n;
    if ((e->len > 0 && !e->suggested) || !as_one_line(text, len, &bytes, &n, err))
        return false;
    bool room = as_edit_reserve(e, n, err);
    if (room) {
        splice(e, 0, e->len, bytes, n);
        e->caret = e->anchor = e->len;
        e->suggested = true;
        e->joining = false;
    }
    free(bytes);
    return room;
}

void as_text_edit_withdraw(as_text_edit *e)
{
    if (!e->suggested)
        return;
    splice(e, 0, e->len, NULL, 0);
    e->caret = e->anchor = 0;
    e->suggested = false;
}

static bool insert(as_text_edit *e, const char *text, size_t len, as_edit_kind kind, as_error *err)
{
    char *bytes;
    size_t n, from, to;
    if (!as_one_line(text, len, &bytes, &n, err))
        return false;
    as_text_edit_selection(e, &from, &to);
    bool done = as_edit_replace(e, from, to, bytes, n, kind, err);
    free(bytes);
    if (done)
        end_composition(e);
    return done;
}

bool as_text_edit_type(as_text_edit *e, const char *text, size_t len, as_error *err)
{
    return insert(e, text, len, AS_EDIT_TYPING, err);
}

bool as_text_edit_paste(as_text_edit *e, const char *text, size_t len, as_error *err)
{
    return insert(e, text, len, AS_EDIT_PASTING, err);
}

bool as_text_edit_compose(as_text_edit *e, const char *text, size_t len, size_t caret,
                          as_error *err)
{
    char *bytes;
    size_t n;
    if (!as_one_line(text, len, &bytes, &n, err))
        return false;
    end_composition(e);
    if (n == 0) {
        free(bytes);
        return true;
    }
    if (!as_text_edit_erase_selection(e, err)) {
        free(bytes);
        return false;
    }
    e->composition = bytes;
    e->composition_len = n;
    e->composition_caret = caret < n ? caret : n;
    while (e->composition_caret < n && (bytes[e->composition_caret] & 0xc0) == 0x80)
        e->composition_caret++; /* not inside a character */
    return true;
}

bool as_text_edit_erase_selection(as_text_edit *e, as_error *err)
{
    size_t from, to;
    as_text_edit_selection(e, &from, &to);
    return as_edit_replace(e, from, to, NULL, 0, AS_EDIT_ERASING, err);
}

bool as_text_edit_undo(as_text_edit *e, bool *changed, as_error *err)
{
    *changed = false;
    as_text_edit_withdraw(e);
    if (e->n_done == 0)
        return true;
    const as_edit_step *step = &e->steps[e->n_done - 1];
    if (!as_edit_reserve(e, e->len - step->n_inserted + step->n_removed, err))
        return false;
    splice(e, step->from, step->n_inserted, step->removed, step->n_removed);
    e->caret = step->caret;
    e->anchor = step->anchor;
    e->n_done--;
    e->joining = false;
    *changed = true;
    return true;
}

bool as_text_edit_redo(as_text_edit *e, bool *changed, as_error *err)
{
    *changed = false;
    as_text_edit_withdraw(e);
    if (e->n_done == e->n_steps)
        return true;
    const as_edit_step *step = &e->steps[e->n_done];
    if (!as_edit_reserve(e, e->len - step->n_removed + step->n_inserted, err))
        return false;
    splice(e, step->from, step->n_removed, step->inserted, step->n_inserted);
    e->caret = e->anchor = snapped(e, step->from + step->n_inserted);
    e->n_done++;
    e->joining = false;
    *changed = true;
    return true;
}

uint64_t as_text_edit_undo_time(const as_text_edit *e)
{
    return e->n_done > 0 ? e->steps[e->n_done - 1].at : 0;
}

uint64_t as_text_edit_redo_time(const as_text_edit *e)
{
    return e->n_done < e->n_steps ? e->steps[e->n_done].at : 0;
}

void as_text_edit_forget_undone(as_text_edit *e)
{
    as_edit_forget_undone(e);
}

void as_text_edit_place(as_text_edit *e, size_t offset, bool extend)
{
    e->caret = snapped(e, offset);
    if (!extend)
        e->anchor = e->caret;
    e->joining = false;
}

void as_text_edit_select_word(as_text_edit *e, size_t offset)
{
    if (e->len == 0)
        return;
    offset = snapped(e, offset);
    size_t past = as_text_next_cluster(e->text, e->len, offset);
    size_t from = as_text_previous_word(e->text, e->len, past);
    size_t to = as_text_next_word(e->text, e->len, from);
    if (to < offset && offset < e->len) { /* between words; at the end of one it is meant */
        from = offset;
        to = past;
    }
    e->anchor = from;
    e->caret = to;
    e->joining = false;
}

void as_text_edit_select_all(as_text_edit *e)
{
    e->anchor = 0;
    e->caret = e->len;
    e->joining = false;
}
