/* How fast training runs on this machine. */
#ifndef AS_TRAIN_BENCH_TRAIN_H
#define AS_TRAIN_BENCH_TRAIN_H

#include "train/settings.h"

typedef struct as_bench_train_request {
    as_config config;
    int B, S, T; /* sentence pairs of a batch, tokens of each side, </s> counted */
    int threads;
    as_precision precision;
    int steps; /* measured, after two that are not */
} as_bench_train_request;

typedef struct as_bench_train_result {
    size_t n_params;
    double step_ms_best, step_ms_med; /* one whole step: forward, backward, clipping, Adam */
    double tokens_per_second_med;     /* target tokens, B T of them in a step */
    double tokens_per_second_best;
} as_bench_train_result;

/* Trains a model of random weights on random tokens. Errors: those of as_config_check,
 * as_trainer_new and as_trainer_step. */
bool as_bench_train(const as_bench_train_request *request, as_bench_train_result *out,
                    as_error *err);

#endif
