/* The decoder over a batch with the target given, forward and backward, as the model's settings
 * describe it (core/decoder.h):
 *
 *   attend(s):   e_{t,i} = score(s, h_i)    alpha_t = softmax(e_t)    c_t = sum_i alpha_{t,i} h_i
 *   score none:  c_t = [ ->h_S ; <-h_1 ]
 *
 *   query previous   c_t = attend(s_{t-1})   s_t = GRU(s_{t-1}, [ y_{t-1} ; c_t ])
 *   query current    s_t = GRU(s_{t-1}, [ y_{t-1} ; c_{t-1} ]), c_0 = 0      c_t = attend(s_t)
 *   s_0 = tanh(W_s <-h_1 + b_s)
 *
 * Bahdanau, Cho, Bengio 2015, appendix A.1.2 and A.2.2; Luong, Pham, Manning 2015. The loop over
 * time holds only what needs s_{t-1} or c_{t-1}; the keys, the part of the cell's input that comes
 * from y, a fixed context, and the gradients of weights are products over all tokens outside it. */
#ifndef AS_TRAIN_DECODER_H
#define AS_TRAIN_DECODER_H

#include "core/score.h"
#include "train/encoder.h"

typedef struct as_decoder_pass {
    as_packed packed;
    const as_score *score;
    int W;               /* length of keys and queries; 0 with score none */
    int S_max;           /* longest source: the stride of alpha */
    int *y_in, *y_out;   /* [N] packed: y_{t-1} (<s> at t = 0) and y_t */
    float *y;            /* [N x E] embeddings of y_in, dropped out */
    unsigned char *mask; /* [N x E], NULL without dropout */
    float *s_0;          /* [B x D] */
    float *start;        /* [B x H] <-h_1 */
    float *s_in, *s;     /* [N x D] s_{t-1}, s_t */
    const float *asks;   /* [N x D] the states that ask: s_in or s */
    float *q;            /* [N x W]; asks itself where the score takes s as it is */
    float *keys;         /* [source tokens x W] sentence after sentence; h where it takes that */
    float *alpha;        /* [N x S_max], S of the sentence used; not written with score none */
    float *c;            /* [N x 2H] c_t */
    float *c_in;         /* [N x 2H] what the cell reads: c itself, or c_{t-1} */
    float *gh, *gates;   /* [N x 3D] */
} as_decoder_pass;

/* Errors: SYSTEM; FORMAT when a score is not finite (names t and i). */
bool as_decoder_forward(const as_pass *pass, const as_encoder_pass *encoder,
                        as_decoder_pass *decoder, as_error *err);

/* Adds to d_params and to d_h [source tokens x 2H], from the readout's d_s [N x D], d_c [N x 2H]
 * and d_y [N x E]; all three are changed. Errors: SYSTEM. */
bool as_decoder_backward(const as_pass *pass, const as_encoder_pass *encoder,
                         const as_decoder_pass *decoder, as_params *d_params, float *d_h,
                         float *d_s, float *d_c, float *d_y, as_error *err);

#endif
