/* One pass of the whole model over sentence pairs: the loss and, in training, every gradient.
 *
 * Padding does not exist (packed.h), so a batch gives what its sentences give one by one. */
#ifndef AS_TRAIN_GRAPH_H
#define AS_TRAIN_GRAPH_H

#include "train/loss.h"
#include "train/pass.h"

/* One thread's tools for passes. A zeroed arena grows to the largest pass and is reused. */
typedef struct as_graph {
    const as_kernels *kernels;
    const as_config *config;        /* as_graph_check lets it through */
    const as_params *params;        /* F32 */
    as_arena *arena;                /* reset by every pass */
    as_product_log *log;            /* receives the products of passes; NULL: nobody asks */
    const as_matmul_kernel *matmul; /* NULL: products are by BLAS, in F32 */
} as_graph;

typedef struct as_graph_options {
    double dropout, dropout_readout; /* [0, 1) */
    double label_smoothing;          /* [0, 1) */
    double guide;                    /* weight of the guided loss of pairs that have links */
    as_random random;                /* for the dropout masks: same generator, same masks */
    double scale;                    /* of the loss in gradients */
} as_graph_options;

/* What as_config_check says, and ARGUMENT for the settings that only imported models have, which
 * name what cannot be trained. */
bool as_graph_check(const as_config *config, as_error *err);

/* Adds the losses over pairs[B] to *loss and, when d_params is not NULL, the gradients of
 * scale (smoothed + guide guided) to d_params. Ids must be below the vocabulary sizes, S and T at
 * least 1, B at least 1. Errors: SYSTEM (memory), FORMAT (a score or the loss is not finite). */
bool as_graph_run(const as_graph *graph, const as_pair *pairs, int B,
                  const as_graph_options *options, as_params *d_params, as_loss *loss,
                  as_error *err);

#endif
