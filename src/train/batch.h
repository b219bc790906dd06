/* From corpora to batches of pairs of similar length.
 *
 * Examples are drawn from the corpora into a pool of many batches, each corpus in an order that is
 * shuffled anew for every round through it; a share of the examples joins two to four pairs into
 * one. The pool is sorted by length and cut into batches of about equally many tokens, which come
 * out in random order. Everything follows from the seed and a small position, so a run continues
 * exactly where it stopped. */
#ifndef AS_TRAIN_BATCH_H
#define AS_TRAIN_BATCH_H

#include "train/augment.h"
#include "train/corpus.h"

enum { AS_MAX_CORPORA = 16, AS_MAX_JOINED = 4 };

typedef struct as_batch_options {
    int batch_tokens;    /* most tokens of either side in a batch (one long pair may exceed it) */
    int batch_sentences; /* most examples in a batch; 0: no limit */
    int max_tokens;      /* joined examples grow no longer than this; </s> counts */
    double join;         /* share of the examples that are joined, [0, 1] */
    int source_space, target_space; /* ids put between joined texts; -1: none */
    uint64_t seed;
    as_augment *augment; /* changes pairs as they are drawn; NULL: none are changed */
} as_batch_options;

/* Where drawing stands; plain numbers that a checkpoint keeps. */
typedef struct as_batch_position {
    uint64_t pool;                  /* pools begun before this one */
    int batch;                      /* batches of this pool already given out; more than it has
                                       (options changed since): all of them */
    uint64_t drawn[AS_MAX_CORPORA]; /* pairs drawn from each corpus before this pool */
} as_batch_position;

/* One batch, longest examples first; valid until the next call. */
typedef struct as_batch {
    const as_pair *pairs;
    int B;
    long n_source_tokens, n_target_tokens;
} as_batch;

typedef struct as_batcher as_batcher;

/* The corpora, not empty, must outlive it. Corpus k is drawn from weights[k] > 0 times as often as
 * its size alone would ask for. position NULL: from the start. Free with as_batcher_free.
 * Errors: SYSTEM, ARGUMENT (no corpus, an empty one, a position that cannot be). */
bool as_batcher_new(const as_corpus *const *corpora, const double *weights, int n_corpora,
                    const as_batch_options *options, const as_batch_position *position,
                    as_batcher **out, as_error *err);
void as_batcher_free(as_batcher *batcher);

/* The next batch; there is always one. Errors: SYSTEM. */
bool as_batcher_next(as_batcher *batcher, as_batch *out, as_error *err);

/* The position after the batches given out so far. */
as_batch_position as_batcher_position(const as_batcher *batcher);

/* Rounds through the data: pairs in the batches given out so far over (sizes times weights). It
 * follows from the position alone. */
double as_batcher_epochs(const as_batcher *batcher);

/* Cuts pairs, in an order of falling length, into batches for measuring: at most batch_tokens
 * tokens of either side each. Fills starts[0 … result], starts[result] = n; starts holds n + 1. */
int as_batch_cut(const as_pair *pairs, int n, int batch_tokens, int *starts);

/* Sorts by falling target length, then source length; equals keep their order. Works in `arena`.
 * Errors: SYSTEM. */
bool as_pairs_sort(as_pair *pairs, int n, as_arena *arena, as_error *err);

#endif
