#include "train/guided.h"

#include <math.h>

/* Weights this small are rounding: their logarithm would be anything, up to infinite. Beneath it
 * the loss is constant, and the gradient that reaches the scores fades out. */
static const double MASS_FLOOR = 1e-30;

static double linked_mass(const as_token_links *links, int t, const float *alpha)
{
    double mass = 0;
    for (int k = links->from[t]; k < links->from[t + 1]; k++)
        mass += alpha[links->i[k]];
    return fmax(mass, MASS_FLOOR);
}

static bool has_links(const as_token_links *links, int t)
{
    return links->from && links->from[t] < links->from[t + 1];
}

double as_guided_loss(const as_token_links *links, int t, const float *alpha)
{
    return has_links(links, t) ? -log(linked_mass(links, t, alpha)) : 0;
}

void as_guided_backward(float *d_alpha, const as_token_links *links, int t, const float *alpha,
                        double scale)
{
    if (!has_links(links, t))
        return;
    /* forward:  g = -log sum_{i in L} alpha_i
     * backward: d_alpha_i -= scale / sum_{k in L} alpha_k   for i in L */
    float d = (float)(scale / linked_mass(links, t, alpha));
    for (int k = links->from[t]; k < links->from[t + 1]; k++)
        d_alpha[links->i[k]] -= d;
}
