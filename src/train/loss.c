#include "train/loss.h"

#include "train/loops.h"

#include <math.h>

/* Whether y is the first of the largest. */
static bool is_argmax(const float *l, int y, float max)
{
    if (l[y] != max)
        return false;
    for (int v = 0; v < y; v++)
        if (l[v] == max)
            return false;
    return true;
}

void as_cross_entropy(const as_kernels *kernels, as_loss *loss, float *l, float *d_b, int V, int y,
                      double epsilon, double scale)
{
    const as_loops *loops = as_loops_for(kernels);
    float max = kernels->finite_max(l, (size_t)V);
    double l_y = l[y], mean = epsilon > 0 ? loops->sum(l, (size_t)V) / V : 0;
    loss->n++;
    loss->n_right += is_argmax(l, y, max);

    /* log P(y) = l_y - log sum_v exp(l_v); max shift: range only */
    double sum = (double)kernels->exp_sum(l, l, max, (size_t)V);
    double log_sum = (double)max + log(sum);
    loss->nll += log_sum - l_y;
    loss->smoothed += log_sum - (1 - epsilon) * l_y - epsilon * mean;
    if (!d_b)
        return;

    /* d_l = P - q */
    float at_y = (float)(scale * (1 - epsilon));
    loops->scale_and_add(l, d_b, (float)(scale / sum), (float)(scale * epsilon / V), (size_t)V);
    l[y] -= at_y;
    d_b[y] -= at_y;
}

void as_loss_add(as_loss *sum, const as_loss *part)
{
    sum->smoothed += part->smoothed;
    sum->nll += part->nll;
    sum->guided += part->guided;
    sum->n += part->n;
    sum->n_right += part->n_right;
}
