#include "core/attention.h"

#include <math.h>
#include <string.h>

static bool fail_not_finite(const float *e, int length, as_error *err)
{
    int i = 0;
    while (i < length - 1 && isfinite(e[i]))
        i++;
    return as_fail(err, AS_ERR_FORMAT, "i = %d: the score is %g, expected a finite number", i,
                   (double)e[i]);
}

bool as_softmax(const as_kernels *kernels, float *alpha, const float *e, int length, int S,
                as_error *err)
{
    float max = kernels->finite_max(e, (size_t)length);
    if (isnan(max))
        return fail_not_finite(e, length, err);
    float sum = kernels->exp_sum(alpha, e, max, (size_t)length); /* max shift: range only */
    for (int i = 0; i < length; i++)
        alpha[i] /= sum;
    memset(alpha + length, 0, (size_t)(S - length) * sizeof *alpha);
    return true;
}

/* forward:  alpha = softmax(e)
 * backward: d_e_i = alpha_i (d_alpha_i - sum_k alpha_k d_alpha_k) */
void as_softmax_backward(float *d_e, const float *alpha, const float *d_alpha, int S)
{
    double mean = 0;
    for (int i = 0; i < S; i++)
        mean += (double)alpha[i] * (double)d_alpha[i];
    for (int i = 0; i < S; i++)
        d_e[i] = alpha[i] * (d_alpha[i] - (float)mean);
}

void as_context(const as_kernels *kernels, float *c, const float *alpha, const float *h, int length,
                int n)
{
    memset(c, 0, (size_t)n * sizeof *c);
    for (int i = 0; i < length; i++)
        kernels->axpy(c, alpha[i], h + (size_t)i * (size_t)n, (size_t)n);
}

/* forward:  c = sum_i alpha_i h_i
 * backward: d_alpha_i = d_c . h_i      d_h_i += alpha_i d_c */
void as_context_backward(const as_kernels *kernels, float *d_alpha, float *d_h, const float *d_c,
                         const float *alpha, const float *h, int length, int n)
{
    for (int i = 0; i < length; i++) {
        size_t at = (size_t)i * (size_t)n;
        d_alpha[i] = kernels->dot(d_c, h + at, (size_t)n);
        kernels->axpy(d_h + at, alpha[i], d_c, (size_t)n);
    }
}
