/* The inside of a translation's steps: what the decoder computed on the way and a translation does
 * not keep, made again by the same decoder from the states that it does keep.
 *
 * Letters: T rows, S columns, W the length of queries and keys (score.h), D the decoder's state. */
#ifndef AS_CORE_TRACE_H
#define AS_CORE_TRACE_H

#include "core/decode.h"
#include "core/score.h"

typedef struct as_trace {
    int T, S;
    float *r, *z;   /* [T] means over the D units of the gates, reset and update, that make s_t */
    int n_terms;    /* W: how many numbers a score is the sum of; 0 without attention */
    float *queries; /* [T x W] q_t, of the state that asks (as_query); NULL without attention */
    float *keys;    /* [S x W] k_i */
    const as_score *score;
    as_params own; /* the score's own parameters, copied: a trace outlives its model */
} as_trace;

/* The trace of a translation that this model made with keep_states. *out is the caller's; it needs
 * neither of them afterwards. Errors: ARGUMENT (no states were kept), SYSTEM (memory), and those of
 * as_decoder_step. */
bool as_trace_new(const as_model *model, const as_translation *translation, as_trace **out,
                  as_error *err);
void as_trace_free(as_trace *trace);

/* The n_terms numbers whose sum is e_{t,i}, into terms; n_terms must not be 0. Cannot fail.
 *   additive: v_k tanh(W_a s + U_a h_i + b_a)_k      products: q_k k_{i,k}, scaled */
void as_trace_terms(const as_trace *trace, int t, int i, float *terms);

#endif
