#include "train/bench_train.h"

#include "train/trainer.h"

#include <stdlib.h>
#include <time.h>

enum { WARM_STEPS = 2, STREAM_BENCH = 0x600 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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
        const int *x = random_side(&out->blocks, &random, rq->S, rq->config.Vx);
        const int *y = random_side(&out->blocks, &random, rq->T, rq->config.Vy);
        if (!x || !y)
            return as_fail_memory(err, "random text");
        out->pairs[out->n] = (as_pair){x, y, rq->S, rq->T};
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

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool run_steps(as_trainer *trainer, const as_bench_train_request *rq,
                      as_bench_train_result *out, as_error *err)
{
    double *seconds = as_alloc((size_t)rq->steps, sizeof *seconds);
    if (!seconds)
        return as_fail_memory(err, "the measurements");
    bool done = true;
    long tokens = 0;
    for (int k = -WARM_STEPS; k < rq->steps && done; k++) {
        as_step step;
        double begin = seconds_now();
        done = as_trainer_step(trainer, &step, err);
        if (k >= 0)
            seconds[k] = seconds_now() - begin;
        tokens = step.loss.n;
    }
    if (done) {
        qsort(seconds, (size_t)rq->steps, sizeof *seconds, compare_doubles);
        out->step_ms_best = 1e3 * seconds[0];
        out->step_ms_med = 1e3 * seconds[rq->steps / 2];
        out->tokens_per_second_best = (double)tokens / seconds[0];
        out->tokens_per_second_med = (double)tokens / seconds[rq->steps / 2];
    }
    free(seconds);
    return done;
}

bool as_bench_train(const as_bench_train_request *request, as_bench_train_result *out,
                    as_error *err)
{
    as_settings settings = bench_settings(request);
    as_bench_train_result result = {0};
    as_corpus corpus;
    as_trainer *trainer = NULL;
    const as_corpus *view = &corpus;
    const double weight = 1;
    const as_trainer_data data = {.corpora = &view,
                                  .weights = &weight,
                                  .n_corpora = 1,
                                  .source_space = -1,
                                  .target_space = -1};
    if (!as_params_floats(&request->config, &result.n_params, err))
        return false;
    bool done = random_corpus(&corpus, request, err) &&
                as_trainer_new(&settings, &request->config, &data, &trainer, err) &&
                run_steps(trainer, request, &result, err);
    as_trainer_free(trainer);
    as_corpus_finish(&corpus);
    if (done)
        *out = result;
    return done;
}
