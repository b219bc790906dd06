/* Pairs changed while they are drawn: names and numbers swapped for others (swap.h), and texts as
 * people type them (typed.h), so that a model copies what it never saw and bears what it is given.
 *
 * A changed pair is tokenized anew each time; that is a few microseconds beside the milliseconds
 * that learning it takes. What a pair becomes follows from the seed and the number of the draw
 * alone, so a continued run sees what an unbroken one would. */
#ifndef AS_TRAIN_AUGMENT_H
#define AS_TRAIN_AUGMENT_H

#include "train/corpus.h"

typedef struct as_augment_options {
    double swap;     /* share of the draws that become a pair with names or numbers, swapped */
    double fragment; /* share of the draws that are changed to how people type */
    uint64_t seed;
    int max_tokens; /* a changed pair that is longer stays as it was; </s> counts */
} as_augment_options;

/* The texts of the corpora and what was learned about their words. Not thread-safe. */
typedef struct as_augment as_augment;

/* corpora[k] was made from files[k] with these tokenizers; all must outlive it. Free with
 * as_augment_free. Errors: SYSTEM. */
bool as_augment_new(const as_tsv *files, const as_corpus *const *corpora, int n_files,
                    const as_tokenizer *source, const as_tokenizer *target,
                    const as_augment_options *options, as_augment **out, as_error *err);
void as_augment_free(as_augment *augment);

/* Draw number `drawn` of corpus k gave the pair *pair, the index-th of the corpus: replaces it by a
 * changed one, or another one of the corpus with its names or numbers swapped, as the shares ask;
 * the new ids lie in the arena. A changed pair has no links: its words are others. Of the pairs to
 * swap, those with names and those with numbers come in proportion to the square roots of their
 * counts, so that the rarer kind is seen too. Errors: SYSTEM. */
bool as_augment_pair(as_augment *augment, int k, int index, uint64_t drawn, as_arena *arena,
                     as_pair *pair, as_error *err);

/* How many pairs of corpus k have names, and how many numbers, that can be swapped. */
void as_augment_count(const as_augment *augment, int k, int *n_names, int *n_numbers);

#endif
