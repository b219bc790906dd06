/* What a person looks at in the tree of a search: a hypothesis, and the rows that are opened. A
 * list of all that was looked at, so that undo comes back to each. */
#ifndef AS_VIEW_BEAM_LOOK_H
#define AS_VIEW_BEAM_LOOK_H

#include "core/error.h"

#include <stddef.h>

/* What a search depends on: the same again gives the same tree. */
typedef struct as_search {
    int model, branch, sharpness, width; /* as in the view; branch 0: none is meant */
    char *source;                        /* as it was typed */
    size_t source_len;
} as_search;

/* A copy of its own. Errors: SYSTEM; *out is then untouched. */
bool as_search_copy(as_search *out, const as_search *from, as_error *err);
void as_search_finish(as_search *search);
bool as_search_is(const as_search *a, const as_search *b);

/* A look belongs to one search: for any other it is not meant. */
typedef struct as_beam_look {
    as_search search;
    const int *ids; /* [n_ids] the tokens of the hypothesis; n_ids 0: the translation */
    int n_ids;
    const bool *open; /* [n_rows] */
    int n_rows;
} as_beam_look;

/* A zeroed struct is empty and ready. */
typedef struct as_beam_looks {
    as_beam_look *items;
    int n, capacity;
} as_beam_looks;

void as_beam_looks_finish(as_beam_looks *looks);
/* Adds a copy of a look, as the last item. What the items point to stays where it is. Errors:
 * SYSTEM; nothing changes then. */
bool as_beam_looks_add(as_beam_looks *looks, const as_beam_look *look, as_error *err);
/* Is it what there is without one: the translation, every row closed? */
bool as_beam_look_is_plain(const as_beam_look *look);

#endif
