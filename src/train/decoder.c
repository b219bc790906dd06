#include "train/decoder.h"

#include "core/attention.h"
#include "core/gru.h"
#include "core/vocab.h"
#include "train/guided.h"

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

/* keys = K h + b, where the score has a K */
static void make_keys(const as_pass *pass, const as_encoder_pass *encoder,
                      const as_decoder_pass *decoder)
{
    const as_mat *K = as_score_mat(pass->params, decoder->score->key_W);
    const as_mat *b = as_score_mat(pass->params, decoder->score->key_b);
    if (K)
        as_pass_linear(pass, decoder->keys, (size_t)decoder->W, encoder->packed.N, K, encoder->h,
                       (size_t)K->cols, b ? as_mat_f32(b) : NULL);
}

/* c_t = [ ->h_S ; <-h_1 ] for every row. */
static void fixed_contexts(const as_pass *pass, const as_encoder_pass *encoder,
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

/* The weights that the loop over time multiplies by: W_ih in its columns of c, W_hh, and Q where
 * the score has one. */
typedef struct loop_weights {
    as_pass_weights context, hh, query;
    bool projects_query;
} loop_weights;

static bool loop_weights_init(const as_pass *pass, const as_decoder_pass *decoder, bool across,
                              loop_weights *w, as_error *err)
{
    const as_config *config = pass->config;
    const as_mat *Q = as_score_mat(pass->params, decoder->score->query_W);
    as_mat W_c = as_mat_columns(&pass->params->cell.W_ih, config->E, 2 * config->H);
    w->projects_query = Q != NULL;
    return as_pass_weights_init(pass, &w->context, &W_c, across, err) &&
           as_pass_weights_init(pass, &w->hh, &pass->params->cell.W_hh, across, err) &&
           (!Q || as_pass_weights_init(pass, &w->query, Q, across, err));
}

/* alpha_t and c_t of the live rows of step t, from the state that asks. */
static bool attend(const as_pass *pass, const as_encoder_pass *encoder,
                   const as_decoder_pass *decoder, const loop_weights *w, int t, as_error *err)
{
    const as_packed *p = &decoder->packed;
    size_t W = (size_t)decoder->W, n_h = 2 * (size_t)pass->config->H, D = (size_t)pass->config->D;
    size_t o = (size_t)p->offset[t];
    if (w->projects_query)
        as_pass_weights_apply(pass, decoder->q + o * W, W, p->live[t], &w->query,
                              decoder->asks + o * D, D, NULL, false);
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
        if (attends && !attend(pass, encoder, decoder, w, t, err))
            return false;
        update_state(pass, decoder, w, gx, t);
        return true;
    case AS_QUERY_CURRENT:
        carry(p, decoder->c_in, decoder->c, NULL, 2 * (size_t)pass->config->H, t);
        update_state(pass, decoder, w, gx, t);
        return attend(pass, encoder, decoder, w, t, err);
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
    make_keys(pass, encoder, decoder);
    if (!as_config_attends(pass->config))
        fixed_contexts(pass, encoder, decoder);
    start_forward(pass, encoder, decoder);
    for (int t = 0; t < decoder->packed.T; t++)
        if (!step_forward(pass, encoder, decoder, &w, gx, t, err))
            return false;
    return true;
}

/* What the backward loop over time works on. */
typedef struct gradients {
    float *d_s, *d_c;   /* [N x D], [N x 2H] of s_t and c_t */
    float *d_h;         /* [source tokens x 2H] */
    float *d_gx, *d_gh; /* [N x 3D] */
    float *d_before;    /* [B x D] of s_{t-1}, from step t */
    float *d_q;         /* [N x W]; NULL where q is s itself */
    float *d_keys;      /* [source tokens x W]; d_h where the keys are h */
    float *d_alpha;     /* [S_max] of one row, then d_e */
} gradients;

static bool gradients_init(const as_pass *pass, const as_encoder_pass *encoder,
                           const as_decoder_pass *decoder, gradients *g)
{
    size_t N = (size_t)decoder->packed.N, N_x = (size_t)encoder->packed.N, W = (size_t)decoder->W;
    int D = pass->config->D;
    bool own_q = decoder->score->query_W != AS_NO_SLOT;
    bool own_keys = decoder->score->key_W != AS_NO_SLOT;
    g->d_gx = as_pass_floats(pass, N, 3 * D);
    g->d_gh = as_pass_floats(pass, N, 3 * D);
    g->d_before = as_pass_floats(pass, (size_t)pass->B, D);
    g->d_q = own_q ? as_pass_floats(pass, N, decoder->W) : NULL;
    g->d_keys = own_keys ? as_pass_floats(pass, N_x, decoder->W) : g->d_h;
    g->d_alpha = as_pass_floats(pass, 1, decoder->S_max);
    if (!g->d_gx || !g->d_gh || !g->d_before || (own_q && !g->d_q) || !g->d_keys || !g->d_alpha)
        return false;
    if (own_q)
        memset(g->d_q, 0, N * W * sizeof *g->d_q);
    if (own_keys)
        memset(g->d_keys, 0, N_x * W * sizeof *g->d_keys);
    return true;
}

/* From d_c of the live rows of step t: adds to d_asks [rows x D] of the state that asked, to d_h,
 * d_keys and the score's own parameters; keeps d_q for the gradient of Q. */
static void attend_backward(const as_pass *pass, const as_encoder_pass *encoder,
                            const as_decoder_pass *decoder, const loop_weights *w,
                            const gradients *g, as_params *d_params, float *d_asks, int t)
{
    const as_packed *p = &decoder->packed;
    size_t W = (size_t)decoder->W, n_h = 2 * (size_t)pass->config->H, o = (size_t)p->offset[t];
    float *d_q = w->projects_query ? g->d_q + o * W : d_asks;
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
    if (w->projects_query)
        as_pass_weights_apply(pass, d_asks, (size_t)pass->config->D, p->live[t], &w->query, d_q, W,
                              NULL, true);
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
        update_state_backward(pass, decoder, w, g, g->d_c + o * n_h, t);
        if (as_config_attends(pass->config))
            attend_backward(pass, encoder, decoder, w, g, d_params, g->d_before, t);
        break;
    case AS_QUERY_CURRENT:
        attend_backward(pass, encoder, decoder, w, g, d_params, g->d_s + o * D, t);
        update_state_backward(pass, decoder, w, g, t > 0 ? g->d_c + before * n_h : NULL, t);
        break;
    case AS_QUERY_HALF:
        break;
    }
    if (t > 0)
        pass->kernels->axpy(g->d_s + before * D, 1.0f, g->d_before, (size_t)p->live[t] * D);
}

/* fixed_contexts, backwards: from d_c of every row to d_h. */
static void fixed_contexts_backward(const as_pass *pass, const as_encoder_pass *encoder,
                                    const as_decoder_pass *decoder, const gradients *g)
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
                             as_params *d_params, float *d_y)
{
    const as_params *params = pass->params;
    const as_score *score = decoder->score;
    const as_mat *K = as_score_mat(params, score->key_W);
    int N = decoder->packed.N, N_x = encoder->packed.N, E = pass->config->E, D = pass->config->D;
    int n_h = 2 * pass->config->H, W = decoder->W;
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

bool as_decoder_backward(const as_pass *pass, const as_encoder_pass *encoder,
                         const as_decoder_pass *decoder, as_params *d_params, float *d_h,
                         float *d_s, float *d_c, float *d_y, as_error *err)
{
    gradients g = {.d_s = d_s, .d_c = d_c, .d_h = d_h};
    loop_weights w;
    if (!gradients_init(pass, encoder, decoder, &g))
        return as_fail_memory(err, "the decoder's gradients");
    if (!loop_weights_init(pass, decoder, true, &w, err))
        return false;
    for (int t = decoder->packed.T - 1; t >= 0; t--)
        step_backward(pass, encoder, decoder, &w, &g, d_params, t);
    if (!as_config_attends(pass->config))
        fixed_contexts_backward(pass, encoder, decoder, &g);
    weights_backward(pass, encoder, decoder, &g, d_params, d_y);
    as_pass_embed_backward(pass, &d_params->target_embedding, d_y, decoder->mask, decoder->y_in,
                           decoder->packed.N);
    return start_backward(pass, encoder, decoder, d_params, d_h, g.d_before, err);
}
