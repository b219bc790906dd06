#include "core/trace.h"

#include "core/decoder.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 64 }; /* steps made again together: weights are read once for all of them */

/* The rows of a few steps, in an arena. */
typedef struct rows {
    as_decoder_rows step;
    int *y, *sentence;
    float *r[2]; /* r_{t-1} and r_t in turn, one row each; NULL unless the decoder is fed r */
} rows;

static bool rows_alloc(rows *r, const as_config *config, size_t n, size_t S, as_arena *arena)
{
    size_t D = (size_t)config->D, H2 = 2 * (size_t)config->H;
    *r = (rows){0};
    if (!(r->y = as_arena_alloc(arena, n, sizeof *r->y)) ||
        !(r->sentence = as_arena_alloc(arena, n, sizeof *r->sentence)) ||
        !(r->step.s = as_arena_alloc(arena, n, D * sizeof(float))) ||
        !(r->step.e = as_arena_alloc(arena, n, S * sizeof(float))) ||
        !(r->step.alpha = as_arena_alloc(arena, n, S * sizeof(float))) ||
        !(r->step.c = as_arena_alloc(arena, n, H2 * sizeof(float))) ||
        !(r->step.gates = as_arena_alloc(arena, n, 3 * D * sizeof(float))))
        return false;
    for (int k = 0; k < 2 && config->feed == AS_FEED_READOUT; k++) {
        if (!(r->r[k] = as_arena_alloc(arena, (size_t)config->R, sizeof(float))))
            return false;
        memset(r->r[k], 0, (size_t)config->R * sizeof(float));
    }
    memset(r->sentence, 0, n * sizeof *r->sentence);
    r->step.y = r->y;
    r->step.sentence = r->sentence;
    return true;
}

static float mean(const float *x, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += (double)x[k];
    return (float)(sum / n);
}

/* The queries of the rows of a step that began at t: Q s, or where the score takes s as it is, the
 * state that asked. */
static const float *queries_of(const as_decoder *decoder, int t, const as_translation *tr)
{
    size_t D = (size_t)decoder->model->config.D;
    if (decoder->q)
        return decoder->q;
    switch (decoder->model->config.query) {
    case AS_QUERY_PREVIOUS:
        break;
    case AS_QUERY_CURRENT:
        return tr->s + (size_t)(t + 1) * D;
    case AS_QUERY_HALF:
        return decoder->half;
    }
    return tr->s + (size_t)t * D;
}

/* Keeps what steps t … t + n - 1 left behind. */
static void keep(as_trace *trace, const as_decoder *decoder, const as_decoder_rows *step, int t,
                 const as_translation *tr)
{
    int D = decoder->model->config.D;
    size_t W = (size_t)trace->n_terms;
    for (int row = 0; row < step->n; row++) {
        const float *gates = step->gates + (size_t)row * 3 * (size_t)D;
        trace->r[t + row] = mean(gates, D);
        trace->z[t + row] = mean(gates + D, D);
    }
    if (W > 0)
        memcpy(trace->queries + (size_t)t * W, queries_of(decoder, t, tr),
               (size_t)step->n * W * sizeof(float));
}

/* Runs steps t … t + n - 1 again, all at once: the states that they start from are known. */
static bool run(as_trace *trace, const as_decoder *decoder, rows *r, int t, int n,
                const as_translation *tr, const float *alpha_0, as_error *err)
{
    as_decoder_rows *step = &r->step;
    size_t S = (size_t)trace->S, D = (size_t)decoder->model->config.D;
    step->n = n;
    for (int row = 0; row < n; row++)
        r->y[row] = t + row == 0 ? AS_BOS : tr->target.tokens[t + row - 1].id;
    step->s_in = tr->s + (size_t)t * D;
    step->alpha_in = t == 0 ? alpha_0 : tr->alpha + (size_t)(t - 1) * S;
    step->r_in = r->r[t % 2];
    step->r = r->r[(t + 1) % 2];
    if (!as_decoder_step(decoder, step, err))
        return as_fail_in(err, "t = %d", t);
    keep(trace, decoder, step, t, tr);
    return true;
}

static bool run_all(as_trace *trace, const as_decoder *decoder, const as_translation *tr,
                    as_arena *arena, as_error *err)
{
    rows r;
    size_t most = trace->T < ROWS_AT_ONCE ? (size_t)trace->T : ROWS_AT_ONCE;
    float *alpha_0 = as_arena_alloc(arena, (size_t)trace->S, sizeof *alpha_0);
    if (!alpha_0 || !rows_alloc(&r, &decoder->model->config, most, (size_t)trace->S, arena))
        return as_fail_memory(err, "the trace");
    memset(alpha_0, 0, (size_t)trace->S * sizeof *alpha_0);
    /* The first step alone: it has no row of alpha before it. Every step alone where r_{t-1}, which
     * is not kept, must be made first. */
    for (int t = 0, n = 1; t < trace->T; t += n) {
        int left = trace->T - t;
        bool alone = t == 0 || r.r[0];
        n = alone ? 1 : left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        if (!run(trace, decoder, &r, t, n, tr, alpha_0, err))
            return false;
    }
    return true;
}

/* Copies the parameters that a score reads besides its projections. */
static bool copy_own(as_trace *trace, const as_params *params)
{
    const as_score *score = trace->score;
    for (int k = 0; k < score->n_params; k++) {
        if (k == score->key_W || k == score->key_b || k == score->query_W)
            continue;
        as_mat *own = &trace->own.attention[k];
        *own = params->attention[k];
        size_t n = (size_t)own->rows * own->stride;
        if (!(own->data = as_alloc(n, sizeof(float))))
            return false;
        memcpy(own->data, as_mat_f32(&params->attention[k]), n * sizeof(float));
    }
    return true;
}

static bool trace_alloc(as_trace *trace, const as_model *model)
{
    size_t T = (size_t)trace->T, S = (size_t)trace->S, W = (size_t)trace->n_terms;
    if (!(trace->r = as_alloc(T, sizeof(float))) || !(trace->z = as_alloc(T, sizeof(float))))
        return false;
    return W == 0 ||
           ((trace->queries = as_alloc(T, W * sizeof(float))) &&
            (trace->keys = as_alloc(S, W * sizeof(float))) && copy_own(trace, &model->params));
}

static bool fill(as_trace *trace, const as_model *model, const as_translation *tr, as_arena *arena,
                 as_error *err)
{
    if (!trace_alloc(trace, model))
        return as_fail_memory(err, "the trace");
    const as_kernels *kernels = as_kernels_best();
    as_encoded source = {.B = 1, .S = trace->S, .lengths = &trace->S, .h = tr->h, .s_0 = tr->s};
    as_decoder decoder;
    int most = trace->T < ROWS_AT_ONCE ? trace->T : ROWS_AT_ONCE;
    if (!as_encode_keys(model, kernels, arena, &source, err) ||
        !as_decoder_init(&decoder, model, kernels, &source, most, arena, err))
        return false;
    decoder.temperature = (float)tr->temperature;
    if (trace->keys)
        memcpy(trace->keys, source.keys,
               (size_t)trace->S * (size_t)trace->n_terms * sizeof *trace->keys);
    return run_all(trace, &decoder, tr, arena, err);
}

bool as_trace_new(const as_model *model, const as_translation *tr, as_trace **out, as_error *err)
{
    if (!tr->h || !tr->s || !tr->c)
        return as_fail(err, AS_ERR_ARGUMENT, "a translation without its states cannot be traced");
    as_trace *trace = as_alloc(1, sizeof *trace);
    if (!trace)
        return as_fail_memory(err, "the trace");
    trace->T = tr->target.n;
    trace->S = tr->source.n;
    trace->score = as_score_lookup(model->config.score);
    if (as_config_attends(&model->config))
        trace->n_terms = as_dim_size(&model->config, trace->score->width);
    as_arena arena = {0};
    bool ok = fill(trace, model, tr, &arena, err);
    as_arena_finish(&arena);
    if (!ok) {
        as_trace_free(trace);
        return false;
    }
    *out = trace;
    return true;
}

void as_trace_free(as_trace *trace)
{
    if (!trace)
        return;
    for (int k = 0; k < AS_SCORE_SLOTS; k++)
        free(trace->own.attention[k].data);
    free(trace->queries);
    free(trace->keys);
    free(trace->r);
    free(trace->z);
    free(trace);
}

void as_trace_terms(const as_trace *trace, int t, int i, float *terms)
{
    size_t W = (size_t)trace->n_terms;
    trace->score->terms(as_kernels_best(), &trace->own, terms, trace->queries + (size_t)t * W,
                        trace->keys + (size_t)i * W, trace->n_terms);
}
