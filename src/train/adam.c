#include "train/adam.h"

#include "train/loops.h"

#include <math.h>

void as_adam_update(const as_adam *adam, float *w, float *m, float *v, const float *d_w, size_t n,
                    double rate, double scale, long step)
{
    /* Both bias corrections, moved to where they cost nothing per weight. */
    double unbiased_2 = sqrt(1 - pow(adam->beta_2, (double)step));
    const as_adam_rates rates = {
        .scale = (float)scale,
        .beta_1 = (float)adam->beta_1,
        .beta_2 = (float)adam->beta_2,
        .new_1 = (float)(1 - adam->beta_1),
        .new_2 = (float)(1 - adam->beta_2),
        .rate = (float)(rate * unbiased_2 / (1 - pow(adam->beta_1, (double)step))),
        .epsilon = (float)(adam->epsilon * unbiased_2),
    };
    as_loops_best()->adam(w, m, v, d_w, &rates, n);
}

void as_gradient_take(float *sum, float *part, size_t n)
{
    as_loops_best()->take(sum, part, n);
}

double as_sum_of_squares(const float *x, size_t n)
{
    return as_loops_best()->sum_of_squares(x, n);
}

double as_clip_scale(double norm, double limit)
{
    return limit > 0 && norm > limit ? limit / norm : 1;
}

void as_average_update(float *average, const float *w, size_t n, double decay)
{
    as_loops_best()->approach(average, w, (float)(1 - decay), n);
}
