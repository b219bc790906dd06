/* From scores to weights to the context vector.
 *
 *   alpha_i = exp(e_i) / sum_k exp(e_k)      c = sum_i alpha_i h_i
 *
 * S positions of which the first `length` are tokens and the rest padding with weight exactly 0.
 * Bahdanau, Cho, Bengio 2015 (arXiv:1409.0473), section 3.1. Buffers are the caller's. */
#ifndef AS_CORE_ATTENTION_H
#define AS_CORE_ATTENTION_H

#include "core/error.h"
#include "core/kernels.h"

/* alpha [S] from e [S]; alpha may be e. The largest score is subtracted first (range only).
 * FORMAT when a score among the first `length` is not finite; the message names i, the caller adds
 * t with as_fail_in. */
bool as_softmax(const as_kernels *kernels, float *alpha, const float *e, int length, int S,
                as_error *err);

/* d_e [S] written: d_e_i = alpha_i (d_alpha_i - sum_k alpha_k d_alpha_k). May be d_alpha. */
void as_softmax_backward(float *d_e, const float *alpha, const float *d_alpha, int S);

/* c [n] = sum_{i<length} alpha_i h_i, h [S x n] with n = 2H. */
void as_context(const as_kernels *kernels, float *c, const float *alpha, const float *h, int length,
                int n);

/* d_alpha [length] written, d_h [length x n] added to. */
void as_context_backward(const as_kernels *kernels, float *d_alpha, float *d_h, const float *d_c,
                         const float *alpha, const float *h, int length, int n);

#endif
