#include "train/decoder.h"

#include "core/gru.h"
#include "core/vocab.h"
#include "train/attend.h"

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

/* What depends on who asks and on what the score projects. */
static bool allocate_query(const as_pass *pass, const as_encoder_pass *encoder,
                           as_decoder_pass *decoder)
{
    size_t N = (size_t)decoder->packed.N, N_x = (size_t)encoder->packed.N;
    bool current = pass->config->query == AS_QUERY_CURRENT;
    float *asks = current ? decoder->s : decoder->s_in;
    decoder->asks = asks;
    decoder->c_in = current ? as_pass_floats(pass, N, 2 * pass->config->H) : decoder->c;
    decoder->q = decoder->score->query_W == AS_NO_SLOT ? asks : as_pass_floats(pass, N, decoder->W);
    decoder->keys =
        decoder->score->key_W == AS_NO_SLOT ? encoder->h : as_pass_floats(pass, N_x, decoder->W);
    return decoder->c_in && decoder->q && decoder->keys;
}

static bool allocate(const as_pass *pass, const as_encoder_pass *encoder, as_decoder_pass *decoder,
                     as_error *err)
{
    const as_config *config = pass->config;
    size_t N = (size_t)decoder->packed.N, B = (size_t)pass->B;
    decoder->score = as_score_lookup(config->score);
    decoder->W = as_dim_size(config, decoder->score->width);
    const struct {
        float **field;
        size_t rows;
        int cols;
    } wanted[] = {
        {&decoder->y, N, config->E},         {&decoder->s_0, B, config->D},
        {&decoder->start, B, config->H},     {&decoder->s_in, N, config->D},
        {&decoder->s, N, config->D},         {&decoder->alpha, N, decoder->S_max},
        {&decoder->c, N, 2 * config->H},     {&decoder->gh, N, 3 * config->D},
        {&decoder->gates, N, 3 * config->D},
    };
    for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
        if (!(*wanted[k].field = as_pass_floats(pass, wanted[k].rows, wanted[k].cols)))
            return as_fail_memory(err, "the decoder's states");
    return allocate_query(pass, encoder, decoder) || as_fail_memory(err, "the decoder's states");
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
                   as_mat_f32(&pass->params->init_b));
    pass->kernels->tanh(decoder->s_0, decoder->s_0, (size_t)pass->B * D);
}

/* The weights that the loop over time multiplies by: W_ih in its columns of c, W_hh, and Q where
 * the score has one. */
typedef struct loop_weights {
    as_pass_weights context, hh, query;
    const as_pass_weights *Q; /* query, or NULL */
} loop_weights;

static bool loop_weights_init(const as_pass *pass, const as_decoder_pass *decoder, bool across,
                              loop_weights *w, as_error *err)
{
    const as_config *config = pass->config;
    const as_mat *Q = as_score_mat(pass->params, decoder->score->query_W);
    as_mat W_c = as_mat_columns(&pass->params->cell.W_ih, config->E, 2 * config->H);
    w->Q = Q ? &w->query : NULL;
    return as_pass_weights_init(pass, &w->context, &W_c, across, err) &&
           as_pass_weights_init(pass, &w->hh, &pass->params->cell.W_hh, across, err) &&
           (!Q || as_pass_weights_init(pass, &w->query, Q, across, err));
}

/* s_t = GRU(s_{t-1}, [ y_{t-1} ; c_in ]) of the live rows of step t; gx has W_y y + b_ih. */
static void update_state(const as_pass *pass, const as_decoder_pass *decoder, const loop_weights *w,
                         float *gx, int t)
{
    size_t D = (size_t)pass->config->D, n_h = 2 * (size_t)pass->config->H;
    size_t o = (size_t)decoder->packed.offset[t];
    int n = decoder->packed.live[t];
    float *gh = decoder->gh + o * 3 * D;
    const float *s_in = decoder->s_in + o * D;
    gx += o * 3 * D;
    as_pass_weights_apply(pass, gx, 3 * D, n, &w->context, decoder->c_in + o * n_h, n_h, NULL,
                          true);
    as_pass_weights_apply(pass, gh, 3 * D, n, &w->hh, s_in, D, as_mat_f32(&pass->params->cell.b_hh),
                          false);
    as_gru_forward(pass->kernels, decoder->s + o * D, decoder->gates + o * 3 * D, gx, gh, s_in,
                   NULL, n, (int)D);
}

/* The rows of step t - 1 that go on, or `start` (NULL: zeros) at t = 0, into step t of `to`. */
static void carry(const as_packed *p, float *to, const float *from, const float *start, size_t n,
                  int t)
{
    size_t bytes = (size_t)p->live[t] * n * sizeof *to;
    const float *before = t > 0 ? from + (size_t)p->offset[t - 1] * n : start;
    if (before)
        memcpy(to + (size_t)p->offset[t] * n, before, bytes);
    else
        memset(to, 0, bytes);
}

static bool step_forward(const as_pass *pass, const as_encoder_pass *encoder,
                         const as_decoder_pass *decoder, const loop_weights *w, float *gx, int t,
                         as_error *err)
{
    const as_packed *p = &decoder->packed;
    bool attends = as_config_attends(pass->config);
    carry(p, decoder->s_in, decoder->s, decoder->s_0, (size_t)pass->config->D, t);
    switch (pass->config->query) {
    case AS_QUERY_PREVIOUS:
        if (attends && !as_attend(pass, encoder, decoder, w->Q, t, err))
            return false;
        update_state(pass, decoder, w, gx, t);
        return true;
    case AS_QUERY_CURRENT:
        carry(p, decoder->c_in, decoder->c, NULL, 2 * (size_t)pass->config->H, t);
        update_state(pass, decoder, w, gx, t);
        return as_attend(pass, encoder, decoder, w->Q, t, err);
    case AS_QUERY_HALF:
        break; /* as_graph_check lets none through */
    }
    return true;
}

bool as_decoder_forward(const as_pass *pass, const as_encoder_pass *encoder,
                        as_decoder_pass *decoder, as_error *err)
{
    const as_params *params = pass->params;
    if (!pack_target(pass, decoder, err) || !allocate(pass, encoder, decoder, err))
        return false;
    int E = pass->config->E, N = decoder->packed.N;
    size_t D = (size_t)pass->config->D;
    float *gx = as_pass_floats(pass, (size_t)N, 3 * (int)D);
    if (!gx)
        return as_fail_memory(err, "the decoder's states");
    if (!as_pass_embed(pass, decoder->y, &decoder->mask, &params->target_embedding, decoder->y_in,
                       N, err))
        return false;

    as_mat W_y = as_mat_columns(&params->cell.W_ih, 0, E);
    loop_weights w;
    as_pass_linear(pass, gx, 3 * D, N, &W_y, decoder->y, (size_t)E, as_mat_f32(&params->cell.b_ih));
    if (!loop_weights_init(pass, decoder, false, &w, err))
        return false;
    as_attend_keys(pass, encoder, decoder);
    if (!as_config_attends(pass->config))
        as_attend_fixed(pass, encoder, decoder);
    start_forward(pass, encoder, decoder);
    for (int t = 0; t < decoder->packed.T; t++)
        if (!step_forward(pass, encoder, decoder, &w, gx, t, err))
            return false;
    return true;
}

/* What the backward loop over time works on. */
typedef struct gradients {
    as_attend_gradients attend;
    float *d_s;         /* [N x D] of s_t */
    float *d_gx, *d_gh; /* [N x 3D] */
    float *d_before;    /* [B x D] of s_{t-1}, from step t */
} gradients;

static bool gradients_init(const as_pass *pass, const as_decoder_pass *decoder, gradients *g,
                           as_error *err)
{
    size_t N = (size_t)decoder->packed.N;
    int D = pass->config->D;
    g->d_gx = as_pass_floats(pass, N, 3 * D);
    g->d_gh = as_pass_floats(pass, N, 3 * D);
    g->d_before = as_pass_floats(pass, (size_t)pass->B, D);
    return (g->d_gx && g->d_gh && g->d_before) || as_fail_memory(err, "the decoder's gradients");
}

/* From d_s of step t: writes d_before, d_gx and d_gh, adds to d_c_in [rows x 2H] (NULL: to
 * nothing). */
static void update_state_backward(const as_pass *pass, const as_decoder_pass *decoder,
                                  const loop_weights *w, const gradients *g, float *d_c_in, int t)
{
    size_t D = (size_t)pass->config->D, n_h = 2 * (size_t)pass->config->H;
    size_t o = (size_t)decoder->packed.offset[t];
    int n = decoder->packed.live[t];
    float *d_gx = g->d_gx + o * 3 * D, *d_gh = g->d_gh + o * 3 * D;
    as_gru_backward(pass->kernels, d_gx, d_gh, g->d_before, g->d_s + o * D,
                    decoder->gates + o * 3 * D, decoder->gh + o * 3 * D, decoder->s_in + o * D,
                    NULL, n, (int)D);
    as_pass_weights_apply(pass, g->d_before, D, n, &w->hh, d_gh, 3 * D, NULL, true);
    if (d_c_in)
        as_pass_weights_apply(pass, d_c_in, n_h, n, &w->context, d_gx, 3 * D, NULL, true);
}

/* step_forward, backwards. */
static void step_backward(const as_pass *pass, const as_encoder_pass *encoder,
                          const as_decoder_pass *decoder, const loop_weights *w, const gradients *g,
                          as_params *d_params, int t)
{
    const as_packed *p = &decoder->packed;
    size_t D = (size_t)pass->config->D, n_h = 2 * (size_t)pass->config->H;
    size_t o = (size_t)p->offset[t], before = t > 0 ? (size_t)p->offset[t - 1] : 0;
    switch (pass->config->query) {
    case AS_QUERY_PREVIOUS:
        update_state_backward(pass, decoder, w, g, g->attend.d_c + o * n_h, t);
        if (as_config_attends(pass->config))
            as_attend_backward(pass, encoder, decoder, w->Q, &g->attend, d_params, g->d_before, t);
        break;
    case AS_QUERY_CURRENT:
        as_attend_backward(pass, encoder, decoder, w->Q, &g->attend, d_params, g->d_s + o * D, t);
        update_state_backward(pass, decoder, w, g, t > 0 ? g->attend.d_c + before * n_h : NULL, t);
        break;
    case AS_QUERY_HALF:
        break;
    }
    if (t > 0)
        pass->kernels->axpy(g->d_s + before * D, 1.0f, g->d_before, (size_t)p->live[t] * D);
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

/* The cell's gradients, as products over all tokens, and what flows on to d_y. */
static void weights_backward(const as_pass *pass, const as_decoder_pass *decoder,
                             const gradients *g, as_params *d_params, float *d_y)
{
    const as_params *params = pass->params;
    int N = decoder->packed.N, E = pass->config->E, D = pass->config->D, n_h = 2 * pass->config->H;
    size_t ld3 = 3 * (size_t)D, ld_ih = params->cell.W_ih.stride;
    float *d_W_ih = as_mat_f32(&d_params->cell.W_ih);

    /* gx = W_y y + W_c c_in + b_ih    gh = W_hh s_in + b_hh */
    as_pass_gemm_tn(pass, d_W_ih, ld_ih, 3 * D, E, N, g->d_gx, ld3, decoder->y, (size_t)E, true);
    as_pass_gemm_tn(pass, d_W_ih + E, ld_ih, 3 * D, n_h, N, g->d_gx, ld3, decoder->c_in,
                    (size_t)n_h, true);
    as_pass_add_rows(pass, as_mat_f32(&d_params->cell.b_ih), g->d_gx, ld3, N, 3 * D);
    as_pass_gemm_nn(pass, d_y, (size_t)E, N, E, 3 * D, g->d_gx, ld3, as_mat_f32(&params->cell.W_ih),
                    ld_ih, true);
    as_pass_gemm_tn(pass, as_mat_f32(&d_params->cell.W_hh), (size_t)D, 3 * D, D, N, g->d_gh, ld3,
                    decoder->s_in, (size_t)D, true);
    as_pass_add_rows(pass, as_mat_f32(&d_params->cell.b_hh), g->d_gh, ld3, N, 3 * D);
}

bool as_decoder_backward(const as_pass *pass, const as_encoder_pass *encoder,
                         const as_decoder_pass *decoder, as_params *d_params, float *d_h,
                         float *d_s, float *d_c, float *d_y, as_error *err)
{
    gradients g = {.d_s = d_s};
    loop_weights w;
    if (!gradients_init(pass, decoder, &g, err) ||
        !as_attend_gradients_init(pass, encoder, decoder, d_c, d_h, &g.attend, err) ||
        !loop_weights_init(pass, decoder, true, &w, err))
        return false;
    for (int t = decoder->packed.T - 1; t >= 0; t--)
        step_backward(pass, encoder, decoder, &w, &g, d_params, t);
    if (!as_config_attends(pass->config))
        as_attend_fixed_backward(pass, encoder, decoder, &g.attend);
    weights_backward(pass, decoder, &g, d_params, d_y);
    as_attend_weights_backward(pass, encoder, decoder, &g.attend, d_params);
    as_pass_embed_backward(pass, &d_params->target_embedding, d_y, decoder->mask, decoder->y_in,
                           decoder->packed.N);
    return start_backward(pass, encoder, decoder, d_params, d_h, g.d_before, err);
}
