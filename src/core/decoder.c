#include "core/decoder.h"

#include "core/attention.h"
#include "core/gru.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The columns of W_ih and of W_r that multiply c, y and s; inputs [ y ; c ] and [ s ; c ; y ]. */
static as_mat cell_of_y(const as_model *model)
{
    return as_mat_columns(&model->params.cell.W_ih, 0, model->config.E);
}

static as_mat cell_of_c(const as_model *model)
{
    return as_mat_columns(&model->params.cell.W_ih, model->config.E, 2 * model->config.H);
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

/* W h_i for every position of the batch; NULL when memory is short. */
static float *project_positions(const as_kernels *kernels, const as_encoded *source, as_mat W,
                                as_arena *arena)
{
    int positions = source->B * source->S;
    size_t rows = (size_t)W.rows;
    float *out = as_arena_alloc(arena, (size_t)positions, rows * sizeof *out);
    if (out)
        as_linear(kernels, out, rows, positions, &W, source->h, (size_t)W.cols, NULL, false);
    return out;
}

bool as_decoder_init(as_decoder *decoder, const as_model *model, const as_kernels *kernels,
                     const as_encoded *source, int max_rows, as_arena *arena, as_error *err)
{
    const as_config *config = &model->config;
    const as_score *score = as_score_lookup(config->score);
    bool linear = config->readout == AS_READOUT_LINEAR;
    size_t n = (size_t)max_rows, E = (size_t)config->E, D = (size_t)config->D;
    size_t W = (size_t)score->width(config), readout = (size_t)model->params.output_W.cols;
    as_decoder made = {model, kernels, score, source, max_rows, NULL,
                       NULL,  NULL,    NULL,  NULL,   NULL,     NULL};
    if (!(made.y = as_arena_alloc(arena, n, E * sizeof(float))) ||
        !(made.q = as_arena_alloc(arena, n, W * sizeof(float))) ||
        !(made.gx = as_arena_alloc(arena, n, 3 * D * sizeof(float))) ||
        !(made.gh = as_arena_alloc(arena, n, 3 * D * sizeof(float))) ||
        !(made.readout = as_arena_alloc(arena, n, readout * sizeof(float))) ||
        !(made.cell_h = project_positions(kernels, source, cell_of_c(model), arena)) ||
        (!linear &&
         !(made.readout_h = project_positions(kernels, source, readout_of_c(model), arena))))
        return as_fail_memory(err, "the decoder");
    *decoder = made;
    return true;
}

/* out_r += sum_i alpha_i rows_i for each row of the step: W c from the rows W h_i [B x S x n]. */
static void add_context(const as_decoder *d, const as_step *step, float *out, const float *rows,
                        size_t n)
{
    size_t S = (size_t)d->source->S;
    for (int r = 0; r < step->n; r++) {
        const float *alpha = step->alpha + (size_t)r * S;
        const float *row = rows + (size_t)step->sentence[r] * S * n;
        int length = d->source->lengths[step->sentence[r]];
        for (int i = 0; i < length; i++, row += n)
            d->kernels->axpy(out + (size_t)r * n, alpha[i], row, n);
    }
}

/* e, alpha and c of one row. */
static bool attend_row(const as_decoder *d, const as_step *step, int r, as_error *err)
{
    const as_encoded *source = d->source;
    int b = step->sentence[r], S = source->S, H2 = 2 * d->model->config.H;
    int W = d->score->width(&d->model->config), length = source->lengths[b];
    size_t first = (size_t)b * (size_t)S;
    float *e = step->e + (size_t)r * (size_t)S, *alpha = step->alpha + (size_t)r * (size_t)S;
    d->score->forward(d->kernels, &d->model->params, e, d->q + (size_t)r * (size_t)W,
                      source->keys + first * (size_t)W, length, W);
    for (int i = length; i < S; i++)
        e[i] = -INFINITY;
    if (!as_softmax(d->kernels, alpha, e, length, S, err))
        return source->B > 1 ? as_fail_in(err, "sentence %d of the batch", b) : false;
    as_context(d->kernels, step->c + (size_t)r * (size_t)H2, alpha, source->h + first * (size_t)H2,
               length, H2);
    return true;
}

/* `s` asks: s_{t-1} here; another query would ask with another state. */
static bool attend(const as_decoder *d, const as_step *step, const float *s, as_error *err)
{
    const as_config *config = &d->model->config;
    size_t W = (size_t)d->score->width(config), D = (size_t)config->D;
    const as_mat *Q = d->score->query_W(&d->model->params);
    if (Q->data)
        as_linear(d->kernels, d->q, W, step->n, Q, s, D, NULL, false);
    else
        memcpy(d->q, s, (size_t)step->n * D * sizeof *s);
    for (int r = 0; r < step->n; r++)
        if (!attend_row(d, step, r, err))
            return false;
    return true;
}

/* s_t = GRU(s_{t-1}, [ y_{t-1} ; c_t ]) */
static void update_state(const as_decoder *d, const as_step *step)
{
    const as_config *config = &d->model->config;
    const as_gru_params *cell = &d->model->params.cell;
    const as_mat of_y = cell_of_y(d->model);
    size_t E = (size_t)config->E, D = (size_t)config->D;
    as_linear(d->kernels, d->gx, 3 * D, step->n, &of_y, d->y, E, as_mat_f32(&cell->b_ih), false);
    add_context(d, step, d->gx, d->cell_h, 3 * D);
    as_linear(d->kernels, d->gh, 3 * D, step->n, &cell->W_hh, step->s_in, D,
              as_mat_f32(&cell->b_hh), false);
    as_gru_forward(d->kernels, step->s, NULL, d->gx, d->gh, step->s_in, NULL, step->n, config->D);
}

/* readout = [ s_t ; c ; y_{t-1} ] */
static void read_out_linear(const as_decoder *d, const as_step *step)
{
    const as_config *config = &d->model->config;
    size_t D = (size_t)config->D, H2 = 2 * (size_t)config->H, E = (size_t)config->E;
    for (int r = 0; r < step->n; r++) {
        float *out = d->readout + (size_t)r * (D + H2 + E);
        memcpy(out, step->s + (size_t)r * D, D * sizeof *out);
        memcpy(out + D, step->c + (size_t)r * H2, H2 * sizeof *out);
        memcpy(out + D + H2, d->y + (size_t)r * E, E * sizeof *out);
    }
}

/* readout = tanh(W_r [ s_t ; c ; y_{t-1} ] + b_r) */
static void read_out_tanh(const as_decoder *d, const as_step *step)
{
    const as_config *config = &d->model->config;
    const as_mat of_s = readout_of_s(d->model), of_y = readout_of_y(d->model);
    size_t D = (size_t)config->D, E = (size_t)config->E, R = (size_t)config->R;
    as_linear(d->kernels, d->readout, R, step->n, &of_s, step->s, D,
              as_mat_f32(&d->model->params.readout_b), false);
    as_linear(d->kernels, d->readout, R, step->n, &of_y, d->y, E, NULL, true);
    add_context(d, step, d->readout, d->readout_h, R);
    d->kernels->tanh(d->readout, d->readout, (size_t)step->n * R);
}

static void read_out(const as_decoder *d, const as_step *step)
{
    const as_params *params = &d->model->params;
    switch (d->model->config.readout) {
    case AS_READOUT_LINEAR:
        read_out_linear(d, step);
        break;
    case AS_READOUT_TANH:
        read_out_tanh(d, step);
        break;
    }
    as_linear(d->kernels, step->logits, (size_t)params->output_W.rows, step->n, &params->output_W,
              d->readout, (size_t)params->output_W.cols, as_mat_f32(&params->output_b), false);
}

bool as_decoder_step(const as_decoder *decoder, const as_step *step, as_error *err)
{
    assert(step->n >= 1 && step->n <= decoder->max_rows);
    for (int r = 0; r < step->n; r++)
        as_mat_row(decoder->kernels, decoder->y + (size_t)r * (size_t)decoder->model->config.E,
                   &decoder->model->params.target_embedding, step->y[r]);
    if (!attend(decoder, step, step->s_in, err))
        return false;
    update_state(decoder, step);
    read_out(decoder, step);
    return true;
}
