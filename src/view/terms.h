/* One score e_{t,i} taken apart: the numbers that it is the sum of, largest first, as bars. */
#ifndef AS_VIEW_TERMS_H
#define AS_VIEW_TERMS_H

#include "core/trace.h"
#include "view/pen.h"

typedef struct as_terms {
    int n;           /* 0: there is nothing to take apart */
    int t, i;        /* the cell they are of; -1: none yet */
    float *value;    /* [n] largest first; equal ones by their place */
    int *place;      /* [n] which k of the score's sum each is, 0-based */
    float *scratch;  /* [n] */
    double up, down; /* the sums of those above 0 and of those below */
} as_terms;

/* Room for a trace's terms; NULL: for none. Errors: SYSTEM. Release with as_terms_finish. */
bool as_terms_init(as_terms *terms, const as_trace *trace, as_error *err);
void as_terms_finish(as_terms *terms);

/* Takes e_{t,i} apart, unless it is so already. Allocates nothing, cannot fail. */
void as_terms_of_cell(as_terms *terms, const as_trace *trace, int t, int i);

/* The bars from left to right, those above 0 up and those below down, on one scale; `current` is
 * marked (an index into value; -1: none). Where there are more terms than pixels each bar is the
 * mean of its neighbours, so that the area stays the sum. */
void as_terms_draw(const as_pen *pen, const as_terms *terms, as_box box, int current);
/* The term whose bar is at x; -1 outside. */
int as_terms_at(const as_terms *terms, as_box box, float x);

#endif
