#include "core/score_product.h"

void as_scaled_product_forward(const as_kernels *kernels, float scale, float *e, const float *q,
                               const float *keys, int S, int W)
{
    for (int i = 0; i < S; i++)
        e[i] = scale * kernels->dot(q, keys + (size_t)i * (size_t)W, (size_t)W);
}

/* term k: scale q_k k_ik */
void as_scaled_product_terms(float scale, float *terms, const float *q, const float *key, int W)
{
    for (int k = 0; k < W; k++)
        terms[k] = scale * q[k] * key[k];
}

/* forward:  e_i = scale q^T k_i
 * backward: d_q += scale d_e_i k_i      d_k_i += scale d_e_i q */
void as_scaled_product_backward(const as_kernels *kernels, float scale, float *d_q, float *d_keys,
                                const float *d_e, const float *q, const float *keys, int S, int W)
{
    for (int i = 0; i < S; i++) {
        size_t at = (size_t)i * (size_t)W;
        kernels->axpy(d_q, scale * d_e[i], keys + at, (size_t)W);
        kernels->axpy(d_keys + at, scale * d_e[i], q, (size_t)W);
    }
}

void as_product_forward(const as_kernels *kernels, const as_params *params, float *e,
                        const float *q, const float *keys, int S, int W)
{
    (void)params;
    as_scaled_product_forward(kernels, 1, e, q, keys, S, W);
}

void as_product_terms(const as_kernels *kernels, const as_params *params, float *terms,
                      const float *q, const float *key, int W)
{
    (void)kernels;
    (void)params;
    as_scaled_product_terms(1, terms, q, key, W);
}

void as_product_backward(const as_kernels *kernels, const as_params *params, as_params *d_params,
                         float *d_q, float *d_keys, const float *d_e, const float *q,
                         const float *keys, int S, int W)
{
    (void)params;
    (void)d_params;
    as_scaled_product_backward(kernels, 1, d_q, d_keys, d_e, q, keys, S, W);
}
