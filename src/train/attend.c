#include "train/attend.h"

#include "core/attention.h"
#include "train/guided.h"

#include <string.h>

void as_attend_keys(const as_pass *pass, const as_encoder_pass *encoder,
                    const as_decoder_pass *decoder)
{
    const as_mat *K = as_score_mat(pass->params, decoder->score->key_W);
    const as_mat *b = as_score_mat(pass->params, decoder->score->key_b);
    if (K)
        as_pass_linear(pass, decoder->keys, (size_t)decoder->W, encoder->packed.N, K, encoder->h,
                       (size_t)K->cols, b ? as_mat_f32(b) : NULL);
}

void as_attend_fixed(const as_pass *pass, const as_encoder_pass *encoder,
                     const as_decoder_pass *decoder)
{
    const as_packed *p = &decoder->packed;
    size_t H = (size_t)pass->config->H;
    for (int t = 0; t < p->T; t++)
        for (int j = 0; j < p->live[t]; j++) {
            int b = p->order[j];
            const float *h = encoder->h + (size_t)encoder->first[b] * 2 * H;
            float *c = decoder->c + (size_t)(p->offset[t] + j) * 2 * H;
            memcpy(c, h + (size_t)(pass->pairs[b].S - 1) * 2 * H, H * sizeof *c);
            memcpy(c + H, h + H, H * sizeof *c);
        }
}

bool as_attend(const as_pass *pass, const as_encoder_pass *encoder, const as_decoder_pass *decoder,
               const as_pass_weights *Q, int t, as_error *err)
{
    const as_packed *p = &decoder->packed;
    size_t W = (size_t)decoder->W, n_h = 2 * (size_t)pass->config->H, D = (size_t)pass->config->D;
    size_t o = (size_t)p->offset[t];
    if (Q)
        as_pass_weights_apply(pass, decoder->q + o * W, W, p->live[t], Q, decoder->asks + o * D, D,
                              NULL, false);
    for (int j = 0; j < p->live[t]; j++) {
        int b = p->order[j], S = pass->pairs[b].S;
        size_t r = o + (size_t)j, first = (size_t)encoder->first[b];
        float *alpha = decoder->alpha + r * (size_t)decoder->S_max;
        decoder->score->forward(pass->kernels, pass->params, alpha, decoder->q + r * W,
                                decoder->keys + first * W, S, decoder->W);
        if (!as_softmax(pass->kernels, alpha, alpha, S, S, err))
            return as_fail_in(err, "target step t = %d", t + 1);
        as_context(pass->kernels, decoder->c + r * n_h, alpha, encoder->h + first * n_h, S,
                   (int)n_h);
    }
    return true;
}

bool as_attend_gradients_init(const as_pass *pass, const as_encoder_pass *encoder,
                              const as_decoder_pass *decoder, float *d_c, float *d_h,
                              as_attend_gradients *g, as_error *err)
{
    size_t N = (size_t)decoder->packed.N, N_x = (size_t)encoder->packed.N, W = (size_t)decoder->W;
    bool own_q = decoder->score->query_W != AS_NO_SLOT;
    bool own_keys = decoder->score->key_W != AS_NO_SLOT;
    *g = (as_attend_gradients){.d_c = d_c, .d_h = d_h};
    g->d_q = own_q ? as_pass_floats(pass, N, decoder->W) : NULL;
    g->d_keys = own_keys ? as_pass_floats(pass, N_x, decoder->W) : g->d_h;
    g->d_alpha = as_pass_floats(pass, 1, decoder->S_max);
    if ((own_q && !g->d_q) || !g->d_keys || !g->d_alpha)
        return as_fail_memory(err, "the attention's gradients");
    if (own_q)
        memset(g->d_q, 0, N * W * sizeof *g->d_q);
    if (own_keys)
        memset(g->d_keys, 0, N_x * W * sizeof *g->d_keys);
    return true;
}

void as_attend_backward(const as_pass *pass, const as_encoder_pass *encoder,
                        const as_decoder_pass *decoder, const as_pass_weights *Q,
                        const as_attend_gradients *g, as_params *d_params, float *d_asks, int t)
{
    const as_packed *p = &decoder->packed;
    size_t W = (size_t)decoder->W, n_h = 2 * (size_t)pass->config->H, o = (size_t)p->offset[t];
    float *d_q = Q ? g->d_q + o * W : d_asks;
    for (int j = 0; j < p->live[t]; j++) {
        int b = p->order[j], S = pass->pairs[b].S;
        size_t r = o + (size_t)j, first = (size_t)encoder->first[b];
        const float *alpha = decoder->alpha + r * (size_t)decoder->S_max;
        as_context_backward(pass->kernels, g->d_alpha, g->d_h + first * n_h, g->d_c + r * n_h,
                            alpha, encoder->h + first * n_h, S, (int)n_h);
        if (pass->guide > 0)
            as_guided_backward(g->d_alpha, &pass->pairs[b].links, t, alpha, pass->guide);
        as_softmax_backward(g->d_alpha, alpha, g->d_alpha, S);
        decoder->score->backward(pass->kernels, pass->params, d_params, d_q + (size_t)j * W,
                                 g->d_keys + first * W, g->d_alpha, decoder->q + r * W,
                                 decoder->keys + first * W, S, decoder->W);
    }
    if (Q)
        as_pass_weights_apply(pass, d_asks, (size_t)pass->config->D, p->live[t], Q, d_q, W, NULL,
                              true);
}

void as_attend_fixed_backward(const as_pass *pass, const as_encoder_pass *encoder,
                              const as_decoder_pass *decoder, const as_attend_gradients *g)
{
    const as_packed *p = &decoder->packed;
    size_t H = (size_t)pass->config->H;
    for (int t = 0; t < p->T; t++)
        for (int j = 0; j < p->live[t]; j++) {
            int b = p->order[j];
            float *d_h = g->d_h + (size_t)encoder->first[b] * 2 * H;
            const float *d_c = g->d_c + (size_t)(p->offset[t] + j) * 2 * H;
            pass->kernels->axpy(d_h + (size_t)(pass->pairs[b].S - 1) * 2 * H, 1.0f, d_c, H);
            pass->kernels->axpy(d_h + H, 1.0f, d_c + H, H);
        }
}

void as_attend_weights_backward(const as_pass *pass, const as_encoder_pass *encoder,
                                const as_decoder_pass *decoder, const as_attend_gradients *g,
                                as_params *d_params)
{
    const as_score *score = decoder->score;
    const as_mat *K = as_score_mat(pass->params, score->key_W);
    int N = decoder->packed.N, N_x = encoder->packed.N, D = pass->config->D;
    int n_h = 2 * pass->config->H, W = decoder->W;

    /* q = Q s, s of the state that asked */
    if (score->query_W != AS_NO_SLOT)
        as_pass_gemm_tn(pass, as_mat_f32(as_score_mat(d_params, score->query_W)), (size_t)D, W, D,
                        N, g->d_q, (size_t)W, decoder->asks, (size_t)D, true);
    /* keys = K h + b */
    if (score->key_b != AS_NO_SLOT)
        as_pass_add_rows(pass, as_mat_f32(as_score_mat(d_params, score->key_b)), g->d_keys,
                         (size_t)W, N_x, W);
    if (K) {
        as_pass_gemm_tn(pass, as_mat_f32(as_score_mat(d_params, score->key_W)), (size_t)n_h, W, n_h,
                        N_x, g->d_keys, (size_t)W, encoder->h, (size_t)n_h, true);
        as_pass_gemm_nn(pass, g->d_h, (size_t)n_h, N_x, n_h, W, g->d_keys, (size_t)W, as_mat_f32(K),
                        K->stride, true);
    }
}
