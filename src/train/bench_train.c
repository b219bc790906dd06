#include "train/bench_train.h"

#include "train/bench_products.h"
#include "train/graph.h"
#include "train/trainer.h"

#include <stdlib.h>

enum { WARM_UP = 2, STREAM_BENCH = 0x600 };

static int *random_side(as_arena *arena, as_random *random, int n, int V)
{
    int *ids = as_arena_alloc(arena, (size_t)n, sizeof *ids);
    for (int k = 0; ids && k < n; k++)
        ids[k] = k < n - 1
                     ? AS_N_SPECIAL + (int)as_random_below(random, (uint32_t)(V - AS_N_SPECIAL))
                     : AS_EOS;
    return ids;
}

static bool random_corpus(as_corpus *out, const as_bench_train_request *rq, as_error *err)
{
    as_random random = as_random_for(1, STREAM_BENCH, 0);
    *out = (as_corpus){0};
    out->pairs = as_alloc((size_t)rq->B, sizeof *out->pairs);
    if (!out->pairs)
        return as_fail_memory(err, "random text");
    for (out->n = 0; out->n < rq->B; out->n++) {
        const int *x = random_side(&out->blocks[0], &random, rq->S, rq->config.Vx);
        const int *y = random_side(&out->blocks[0], &random, rq->T, rq->config.Vy);
        if (!x || !y)
            return as_fail_memory(err, "random text");
        out->pairs[out->n] = (as_pair){.x = x, .y = y, .S = rq->S, .T = rq->T};
    }
    return true;
}

static as_settings bench_settings(const as_bench_train_request *rq)
{
    as_settings s = as_settings_defaults();
    s.batch_tokens = rq->B * (rq->S > rq->T ? rq->S : rq->T) + 1;
    s.batch_sentences = 0;
    s.lr = s.lr_min = 3e-4;
    s.warmup = 0;
    s.schedule = AS_SCHEDULE_CONSTANT;
    s.dropout = s.dropout_readout = s.label_smoothing = 0;
    s.threads = rq->threads;
    s.precision = rq->precision;
    return s;
}

static bool step_once(void *context, as_error *err)
{
    as_step step;
    return as_trainer_step(context, &step, err);
}

static bool measure_steps(const as_bench_train_request *rq, const as_corpus *corpus, as_times *out,
                          as_error *err)
{
    const as_settings settings = bench_settings(rq);
    const double weight = 1;
    const as_trainer_data data = {.corpora = &corpus,
                                  .weights = &weight,
                                  .n_corpora = 1,
                                  .source_space = -1,
                                  .target_space = -1};
    as_trainer *trainer;
    if (!as_trainer_new(&settings, &rq->config, &data, &trainer, err))
        return false;
    bool done = as_times_measure(step_once, trainer, WARM_UP, rq->steps, out, err);
    as_trainer_free(trainer);
    return done;
}

/* The products that each worker does in a step, those of its share of the pairs. They do not depend
 * on the weights, which are all 0. */
static bool log_products(as_product_log *logs, const as_bench_train_request *rq,
                         const as_corpus *corpus, as_error *err)
{
    as_arena arena = {0};
    as_params params, d_params;
    size_t n;
    if (!as_params_floats(&rq->config, &n, err))
        return false;
    float *weights = as_alloc(n, sizeof *weights), *gradients = as_alloc(n, sizeof *gradients);
    bool ok = (weights && gradients) || as_fail_memory(err, "weights");
    if (ok) {
        as_params_bind(&params, &rq->config, weights);
        as_params_bind(&d_params, &rq->config, gradients);
    }
    for (int k = 0; ok && k < rq->threads; k++) {
        const as_graph graph = {.kernels = as_kernels_best(),
                                .config = &rq->config,
                                .params = &params,
                                .arena = &arena,
                                .matmul = as_matmul_best(rq->precision),
                                .log = &logs[k]};
        const as_graph_options options = {.scale = 1};
        int from = rq->B * k / rq->threads, to = rq->B * (k + 1) / rq->threads;
        as_loss loss = {0};
        ok = from == to ||
             as_graph_run(&graph, corpus->pairs + from, to - from, &options, &d_params, &loss, err);
        ok = ok && (!logs[k].short_of_memory || as_fail_memory(err, "the list of products"));
    }
    as_arena_finish(&arena);
    free(weights);
    free(gradients);
    return ok;
}

/* The floor of a step. */
static bool measure_products(const as_bench_train_request *rq, const as_corpus *corpus,
                             as_bench_train_result *out, as_error *err)
{
    const as_matmul_kernel *matmul = as_matmul_best(rq->precision);
    as_product_log *logs = as_alloc((size_t)rq->threads, sizeof *logs);
    if (!logs)
        return as_fail_memory(err, "the list of products");
    bool ok = log_products(logs, rq, corpus, err) &&
              as_bench_products(as_kernels_best(), matmul, logs, rq->threads, rq->steps,
                                &out->products, err);
    for (int k = 0; k < rq->threads; k++) {
        out->operations += as_product_log_operations(&logs[k]);
        as_product_log_finish(&logs[k]);
    }
    free(logs);
    out->products_by = matmul ? as_matmul_name(matmul) : "openblas";
    return ok;
}

bool as_bench_train(const as_bench_train_request *request, as_bench_train_result *out,
                    as_error *err)
{
    as_bench_train_result result = {0};
    as_corpus corpus;
    if (!as_graph_check(&request->config, err) ||
        !as_params_floats(&request->config, &result.n_params, err))
        return false;
    bool done = random_corpus(&corpus, request, err) &&
                measure_steps(request, &corpus, &result.step, err) &&
                measure_products(request, &corpus, &result, err);
    as_corpus_finish(&corpus);
    if (done)
        *out = result;
    return done;
}
