/* From states to the loss: readout, vocabulary, cross-entropy, forward and backward together.
 *
 *   u = [ s_t ; c_t ; y_{t-1} ]
 *   l = W_o u + b_o                          linear readout
 *   l = W_o r + b_o, p = W_r u + b_r         r = tanh(p), or r_k = max(p_{2k}, p_{2k+1}): maxout
 *
 * All tokens are known after the loop over time, so they are taken in chunks of rows: logits of one
 * chunk live at a time, and their gradient is made where they stand. */
#ifndef AS_TRAIN_OUTPUT_H
#define AS_TRAIN_OUTPUT_H

#include "train/decoder.h"
#include "train/loss.h"

typedef struct as_output_gradients {
    as_params *d_params;    /* added to */
    float *d_s, *d_c, *d_y; /* [N x D], [N x 2H], [N x E]; written */
    double scale;           /* of the loss: 1 / target tokens of the whole batch */
} as_output_gradients;

/* Adds the loss of every target token to *loss; gradients when `gradients` is not NULL.
 * Errors: SYSTEM. */
bool as_output_run(const as_pass *pass, const as_decoder_pass *decoder, double label_smoothing,
                   const as_output_gradients *gradients, as_loss *loss, as_error *err);

#endif
