/* How long something takes: done again and again, because other programs use the machine too. */
#ifndef AS_CORE_TIMES_H
#define AS_CORE_TIMES_H

#include "core/error.h"

/* Of one run, in milliseconds. */
typedef struct as_times {
    double best, med;
    double cpu_best; /* processor time of all threads: what other programs take does not count */
} as_times;

/* Runs run(context, err) `warm_up` times unmeasured, then `runs` >= 1 times. Errors: those of run,
 * SYSTEM. */
bool as_times_measure(bool (*run)(void *context, as_error *err), void *context, int warm_up,
                      int runs, as_times *out, as_error *err);

#endif
