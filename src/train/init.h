/* Where training starts. */
#ifndef AS_TRAIN_INIT_H
#define AS_TRAIN_INIT_H

#include "core/model.h"

#include <stdint.h>

/* Fills F32 params from a seed: embeddings normal with deviation 0.1; matrices uniform with
 * Glorot and Bengio's range sqrt(6 / (rows + cols)), per gate where a matrix stacks three; biases
 * 0; v_a uniform in +-1/sqrt(A). Cannot fail. */
void as_init_params(const as_config *config, as_params *params, uint64_t seed);

/* The vocabularies of a run that begins from a model with others. */
typedef struct as_init_pieces {
    as_tokenizer source, target;
} as_init_pieces;

/* Fills F32 params with the weights of a model, rounded as its file has them. pieces NULL: the
 * vocabularies are the model's. Else rows that belong to pieces are carried over (carry.h) into
 * params that as_init_params has filled. ARGUMENT names each part of the config in which the model
 * differs; params are then untouched. SYSTEM, with pieces only. */
bool as_init_from_model(const as_config *config, as_params *params, const as_model *model,
                        const as_init_pieces *pieces, as_error *err);

#endif
