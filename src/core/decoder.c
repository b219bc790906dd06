#include "core/decoder.h"

#include "core/attention.h"
#include "core/gru.h"
#include "core/layer_norm.h"
#include "core/maxout.h"
#include "core/relu.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The columns of W_ih and of W_r that multiply y, what is fed beside it, s and c; inputs [ y ; c ]
 * (with feed readout [ y ; r ]) and [ s ; c ; y ]. With query half c goes into a cell of its own.
 */
static as_mat cell_of_y(const as_model *model)
{
    return as_mat_columns(&model->params.cell.W_ih, 0, model->config.E);
}

static as_mat cell_beside_y(const as_model *model)
{
    const as_mat *W = &model->params.cell.W_ih;
    return as_mat_columns(W, model->config.E, W->cols - model->config.E);
}

static as_mat cell_of_c(const as_model *model)
{
    return model->config.query == AS_QUERY_HALF ? model->params.second.W_ih : cell_beside_y(model);
}

static bool cell_sees_c(const as_config *config)
{
    return config->feed == AS_FEED_CONTEXT;
}

static as_mat readout_of_s(const as_model *model)
{
    return as_mat_columns(&model->params.readout_W, 0, model->config.D);
}

static as_mat readout_of_c(const as_model *model)
{
    return as_mat_columns(&model->params.readout_W, model->config.D, 2 * model->config.H);
}

static as_mat readout_of_y(const as_model *model)
{
    return as_mat_columns(&model->params.readout_W, model->config.D + 2 * model->config.H,
                          model->config.E);
}

/* [ ->h_S ; <-h_1 ] of every sentence, [B x 2H]; NULL when memory is short. */
static float *fixed_contexts(const as_encoded *source, int H, as_arena *arena)
{
    float *out = as_arena_alloc(arena, (size_t)source->B, 2 * (size_t)H * sizeof *out);
    if (out)
        as_encoded_ends(source, H, out);
    return out;
}

/* W v for every value v of the batch; NULL when memory is short. */
static float *project_values(const as_decoder *d, as_mat W, as_arena *arena)
{
    int n_values = d->source->B * d->n_values;
    size_t rows = (size_t)W.rows;
    float *out = as_arena_alloc(arena, (size_t)n_values, rows * sizeof *out);
    if (out)
        as_linear(d->kernels, out, rows, n_values, &W, d->values, (size_t)W.cols, NULL, false);
    return out;
}

static bool allocate(as_decoder *d, as_arena *arena)
{
    const as_config *config = &d->model->config;
    size_t n = (size_t)d->max_rows, E = (size_t)config->E, D = (size_t)config->D;
    const as_params *params = &d->model->params;
    size_t readout =
        (size_t)(params->readout_W.data ? params->readout_W.rows : params->output_W.cols);
    const as_mat *Q = as_score_mat(params, d->score->query_W);
    return (d->y = as_arena_alloc(arena, n, E * sizeof(float))) &&
           (!Q || (d->q = as_arena_alloc(arena, n, (size_t)Q->rows * sizeof(float)))) &&
           (d->half = as_arena_alloc(arena, n, D * sizeof(float))) &&
           (d->gx = as_arena_alloc(arena, n, 3 * D * sizeof(float))) &&
           (d->gh = as_arena_alloc(arena, n, 3 * D * sizeof(float))) &&
           (d->readout = as_arena_alloc(arena, n, readout * sizeof(float))) &&
           (d->part = as_arena_alloc(arena, n, readout * sizeof(float)));
}

bool as_decoder_init(as_decoder *decoder, const as_model *model, const as_kernels *kernels,
                     const as_encoded *source, int max_rows, as_arena *arena, as_error *err)
{
    const as_config *config = &model->config;
    bool attends = as_config_attends(config);
    as_decoder made = {
        .model = model,
        .kernels = kernels,
        .score = as_score_lookup(config->score),
        .source = source,
        .max_rows = max_rows,
        .temperature = 1,
        .values = attends ? source->h : fixed_contexts(source, config->H, arena),
        .n_values = attends ? source->S : 1,
    };
    if (!made.values || !allocate(&made, arena) ||
        (cell_sees_c(config) && !(made.cell_h = project_values(&made, cell_of_c(model), arena))) ||
        (as_readout_has_R(config->readout) &&
         !(made.readout_h = project_values(&made, readout_of_c(model), arena))))
        return as_fail_memory(err, "the decoder");
    *decoder = made;
    return true;
}

/* out_r += sum_v weight_v rows_v for each row of the step: c from the values, or W c from what
 * project_values made of them. Values weigh as alpha [n x S] says; a fixed context weighs 1. */
static void add_context(const as_decoder *d, const as_decoder_rows *step, float *out,
                        const float *alpha, const float *rows, size_t n)
{
    const float one = 1;
    bool attends = as_config_attends(&d->model->config);
    for (int r = 0; r < step->n; r++) {
        int b = step->sentence[r], n_values = attends ? d->source->lengths[b] : 1;
        const float *weight = attends ? alpha + (size_t)r * (size_t)d->source->S : &one;
        const float *row = rows + (size_t)b * (size_t)d->n_values * n;
        for (int v = 0; v < n_values; v++, row += n)
            d->kernels->axpy(out + (size_t)r * n, weight[v], row, n);
    }
}

/* e and alpha of one row from its query. */
static bool align_row(const as_decoder *d, const as_decoder_rows *step, int r, const float *q,
                      int W, as_error *err)
{
    const as_encoded *source = d->source;
    int b = step->sentence[r], S = source->S, length = source->lengths[b];
    float *e = step->e + (size_t)r * (size_t)S, *alpha = step->alpha + (size_t)r * (size_t)S;
    d->score->forward(d->kernels, &d->model->params, e, q + (size_t)r * (size_t)W,
                      source->keys + (size_t)b * (size_t)S * (size_t)W, length, W);
    for (int i = length; i < S; i++)
        e[i] = -INFINITY;
    for (int i = 0; i < length; i++)
        alpha[i] = e[i] / d->temperature; /* by 1 it stays the same to the last bit */
    if (!as_softmax(d->kernels, alpha, alpha, length, S, err))
        return source->B > 1 ? as_fail_in(err, "sentence %d of the batch", b) : false;
    return true;
}

/* e and alpha of all rows; s [n x D] asks. */
static bool align(const as_decoder *d, const as_decoder_rows *step, const float *s, as_error *err)
{
    const as_config *config = &d->model->config;
    const as_mat *Q = as_score_mat(&d->model->params, d->score->query_W);
    int W = as_dim_size(config, d->score->width);
    if (Q)
        as_linear_norm(d->kernels, config->norm, AS_NORM_DENSE, d->q, step->n, Q, s,
                       &d->model->params.query_norm, NULL);
    for (int r = 0; r < step->n; r++)
        if (!align_row(d, step, r, Q ? d->q : s, W, err))
            return false;
    return true;
}

/* e, alpha and c; s [n x D] asks. */
static bool attend(const as_decoder *d, const as_decoder_rows *step, const float *s, as_error *err)
{
    size_t n = (size_t)step->n, S = (size_t)d->source->S, H2 = 2 * (size_t)d->model->config.H;
    if (!as_config_attends(&d->model->config)) {
        memset(step->e, 0, n * S * sizeof *step->e);
        memset(step->alpha, 0, n * S * sizeof *step->alpha);
    } else if (!align(d, step, s, err)) {
        return false;
    }
    memset(step->c, 0, n * H2 * sizeof *step->c);
    add_context(d, step, step->c, step->alpha, d->values, H2);
    return true;
}

/* gx = W_ih y_{t-1} + b_ih, the part of the cell's input product that y makes */
static void feed_word(const as_decoder *d, const as_decoder_rows *step)
{
    const as_gru_params *cell = &d->model->params.cell;
    const as_mat of_y = cell_of_y(d->model);
    as_linear_norm(d->kernels, d->model->config.norm, AS_NORM_GATES, d->gx, step->n, &of_y, d->y,
                   &cell->norm_ih, as_mat_f32(&cell->b_ih));
}

/* What is fed beside y: c_{t-1} or c_t, which is that of alpha, or r_{t-1}. */
static void feed_beside(const as_decoder *d, const as_decoder_rows *step, const float *alpha)
{
    const as_mat beside = cell_beside_y(d->model);
    size_t D3 = 3 * (size_t)d->model->config.D;
    switch (d->model->config.feed) {
    case AS_FEED_CONTEXT:
        add_context(d, step, d->gx, alpha, d->cell_h, D3);
        break;
    case AS_FEED_READOUT:
        as_linear(d->kernels, d->gx, D3, step->n, &beside, step->r_in, (size_t)beside.cols, NULL,
                  true);
        break;
    case AS_FEED_NOTHING:
        break;
    }
}

/* out = GRU(s, x) of which gx = W_ih x + b_ih is made; out is not s. gates may be NULL. */
static void run_cell(const as_decoder *d, const as_gru_params *cell, int n, const float *s,
                     float *out, float *gates)
{
    as_linear_norm(d->kernels, d->model->config.norm, AS_NORM_GATES, d->gh, n, &cell->W_hh, s,
                   &cell->norm_hh, as_mat_f32(&cell->b_hh));
    as_gru_forward(d->kernels, out, gates, d->gx, d->gh, s, NULL, n, d->model->config.D);
}

/* s_t = GRU(s_{t-1}, [ y_{t-1} ; c ]), where c is that of alpha, or with other feeds
 * GRU(s_{t-1}, [ y_{t-1} ; r_{t-1} ]) and GRU(s_{t-1}, y_{t-1}) */
static void update_state(const as_decoder *d, const as_decoder_rows *step, const float *alpha)
{
    feed_word(d, step);
    feed_beside(d, step, alpha);
    run_cell(d, &d->model->params.cell, step->n, step->s_in, step->s, step->gates);
}

/* s'_t = GRU(s_{t-1}, y_{t-1}) */
static void go_half(const as_decoder *d, const as_decoder_rows *step)
{
    feed_word(d, step);
    run_cell(d, &d->model->params.cell, step->n, step->s_in, d->half, NULL);
}

/* s_t = GRU_2(s'_t, c_t) */
static void go_on(const as_decoder *d, const as_decoder_rows *step)
{
    const as_gru_params *second = &d->model->params.second;
    int D3 = 3 * d->model->config.D;
    memset(d->gx, 0, (size_t)step->n * (size_t)D3 * sizeof *d->gx);
    add_context(d, step, d->gx, step->alpha, d->cell_h, (size_t)D3);
    as_layer_norm(d->model->config.norm, AS_NORM_GATES, d->gx, step->n, D3, &second->norm_ih,
                  as_mat_f32(&second->b_ih));
    run_cell(d, second, step->n, d->half, step->s, step->gates);
}

/* readout = [ s_t ; c ; y_{t-1} ], or without y */
static void read_out_linear(const as_decoder *d, const as_decoder_rows *step)
{
    const as_config *config = &d->model->config;
    size_t D = (size_t)config->D, H2 = 2 * (size_t)config->H;
    size_t E = config->reads == AS_READS_WORD ? (size_t)config->E : 0;
    for (int r = 0; r < step->n; r++) {
        float *out = d->readout + (size_t)r * (D + H2 + E);
        memcpy(out, step->s + (size_t)r * D, D * sizeof *out);
        memcpy(out + D, step->c + (size_t)r * H2, H2 * sizeof *out);
        memcpy(out + D + H2, d->y + (size_t)r * E, E * sizeof *out);
    }
}

/* readout = W_r [ s_t ; c ; y_{t-1} ] + b_r, or without y */
static void project_readout(const as_decoder *d, const as_decoder_rows *step)
{
    const as_config *config = &d->model->config;
    const as_mat of_s = readout_of_s(d->model);
    size_t n = (size_t)of_s.rows;
    as_linear(d->kernels, d->readout, n, step->n, &of_s, step->s, (size_t)of_s.cols,
              as_mat_f32(&d->model->params.readout_b), false);
    if (config->reads == AS_READS_WORD) {
        const as_mat of_y = readout_of_y(d->model);
        as_linear(d->kernels, d->readout, n, step->n, &of_y, d->y, (size_t)of_y.cols, NULL, true);
    }
    add_context(d, step, d->readout, step->alpha, d->readout_h, n);
}

/* readout += part, both [n x width] */
static void add_part(const as_decoder *d, int n, int width)
{
    d->kernels->axpy(d->readout, 1.0f, d->part, (size_t)n * (size_t)width);
}

/* readout = LN(W_s s_t) + LN(W_c c) + LN(W_y y_{t-1}) + b_r: each product normalised by itself */
static void project_readout_norm(const as_decoder *d, const as_decoder_rows *step)
{
    const as_params *params = &d->model->params;
    const as_mat of_s = readout_of_s(d->model), of_y = readout_of_y(d->model);
    as_norm norm = d->model->config.norm;
    int R = of_s.rows, n = step->n;
    as_linear_norm(d->kernels, norm, AS_NORM_DENSE, d->readout, n, &of_s, step->s,
                   &params->readout_norm_s, as_mat_f32(&params->readout_b));
    as_linear_norm(d->kernels, norm, AS_NORM_DENSE, d->part, n, &of_y, d->y,
                   &params->readout_norm_y, NULL);
    add_part(d, n, R);
    memset(d->part, 0, (size_t)n * (size_t)R * sizeof *d->part);
    add_context(d, step, d->part, step->alpha, d->readout_h, (size_t)R);
    as_layer_norm(norm, AS_NORM_DENSE, d->part, n, R, &params->readout_norm_c, NULL);
    add_part(d, n, R);
}

static void read_out(const as_decoder *d, const as_decoder_rows *step)
{
    const as_params *params = &d->model->params;
    const as_config *config = &d->model->config;
    size_t n = (size_t)step->n * (size_t)config->R;
    if (config->readout == AS_READOUT_LINEAR)
        read_out_linear(d, step);
    else if (config->norm == AS_NORM_NONE)
        project_readout(d, step);
    else
        project_readout_norm(d, step);
    switch (config->readout) {
    case AS_READOUT_LINEAR:
    case AS_READOUT_AFFINE:
        break;
    case AS_READOUT_TANH:
        d->kernels->tanh(d->readout, d->readout, n);
        break;
    case AS_READOUT_RELU:
        as_relu(d->readout, n);
        break;
    case AS_READOUT_MAXOUT:
        as_maxout_forward(d->readout, d->readout, step->n, config->R);
        break;
    }
    if (step->r)
        memcpy(step->r, d->readout, n * sizeof *step->r);
    if (step->logits)
        as_linear(d->kernels, step->logits, (size_t)params->output_W.rows, step->n,
                  &params->output_W, d->readout, (size_t)params->output_W.cols,
                  as_mat_f32(&params->output_b), false);
}

bool as_decoder_step(const as_decoder *decoder, const as_decoder_rows *step, as_error *err)
{
    assert(step->n >= 1 && step->n <= decoder->max_rows);
    for (int r = 0; r < step->n; r++)
        as_mat_row(decoder->kernels, decoder->y + (size_t)r * (size_t)decoder->model->config.E,
                   &decoder->model->params.target_embedding, step->y[r]);
    switch (decoder->model->config.query) {
    case AS_QUERY_PREVIOUS:
        if (!attend(decoder, step, step->s_in, err))
            return false;
        update_state(decoder, step, step->alpha);
        break;
    case AS_QUERY_CURRENT:
        update_state(decoder, step, step->alpha_in);
        if (!attend(decoder, step, step->s, err))
            return false;
        break;
    case AS_QUERY_HALF:
        go_half(decoder, step);
        if (!attend(decoder, step, decoder->half, err))
            return false;
        go_on(decoder, step);
        break;
    }
    if (step->logits || step->r)
        read_out(decoder, step);
    return true;
}
