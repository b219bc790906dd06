/* The search for translations: greedy, beam, and along a given target, for a batch of sentences in
 * lockstep. Internal to the core; decode.h is what programs use.
 *
 * Every row of every step leaves a record, and a record knows the one before it: a translation is a
 * path through the records, so that nothing is copied when hypotheses branch.
 *
 * Beam search keeps the `beam` best unfinished hypotheses by sum of log P, and of all hypotheses
 * that a `</s>` has ended the best by score, sum of log P / ((5 + T)/6)^alpha (Wu et al. 2016). It
 * stops early only when that can change nothing more: log P never rises, so a hypothesis of sum L
 * can at best reach L / ((5 + max_length)/6)^alpha. With a beam of 1 the search is greedy: it takes
 * the most probable token and ends with the first </s>.
 *
 * A model may ask for the search of its toolkit (as_search_rules): narrowing, where a hypothesis
 * ends only if its </s> is among the `beam` best continuations, each that ends makes the beam one
 * narrower, and at max_length all that are left end; and length_power, where the score is the sum
 * of log P / T^alpha.
 *
 * A wide beam finds that the empty translation is often the likeliest of all (Stahlberg and Byrne
 * 2019): a single log P against the sum of many. min_length keeps it out. */
#ifndef AS_CORE_SEARCH_H
#define AS_CORE_SEARCH_H

#include "core/decoder.h"
#include "core/decode.h"

/* One sentence to translate. */
typedef struct as_search_job {
    const int *source; /* [S] ids, </s> last */
    int S;
    const int *forced; /* [n_forced] the target ids to begin with */
    int n_forced;
    int min_length; /* tokens before a </s> that is chosen */
    int max_length; /* tokens with </s>; >= 1 and >= n_forced */
    bool endless;   /* </s> is never chosen, for benchmarks */
} as_search_job;

/* A hypothesis: the token that ends it and the record of the step that emitted that token. */
typedef struct as_path {
    int record; /* -1 before the first step */
    int token;
    float logp;   /* of the token */
    double total; /* sum of log P */
    double score; /* total / length penalty; of ended paths */
    int length;   /* tokens */
} as_path;

/* What is kept of each row of each step. Rows of one step follow each other. */
typedef struct as_records {
    int n, max;
    int *parent;              /* [max] the record whose token this row was fed, -1 at the start */
    int *token;               /* [max] y_{t-1}, that token */
    float *logp;              /* [max] its log P */
    float *e, *alpha;         /* [max x S] */
    float *s, *c;             /* [max x D], [max x 2H]; NULL unless keep_states */
    bool *ended;              /* [max] a hypothesis ended after this row, by its </s> */
    as_candidate *candidates; /* [max x n_candidates] */
    int n_candidates;         /* as asked, or fewer when the vocabulary is smaller */
} as_records;

typedef struct as_sentence_search {
    const as_search_job *job;
    as_path *live, *next; /* [beam] best total first; next is scratch */
    as_path *ended;       /* [keep] best score first; after the search: the result */
    int n_live, n_ended;
    int width; /* of the beam: smaller with every path that ended, where the model says so */
} as_sentence_search;

/* Everything in it lives in the arena. */
typedef struct as_search {
    const as_model *model;
    const as_decode_options *options;
    as_encoded source;
    as_decoder decoder;
    as_records records;
    as_sentence_search *sentences; /* [B] */
    int B, beam, keep;             /* ended hypotheses kept: 1, or the beam when n_best > 1 */
    /* Of one step; rows = B x beam. */
    int *sentence, *y;   /* [rows] */
    float *s_in, *s, *c; /* [rows x D], [rows x D], [rows x 2H] */
    float *alpha_in;     /* [rows x S] alpha_{t-1}; NULL unless query current */
    float *r_in, *r;     /* [rows x R] r_{t-1}, r_t; NULL unless feed readout */
    float *logits;       /* [rows x Vy] */
    float *rank_scratch;
    as_candidate *ranked; /* [rows x wanted] */
    int wanted, n_ranked;
    double *log_Z; /* [rows] */
} as_search;

/* Runs the search; options are checked by the caller. On success every sentence has ended paths:
 * those that </s> ended, or, when nothing ended, those cut at max_length.
 * Errors: FORMAT (a score or logit is not finite; names t), LIMIT (more than 4 GB to keep),
 * SYSTEM, CANCELLED. */
bool as_search_run(as_search *search, const as_model *model, const as_kernels *kernels,
                   const as_search_job *jobs, int B, const as_decode_options *options,
                   as_arena *arena, as_error *err);

/* What a score is a sum of log P over, for a hypothesis of this length. Cannot fail. */
double as_search_penalty(const as_search *search, int length);

#endif
