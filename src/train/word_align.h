/* Statistical word alignment of a corpus: which word answers to which, learned from the sentence
 * pairs alone by expectation maximisation, first model 1, then the HMM (hmm.h). What guided
 * attention is taught with, and what it is compared with. */
#ifndef AS_TRAIN_WORD_ALIGN_H
#define AS_TRAIN_WORD_ALIGN_H

#include "train/pool.h"
#include "train/word_text.h"

#include <stdatomic.h>

typedef struct as_word_align_options {
    int n_model_1, n_hmm;      /* rounds over the corpus: 5 and 5 are usual */
    const atomic_bool *cancel; /* polled often; NULL: cannot be cancelled */
    /* After each round: how many of how many are done, and the perplexity of a target word. NULL:
     * none. */
    void (*report)(void *context, int done, int total, double perplexity);
    void *context;
} as_word_align_options;

/* For each word f_j of the corpus, laid out like f->ids, the position of the word of e in the same
 * pair that it answers to, or -1 for none: the most probable one by the posteriors of the last
 * model. Pairs with a side that is empty or longer than AS_HMM_LENGTH get none. The same bits for
 * the same text and number of workers. e and f have equally many sentences (asserted). *out is the
 * caller's (free). Errors: SYSTEM (memory), CANCELLED. */
bool as_word_align(const as_word_text *e, const as_word_text *f, as_pool *pool,
                   const as_word_align_options *options, int **out, as_error *err);

#endif
