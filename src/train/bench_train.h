/* How fast training runs on this machine. */
#ifndef AS_TRAIN_BENCH_TRAIN_H
#define AS_TRAIN_BENCH_TRAIN_H

#include "core/times.h"
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
    as_times step;     /* one whole step: forward, backward, clipping, Adam; B T target tokens */
    as_times products; /* the matrix products of a step alone: its floor */
    double operations; /* of floating point, in those products */
    const char *products_by; /* "openblas", or as_matmul_name; static */
} as_bench_train_result;

/* Trains a model of random weights on random tokens. Errors: those of as_config_check,
 * as_trainer_new and as_trainer_step. */
bool as_bench_train(const as_bench_train_request *request, as_bench_train_result *out,
                    as_error *err);

#endif
