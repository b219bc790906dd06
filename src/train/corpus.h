/* Sentence pairs as ids, tokenized once. */
#ifndef AS_TRAIN_CORPUS_H
#define AS_TRAIN_CORPUS_H

#include "train/links.h"

#include <stdint.h>

typedef struct as_corpus {
    char *place;    /* for messages: that of the text; NULL: made without one */
    as_pair *pairs; /* [n] both sides end in </s>; into `blocks` */
    int *rows;      /* [n] the row of the text that each pair is; NULL: made without a text */
    int n;
    int n_too_long; /* pairs of the text left out: a side has more than max_tokens tokens */
    int first_too_long, first_tokens; /* the line of the first of them, and its longer side */
    long n_source_tokens, n_target_tokens; /* </s> counted */
    as_arena blocks;
} as_corpus;

/* Tokenizes every row; links (NULL: none) are those of tsv. max_tokens counts </s>. *out is the
 * caller's; release with as_corpus_finish. Errors: FORMAT, LIMIT ("FILE:LINE: …"), SYSTEM. */
bool as_corpus_init(as_corpus *out, const as_tsv *tsv, const as_link_file *links,
                    const as_tokenizer *source, const as_tokenizer *target, int max_tokens,
                    as_error *err);

/* The ids of one text with its </s>, n of them, in the arena. Errors: those of as_tokenize. */
bool as_ids_from_text(const as_tokenizer *tokenizer, const char *text, size_t len, as_arena *arena,
                      const int **ids, int *n, as_error *err);

/* Safe on a zeroed struct and twice. */
void as_corpus_finish(as_corpus *corpus);

/* A number that changes when any id or link of the corpus does (FNV-1a), to see whether a continued
 * run has the data it began with. */
uint64_t as_corpus_fingerprint(const as_corpus *corpus);

#endif
