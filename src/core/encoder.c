#include "core/encoder.h"

#include "core/gru.h"
#include "core/layer_norm.h"
#include "core/relu.h"
#include "core/score.h"

#include <string.h>

/* What one pass over a batch needs besides its result. Positions outermost: the rows of one
 * position lie together, as the products want them. */
typedef struct scratch {
    float *x;            /* [S x B x E] embeddings; 0 at padding */
    float *gx;           /* [S x B x 3H] */
    float *gh;           /* [B x 3H] */
    float *state;        /* [B x H] */
    float *start;        /* [B x 2H] what s_0 is made of; H of each with start backward */
    unsigned char *live; /* [B] 1 where the position is a token of the sentence */
} scratch;

static bool scratch_alloc(scratch *s, const as_config *config, size_t B, size_t S, as_arena *arena)
{
    size_t E = (size_t)config->E, H = (size_t)config->H;
    return (s->x = as_arena_alloc(arena, S * B, E * sizeof(float))) &&
           (s->gx = as_arena_alloc(arena, S * B, 3 * H * sizeof(float))) &&
           (s->gh = as_arena_alloc(arena, B, 3 * H * sizeof(float))) &&
           (s->state = as_arena_alloc(arena, B, H * sizeof(float))) &&
           (s->start = as_arena_alloc(arena, B, 2 * H * sizeof(float))) &&
           (s->live = as_arena_alloc(arena, B, 1));
}

static bool encoded_alloc(as_encoded *out, const as_config *config, as_arena *arena)
{
    size_t rows = (size_t)out->B * (size_t)out->S;
    size_t D = (size_t)config->D, H = (size_t)config->H;
    return (out->h = as_arena_alloc(arena, rows, 2 * H * sizeof(float))) &&
           (out->s_0 = as_arena_alloc(arena, (size_t)out->B, D * sizeof(float)));
}

static void embed(const as_model *model, const as_kernels *kernels, const int *const *ids,
                  const as_encoded *out, float *x)
{
    size_t E = (size_t)model->config.E;
    memset(x, 0, (size_t)out->S * (size_t)out->B * E * sizeof *x);
    for (int b = 0; b < out->B; b++)
        for (int i = 0; i < out->lengths[b]; i++)
            as_mat_row(kernels, x + ((size_t)i * (size_t)out->B + (size_t)b) * E,
                       &model->params.source_embedding, ids[b][i]);
}

/* Keeps the states of position i in h, from column `column` on. */
static void keep_states(const as_encoded *out, const scratch *s, int i, int H, int column)
{
    for (int b = 0; b < out->B; b++)
        if (s->live[b])
            memcpy(out->h + ((size_t)b * (size_t)out->S + (size_t)i) * 2 * (size_t)H + column,
                   s->state + (size_t)b * (size_t)H, (size_t)H * sizeof *s->state);
}

/* One direction. Rows that are not live keep their state, so the backward pass of a short sentence
 * still holds zeros when it comes to the sentence's last token. */
static void run(const as_kernels *kernels, as_norm norm, const as_gru_params *gru, bool backward,
                const as_encoded *out, const scratch *s)
{
    int B = out->B, S = out->S, H = gru->W_hh.cols;
    as_linear_norm(kernels, norm, AS_NORM_GATES, s->gx, S * B, &gru->W_ih, s->x, &gru->norm_ih,
                   as_mat_f32(&gru->b_ih));
    memset(s->state, 0, (size_t)B * (size_t)H * sizeof *s->state);
    for (int k = 0; k < S; k++) {
        int i = backward ? S - 1 - k : k;
        for (int b = 0; b < B; b++)
            s->live[b] = i < out->lengths[b];
        as_linear_norm(kernels, norm, AS_NORM_GATES, s->gh, B, &gru->W_hh, s->state, &gru->norm_hh,
                       as_mat_f32(&gru->b_hh));
        as_gru_forward(kernels, s->state, NULL, s->gx + (size_t)i * (size_t)B * 3 * (size_t)H,
                       s->gh, s->state, s->live, B, H);
        keep_states(out, s, i, H, backward ? H : 0);
    }
}

bool as_encode_keys(const as_model *model, const as_kernels *kernels, as_arena *arena,
                    as_encoded *out, as_error *err)
{
    const as_score *score = as_score_lookup(model->config.score);
    const as_mat *K = as_score_mat(&model->params, score->key_W);
    const as_mat *b = as_score_mat(&model->params, score->key_b);
    out->keys = out->h;
    if (!K)
        return true;
    int rows = out->B * out->S;
    size_t W = (size_t)K->rows;
    float *keys = as_arena_alloc(arena, (size_t)rows, W * sizeof *keys);
    if (!keys)
        return as_fail_memory(err, "the keys");
    as_linear_norm(kernels, model->config.norm, AS_NORM_DENSE, keys, rows, K, out->h,
                   &model->params.key_norm, b ? as_mat_f32(b) : NULL);
    out->keys = keys;
    return true;
}

void as_encoded_ends(const as_encoded *encoded, int H, float *out)
{
    size_t n = (size_t)H, S = (size_t)encoded->S;
    for (int b = 0; b < encoded->B; b++, out += 2 * n) {
        const float *h = encoded->h + (size_t)b * S * 2 * n;
        memcpy(out, h + (size_t)(encoded->lengths[b] - 1) * 2 * n, n * sizeof *out);
        memcpy(out + n, h + n, n * sizeof *out);
    }
}

/* One direction's state of every sentence, from column `column` of h, at the first token or the
 * last; [B x H]. */
static void end_state(const as_encoded *encoded, int H, bool last, int column, float *out)
{
    size_t n = (size_t)H, S = (size_t)encoded->S;
    for (int b = 0; b < encoded->B; b++) {
        size_t i = last ? (size_t)encoded->lengths[b] - 1 : 0;
        memcpy(out + (size_t)b * n, encoded->h + ((size_t)b * S + i) * 2 * n + column,
               n * sizeof *out);
    }
}

/* (1/S) sum_i h_i of every sentence, [B x 2H]. */
static void mean(const as_kernels *kernels, const as_encoded *encoded, int H, float *out)
{
    size_t n = 2 * (size_t)H, S = (size_t)encoded->S;
    memset(out, 0, (size_t)encoded->B * n * sizeof *out);
    for (int b = 0; b < encoded->B; b++) {
        const float *h = encoded->h + (size_t)b * S * n;
        for (int i = 0; i < encoded->lengths[b]; i++)
            kernels->axpy(out + (size_t)b * n, 1.0f / (float)encoded->lengths[b], h + (size_t)i * n,
                          n);
    }
}

/* s_0 = f(W_s x + b_s), f being tanh, or relu */
static void compute_start(const as_model *model, const as_kernels *kernels, const float *x,
                          bool relu, const as_encoded *out)
{
    size_t n = (size_t)out->B * (size_t)model->config.D;
    as_linear_norm(kernels, model->config.norm, AS_NORM_DENSE, out->s_0, out->B,
                   &model->params.init_W, x, &model->params.init_norm,
                   as_mat_f32(&model->params.init_b));
    if (relu)
        as_relu(out->s_0, n);
    else
        kernels->tanh(out->s_0, out->s_0, n);
}

static void make_start(const as_model *model, const as_kernels *kernels, const scratch *s,
                       const as_encoded *out)
{
    int H = model->config.H;
    as_start start = model->config.start;
    switch (start) {
    case AS_START_ZERO:
        memset(out->s_0, 0, (size_t)out->B * (size_t)model->config.D * sizeof *out->s_0);
        return;
    case AS_START_LAST:
        end_state(out, H, true, 0, out->s_0);
        return;
    case AS_START_BACKWARD:
        end_state(out, H, false, H, s->start);
        break;
    case AS_START_MEAN:
        mean(kernels, out, H, s->start);
        break;
    case AS_START_ENDS:
    case AS_START_ENDS_RELU:
        as_encoded_ends(out, H, s->start);
        break;
    }
    compute_start(model, kernels, s->start, start == AS_START_ENDS_RELU, out);
}

bool as_encode(const as_model *model, const as_kernels *kernels, const int *const *ids,
               const int *lengths, int B, as_arena *arena, as_encoded *out, as_error *err)
{
    const as_config *config = &model->config;
    const as_params *params = &model->params;
    int S = 0;
    for (int b = 0; b < B; b++)
        if (lengths[b] > S)
            S = lengths[b];
    as_encoded made = {.B = B, .S = S, .lengths = lengths};
    scratch s;
    if (!encoded_alloc(&made, config, arena) ||
        !scratch_alloc(&s, config, (size_t)B, (size_t)S, arena))
        return as_fail_memory(err, "the encoder");

    embed(model, kernels, ids, &made, s.x);
    memset(made.h, 0, (size_t)B * (size_t)S * 2 * (size_t)config->H * sizeof *made.h);
    run(kernels, config->norm, &params->forward, false, &made, &s);
    run(kernels, config->norm, &params->backward, true, &made, &s);
    if (!as_encode_keys(model, kernels, arena, &made, err))
        return false;
    make_start(model, kernels, &s, &made);
    *out = made;
    return true;
}
