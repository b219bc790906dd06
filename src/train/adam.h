/* Adam (Kingma and Ba 2015, arXiv:1412.6980) and what goes with it, as flat loops over the one
 * block that holds all parameters. A caller may cut the block into ranges and give them to
 * threads. */
#ifndef AS_TRAIN_ADAM_H
#define AS_TRAIN_ADAM_H

#include <stddef.h>

typedef struct as_adam {
    double beta_1, beta_2, epsilon; /* 0.9, 0.999, 1e-8 in the paper */
} as_adam;

/* One update of n weights; step counts from 1.
 *
 *   g = scale d_w     m = beta_1 m + (1 - beta_1) g     v = beta_2 v + (1 - beta_2) g^2
 *   w -= rate (m / (1 - beta_1^step)) / (sqrt(v / (1 - beta_2^step)) + epsilon)
 *
 * Buffers do not overlap. Cannot fail. */
void as_adam_update(const as_adam *adam, float *w, float *m, float *v, const float *d_w, size_t n,
                    double rate, double scale, long step);

/* sum += part, and part becomes 0. */
void as_gradient_take(float *sum, float *part, size_t n);

/* Sum of squares, in double. */
double as_sum_of_squares(const float *x, size_t n);

/* What gradients of this norm are multiplied with so that it is at most `limit` (0: no limit).
 * Pascanu, Mikolov, Bengio 2013. */
double as_clip_scale(double norm, double limit);

/* average += (1 - decay) (w - average): weights averaged over the last 1 / (1 - decay) steps. */
void as_average_update(float *average, const float *w, size_t n, double decay);

#endif
