/* The bidirectional GRU encoder over a batch, forward and backward.
 *
 *   h_i = [ ->h_i ; <-h_i ]      Bahdanau, Cho, Bengio 2015, section 3.2
 *
 * Everything that does not depend on the previous state happens once for all tokens: W_ih x before
 * the loop over time, the weights' gradients and d_x after it. */
#ifndef AS_TRAIN_ENCODER_H
#define AS_TRAIN_ENCODER_H

#include "train/packed.h"
#include "train/pass.h"

/* One direction, packed like the source: row (t, j). */
typedef struct as_encoder_direction {
    float *h_in;  /* [N x H] the state before the step */
    float *gh;    /* [N x 3H] W_hh h_in + b_hh */
    float *gates; /* [N x 3H] r, z, n */
} as_encoder_direction;

typedef struct as_encoder_pass {
    as_packed packed;
    int *ids;            /* [N] packed */
    int *row;            /* [N] packed row -> row of h */
    int *first;          /* [B] row of h where a sentence (in the order of the pairs) begins */
    float *x;            /* [N x E] packed, dropped out */
    unsigned char *mask; /* [N x E], NULL without dropout */
    as_encoder_direction forward, backward;
    float *h; /* [N x 2H] sentence after sentence */
} as_encoder_pass;

/* Errors: SYSTEM. Everything lives in pass->arena. */
bool as_encoder_forward(const as_pass *pass, as_encoder_pass *encoder, as_error *err);

/* Adds to d_params from d_h [N x 2H]. Errors: SYSTEM. */
bool as_encoder_backward(const as_pass *pass, const as_encoder_pass *encoder, as_params *d_params,
                         const float *d_h, as_error *err);

#endif
