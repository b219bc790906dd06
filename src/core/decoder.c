#include "core/decoder.h"

#include "core/attention.h"
#include "core/gru.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool as_decoder_init(as_decoder *decoder, const as_model *model, const as_kernels *kernels,
                     const as_encoded *source, int max_rows, as_arena *arena, as_error *err)
{
    const as_config *config = &model->config;
    const as_score *score = as_score_lookup(config->score);
    size_t n = (size_t)max_rows, E = (size_t)config->E, H2 = 2 * (size_t)config->H;
    size_t D = (size_t)config->D, W = (size_t)score->width(config), R = (size_t)config->R;
    as_decoder made = { model, kernels, score, source, max_rows, NULL, NULL, NULL, NULL, NULL,
                        NULL };
    if (!(made.q = as_arena_alloc(arena, n, W * sizeof(float))) ||
        !(made.cell_in = as_arena_alloc(arena, n, (E + H2) * sizeof(float))) ||
        !(made.readout_in = as_arena_alloc(arena, n, (D + H2 + E) * sizeof(float))) ||
        !(made.gx = as_arena_alloc(arena, n, 3 * D * sizeof(float))) ||
        !(made.gh = as_arena_alloc(arena, n, 3 * D * sizeof(float))) ||
        (R > 0 && !(made.readout = as_arena_alloc(arena, n, R * sizeof(float)))))
        return as_fail_memory(err, "the decoder");
    *decoder = made;
    return true;
}

/* Puts a row of `width` floats into each row of a wider matrix, from `column` on. */
static void place(float *out, size_t ldo, size_t column, const float *in, size_t width, int n)
{
    for (int r = 0; r < n; r++)
        memcpy(out + (size_t)r * ldo + column, in + (size_t)r * width, width * sizeof *out);
}

/* y_{t-1} to both of its places. */
static void embed(const as_decoder *d, const as_step *step)
{
    const as_config *config = &d->model->config;
    size_t E = (size_t)config->E, H2 = 2 * (size_t)config->H, D = (size_t)config->D;
    for (int r = 0; r < step->n; r++) {
        float *y = d->cell_in + (size_t)r * (E + H2);
        as_mat_row(d->kernels, y, &d->model->params.target_embedding, step->y[r]);
        memcpy(d->readout_in + (size_t)r * (D + H2 + E) + D + H2, y, E * sizeof *y);
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
    size_t E = (size_t)config->E, H2 = 2 * (size_t)config->H, D = (size_t)config->D;
    place(d->cell_in, E + H2, E, step->c, H2, step->n);
    as_linear(d->kernels, d->gx, 3 * D, step->n, &cell->W_ih, d->cell_in, E + H2,
              as_mat_f32(&cell->b_ih), false);
    as_linear(d->kernels, d->gh, 3 * D, step->n, &cell->W_hh, step->s_in, D,
              as_mat_f32(&cell->b_hh), false);
    as_gru_forward(d->kernels, step->s, NULL, d->gx, d->gh, step->s_in, NULL, step->n, config->D);
}

static void read_out(const as_decoder *d, const as_step *step)
{
    const as_config *config = &d->model->config;
    const as_params *params = &d->model->params;
    size_t D = (size_t)config->D, H2 = 2 * (size_t)config->H, R = (size_t)config->R;
    size_t width = D + H2 + (size_t)config->E;
    place(d->readout_in, width, 0, step->s, D, step->n);
    place(d->readout_in, width, D, step->c, H2, step->n);
    const float *in = d->readout_in;
    if (config->readout == AS_READOUT_TANH) {
        as_linear(d->kernels, d->readout, R, step->n, &params->readout_W, in, width,
                  as_mat_f32(&params->readout_b), false);
        d->kernels->tanh(d->readout, d->readout, (size_t)step->n * R);
        in = d->readout;
        width = R;
    }
    as_linear(d->kernels, step->logits, (size_t)config->Vy, step->n, &params->output_W, in, width,
              as_mat_f32(&params->output_b), false);
}

bool as_decoder_step(const as_decoder *decoder, const as_step *step, as_error *err)
{
    assert(step->n >= 1 && step->n <= decoder->max_rows);
    embed(decoder, step);
    if (!attend(decoder, step, step->s_in, err))
        return false;
    update_state(decoder, step);
    read_out(decoder, step);
    return true;
}
