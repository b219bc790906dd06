/* Where the marks of an axis lie and what they say: multiples of 1, 2 or 5 times a power of ten. */
#ifndef AS_VIEW_TICKS_H
#define AS_VIEW_TICKS_H

#include "view/format.h"

enum { AS_TICKS_MAX = 16 };

typedef struct as_ticks {
    double first, step; /* mark k lies at first + k step */
    int n;              /* 0 to AS_TICKS_MAX */
} as_ticks;

/* The marks inside [low, high], finite and low < high, at most `most` (2 to AS_TICKS_MAX) of them
 * and as many as that allows. Cannot fail. */
as_ticks as_ticks_between(double low, double high, int most);

double as_ticks_value(const as_ticks *ticks, int k);

/* The mark's number with as many decimals as the step has, a narrow space between thousands from
 * 10 000 on; very large and very small ones as 2×10⁷; nought as 0. Returns out, which holds AS_FORMAT_MAX. */
char *as_ticks_label(char *out, const as_ticks *ticks, int k);

#endif
