/* The encoder: a batch of source sentences to annotations, keys and the first decoder state.
 * Bahdanau, Cho, Bengio 2015 (arXiv:1409.0473), section 3.2 and appendix A.2.1.
 *
 *   h_i = [ ->h_i ; <-h_i ]      two GRUs over x_1 … x_S, one from each end, zero at the start
 *   k_i = K h_i + b              what the score compares a query with (score.h)
 *   s_0 = tanh(W_s x + b_s)      x = <-h_1 (start backward), the mean of h_1 … h_S (mean) or
 *                                [ ->h_S ; <-h_1 ] (ends; ends_relu has relu for tanh);
 *                                or s_0 = ->h_S (last), s_0 = 0 (zero)
 *
 * Where the model normalises, every product with a weight is normalised (layer_norm.h).
 *
 * Sentences of a batch are padded to the longest, S. The backward GRU starts at each sentence's own
 * last token, so padding changes nothing; h of padding is 0. */
#ifndef AS_CORE_ENCODER_H
#define AS_CORE_ENCODER_H

#include "core/memory.h"
#include "core/model.h"

typedef struct as_encoded {
    int B, S;           /* sentences, tokens of the longest */
    const int *lengths; /* [B] the caller's */
    float *h;           /* [B x S x 2H] */
    const float *keys;  /* [B x S x W], W of score.h; h itself where the score takes it as it is */
    float *s_0;         /* [B x D] */
} as_encoded;

/* Encodes ids[b][0 … lengths[b]), each id in the source vocabulary (asserted), lengths >= 1.
 * Everything in *out lives in the arena. Errors: SYSTEM (memory). */
bool as_encode(const as_model *model, const as_kernels *kernels, const int *const *ids,
               const int *lengths, int B, as_arena *arena, as_encoded *out, as_error *err);

/* Sets encoded->keys from encoded->h, in the arena. Errors: SYSTEM (memory). */
bool as_encode_keys(const as_model *model, const as_kernels *kernels, as_arena *arena,
                    as_encoded *encoded, as_error *err);

/* [ ->h_S ; <-h_1 ] of every sentence into out [B x 2H]. Cannot fail. */
void as_encoded_ends(const as_encoded *encoded, int H, float *out);

#endif
