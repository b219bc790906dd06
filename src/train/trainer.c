#include "train/trainer.h"

#include "train/adam.h"
#include "train/footprint.h"
#include "train/graph.h"
#include "train/init.h"
#include "train/pool.h"
#include "train/snapshots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_DROPOUT = 0x10000 }; /* and one for each worker of all ranks after it */

/* A range of the block is updated in pieces that stay in the cache between the loops. */
enum { UPDATE_FLOATS = 8192 };

static const as_adam adam = {.beta_1 = 0.9, .beta_2 = 0.999, .epsilon = 1e-8};

typedef struct worker {
    as_arena arena;
    float *gradient_block;
    as_params d_params;
    as_pair *shard;
    int n_shard, max_shard;
    /* What the last job left. */
    as_loss loss;
    double sum_of_squares;
    bool failed;
    as_error err;
} worker;

struct as_trainer {
    as_settings settings;
    as_config config;
    as_trainer_data data;
    as_progress progress;
    const as_kernels *kernels;
    const as_matmul_kernel *matmul; /* NULL: BLAS */
    size_t n;
    float *weights, *adam_m, *adam_v;
    float *average; /* running, or the mean of the snapshots; NULL: neither is wanted */
    as_snapshots snapshots;
    as_params params, average_params;
    as_batcher *batcher;
    as_pool *pool;
    worker workers[AS_POOL_MAX];
    int n_workers;
    /* The valid text, cut once. */
    as_pair *valid_pairs;
    int *valid_starts;
    int n_valid_batches;
    /* Of the job that runs. */
    as_batch batch;
    double rate, scale;
};

/* ---- beginning and end ---- */

static bool worker_init(as_trainer *trainer, worker *w, as_error *err)
{
    w->gradient_block = as_alloc(trainer->n, sizeof *w->gradient_block);
    if (!w->gradient_block)
        return as_fail_memory(err, "gradients");
    as_params_bind(&w->d_params, &trainer->config, w->gradient_block);
    return true;
}

/* The average of no steps is where they begin. */
static void begin_average(as_trainer *trainer)
{
    if (trainer->average)
        memcpy(trainer->average, trainer->weights, trainer->n * sizeof *trainer->average);
}

static bool blocks_init(as_trainer *trainer, as_error *err)
{
    const as_settings *s = &trainer->settings;
    if (!as_params_floats(&trainer->config, &trainer->n, err) ||
        !as_footprint_check(s, trainer->n, as_machine_memory(), err))
        return false;
    trainer->weights = as_alloc(trainer->n, sizeof *trainer->weights);
    trainer->adam_m = as_alloc(trainer->n, sizeof *trainer->adam_m);
    trainer->adam_v = as_alloc(trainer->n, sizeof *trainer->adam_v);
    bool averages = s->average > 0 || s->average_last > 0;
    if (averages)
        trainer->average = as_alloc(trainer->n, sizeof *trainer->average);
    if (!trainer->weights || !trainer->adam_m || !trainer->adam_v ||
        (averages && !trainer->average))
        return as_fail_memory(err, "weights");
    if (!as_snapshots_init(&trainer->snapshots, s->average_last, trainer->n, err))
        return false;
    as_params_bind(&trainer->params, &trainer->config, trainer->weights);
    as_init_params(&trainer->config, &trainer->params, (uint64_t)trainer->settings.seed);
    if (trainer->average)
        as_params_bind(&trainer->average_params, &trainer->config, trainer->average);
    begin_average(trainer);
    return true;
}

static bool valid_init(as_trainer *trainer, as_error *err)
{
    const as_corpus *valid = trainer->data.valid;
    if (!valid)
        return true;
    if (valid->n == 0)
        return as_fail(err, AS_ERR_ARGUMENT, "the valid text has no usable pair");
    size_t n = (size_t)valid->n;
    trainer->valid_pairs = as_alloc(n, sizeof *trainer->valid_pairs);
    trainer->valid_starts = as_alloc(n + 1, sizeof *trainer->valid_starts);
    if (!trainer->valid_pairs || !trainer->valid_starts)
        return as_fail_memory(err, "the valid text");
    memcpy(trainer->valid_pairs, valid->pairs, n * sizeof *trainer->valid_pairs);
    if (!as_pairs_sort(trainer->valid_pairs, valid->n, &trainer->workers[0].arena, err))
        return false;
    trainer->n_valid_batches = as_batch_cut(trainer->valid_pairs, valid->n,
                                            trainer->settings.batch_tokens, trainer->valid_starts);
    return true;
}

static as_batch_options batch_options(const as_trainer *trainer)
{
    const as_settings *s = &trainer->settings;
    return (as_batch_options){
        .batch_tokens = s->batch_tokens,
        .batch_sentences = s->batch_sentences,
        .max_tokens = s->max_tokens,
        .join = s->join,
        .source_space = trainer->data.source_space,
        .target_space = trainer->data.target_space,
        .seed = (uint64_t)s->seed,
        .augment = trainer->data.augment,
    };
}

bool as_trainer_new(const as_settings *settings, const as_config *config,
                    const as_trainer_data *data, as_trainer **out, as_error *err)
{
    if (settings->ranks != as_comm_size(data->comm))
        return as_fail(err, AS_ERR_ARGUMENT, "ranks=%d, but the number of processes is %d",
                       settings->ranks, as_comm_size(data->comm));
    as_trainer *trainer = as_alloc(1, sizeof *trainer);
    if (!trainer)
        return as_fail_memory(err, "the trainer");
    trainer->settings = *settings;
    trainer->config = *config;
    trainer->data = *data;
    trainer->kernels = as_kernels_best();
    trainer->matmul = as_matmul_best((as_precision)settings->precision);
    trainer->progress.best_nll = INFINITY;
    trainer->progress.best_bleu = -1;
    if (!blocks_init(trainer, err) || !as_pool_new(settings->threads, &trainer->pool, err))
        goto fail;
    trainer->n_workers = as_pool_size(trainer->pool);
    for (int k = 0; k < trainer->n_workers; k++)
        if (!worker_init(trainer, &trainer->workers[k], err))
            goto fail;
    if (!valid_init(trainer, err) || !as_trainer_reposition(trainer, err))
        goto fail;
    *out = trainer;
    return true;
fail:
    as_trainer_free(trainer);
    return false;
}

void as_trainer_free(as_trainer *trainer)
{
    if (!trainer)
        return;
    as_pool_free(trainer->pool);
    as_batcher_free(trainer->batcher);
    for (int k = 0; k < AS_POOL_MAX; k++) {
        as_arena_finish(&trainer->workers[k].arena);
        free(trainer->workers[k].gradient_block);
        free(trainer->workers[k].shard);
    }
    free(trainer->valid_pairs);
    free(trainer->valid_starts);
    free(trainer->weights);
    free(trainer->adam_m);
    free(trainer->adam_v);
    free(trainer->average);
    as_snapshots_finish(&trainer->snapshots);
    free(trainer);
}

bool as_trainer_begin_from(as_trainer *trainer, const as_model *model,
                           const as_init_pieces *pieces, as_error *err)
{
    if (!as_init_from_model(&trainer->config, &trainer->params, model, pieces, err))
        return false;
    begin_average(trainer);
    return true;
}

bool as_trainer_reposition(as_trainer *trainer, as_error *err)
{
    as_batch_options options = batch_options(trainer);
    as_batcher *batcher;
    if (!as_batcher_new(trainer->data.corpora, trainer->data.weights, trainer->data.n_corpora,
                        &options, &trainer->progress.position, &batcher, err))
        return false;
    as_batcher_free(trainer->batcher);
    trainer->batcher = batcher;
    return true;
}

/* ---- one step ---- */

/* The number of a worker of this rank among those of all ranks. */
static int number_in_all(const as_trainer *trainer, int k)
{
    return as_comm_rank(trainer->data.comm) * trainer->n_workers + k;
}

static int workers_in_all(const as_trainer *trainer)
{
    return as_comm_size(trainer->data.comm) * trainer->n_workers;
}

/* Deals the batch in turn to the workers of all ranks: lengths fall along it, so the shards weigh
 * the same. */
static bool deal_shards(as_trainer *trainer, as_error *err)
{
    int n_in_all = workers_in_all(trainer), wanted = trainer->batch.B / n_in_all + 1;
    for (int k = 0; k < trainer->n_workers; k++) {
        worker *w = &trainer->workers[k];
        if (w->max_shard < wanted) {
            as_pair *grown = realloc(w->shard, 2 * (size_t)wanted * sizeof *grown);
            if (!grown)
                return as_fail_memory(err, "a batch");
            w->shard = grown;
            w->max_shard = 2 * wanted;
        }
        w->n_shard = 0;
        for (int b = number_in_all(trainer, k); b < trainer->batch.B; b += n_in_all)
            w->shard[w->n_shard++] = trainer->batch.pairs[b];
    }
    return true;
}

static as_graph worker_graph(const as_trainer *trainer, const as_params *params, worker *w)
{
    return (as_graph){
        .kernels = trainer->kernels,
        .config = &trainer->config,
        .params = params,
        .arena = &w->arena,
        .matmul = trainer->matmul,
    };
}

static void gradient_job(void *context, int k)
{
    as_trainer *trainer = context;
    worker *w = &trainer->workers[k];
    const as_settings *s = &trainer->settings;
    uint64_t step = (uint64_t)trainer->progress.step;
    uint64_t stream = STREAM_DROPOUT + (uint64_t)number_in_all(trainer, k);
    const as_graph graph = worker_graph(trainer, &trainer->params, w);
    const as_graph_options options = {
        .dropout = s->dropout,
        .dropout_readout = s->dropout_readout,
        .label_smoothing = s->label_smoothing,
        .guide = s->align_weight,
        .random = as_random_for((uint64_t)s->seed, stream, step),
        .scale = 1.0 / (double)trainer->batch.n_target_tokens,
    };
    w->loss = (as_loss){0};
    w->failed = w->n_shard > 0 && !as_graph_run(&graph, w->shard, w->n_shard, &options,
                                                &w->d_params, &w->loss, &w->err);
}

/* Sums the workers' gradients into the first one's block, over the range of worker k. */
static void sum_job(void *context, int k)
{
    as_trainer *trainer = context;
    float *sum = trainer->workers[0].gradient_block;
    size_t from, to;
    double squares = 0;
    as_pool_range(trainer->n_workers, k, trainer->n, &from, &to);
    for (size_t at = from; at < to; at += UPDATE_FLOATS) {
        size_t n = to - at < UPDATE_FLOATS ? to - at : UPDATE_FLOATS;
        for (int j = 1; j < trainer->n_workers; j++)
            as_gradient_take(sum + at, trainer->workers[j].gradient_block + at, n);
        squares += as_sum_of_squares(sum + at, n);
    }
    trainer->workers[k].sum_of_squares = squares;
}

/* The sum of squares again, after the gradients of the other ranks came in. */
static void norm_job(void *context, int k)
{
    as_trainer *trainer = context;
    size_t from, to;
    as_pool_range(trainer->n_workers, k, trainer->n, &from, &to);
    trainer->workers[k].sum_of_squares =
        as_sum_of_squares(trainer->workers[0].gradient_block + from, to - from);
}

/* The average begins short, so that the first weights, which are noise, do not stay in it. */
static double average_decay(const as_trainer *trainer)
{
    double step = (double)trainer->progress.step;
    return fmin(trainer->settings.average, (1 + step) / (10 + step));
}

static void update_job(void *context, int k)
{
    as_trainer *trainer = context;
    float *gradient = trainer->workers[0].gradient_block;
    size_t from, to;
    as_pool_range(trainer->n_workers, k, trainer->n, &from, &to);
    for (size_t at = from; at < to; at += UPDATE_FLOATS) {
        size_t n = to - at < UPDATE_FLOATS ? to - at : UPDATE_FLOATS;
        as_adam_update(&adam, trainer->weights + at, trainer->adam_m + at, trainer->adam_v + at,
                       gradient + at, n, trainer->rate, trainer->scale, trainer->progress.step + 1);
        memset(gradient + at, 0, n * sizeof *gradient);
        if (trainer->settings.average > 0)
            as_average_update(trainer->average + at, trainer->weights + at, n,
                              average_decay(trainer));
    }
}

/* The first worker's failure, in a fixed order. */
static bool collect(as_trainer *trainer, as_loss *loss, as_error *err)
{
    for (int k = 0; k < trainer->n_workers; k++)
        if (trainer->workers[k].failed)
            return as_fail(err, trainer->workers[k].err.status, "%s",
                           trainer->workers[k].err.message);
    *loss = (as_loss){0};
    for (int k = 0; k < trainer->n_workers; k++)
        as_loss_add(loss, &trainer->workers[k].loss);
    return true;
}

/* The next batch, and this rank's part of its gradient in the workers' blocks. */
static bool run_shards(as_trainer *trainer, as_loss *loss, as_error *err)
{
    if (!as_batcher_next(trainer->batcher, &trainer->batch, err) || !deal_shards(trainer, err))
        return false;
    as_pool_run(trainer->pool, gradient_job, trainer);
    return collect(trainer, loss, err);
}

/* One gradient, of the workers of all ranks, in the first worker's block. */
static bool sum_gradients(as_trainer *trainer, double *norm, as_error *err)
{
    as_pool_run(trainer->pool, sum_job, trainer);
    if (trainer->data.comm) {
        if (!as_comm_sum(trainer->data.comm, trainer->workers[0].gradient_block, trainer->n, err))
            return false;
        as_pool_run(trainer->pool, norm_job, trainer);
    }
    double squares = 0;
    for (int k = 0; k < trainer->n_workers; k++)
        squares += trainer->workers[k].sum_of_squares;
    *norm = sqrt(squares);
    return isfinite(*norm) || as_fail(err, AS_ERR_FORMAT, "the gradient is not finite");
}

bool as_trainer_step(as_trainer *trainer, as_step *out, as_error *err)
{
    as_schedule schedule = as_settings_schedule(&trainer->settings);
    as_step step = {.rate = as_schedule_rate(&schedule, trainer->progress.step + 1)};
    bool done = run_shards(trainer, &step.loss, err);
    if (!as_comm_add_losses(trainer->data.comm, done, &step.loss, err) ||
        !sum_gradients(trainer, &step.norm, err))
        return as_fail_in(err, "step %ld", trainer->progress.step + 1);
    trainer->rate = step.rate;
    trainer->scale = as_clip_scale(step.norm, trainer->settings.clip);
    as_pool_run(trainer->pool, update_job, trainer);
    trainer->progress.step++;
    trainer->progress.n_target_tokens += trainer->batch.n_target_tokens;
    trainer->progress.position = as_batcher_position(trainer->batcher);
    *out = step;
    return true;
}

/* ---- measuring ---- */

static void snapshot_job(void *context, int k)
{
    as_trainer *trainer = context;
    size_t from, to;
    as_pool_range(trainer->n_workers, k, trainer->n, &from, &to);
    as_snapshots_take(&trainer->snapshots, trainer->progress.n_snapshots, trainer->weights,
                      trainer->average, from, to);
}

void as_trainer_take_snapshot(as_trainer *trainer)
{
    if (trainer->snapshots.n == 0)
        return;
    as_pool_run(trainer->pool, snapshot_job, trainer);
    trainer->progress.n_snapshots++;
}

static void measure_job(void *context, int k)
{
    as_trainer *trainer = context;
    worker *w = &trainer->workers[k];
    const as_graph graph = worker_graph(trainer, as_trainer_kept(trainer), w);
    const as_graph_options options = {.scale = 1};
    w->loss = (as_loss){0};
    w->failed = false;
    for (int b = number_in_all(trainer, k); b < trainer->n_valid_batches && !w->failed;
         b += workers_in_all(trainer)) {
        int from = trainer->valid_starts[b], to = trainer->valid_starts[b + 1];
        w->failed = !as_graph_run(&graph, trainer->valid_pairs + from, to - from, &options, NULL,
                                  &w->loss, &w->err);
    }
}

bool as_trainer_measure(as_trainer *trainer, as_loss *out, as_error *err)
{
    as_pool_run(trainer->pool, measure_job, trainer);
    bool done = collect(trainer, out, err);
    return as_comm_add_losses(trainer->data.comm, done, out, err) || as_fail_in(err, "valid text");
}

bool as_trainer_bleu(as_trainer *trainer, double *out, as_error *err)
{
    return as_valid_bleu(trainer->data.valid_text, &trainer->config, as_trainer_kept(trainer),
                         trainer->pool, trainer->data.comm, out, err);
}

/* ---- what others may see ---- */

const as_trainer_data *as_trainer_inputs(const as_trainer *trainer)
{
    return &trainer->data;
}

const as_params *as_trainer_kept(const as_trainer *trainer)
{
    return trainer->average ? &trainer->average_params : &trainer->params;
}

const as_config *as_trainer_config(const as_trainer *trainer)
{
    return &trainer->config;
}

const as_settings *as_trainer_settings(const as_trainer *trainer)
{
    return &trainer->settings;
}

as_progress *as_trainer_progress(as_trainer *trainer)
{
    return &trainer->progress;
}

double as_trainer_epochs(const as_trainer *trainer)
{
    return as_batcher_epochs(trainer->batcher);
}

as_trainer_state as_trainer_blocks(as_trainer *trainer)
{
    return (as_trainer_state){
        .n = trainer->n,
        .weights = trainer->weights,
        .adam_m = trainer->adam_m,
        .adam_v = trainer->adam_v,
        .average = trainer->average,
        .snapshots = trainer->snapshots.blocks,
        .n_snapshots = as_snapshots_used(&trainer->snapshots, trainer->progress.n_snapshots),
    };
}
