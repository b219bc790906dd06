/* How long decoding takes on this machine, beside the time that reading the weights alone takes. */
#ifndef AS_CORE_BENCH_H
#define AS_CORE_BENCH_H

#include "core/model.h"

typedef struct as_bench_result {
    const char *kernels;                  /* "avx512"; static */
    size_t n_params;                      /* numbers in the model */
    double greedy_ms_best, greedy_ms_med; /* of one sentence, encoder and all, in milliseconds */
    double beam5_ms_best, beam5_ms_med;
    size_t step_weight_bytes;   /* what one time step of the decoder reads of the weights */
    double read_bandwidth_gb_s; /* 10^9 bytes a second, over a block of that size read again and
                                   again, as the weights are */
    double floor_ms;            /* T steps reading their weights at that bandwidth */
} as_bench_result;

/* Decodes a random source of S tokens to exactly T tokens, </s> ignored, again and again, with one
 * thread. Text is not involved. Errors: ARGUMENT, SYSTEM, and those of as_translate. */
bool as_bench_model(const as_model *model, int S, int T, unsigned long long seed,
                    as_bench_result *out, as_error *err);

/* The same on random weights. */
bool as_bench_decode(const as_config *config, as_dtype dtype, int S, int T, unsigned long long seed,
                     as_bench_result *out, as_error *err);

#endif
