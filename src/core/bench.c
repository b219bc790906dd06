#include "core/bench.h"

#include "core/score.h"
#include "core/search.h"
#include "core/times.h"

#include <stdlib.h>

enum { GREEDY_RUNS = 60, BEAM_RUNS = 30, WARM_UP_RUNS = 5, READ_RUNS = 40, BEAM = 5 };

static size_t mat_bytes(const as_mat *W)
{
    return (size_t)W->rows * (size_t)W->cols *
           (W->dtype == AS_F32 ? sizeof(float) : sizeof(uint16_t));
}

/* Of the matrix that multiplies [ y ; c ] or [ s ; c ; y ]: the columns of c are multiplied by h
 * once per sentence (decoder.h). */
static size_t bytes_without_c(const as_mat *W, int c_cols)
{
    as_mat rest = as_mat_columns(W, 0, W->cols - c_cols);
    return mat_bytes(&rest);
}

static size_t score_bytes(const as_model *model)
{
    const as_score *score = as_score_lookup(model->config.score);
    size_t bytes = 0;
    for (int k = 0; k < score->n_params; k++)
        if (k != score->key_W && k != score->key_b)
            bytes += mat_bytes(&model->params.attention[k]);
    return bytes;
}

/* All that a step multiplies by or adds, and one row of the target embedding; but for the keys and
 * what has been multiplied by h. */
static size_t step_weight_bytes(const as_model *model)
{
    const as_params *p = &model->params;
    const as_config *c = &model->config;
    const as_norm_params *const norms[] = {
        &p->cell.norm_ih, &p->cell.norm_hh,   &p->second.norm_ih, &p->second.norm_hh,
        &p->query_norm,   &p->readout_norm_s, &p->readout_norm_c, &p->readout_norm_y,
    };
    const as_mat *const read[] = {
        &p->cell.W_hh,   &p->cell.b_ih, &p->cell.b_hh, &p->second.W_hh, &p->second.b_ih,
        &p->second.b_hh, &p->readout_b, &p->output_W,  &p->output_b,
    };
    bool sees_c = c->feed == AS_FEED_CONTEXT && c->query != AS_QUERY_HALF;
    size_t bytes = mat_bytes(&p->target_embedding) / (size_t)p->target_embedding.rows;
    for (size_t k = 0; k < sizeof read / sizeof read[0]; k++)
        bytes += mat_bytes(read[k]); /* 0 for what the model does not have */
    for (size_t k = 0; k < sizeof norms / sizeof norms[0]; k++)
        bytes += mat_bytes(&norms[k]->g) + mat_bytes(&norms[k]->a);
    bytes += bytes_without_c(&p->cell.W_ih, sees_c ? 2 * c->H : 0);
    if (p->readout_W.data)
        bytes += bytes_without_c(&p->readout_W, 2 * c->H);
    return bytes + score_bytes(model);
}

static size_t count_params(const as_model *model)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&model->config, specs);
    size_t total = 0;
    for (int k = 0; k < n; k++)
        total += (size_t)specs[k].rows * (size_t)specs[k].cols;
    return total;
}

/* A block of weights, read once. */
typedef struct reading {
    const as_kernels *kernels;
    const float *block;
    size_t n;
    float sum; /* must not be optimized away */
} reading;

static bool read_once(void *context, as_error *err)
{
    reading *r = context;
    (void)err;
    r->sum += r->kernels->dot(r->block, r->block, r->n);
    return true;
}

/* The best of READ_RUNS sweeps over `bytes` bytes. */
static bool measure_bandwidth(const as_kernels *kernels, size_t bytes, double *gb_s, as_error *err)
{
    size_t n = bytes / sizeof(float);
    float *block = as_alloc(n, sizeof *block);
    if (!block)
        return as_fail_memory(err, "the bandwidth measurement");
    reading r = {kernels, block, n, 0};
    as_times times;
    bool ok = as_times_measure(read_once, &r, 0, READ_RUNS, &times, err);
    free(block);
    if (ok)
        *gb_s = (double)(n * sizeof *block) * 1e-6 / times.best;
    return ok;
}

typedef struct decoding {
    const as_model *model;
    const as_kernels *kernels;
    const as_search_job *job;
    as_decode_options options;
    as_arena arena;
} decoding;

static bool decode_once(void *context, as_error *err)
{
    decoding *d = context;
    as_search search;
    as_arena_reset(&d->arena);
    return as_search_run(&search, d->model, d->kernels, d->job, 1, &d->options, &d->arena, err);
}

static bool measure_search(const as_model *model, const as_kernels *kernels,
                           const as_search_job *job, int beam, int runs, as_times *out,
                           as_error *err)
{
    decoding d = {model, kernels, job, as_decode_defaults(), {0}};
    d.options.beam = beam;
    bool ok = as_times_measure(decode_once, &d, WARM_UP_RUNS, runs, out, err);
    as_arena_finish(&d.arena);
    return ok;
}

static bool fill_source(int *ids, int S, int Vx, unsigned long long seed)
{
    if (!ids)
        return false;
    for (int i = 0; i < S - 1; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
        ids[i] = AS_N_SPECIAL + (int)((seed >> 33) % (unsigned)(Vx - AS_N_SPECIAL));
    }
    ids[S - 1] = AS_EOS;
    return true;
}

bool as_bench_model(const as_model *model, int S, int T, unsigned long long seed,
                    as_bench_result *out, as_error *err)
{
    if (S < 1 || S > AS_MAX_SOURCE || T < 1 || T > AS_MAX_TARGET)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "%d to %d tokens, expected 1 to %d source and 1 to %d target tokens", S, T,
                       AS_MAX_SOURCE, AS_MAX_TARGET);
    const as_kernels *kernels = as_kernels_best();
    as_bench_result result = {
        .kernels = kernels->name,
        .n_params = count_params(model),
        .step_weight_bytes = step_weight_bytes(model),
    };
    int *ids = as_alloc((size_t)S, sizeof *ids);
    if (!fill_source(ids, S, model->config.Vx, seed))
        return as_fail_memory(err, "the benchmark");
    as_times greedy = {0}, beam5 = {0};
    as_search_job job = {.source = ids, .S = S, .max_length = T, .endless = true};
    bool ok =
        measure_bandwidth(kernels, result.step_weight_bytes, &result.read_bandwidth_gb_s, err) &&
        measure_search(model, kernels, &job, 1, GREEDY_RUNS, &greedy, err) &&
        measure_search(model, kernels, &job, BEAM, BEAM_RUNS, &beam5, err);
    free(ids);
    if (!ok)
        return false;
    result.greedy_ms_best = greedy.best;
    result.greedy_ms_med = greedy.med;
    result.beam5_ms_best = beam5.best;
    result.beam5_ms_med = beam5.med;
    result.floor_ms = T * (double)result.step_weight_bytes * 1e-6 / result.read_bandwidth_gb_s;
    *out = result;
    return true;
}

bool as_bench_decode(const as_config *config, as_dtype dtype, int S, int T, unsigned long long seed,
                     as_bench_result *out, as_error *err)
{
    as_model *model;
    if (!as_model_random(config, dtype, seed, &model, err))
        return false;
    bool ok = as_bench_model(model, S, T, seed, out, err);
    as_model_free(model);
    return ok;
}
