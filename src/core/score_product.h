/* e_i = q^T k_i: what the scores general, dot and scaled_dot have in common. */
#ifndef AS_CORE_SCORE_PRODUCT_H
#define AS_CORE_SCORE_PRODUCT_H

#include "core/params.h"

/* The forward, terms and backward of a score (score.h) that has nothing else. params are not looked at. */
void as_product_forward(const as_kernels *kernels, const as_params *params, float *e,
                        const float *q, const float *keys, int S, int W);
void as_product_terms(const as_kernels *kernels, const as_params *params, float *terms,
                      const float *q, const float *key, int W);
void as_product_backward(const as_kernels *kernels, const as_params *params, as_params *d_params,
                         float *d_q, float *d_keys, const float *d_e, const float *q,
                         const float *keys, int S, int W);

/* The same for e_i = scale q^T k_i. */
void as_scaled_product_forward(const as_kernels *kernels, float scale, float *e, const float *q,
                               const float *keys, int S, int W);
void as_scaled_product_terms(float scale, float *terms, const float *q, const float *key, int W);
void as_scaled_product_backward(const as_kernels *kernels, float scale, float *d_q, float *d_keys,
                                const float *d_e, const float *q, const float *keys, int S, int W);

#endif
