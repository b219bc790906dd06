#include "train/schedule.h"

#include <math.h>

double as_schedule_rate(const as_schedule *schedule, long step)
{
    if (step < schedule->warmup)
        return schedule->rate * (double)step / (double)schedule->warmup;
    long fall = schedule->n_steps - schedule->warmup;
    double done = fall > 0 ? (double)(step - schedule->warmup) / (double)fall : 1;
    done = done < 1 ? done : 1;
    double range = schedule->rate - schedule->rate_end;
    switch (schedule->kind) {
    case AS_SCHEDULE_CONSTANT:
        return schedule->rate;
    case AS_SCHEDULE_LINEAR:
        return schedule->rate - range * done;
    case AS_SCHEDULE_COSINE:
        return schedule->rate_end + range * 0.5 * (1 + cos(3.141592653589793 * done));
    }
    return schedule->rate;
}
