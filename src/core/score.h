/* The score e_{t,i} of a decoder state against a source position: the one thing in which attention
 * models differ. Each score is one file (score_additive.c) and one row in the table of score.c.
 *
 * A score sees keys k_i = K h_i + b, made once per sentence, and a query q_t = Q s, made once per
 * step; `width` is the length W of both. Letters: S positions, one query. */
#ifndef AS_CORE_SCORE_H
#define AS_CORE_SCORE_H

#include "core/params.h"

typedef struct as_score {
    as_score_kind kind;
    const char *label; /* "additive (Bahdanau 2015)" */

    /* The projections; NULL data where the score uses h_i or s as they are. key_b may be NULL. */
    const as_mat *(*key_W)(const as_params *params);
    const as_mat *(*key_b)(const as_params *params);
    const as_mat *(*query_W)(const as_params *params);
    int (*width)(const as_config *config);

    /* e [S] from q [W] and keys [S x W]. Cannot fail. */
    void (*forward)(const as_kernels *kernels, const as_params *params, float *e, const float *q,
                    const float *keys, int S, int W);

    /* Adds to d_q [W], d_keys [S x W] and the score's own parameters in d_params, from d_e [S].
     * scratch [W]. */
    void (*backward)(const as_kernels *kernels, const as_params *params, as_params *d_params,
                     float *d_q, float *d_keys, const float *d_e, const float *q, const float *keys,
                     float *scratch, int S, int W);
} as_score;

/* The score of a kind; static, never NULL. */
const as_score *as_score_lookup(as_score_kind kind);

#endif
