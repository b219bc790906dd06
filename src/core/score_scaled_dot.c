/* e_{t,i} = (W_q s)^T (W_k h_i) / sqrt(A)
 * Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.1, one head.
 * Query q = W_q s, keys k_i = W_k h_i, both of length A. */
#include "core/score.h"
#include "core/score_product.h"

#include <math.h>

enum { W_Q, W_K, N_PARAMS };

static float scale(int W)
{
    return 1 / sqrtf((float)W);
}

static void forward(const as_kernels *kernels, const as_params *params, float *e, const float *q,
                    const float *keys, int S, int W)
{
    (void)params;
    as_scaled_product_forward(kernels, scale(W), e, q, keys, S, W);
}

static void terms(const as_kernels *kernels, const as_params *params, float *out, const float *q,
                  const float *key, int W)
{
    (void)kernels;
    (void)params;
    as_scaled_product_terms(scale(W), out, q, key, W);
}

static void backward(const as_kernels *kernels, const as_params *params, as_params *d_params,
                     float *d_q, float *d_keys, const float *d_e, const float *q, const float *keys,
                     int S, int W)
{
    (void)params;
    (void)d_params;
    as_scaled_product_backward(kernels, scale(W), d_q, d_keys, d_e, q, keys, S, W);
}

const as_score as_score_scaled_dot = {
    .equation = "(W_q {s})ᵀ (W_k hᵢ) / √A",
    .term = "qₖ kᵢₖ / √A",
    .params = {[W_Q] = {"attention.W_q", AS_DIM_A, AS_DIM_D},
               [W_K] = {"attention.W_k", AS_DIM_A, AS_DIM_2H}},
    .n_params = N_PARAMS,
    .key_W = W_K,
    .key_b = AS_NO_SLOT,
    .query_W = W_Q,
    .width = AS_DIM_A,
    .forward = forward,
    .terms = terms,
    .backward = backward,
};
