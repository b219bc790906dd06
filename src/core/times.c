#include "core/times.h"

#include "core/clock.h"
#include "core/memory.h"

#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool as_times_measure(bool (*run)(void *context, as_error *err), void *context, int warm_up,
                      int runs, as_times *out, as_error *err)
{
    double *times = as_alloc((size_t)runs, sizeof *times), cpu_best = 0;
    if (!times)
        return as_fail_memory(err, "the measurements");
    bool done = true;
    for (int k = -warm_up; k < runs && done; k++) {
        double cpu = as_clock_cpu_ms(), start = as_clock_ms();
        done = run(context, err);
        if (k < 0)
            continue;
        times[k] = as_clock_ms() - start;
        cpu = as_clock_cpu_ms() - cpu;
        cpu_best = k == 0 || cpu < cpu_best ? cpu : cpu_best;
    }
    if (done) {
        qsort(times, (size_t)runs, sizeof *times, compare_doubles);
        *out = (as_times){.best = times[0], .med = times[runs / 2], .cpu_best = cpu_best};
    }
    free(times);
    return done;
}
