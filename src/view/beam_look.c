#include "view/beam_look.h"

#include <stdlib.h>
#include <string.h>

#include "core/grow.h"
#include "core/memory.h"

bool as_search_copy(as_search *out, const as_search *from, as_error *err)
{
    char *source = malloc(from->source_len + 1);
    if (!source)
        return as_fail_memory(err, "the search");
    if (from->source_len)
        memcpy(source, from->source, from->source_len);
    source[from->source_len] = '\0';
    *out = *from;
    out->source = source;
    return true;
}

void as_search_finish(as_search *search)
{
    free(search->source);
    *search = (as_search){0};
}

bool as_search_is(const as_search *a, const as_search *b)
{
    return a->model == b->model && a->branch == b->branch && a->sharpness == b->sharpness &&
           a->width == b->width && a->source_len == b->source_len &&
           (a->source_len == 0 || memcmp(a->source, b->source, a->source_len) == 0);
}

static void look_finish(as_beam_look *look)
{
    as_search_finish(&look->search);
    free((void *)look->ids); /* of its own, once it is in the list */
    free((void *)look->open);
}

void as_beam_looks_finish(as_beam_looks *looks)
{
    for (int k = 0; k < looks->n; k++)
        look_finish(&looks->items[k]);
    free(looks->items);
    *looks = (as_beam_looks){0};
}

bool as_beam_looks_add(as_beam_looks *looks, const as_beam_look *look, as_error *err)
{
    int *ids = as_alloc((size_t)look->n_ids, sizeof *ids);
    bool *open = as_alloc((size_t)look->n_rows, sizeof *open);
    as_beam_look made = {.ids = ids, .n_ids = look->n_ids, .open = open, .n_rows = look->n_rows};
    as_beam_look *items = as_grown(looks->items, looks->n, &looks->capacity, sizeof *items);
    looks->items = items ? items : looks->items;
    if (!ids || !open || !items) {
        look_finish(&made);
        return as_fail_memory(err, "the beam");
    }
    if (!as_search_copy(&made.search, &look->search, err)) {
        look_finish(&made);
        return false;
    }
    for (int k = 0; k < look->n_ids; k++)
        ids[k] = look->ids[k];
    for (int row = 0; row < look->n_rows; row++)
        open[row] = look->open[row];
    looks->items[looks->n++] = made;
    return true;
}

bool as_beam_look_is_plain(const as_beam_look *look)
{
    bool plain = look->n_ids == 0;
    for (int row = 0; row < look->n_rows; row++)
        plain = plain && !look->open[row];
    return plain;
}
