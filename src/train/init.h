/* Where training starts. */
#ifndef AS_TRAIN_INIT_H
#define AS_TRAIN_INIT_H

#include "core/params.h"

#include <stdint.h>

/* Fills F32 params from a seed: embeddings normal with deviation 0.1; matrices uniform with
 * Glorot and Bengio's range sqrt(6 / (rows + cols)), per gate where a matrix stacks three; biases
 * 0; v_a uniform in +-1/sqrt(A). Cannot fail. */
void as_init_params(const as_config *config, as_params *params, uint64_t seed);

#endif
