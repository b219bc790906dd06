/* A corpus as sentences of words: what statistical word alignment works on.
 *
 * Words are those of the tokenizer (as_pretokens: letter runs, numbers, punctuation marks, single
 * Han or kana characters), so their indices are the word indices of a model's tokens; or what
 * stands between spaces, so their indices are those of a tokenized text. All in lower case. */
#ifndef AS_TRAIN_WORD_TEXT_H
#define AS_TRAIN_WORD_TEXT_H

#include "train/pieces.h"
#include "train/tsv.h"

typedef struct as_word_text {
    int n;        /* sentences */
    size_t *from; /* [n + 1] sentence k is ids[from[k]] … ids[from[k + 1] - 1] */
    int *ids;
    int n_types; /* ids lie in [0, n_types) */
} as_word_text;

/* What a word is: the tokenizer's words, or what stands between spaces, as in a tokenized text. */
typedef enum as_word_rule { AS_WORDS_OF_TOKENIZER, AS_WORDS_BETWEEN_SPACES } as_word_rule;

/* One column of the files, one after the other. *out is the caller's; release with
 * as_word_text_finish. Errors: FORMAT, LIMIT ("FILE:LINE: …"), SYSTEM. */
bool as_word_text_init(as_word_text *out, const as_tsv *files, int n_files, as_side side,
                       as_word_rule rule, as_error *err);

/* Safe on a zeroed struct and twice. */
void as_word_text_finish(as_word_text *text);

/* Words of sentence k. */
int as_word_text_length(const as_word_text *text, int k);

#endif
