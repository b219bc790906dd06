#include "train/decoder.h"

#include "core/attention.h"
#include "core/gru.h"
#include "core/vocab.h"

#include <string.h>

static bool pack_target(const as_pass *pass, as_decoder_pass *decoder, as_error *err)
{
    int *length = as_arena_alloc(pass->arena, (size_t)pass->B, sizeof *length);
    if (!length)
        return as_fail_memory(err, "a batch's target");
    decoder->S_max = 0;
    for (int b = 0; b < pass->B; b++) {
        length[b] = pass->pairs[b].T;
        if (pass->pairs[b].S > decoder->S_max)
            decoder->S_max = pass->pairs[b].S;
    }
    as_packed *p = &decoder->packed;
    if (!as_packed_init(p, length, pass->B, pass->arena, err))
        return false;
    decoder->y_in = as_arena_alloc(pass->arena, (size_t)p->N, sizeof *decoder->y_in);
    decoder->y_out = as_arena_alloc(pass->arena, (size_t)p->N, sizeof *decoder->y_out);
    if (!decoder->y_in || !decoder->y_out)
        return as_fail_memory(err, "a batch's target");
    for (int t = 0; t < p->T; t++)
        for (int j = 0; j < p->live[t]; j++) {
            const int *y = pass->pairs[p->order[j]].y;
            decoder->y_in[p->offset[t] + j] = t > 0 ? y[t - 1] : AS_BOS;
            decoder->y_out[p->offset[t] + j] = y[t];
        }
    return true;
}

static bool allocate(const as_pass *pass, const as_encoder_pass *encoder, as_decoder_pass *decoder,
                     as_error *err)
{
    const as_config *config = pass->config;
    size_t N = (size_t)decoder->packed.N, B = (size_t)pass->B;
    decoder->score = as_score_lookup(config->score);
    decoder->W = decoder->score->width(config);
    const struct {
        float **field;
        size_t rows;
        int cols;
    } wanted[] = {
        {&decoder->y, N, config->E},
        {&decoder->s_0, B, config->D},
        {&decoder->start, B, config->H},
        {&decoder->s_in, N, config->D},
        {&decoder->s, N, config->D},
        {&decoder->q, N, decoder->W},
        {&decoder->keys, (size_t)encoder->packed.N, decoder->W},
        {&decoder->alpha, N, decoder->S_max},
        {&decoder->c, N, 2 * config->H},
        {&decoder->gh, N, 3 * config->D},
        {&decoder->gates, N, 3 * config->D},
    };
    for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
        if (!(*wanted[k].field = as_pass_floats(pass, wanted[k].rows, wanted[k].cols)))
            return as_fail_memory(err, "the decoder's states");
    return true;
}

/* s_0 = tanh(W_s <-h_1 + b_s), rows in the decoder's order. */
static void start_forward(const as_pass *pass, const as_encoder_pass *encoder,
                          as_decoder_pass *decoder)
{
    size_t H = (size_t)pass->config->H, D = (size_t)pass->config->D;
    for (int j = 0; j < pass->B; j++) {
        size_t row = (size_t)encoder->first[decoder->packed.order[j]];
        memcpy(decoder->start + (size_t)j * H, encoder->h + row * 2 * H + H,
               H * sizeof *decoder->start);
    }
    as_pass_linear(pass, decoder->s_0, D, pass->B, &pass->params->init_W, decoder->start, H,
                   as_mat_f32(&pass->params->init_b), false);
    pass->kernels->tanh(decoder->s_0, decoder->s_0, (size_t)pass->B * D);
}

/* alpha_t and c_t of the live rows of step t, from q. */
static bool attend(const as_pass *pass, const as_encoder_pass *encoder, as_decoder_pass *decoder,
                   int t, as_error *err)
{
    const as_packed *p = &decoder->packed;
    size_t W = (size_t)decoder->W, n_h = 2 * (size_t)pass->config->H;
    for (int j = 0; j < p->live[t]; j++) {
        int b = p->order[j], S = pass->pairs[b].S;
        size_t r = (size_t)(p->offset[t] + j), first = (size_t)encoder->first[b];
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

bool as_decoder_forward(const as_pass *pass, const as_encoder_pass *encoder,
                        as_decoder_pass *decoder, as_error *err)
{
    const as_kernels *kernels = pass->kernels;
    const as_params *params = pass->params;
    if (!pack_target(pass, decoder, err) || !allocate(pass, encoder, decoder, err))
        return false;
    const as_packed *p = &decoder->packed;
    const as_score *score = decoder->score;
    int E = pass->config->E, n_h = 2 * pass->config->H, W = decoder->W;
    size_t D = (size_t)pass->config->D;
    float *gx = as_pass_floats(pass, (size_t)p->N, 3 * (int)D);
    if (!gx)
        return as_fail_memory(err, "the decoder's states");
    if (!as_pass_embed(pass, decoder->y, &decoder->mask, &params->target_embedding, decoder->y_in,
                       p->N, err))
        return false;

    as_mat W_y = as_mat_columns(&params->cell.W_ih, 0, E);
    as_mat W_c = as_mat_columns(&params->cell.W_ih, E, n_h);
    as_pass_linear(pass, gx, 3 * D, p->N, &W_y, decoder->y, (size_t)E,
                   as_mat_f32(&params->cell.b_ih), false);
    as_pass_weights W_q, W_context, W_hh;
    if (!as_pass_weights_init(pass, &W_q, score->query_W(params), false, err) ||
        !as_pass_weights_init(pass, &W_context, &W_c, false, err) ||
        !as_pass_weights_init(pass, &W_hh, &params->cell.W_hh, false, err))
        return false;
    const as_mat *key_b = score->key_b ? score->key_b(params) : NULL;
    as_pass_linear(pass, decoder->keys, (size_t)W, encoder->packed.N, score->key_W(params),
                   encoder->h, (size_t)n_h, key_b ? as_mat_f32(key_b) : NULL, false);
    start_forward(pass, encoder, decoder);

    for (int t = 0; t < p->T; t++) {
        int n = p->live[t];
        size_t o = (size_t)p->offset[t];
        float *s_in = decoder->s_in + o * D, *gh = decoder->gh + o * 3 * D;
        const float *s_before = t > 0 ? decoder->s + (size_t)p->offset[t - 1] * D : decoder->s_0;
        memcpy(s_in, s_before, (size_t)n * D * sizeof *s_in);
        as_pass_weights_apply(pass, decoder->q + o * (size_t)W, (size_t)W, n, &W_q, s_in, D, NULL,
                              false);
        if (!attend(pass, encoder, decoder, t, err))
            return false;
        as_pass_weights_apply(pass, gx + o * 3 * D, 3 * D, n, &W_context,
                              decoder->c + o * (size_t)n_h, (size_t)n_h, NULL, true);
        as_pass_weights_apply(pass, gh, 3 * D, n, &W_hh, s_in, D, as_mat_f32(&params->cell.b_hh),
                              false);
        as_gru_forward(kernels, decoder->s + o * D, decoder->gates + o * 3 * D, gx + o * 3 * D, gh,
                       s_in, NULL, n, (int)D);
    }
    return true;
}

/* What the backward loop over time works on. */
typedef struct gradients {
    float *d_gx, *d_gh; /* [N x 3D] */
    float *d_q;         /* [N x W] */
    float *d_keys;      /* [source tokens x W] */
    float *d_alpha;     /* [S_max] of one row, then d_e */
    float *scratch;     /* [W] */
} gradients;

/* From d_c of the live rows of step t: d_q; adds to d_h, d_keys and the score's parameters. */
static void attend_backward(const as_pass *pass, const as_encoder_pass *encoder,
                            const as_decoder_pass *decoder, const gradients *g, as_params *d_params,
                            float *d_h, const float *d_c, int t)
{
    const as_packed *p = &decoder->packed;
    size_t W = (size_t)decoder->W, n_h = 2 * (size_t)pass->config->H;
    for (int j = 0; j < p->live[t]; j++) {
        int b = p->order[j], S = pass->pairs[b].S;
        size_t r = (size_t)(p->offset[t] + j), first = (size_t)encoder->first[b];
        const float *alpha = decoder->alpha + r * (size_t)decoder->S_max;
        as_context_backward(pass->kernels, g->d_alpha, d_h + first * n_h, d_c + r * n_h, alpha,
                            encoder->h + first * n_h, S, (int)n_h);
        as_softmax_backward(g->d_alpha, alpha, g->d_alpha, S);
        decoder->score->backward(pass->kernels, pass->params, d_params, g->d_q + r * W,
                                 g->d_keys + first * W, g->d_alpha, decoder->q + r * W,
                                 decoder->keys + first * W, g->scratch, S, decoder->W);
    }
}

/* Back through s_0 = tanh(W_s <-h_1 + b_s); d_s_0 [B x D] is changed. */
static bool start_backward(const as_pass *pass, const as_encoder_pass *encoder,
                           const as_decoder_pass *decoder, as_params *d_params, float *d_h,
                           float *d_s_0, as_error *err)
{
    size_t H = (size_t)pass->config->H, D = (size_t)pass->config->D;
    float *d_start = as_pass_floats(pass, (size_t)pass->B, (int)H);
    if (!d_start)
        return as_fail_memory(err, "the decoder's gradients");
    for (size_t k = 0; k < (size_t)pass->B * D; k++)
        d_s_0[k] *= 1 - decoder->s_0[k] * decoder->s_0[k];
    as_pass_gemm_tn(pass, as_mat_f32(&d_params->init_W), H, (int)D, (int)H, pass->B, d_s_0, D,
                    decoder->start, H, true);
    as_pass_add_rows(pass, as_mat_f32(&d_params->init_b), d_s_0, D, pass->B, (int)D);
    as_pass_gemm_nn(pass, d_start, H, pass->B, (int)H, (int)D, d_s_0, D,
                    as_mat_f32(&pass->params->init_W), pass->params->init_W.stride, false);
    for (int j = 0; j < pass->B; j++) {
        size_t row = (size_t)encoder->first[decoder->packed.order[j]];
        pass->kernels->axpy(d_h + row * 2 * H + H, 1.0f, d_start + (size_t)j * H, H);
    }
    return true;
}

/* The weights' gradients, as products over all tokens, and what flows on to d_h and d_y. */
static void weights_backward(const as_pass *pass, const as_encoder_pass *encoder,
                             const as_decoder_pass *decoder, const gradients *g,
                             as_params *d_params, float *d_h, float *d_y)
{
    const as_params *params = pass->params;
    const as_score *score = decoder->score;
    int N = decoder->packed.N, N_x = encoder->packed.N, E = pass->config->E, D = pass->config->D;
    int n_h = 2 * pass->config->H, W = decoder->W;
    size_t ld3 = 3 * (size_t)D, ld_ih = params->cell.W_ih.stride;
    float *d_W_ih = as_mat_f32(&d_params->cell.W_ih);

    /* gx = W_y y + W_c c + b_ih    gh = W_hh s_in + b_hh */
    as_pass_gemm_tn(pass, d_W_ih, ld_ih, 3 * D, E, N, g->d_gx, ld3, decoder->y, (size_t)E, true);
    as_pass_gemm_tn(pass, d_W_ih + E, ld_ih, 3 * D, n_h, N, g->d_gx, ld3, decoder->c, (size_t)n_h,
                    true);
    as_pass_add_rows(pass, as_mat_f32(&d_params->cell.b_ih), g->d_gx, ld3, N, 3 * D);
    as_pass_gemm_nn(pass, d_y, (size_t)E, N, E, 3 * D, g->d_gx, ld3, as_mat_f32(&params->cell.W_ih),
                    ld_ih, true);
    as_pass_gemm_tn(pass, as_mat_f32(&d_params->cell.W_hh), (size_t)D, 3 * D, D, N, g->d_gh, ld3,
                    decoder->s_in, (size_t)D, true);
    as_pass_add_rows(pass, as_mat_f32(&d_params->cell.b_hh), g->d_gh, ld3, N, 3 * D);

    /* q = Q s_in    keys = K h + b */
    as_pass_gemm_tn(pass, as_mat_f32(score->query_W(d_params)), (size_t)D, W, D, N, g->d_q,
                    (size_t)W, decoder->s_in, (size_t)D, true);
    as_pass_gemm_tn(pass, as_mat_f32(score->key_W(d_params)), (size_t)n_h, W, n_h, N_x, g->d_keys,
                    (size_t)W, encoder->h, (size_t)n_h, true);
    if (score->key_b)
        as_pass_add_rows(pass, as_mat_f32(score->key_b(d_params)), g->d_keys, (size_t)W, N_x, W);
    as_pass_gemm_nn(pass, d_h, (size_t)n_h, N_x, n_h, W, g->d_keys, (size_t)W,
                    as_mat_f32(score->key_W(params)), score->key_W(params)->stride, true);
}

bool as_decoder_backward(const as_pass *pass, const as_encoder_pass *encoder,
                         const as_decoder_pass *decoder, as_params *d_params, float *d_h,
                         float *d_s, float *d_c, float *d_y, as_error *err)
{
    const as_params *params = pass->params;
    const as_packed *p = &decoder->packed;
    int E = pass->config->E, n_h = 2 * pass->config->H, W = decoder->W;
    size_t D = (size_t)pass->config->D, N = (size_t)p->N, N_x = (size_t)encoder->packed.N;
    gradients g = {
        .d_gx = as_pass_floats(pass, N, 3 * (int)D),
        .d_gh = as_pass_floats(pass, N, 3 * (int)D),
        .d_q = as_pass_floats(pass, N, W),
        .d_keys = as_pass_floats(pass, N_x, W),
        .d_alpha = as_pass_floats(pass, 1, decoder->S_max),
        .scratch = as_pass_floats(pass, 1, W),
    };
    float *d_before = as_pass_floats(pass, (size_t)p->B, (int)D);
    if (!g.d_gx || !g.d_gh || !g.d_q || !g.d_keys || !g.d_alpha || !g.scratch || !d_before)
        return as_fail_memory(err, "the decoder's gradients");
    memset(g.d_q, 0, N * (size_t)W * sizeof *g.d_q);
    memset(g.d_keys, 0, N_x * (size_t)W * sizeof *g.d_keys);

    as_mat W_c = as_mat_columns(&params->cell.W_ih, E, n_h);
    as_pass_weights W_q, W_context, W_hh;
    if (!as_pass_weights_init(pass, &W_q, decoder->score->query_W(params), true, err) ||
        !as_pass_weights_init(pass, &W_context, &W_c, true, err) ||
        !as_pass_weights_init(pass, &W_hh, &params->cell.W_hh, true, err))
        return false;
    for (int t = p->T - 1; t >= 0; t--) {
        int n = p->live[t];
        size_t o = (size_t)p->offset[t];
        float *d_gx = g.d_gx + o * 3 * D, *d_gh = g.d_gh + o * 3 * D;
        as_gru_backward(d_gx, d_gh, d_before, d_s + o * D, decoder->gates + o * 3 * D,
                        decoder->gh + o * 3 * D, decoder->s_in + o * D, NULL, n, (int)D);
        as_pass_weights_apply(pass, d_before, D, n, &W_hh, d_gh, 3 * D, NULL, true);
        as_pass_weights_apply(pass, d_c + o * (size_t)n_h, (size_t)n_h, n, &W_context, d_gx, 3 * D,
                              NULL, true);
        attend_backward(pass, encoder, decoder, &g, d_params, d_h, d_c, t);
        as_pass_weights_apply(pass, d_before, D, n, &W_q, g.d_q + o * (size_t)W, (size_t)W, NULL,
                              true);
        if (t > 0)
            pass->kernels->axpy(d_s + (size_t)p->offset[t - 1] * D, 1.0f, d_before, (size_t)n * D);
    }
    weights_backward(pass, encoder, decoder, &g, d_params, d_h, d_y);
    as_pass_embed_backward(pass, &d_params->target_embedding, d_y, decoder->mask, decoder->y_in,
                           p->N);
    return start_backward(pass, encoder, decoder, d_params, d_h, d_before, err);
}
