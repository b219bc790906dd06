/* The flat loops of training, compiled several times for the vectors a machine may have, as
 * core/kernels.h is. Sums are reassociated into vector lanes, so tables agree to rounding, not bit
 * for bit.
 *
 * Every function: buffers are the caller's, unaligned allowed, not overlapping. None can fail. All
 * are thread-safe. */
#ifndef AS_TRAIN_LOOPS_H
#define AS_TRAIN_LOOPS_H

#include "core/kernels.h"

/* One update of Adam as numbers: what as_adam_update makes of its settings. */
typedef struct as_adam_rates {
    float scale;                        /* of the gradient */
    float beta_1, beta_2, new_1, new_2; /* new_1 = 1 - beta_1, new_2 = 1 - beta_2 */
    float rate, epsilon;                /* with the corrections of the biases in them */
} as_adam_rates;

typedef struct as_loops {
    /* sum_k x_k and sum_k x_k^2, in double. */
    double (*sum)(const float *x, size_t n);
    double (*sum_of_squares)(const float *x, size_t n);

    /* x = scale x - shift, and total += x. */
    void (*scale_and_add)(float *x, float *total, float scale, float shift, size_t n);

    /* x_k = scale x_k where mask_k is 1, 0 where it is 0. */
    void (*mask)(float *x, const unsigned char *mask, float scale, size_t n);

    /* sum += part, and part becomes 0. */
    void (*take)(float *sum, float *part, size_t n);

    /* average += share (w - average) */
    void (*approach)(float *average, const float *w, float share, size_t n);

    /* g = scale d_w    m = beta_1 m + new_1 g    v = beta_2 v + new_2 g^2
     * w -= rate m / (sqrt(v) + epsilon) */
    void (*adam)(float *w, float *m, float *v, const float *d_w, const as_adam_rates *rates,
                 size_t n);
} as_loops;

/* The table for the same instructions as `kernels`; static, never NULL. */
const as_loops *as_loops_for(const as_kernels *kernels);

/* The one for this processor. */
const as_loops *as_loops_best(void);

#endif
