#include "core/maxout.h"

#include <stddef.h>

void as_maxout_forward(float *r, const float *p, int n, int R)
{
    size_t n_units = (size_t)n * (size_t)R;
    for (size_t k = 0; k < n_units; k++)
        r[k] = p[2 * k] >= p[2 * k + 1] ? p[2 * k] : p[2 * k + 1];
}

/* forward:  r_k = max(p_{2k}, p_{2k+1})
 * backward: d_p of the larger one = d_r_k, of the other 0 */
void as_maxout_backward(float *d_p, const float *d_r, const float *p, int n, int R)
{
    size_t n_units = (size_t)n * (size_t)R;
    for (size_t k = 0; k < n_units; k++) {
        int larger = p[2 * k] >= p[2 * k + 1] ? 0 : 1;
        d_p[2 * k + (size_t)larger] = d_r[k];
        d_p[2 * k + (size_t)!larger] = 0;
    }
}
