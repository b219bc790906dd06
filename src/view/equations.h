/* The model's equations for one step, with this step's numbers in them: plain text in the letters
 * of the papers (Bahdanau, Cho, Bengio 2015, sections 3.1 and A.1.2; core/decoder.h), places
 * 1-based. They follow the model's settings; without attention there is no e and no alpha, and
 * where every product is normalised a last line says so. */
#ifndef AS_VIEW_EQUATIONS_H
#define AS_VIEW_EQUATIONS_H

#include "view/play.h"
#include "view/result.h"

enum { AS_EQUATIONS_MAX = 8 };

typedef struct as_equation {
    char text[256];
    char value[256]; /* "α₅,₇ = 0.814", or "" */
    char number[48]; /* the number alone, for where value has no room */
    bool marked;     /* alpha: what this program is about */
    as_stage stage;  /* of the step, in which it is computed */
} as_equation;

/* The equations of step t (0-based) as this model computes them, in the order it does; numbers are
 * those of cell (t, i). AS_EQUATIONS_MAX holds them all. Returns how many. Cannot fail. */
int as_equations(as_equation out[AS_EQUATIONS_MAX], const as_result *result, int t, int i);

#endif
