/* The model that Nematus began with, a conditional GRU with additive attention (Sennrich et al.
 * 2017, arXiv:1703.04357), as Marian's types s2s, amun and nematus and Nematus for Theano store it.
 * They differ in names alone. */
#ifndef AS_INTEROP_CONDITIONAL_GRU_H
#define AS_INTEROP_CONDITIONAL_GRU_H

#include "interop/layout.h"

/* Where the output's matrix is. */
typedef enum as_gru_output {
    AS_GRU_OUTPUT_OWN,
    AS_GRU_OUTPUT_TIED, /* the target embedding */
} as_gru_output;

typedef struct as_gru_traits {
    as_norm norm;
    bool shared_embedding; /* one for both sides */
    as_gru_output output;
    bool no_output_bias;
} as_gru_traits;

/* Fills the layout and what the config says besides its rules. `ignored` as in a layout. FORMAT
 * when the arrays that tell the sizes are missing. */
bool as_conditional_gru(const as_arrays *arrays, const as_gru_traits *traits,
                        const char *const *ignored, as_layout *layout, as_config *config,
                        as_error *err);

#endif
