/* Where training starts. */
#ifndef AS_TRAIN_INIT_H
#define AS_TRAIN_INIT_H

#include "core/model.h"

#include <stdint.h>

/* Fills F32 params from a seed: embeddings normal with deviation 0.1; matrices uniform with
 * Glorot and Bengio's range sqrt(6 / (rows + cols)), per gate where a matrix stacks three; biases
 * 0; v_a uniform in +-1/sqrt(A). Cannot fail. */
void as_init_params(const as_config *config, as_params *params, uint64_t seed);

/* Fills F32 params with the weights of a model, rounded as its file has them. ARGUMENT names each
 * part of the config in which the model differs; params are then untouched. */
bool as_init_from_model(const as_config *config, as_params *params, const as_model *model,
                        as_error *err);

#endif
