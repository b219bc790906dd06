/* Attention of the decoder over a batch (decoder.h), forward and backward:
 *
 *   keys = K h + b    q_t = Q s    e_{t,i} = score(q_t, keys_i)
 *   alpha_t = softmax(e_t)         c_t = sum_i alpha_{t,i} h_i
 *
 * where s is the state that asks; or c_t = [ ->h_S ; <-h_1 ] with score none. Bahdanau, Cho, Bengio
 * 2015, appendix A.1.2. Only Q s and the scores stand in the loop over time. */
#ifndef AS_TRAIN_ATTEND_H
#define AS_TRAIN_ATTEND_H

#include "train/decoder.h"

/* decoder->keys, where the score has a K; else they are h itself. Cannot fail. */
void as_attend_keys(const as_pass *pass, const as_encoder_pass *encoder,
                    const as_decoder_pass *decoder);

/* decoder->c of all rows, for score none. Cannot fail. */
void as_attend_fixed(const as_pass *pass, const as_encoder_pass *encoder,
                     const as_decoder_pass *decoder);

/* decoder's q, alpha and c of the live rows of step t. Q: NULL where the score has none. Errors:
 * FORMAT when a score is not finite (names t and i). */
bool as_attend(const as_pass *pass, const as_encoder_pass *encoder, const as_decoder_pass *decoder,
               const as_pass_weights *Q, int t, as_error *err);

typedef struct as_attend_gradients {
    float *d_c;     /* [N x 2H] of c_t; given */
    float *d_h;     /* [source tokens x 2H]; given, added to */
    float *d_q;     /* [N x W]; NULL where q is s itself */
    float *d_keys;  /* [source tokens x W]; d_h where the keys are h */
    float *d_alpha; /* [S_max] of one row, then d_e */
} as_attend_gradients;

/* The arrays are the pass's. Errors: SYSTEM. */
bool as_attend_gradients_init(const as_pass *pass, const as_encoder_pass *encoder,
                              const as_decoder_pass *decoder, float *d_c, float *d_h,
                              as_attend_gradients *g, as_error *err);

/* From d_c of the live rows of step t: adds to d_asks [rows x D] of the state that asked, to d_h,
 * d_keys and the score's own parameters; keeps d_q for the gradient of Q. Q packed across, NULL
 * where the score has none. Cannot fail. */
void as_attend_backward(const as_pass *pass, const as_encoder_pass *encoder,
                        const as_decoder_pass *decoder, const as_pass_weights *Q,
                        const as_attend_gradients *g, as_params *d_params, float *d_asks, int t);

/* as_attend_fixed, backwards: from d_c of every row to d_h. Cannot fail. */
void as_attend_fixed_backward(const as_pass *pass, const as_encoder_pass *encoder,
                              const as_decoder_pass *decoder, const as_attend_gradients *g);

/* The gradients of Q, K and b, as products over all tokens, and what flows on to d_h. Cannot
 * fail. */
void as_attend_weights_backward(const as_pass *pass, const as_encoder_pass *encoder,
                                const as_decoder_pass *decoder, const as_attend_gradients *g,
                                as_params *d_params);

#endif
