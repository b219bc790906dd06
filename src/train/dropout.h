/* Inverted dropout: a value is kept with probability 1 - p and scaled by 1 / (1 - p), so that
 * nothing changes when the model is used. Srivastava et al. 2014. */
#ifndef AS_TRAIN_DROPOUT_H
#define AS_TRAIN_DROPOUT_H

#include "train/random.h"

#include <stddef.h>

/* mask [n]: 1 kept, 0 dropped, drawn from `random`. p in [0, 1), in steps of 1/65536.
 * Cannot fail. */
void as_dropout_mask(unsigned char *mask, size_t n, double p, as_random *random);

/* x_k *= mask_k / (1 - p): forward on values, backward on their gradients. Cannot fail. */
void as_dropout_apply(float *x, const unsigned char *mask, size_t n, double p);

#endif
