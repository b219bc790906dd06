/* What a model is made of: its settings, and one table that lists its parameters.
 *
 * Sizes, in the paper's letters (Bahdanau, Cho, Bengio 2015, arXiv:1409.0473):
 *   E  embedding           H  encoder state, per direction     D  decoder state
 *   A  attention           R  readout (0 with the linear one)  Vx, Vy  vocabularies */
#ifndef AS_CORE_PARAMS_H
#define AS_CORE_PARAMS_H

#include "core/error.h"
#include "core/mat.h"

#include <stddef.h>

typedef enum as_score_kind { AS_SCORE_ADDITIVE } as_score_kind;
typedef enum as_query { AS_QUERY_PREVIOUS } as_query; /* s_{t-1} asks (Bahdanau) */
typedef enum as_readout { AS_READOUT_LINEAR, AS_READOUT_TANH } as_readout;

typedef struct as_config {
    as_score_kind score;
    as_query query;
    as_readout readout;
    int E, H, D, A, R, Vx, Vy;
} as_config;

/* Names as they stand in files and on the command line; lookup fails with a sentence that lists
 * the known names. */
const char *as_score_name(as_score_kind score);
const char *as_query_name(as_query query);
const char *as_readout_name(as_readout readout);
bool as_score_from_name(const char *name, as_score_kind *out, as_error *err);
bool as_query_from_name(const char *name, as_query *out, as_error *err);
bool as_readout_from_name(const char *name, as_readout *out, as_error *err);

/* Sizes within [1, 65536] (vocabularies to 1,000,000), combinations that make sense. */
bool as_config_check(const as_config *config, as_error *err);

typedef struct as_gru_params {
    as_mat W_ih, W_hh; /* rows r, z, n */
    as_mat b_ih, b_hh;
} as_gru_params;

/* Views into one block. Vectors have cols 1 and are always F32. A parameter that the config does
 * not have has data NULL. */
typedef struct as_params {
    as_mat source_embedding;              /* [Vx, E] */
    as_gru_params forward, backward;      /* input E, state H */
    as_mat init_W, init_b;                /* s_0 = tanh(W h<-_1 + b) */
    as_mat attention_W_a, attention_U_a;  /* [A, D], [A, 2H] */
    as_mat attention_b_a, attention_v_a;  /* [A] */
    as_mat target_embedding;              /* [Vy, E] */
    as_gru_params cell;                   /* input [y ; c] E + 2H, state D */
    as_mat readout_W, readout_b;          /* [R, D + 2H + E], input [s ; c ; y] */
    as_mat output_W, output_b;            /* [Vy, D + 2H + E] or [Vy, R] */
} as_params;

/* One row of the table: allocation, files, gradient checks and `info` all loop over it. */
typedef struct as_param_spec {
    const char *name; /* the tensor's name in a model file */
    int rows, cols;   /* cols == 1 and is_vector: rank 1 in the file */
    bool is_vector;
    size_t field;     /* offset of the as_mat in as_params */
} as_param_spec;

enum { AS_MAX_PARAMS = 64 };

/* The parameters that this config has, in file order, with their sizes. out holds AS_MAX_PARAMS.
 * Returns how many. Cannot fail on a checked config. */
int as_param_specs(const as_config *config, as_param_spec *out);

/* The field a spec describes. */
as_mat *as_param_of(as_params *params, const as_param_spec *spec);
const as_mat *as_param_of_const(const as_params *params, const as_param_spec *spec);

/* Floats in a block that holds every parameter as F32, each tensor starting on a cache line. */
bool as_params_floats(const as_config *config, size_t *out, as_error *err);

/* Points every field into `block` (as_params_floats long, aligned to 64): weights, gradients and
 * Adam moments are blocks of this one layout. Cannot fail on a checked config. */
void as_params_bind(as_params *params, const as_config *config, float *block);

#endif
