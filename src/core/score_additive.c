/* e_{t,i} = v_a^T tanh(W_a s + U_a h_i + b_a)
 * Bahdanau, Cho, Bengio 2015 (arXiv:1409.0473), appendix A.1.2; the paper has no b_a.
 * Query q = W_a s, keys k_i = U_a h_i + b_a, both of length A. */
#include "core/score.h"

enum { W_A, U_A, B_A, V_A, N_PARAMS };

static void forward(const as_kernels *kernels, const as_params *params, float *e, const float *q,
                    const float *keys, int S, int W)
{
    const float *v_a = as_mat_f32(&params->attention[V_A]);
    for (int i = 0; i < S; i++)
        e[i] = kernels->add_tanh_dot(v_a, q, keys + (size_t)i * (size_t)W, (size_t)W);
}

/* term k: v_k tanh(q + k_i)_k */
static void terms(const as_kernels *kernels, const as_params *params, float *out, const float *q,
                  const float *key, int W)
{
    const float *v_a = as_mat_f32(&params->attention[V_A]);
    for (int k = 0; k < W; k++)
        out[k] = q[k] + key[k];
    kernels->tanh(out, out, (size_t)W);
    for (int k = 0; k < W; k++)
        out[k] *= v_a[k];
}

/* forward:  e_i = v_a^T t_i, t_i = tanh(q + k_i)
 * backward: d_v_a += d_e_i t_i      d = d_e_i v_a (1 - t_i^2); d_q += d, d_k_i += d */
static void backward(const as_kernels *kernels, const as_params *params, as_params *d_params,
                     float *d_q, float *d_keys, const float *d_e, const float *q, const float *keys,
                     int S, int W)
{
    const float *v_a = as_mat_f32(&params->attention[V_A]);
    float *d_v_a = as_mat_f32(&d_params->attention[V_A]);
    for (int i = 0; i < S; i++) {
        size_t at = (size_t)i * (size_t)W;
        kernels->add_tanh_dot_backward(d_v_a, d_q, d_keys + at, v_a, q, keys + at, d_e[i],
                                       (size_t)W);
    }
}

const as_score as_score_additive = {
    .equation = "vₐᵀ tanh(Wₐ {s} + Uₐ hᵢ + bₐ)",
    .term = "vₖ tanh(…)ₖ",
    .params = {[W_A] = {"attention.W_a", AS_DIM_A, AS_DIM_D},
               [U_A] = {"attention.U_a", AS_DIM_A, AS_DIM_2H},
               [B_A] = {"attention.b_a", AS_DIM_A, AS_DIM_1},
               [V_A] = {"attention.v_a", AS_DIM_A, AS_DIM_1}},
    .n_params = N_PARAMS,
    .key_W = U_A,
    .key_b = B_A,
    .query_W = W_A,
    .width = AS_DIM_A,
    .forward = forward,
    .terms = terms,
    .backward = backward,
};
