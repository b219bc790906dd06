#include "train/loss.h"

#include <math.h>

/* The sum of l, in four lanes of double so that it need not wait for itself. */
static double sum_of(const float *l, int V)
{
    double lane[4] = {0, 0, 0, 0};
    int v = 0;
    for (; v + 4 <= V; v += 4)
        for (int k = 0; k < 4; k++)
            lane[k] += l[v + k];
    for (; v < V; v++)
        lane[0] += l[v];
    return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

static int argmax(const float *l, int V)
{
    float best = l[0];
    for (int v = 1; v < V; v++)
        best = l[v] > best ? l[v] : best;
    int v = 0;
    while (v < V - 1 && l[v] != best)
        v++;
    return v;
}

void as_cross_entropy(const as_kernels *kernels, as_loss *loss, float *l, int V, int y,
                      double epsilon, double scale)
{
    int best = argmax(l, V);
    double l_y = l[y], max = l[best];
    double mean = epsilon > 0 ? sum_of(l, V) / V : 0;

    /* log P(y) = l_y - log sum_v exp(l_v); max shift: range only */
    double sum = kernels->exp_sum(l, l, l[best], (size_t)V);
    double log_sum = max + log(sum);
    loss->nll += log_sum - l_y;
    loss->smoothed += log_sum - (1 - epsilon) * l_y - epsilon * mean;
    loss->n++;
    loss->n_right += best == y;

    /* d_l = P - q */
    float to_p = (float)(scale / sum), uniform = (float)(scale * epsilon / V);
    for (int v = 0; v < V; v++)
        l[v] = l[v] * to_p - uniform;
    l[y] -= (float)(scale * (1 - epsilon));
}

void as_loss_add(as_loss *sum, const as_loss *part)
{
    sum->smoothed += part->smoothed;
    sum->nll += part->nll;
    sum->guided += part->guided;
    sum->n += part->n;
    sum->n_right += part->n_right;
}
