/* What a model is made of: its settings, and one table that lists its parameters.
 *
 * Sizes, in the paper's letters (Bahdanau, Cho, Bengio 2015, arXiv:1409.0473):
 *   E  embedding           H  encoder state, per direction     D  decoder state
 *   A  attention           R  readout                          Vx, Vy  vocabularies
 * A is 0 with a score that has no such size, R with the linear readout. */
#ifndef AS_CORE_PARAMS_H
#define AS_CORE_PARAMS_H

#include "core/error.h"
#include "core/mat.h"
#include "core/score_table.h"

#include <stddef.h>

#define AS_SCORE_KIND(KIND, name) AS_SCORE_##KIND,
typedef enum as_score_kind { AS_SCORE_TABLE(AS_SCORE_KIND) } as_score_kind;
#undef AS_SCORE_KIND

/* Which state asks, and so when (decoder.h): s_{t-1} (Bahdanau 2015), s_t (Luong 2015), or the state
 * half-way between them of a conditional GRU (Sennrich et al. 2017, arXiv:1703.04357). */
typedef enum as_query { AS_QUERY_PREVIOUS, AS_QUERY_CURRENT, AS_QUERY_HALF } as_query;
typedef enum as_readout {
    AS_READOUT_LINEAR,
    AS_READOUT_TANH,
    AS_READOUT_MAXOUT,
    AS_READOUT_RELU,   /* this one and the next in imported models only */
    AS_READOUT_AFFINE, /* W_r without anything around it */
} as_readout;

/* What follows is of imported models only: the first of each is what models trained here have. */

/* What s_0 is made of (encoder.h). */
typedef enum as_start {
    AS_START_BACKWARD,  /* the backward state at the first word */
    AS_START_MEAN,      /* the mean of all h_i */
    AS_START_ENDS,      /* both directions' last states */
    AS_START_ENDS_RELU, /* the same, with relu in the place of tanh */
    AS_START_LAST,      /* the forward state at the last word, as it is */
    AS_START_ZERO,      /* 0 */
} as_start;

/* What enters the cell beside y_{t-1} when s_t asks (decoder.h). */
typedef enum as_feed { AS_FEED_CONTEXT, AS_FEED_READOUT, AS_FEED_NOTHING } as_feed;

/* What the readout sees: [ s ; c ; y ] or [ s ; c ]. */
typedef enum as_reads { AS_READS_WORD, AS_READS_NO_WORD } as_reads;

/* Layer normalisation of every product but the output's (layer_norm.h). */
typedef enum as_norm { AS_NORM_NONE, AS_NORM_MARIAN, AS_NORM_NEMATUS } as_norm;

/* How the toolkit of an imported model searches; all zero for models trained here. Options of a
 * decode (decode.h) come on top. */
typedef struct as_search_rules {
    int no_unknown;     /* 1: <unk> is never chosen */
    int may_be_empty;   /* 1: the first token may be </s>, whatever the source */
    int narrowing;      /* 1: a </s> competes for a place in the beam and keeps it (search.h) */
    int length_power;   /* 1: score = log P / T^A, and not log P / ((5 + T)/6)^A */
    int length_percent; /* at most S * length_percent / 100 + length_extra tokens; both 0: 2 S + 20 */
    int length_extra;
} as_search_rules;

typedef struct as_config {
    as_score_kind score;
    as_query query;
    as_readout readout;
    as_start start;
    as_feed feed;
    as_reads reads;
    as_norm norm;
    as_search_rules rules;
    int E, H, D, A, R, Vx, Vy;
} as_config;

/* Names as they stand in files and on the command line, by number, NULL after the last. */
extern const char *const as_score_names[];
extern const char *const as_query_names[];
extern const char *const as_readout_names[];
extern const char *const as_start_names[];
extern const char *const as_feed_names[];
extern const char *const as_reads_names[];
extern const char *const as_norm_names[];
const char *as_score_name(as_score_kind score);
const char *as_query_name(as_query query);
const char *as_readout_name(as_readout readout);
/* The number of a name in such a list of `what`s; -1 with ARGUMENT, in a sentence that lists them,
 * when it is not there. */
int as_name_lookup(const char *what, const char *const *names, const char *name, as_error *err);

/* Sizes within [1, 65536] (vocabularies to 1,000,000), combinations that make sense. Errors: LIMIT,
 * ARGUMENT. */
bool as_config_check(const as_config *config, as_error *err);

/* Whether the decoder attends at all. With the score "none" it does not: there is no alpha to show,
 * and rows of alpha are 0 throughout. */
bool as_config_attends(const as_config *config);

/* Whether the score or the readout has the size; where not, it is 0 in a config. */
bool as_score_has_A(as_score_kind score);
bool as_readout_has_R(as_readout readout);

/* Sizes a parameter may have, as expressions over the config. */
typedef enum as_dim {
    AS_DIM_0, AS_DIM_1, AS_DIM_E, AS_DIM_H, AS_DIM_2H, AS_DIM_3H, AS_DIM_D, AS_DIM_3D, AS_DIM_A,
    AS_DIM_R, AS_DIM_VX, AS_DIM_VY,
    AS_DIM_START_IN,  /* what W_s multiplies: H, or 2H */
    AS_DIM_CELL_IN,   /* input of the cell: [y ; c] E + 2H, [y ; r] E + R, or y alone */
    AS_DIM_READS,     /* input of the readout: [s ; c ; y] D + 2H + E, or without y */
    AS_DIM_READOUT,   /* R, or for the pairs of maxout 2R: rows of W_r */
    AS_DIM_OUTPUT_IN, /* what W_o multiplies */
} as_dim;

int as_dim_size(const as_config *config, as_dim dim);

/* Of one normalised product, as long as its rows; no data where the config has none. */
typedef struct as_norm_params {
    as_mat g; /* scale */
    as_mat a; /* what is added to the product before */
} as_norm_params;

typedef struct as_gru_params {
    as_mat W_ih, W_hh; /* rows r, z, n */
    as_mat b_ih, b_hh;
    as_norm_params norm_ih, norm_hh;
} as_gru_params;

enum { AS_SCORE_SLOTS = 4 }; /* parameters a score may have */

/* Views into one block. Vectors have cols 1 and are always F32. A parameter that the config does
 * not have has data NULL. */
typedef struct as_params {
    as_mat source_embedding;              /* [Vx, E] */
    as_gru_params forward, backward;      /* input E, state H */
    as_mat init_W, init_b;                /* s_0 = tanh(W x + b), x as `start` says */
    as_mat attention[AS_SCORE_SLOTS];     /* the score's, in the order in which it names them */
    as_mat target_embedding;              /* [Vy, E] */
    as_gru_params cell;                   /* input [y ; c] E + 2H, state D; query half: y, E */
    as_gru_params second;                 /* query half only: input c, 2H; state D */
    as_mat readout_W, readout_b;          /* [R or 2R, D + 2H + E], input [s ; c ; y] */
    as_mat output_W, output_b;            /* [Vy, D + 2H + E] or [Vy, R] */
    as_norm_params init_norm, key_norm, query_norm;
    as_norm_params readout_norm_s, readout_norm_c, readout_norm_y;
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
