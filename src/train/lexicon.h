/* The translation table t(f|e) of statistical word alignment, for the word pairs that occur
 * together in some sentence pair: a sparse matrix, one row per e.
 * Brown, Della Pietra, Della Pietra, Mercer 1993 (Computational Linguistics 19.2), model 1. */
#ifndef AS_TRAIN_LEXICON_H
#define AS_TRAIN_LEXICON_H

#include "train/word_text.h"

#include <stdint.h>

/* Of 64 words f in a row: which of them a row of the table has, and where the first one stands. */
typedef struct as_lexicon_block {
    uint64_t present; /* bit k: the word 64 b + k, in the b-th block of the row */
    size_t at;
} as_lexicon_block;

typedef struct as_lexicon {
    int n_e, n_f;
    size_t *from;  /* [n_e + 1] the row of e is from[e] … from[e + 1] - 1 */
    int *f;        /* rising within a row */
    /* The blocks of e are blocks[first_block[e]] … blocks[first_block[e + 1] - 1]: those of the
     * first words of the text, which are the frequent ones, as many as take the room of the row. */
    size_t *first_block; /* [n_e + 1] */
    as_lexicon_block *blocks;
    float *t;      /* t(f|e) */
    float *t_null; /* [n_f] t(f|NULL): words that answer to nothing */
} as_lexicon;

/* All t(f|e) of a row alike, as model 1 begins. Pairs with a side longer than max_length words are
 * left out. *out is the caller's; release with as_lexicon_finish. Errors: SYSTEM (memory). */
bool as_lexicon_init(as_lexicon *out, const as_word_text *e, const as_word_text *f, int max_length,
                     as_error *err);

/* Safe on a zeroed struct and twice. */
void as_lexicon_finish(as_lexicon *lexicon);

/* Where t(f|e) stands; the pair occurs together (asserted). Mostly one step, whatever the length of
 * the row. */
size_t as_lexicon_lookup(const as_lexicon *lexicon, int e, int f);

/* t = counts / row sum, from expected counts laid out like t and t_null. A row without any count
 * stays as it is. */
void as_lexicon_normalize(as_lexicon *lexicon, const float *counts, const float *counts_null);

#endif
