#include "core/clock.h"

#include <time.h>

static double now_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

double as_clock_ms(void)
{
    return now_ms(CLOCK_MONOTONIC);
}

double as_clock_cpu_ms(void)
{
    return now_ms(CLOCK_PROCESS_CPUTIME_ID);
}
