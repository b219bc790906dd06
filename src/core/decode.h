/* Decoding: from a source sentence to translations with their alignments.
 *
 * Letters: S source tokens, T emitted target tokens, both counting </s>; row t, column i. */
#ifndef AS_CORE_DECODE_H
#define AS_CORE_DECODE_H

#include "core/model.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
    AS_MAX_BEAM = 64,
    AS_MAX_CANDIDATES = 64,
    AS_MAX_SOURCE = 4096, /* tokens with </s> */
    AS_MAX_TARGET = 10000,
};
#define AS_MIN_TEMPERATURE 0.01
#define AS_MAX_TEMPERATURE 100.0

typedef enum as_stop { AS_STOP_EOS, AS_STOP_LIMIT, AS_STOP_CANCELLED } as_stop;
const char *as_stop_name(as_stop stop); /* "eos", "limit", "cancelled" */

typedef struct as_candidate {
    int id;
    float logp; /* log P(id | y_<t, x), natural */
} as_candidate;

/* One decoded sentence. Rows equal emitted tokens: target.n == T. */
typedef struct as_translation {
    as_sentence source, target; /* S = source.n, T = target.n */
    float *alpha, *energy;      /* [T x S]; every alpha row sums to 1, or: */
    bool no_attention;          /* score none: alpha and energy are 0 throughout and say nothing */
    float *logp;                /* [T] log P(y_t | y_<t, x) */
    bool *forced;               /* [T] given by the caller, not chosen */
    as_candidate *candidates;   /* [T x n_candidates], best first */
    int n_candidates;
    float *h;           /* [S x 2H], or NULL unless keep_states */
    float *s;           /* [(T+1) x D] s_0 … s_T, or NULL */
    float *c;           /* [T x 2H], or NULL */
    double total_logp;  /* sum of logp */
    double score;       /* total_logp / length penalty */
    double temperature; /* tau of every alpha = softmax(e / tau); 1: the model as trained */
    as_stop stopped;
} as_translation;

void as_translation_free(as_translation *translation);

typedef struct as_decode_options {
    int beam;             /* hypotheses, 1 (greedy) to 64; default 1 */
    int n_best;           /* translations wanted, 1 to beam; default 1 */
    int max_length;       /* target tokens with </s>; 0: 2 S + 20, or what the model says */
    int min_length;       /* target tokens before </s> of a source that has words; default 1 */
    double length_alpha;  /* GNMT: score = log P / ((5 + T)/6)^alpha, >= 0; default 1.0 */
    int n_candidates;     /* kept per step, 0 to 64; default 10 */
    double temperature;   /* alpha = softmax(e / tau), 0.01 to 100; default 1, as trained */
    bool keep_states;     /* fill h, s, c */
    bool replace_unknown; /* <unk> takes the surface of the source token of the largest alpha, if
                           * the model attends */
    const int *prefix;    /* target ids every translation starts with, or NULL; </s> only last */
    int n_prefix;
    const char *const *prefix_unknown; /* [n_prefix] as as_detokenize's, where prefix is <unk>;
                                        * NULL: nothing is known of them */
    const atomic_bool *cancel;         /* polled every step; NULL: cannot be cancelled */
} as_decode_options;

/* Options with the defaults above. */
as_decode_options as_decode_defaults(void);

/* A session is one thread's scratch for one model; the model must outlive it. */
typedef struct as_session as_session;
bool as_session_new(const as_model *model, as_session **out, as_error *err);
void as_session_free(as_session *session);

/* Translates `source` (UTF-8). out[n_best] receives translations, best score first, and *n_out how
 * many: distinct as texts, fewer when the search found fewer. All end at </s>; only when nothing
 * ended within max_length are they cut there. Each is the caller's. On failure *n_out is 0.
 *
 * <pad> and <s> are never emitted. With a beam of 1 each token is the most probable one; with more,
 * hypotheses compete by score and the search ends as soon as none unfinished can reach the n_best.
 *
 * Errors: ARGUMENT (options out of range), FORMAT (text, or a score or logit that is not finite:
 * names t and i or the token), LIMIT (AS_MAX_SOURCE, AS_MAX_TARGET; a beam, source and max_length
 * so large together that the search would keep more than 4 GB), SYSTEM, CANCELLED. */
bool as_translate(as_session *session, const char *source, size_t len,
                  const as_decode_options *options, as_translation **out, int *n_out,
                  as_error *err);

/* Forced decoding: the model's alphas and P along a given target text, </s> appended. beam, n_best,
 * max_length, prefix and replace_unknown are not looked at. *out is the caller's. */
bool as_align(as_session *session, const char *source, size_t source_len, const char *target,
              size_t target_len, const as_decode_options *options, as_translation **out,
              as_error *err);
/* The same along tokens that are given, as `prefix` and `prefix_unknown` of the options are: of a
 * target that another model with the same pieces made, which need not be those that its text falls
 * into. Errors: ARGUMENT too, for ids that cannot stand there. */
bool as_align_tokens(as_session *session, const char *source, size_t source_len, const int *ids,
                     int n, const char *const *unknown, const as_decode_options *options,
                     as_translation **out, as_error *err);

/* Many sources at once, each to the last bit what as_translate gives it alone: sentences of similar
 * length run in lockstep, padded to the longest, and padding gets weight 0. n_best is taken as 1.
 * out[n], each the caller's; on failure all are NULL. */
bool as_translate_batch(as_session *session, const char *const *sources, const size_t *lens, int n,
                        const as_decode_options *options, as_translation **out, as_error *err);

#endif
