/* Which tokens of a translation are chosen, several at a time, and what attention they have
 * together. Kept by token, so that it outlives another reading of the same matrix. */
#ifndef AS_VIEW_SELECTION_H
#define AS_VIEW_SELECTION_H

#include "view/matrix.h"

typedef struct as_selection {
    unsigned char *target, *source; /* [T], [S] 1: chosen; one block */
    int T, S;
    int n_target, n_source; /* chosen */
} as_selection;

/* Nothing chosen of T x S tokens. The caller's; as_selection_finish. Errors: SYSTEM. */
bool as_selection_init(as_selection *selection, int T, int S, as_error *err);
void as_selection_finish(as_selection *selection);
void as_selection_clear(as_selection *selection);

/* Chooses the tokens [first, past) of one side, or lets go of them. Cannot fail. */
void as_selection_set(as_selection *selection, bool source, int first, int past, bool chosen);
bool as_selection_has(const as_selection *selection, bool source, int token);
/* Is anything chosen, of a side, or at all? */
bool as_selection_any(const as_selection *selection);
/* From the first to the last chosen token of a side; a zeroed one: none is. */
as_span as_selection_span(const as_selection *selection, bool source);

/* Is a unit chosen, that is, one of its tokens? And how many of an axis are. */
bool as_selection_has_unit(const as_selection *selection, const as_axis *axis, int unit);
int as_selection_count(const as_selection *selection, const as_axis *axis);
/* The values of a unit of one side, summed over the chosen units that are shown of the other. */
double as_selection_sum(const as_selection *selection, const as_matrix *matrix, bool source,
                        int unit);

#endif
