/* The score e_{t,i} of a decoder state against a source position: the one thing in which attention
 * models differ. Each score is one file (score_additive.c) and one row of score_table.h.
 *
 * A score sees keys k_i = K h_i + b, made once per sentence, and a query q_t = Q s, made once per
 * step; `width` is the length W of both. Letters: S positions, one query; s is the state that asks,
 * s_{t-1} or s_t (as_query). */
#ifndef AS_CORE_SCORE_H
#define AS_CORE_SCORE_H

#include "core/params.h"

/* A parameter of a score: a matrix, or with cols AS_DIM_1 a vector. */
typedef struct as_score_param {
    const char *name; /* in model files */
    as_dim rows, cols;
} as_score_param;

enum { AS_NO_SLOT = -1 };

typedef struct as_score {
    /* The right side of e_{t,i} for people, in the letters of the papers; "{s}" stands for the state
     * that asks. NULL without attention. */
    const char *equation;
    const char *term; /* one of the numbers that e is the sum of, in the same letters; or NULL */

    /* Its parameters, in file order: number k of them is as_params.attention[k], its slot. */
    as_score_param params[AS_SCORE_SLOTS];
    int n_params;

    /* The slots of K, b and Q; AS_NO_SLOT where h_i or s are used as they are, or nothing is added.
     */
    int key_W, key_b, query_W;
    as_dim width; /* AS_DIM_0: there are no keys and no queries */

    /* ARGUMENT when the sizes or the query do not go with the score. NULL: all do. */
    bool (*check)(const as_config *config, as_error *err);

    /* e [S] from q [W] and keys [S x W]. Cannot fail. NULL: the decoder has no attention; its c_t
     * is [ ->h_S ; <-h_1 ] in every step. */
    void (*forward)(const as_kernels *kernels, const as_params *params, float *e, const float *q,
                    const float *keys, int S, int W);

    /* terms [W], whose sum is e of one position, from q [W] and its key [W]. Cannot fail. NULL
     * where forward is. */
    void (*terms)(const as_kernels *kernels, const as_params *params, float *terms, const float *q,
                  const float *key, int W);

    /* Adds to d_q [W], d_keys [S x W] and the score's own parameters in d_params, from d_e [S]. */
    void (*backward)(const as_kernels *kernels, const as_params *params, as_params *d_params,
                     float *d_q, float *d_keys, const float *d_e, const float *q, const float *keys,
                     int S, int W);
} as_score;

/* The score of a kind; static, never NULL. */
const as_score *as_score_lookup(as_score_kind kind);

/* The parameter in a slot; NULL for AS_NO_SLOT. */
const as_mat *as_score_mat(const as_params *params, int slot);

#endif
