/* Cross-entropy with label smoothing (Szegedy et al. 2016), one target token at a time.
 *
 *   P = softmax(l)    q = (1 - epsilon) onehot(y) + epsilon / V    loss = -sum_v q_v log P_v
 *   d_l = P - q */
#ifndef AS_TRAIN_LOSS_H
#define AS_TRAIN_LOSS_H

#include "core/kernels.h"

#include <stdbool.h>

typedef struct as_loss {
    double smoothed; /* what is minimised, summed over tokens */
    double nll;      /* -log P(y), summed: perplexity is exp(nll / n) */
    double guided; /* the guided loss (guided.h), summed: its weight times this is minimised too */
    long n;        /* tokens */
    long n_right;  /* tokens whose argmax is y (the first of equals) */
} as_loss;

/* Adds one token's loss to *loss and turns its logits l [V] into scale * d_l, in place, which is
 * added to d_b [V] too, the gradient of their bias. With d_b NULL only the loss is made, and l is
 * not d_l afterwards. A logit that is not finite makes the sums not finite; the caller looks.
 * Cannot fail. */
void as_cross_entropy(const as_kernels *kernels, as_loss *loss, float *l, float *d_b, int V, int y,
                      double epsilon, double scale);

/* sum += part. */
void as_loss_add(as_loss *sum, const as_loss *part);

#endif
