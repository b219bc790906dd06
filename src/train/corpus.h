/* Sentence pairs as ids, tokenized once. */
#ifndef AS_TRAIN_CORPUS_H
#define AS_TRAIN_CORPUS_H

#include "train/links.h"
#include "train/pool.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct as_corpus {
    char *place;    /* for messages: that of the text; NULL: made without one */
    as_pair *pairs; /* [n] both sides end in </s>; into `blocks` */
    int *rows;      /* [n] the row of the text that each pair is; NULL: made without a text */
    int n;
    int n_too_long; /* pairs of the text left out: a side has more than max_tokens tokens */
    int first_too_long, first_tokens;      /* the line of the first of them, and its longer side */
    long n_source_tokens, n_target_tokens; /* </s> counted */
    as_arena blocks[AS_POOL_MAX];          /* of each worker that made the corpus */
} as_corpus;

/* What a corpus is made from. */
typedef struct as_corpus_text {
    const as_tsv *tsv;
    const as_link_file *links; /* that of tsv; NULL: none */
    const as_tokenizer *source, *target;
    int max_tokens; /* of a side, </s> counted */
} as_corpus_text;

/* Who makes it, and who looks on. */
typedef struct as_corpus_work {
    as_pool *pool;             /* NULL: this thread alone */
    const atomic_bool *cancel; /* polled for every row; NULL: cannot be cancelled */
    void (*report)(void *context, int done, int total); /* rows, now and then; NULL: none */
    void *context;
} as_corpus_work;

/* Tokenizes every row. work NULL: this thread does it alone. The corpus is the same however many
 * share the work. *out is the caller's;
 * release with as_corpus_finish. Errors: FORMAT, LIMIT ("FILE:LINE: …", of the first bad line),
 * SYSTEM, CANCELLED. */
bool as_corpus_init(as_corpus *out, const as_corpus_text *text, const as_corpus_work *work,
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
