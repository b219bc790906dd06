/* e_{t,i} = v_a^T tanh(W_a s_{t-1} + U_a h_i + b_a)
 * Bahdanau, Cho, Bengio 2015 (arXiv:1409.0473), appendix A.1.2; the paper has no b_a.
 * Query q = W_a s, keys k_i = U_a h_i + b_a, both of length A. */
#include "core/score_table.h"

static const as_mat *key_W(const as_params *params)
{
    return &params->attention_U_a;
}

static const as_mat *key_b(const as_params *params)
{
    return &params->attention_b_a;
}

static const as_mat *query_W(const as_params *params)
{
    return &params->attention_W_a;
}

static int width(const as_config *config)
{
    return config->A;
}

static void forward(const as_kernels *kernels, const as_params *params, float *e, const float *q,
                    const float *keys, int S, int W)
{
    const float *v_a = as_mat_f32(&params->attention_v_a);
    for (int i = 0; i < S; i++)
        e[i] = kernels->add_tanh_dot(v_a, q, keys + (size_t)i * (size_t)W, (size_t)W);
}

/* forward:  e_i = v_a^T t_i, t_i = tanh(q + k_i)
 * backward: d_v_a += d_e_i t_i      d = d_e_i v_a (1 - t_i^2); d_q += d, d_k_i += d */
static void backward(const as_kernels *kernels, const as_params *params, as_params *d_params,
                     float *d_q, float *d_keys, const float *d_e, const float *q, const float *keys,
                     float *scratch, int S, int W)
{
    (void)scratch;
    const float *v_a = as_mat_f32(&params->attention_v_a);
    float *d_v_a = as_mat_f32(&d_params->attention_v_a);
    for (int i = 0; i < S; i++) {
        size_t at = (size_t)i * (size_t)W;
        kernels->add_tanh_dot_backward(d_v_a, d_q, d_keys + at, v_a, q, keys + at, d_e[i],
                                       (size_t)W);
    }
}

const as_score as_score_additive = {
    .kind = AS_SCORE_ADDITIVE,
    .label = "additive (Bahdanau 2015)",
    .key_W = key_W,
    .key_b = key_b,
    .query_W = query_W,
    .width = width,
    .forward = forward,
    .backward = backward,
};
