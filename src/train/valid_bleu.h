/* BLEU of a model that is being trained: greedy translations of the valid text against its
 * references. */
#ifndef AS_TRAIN_VALID_BLEU_H
#define AS_TRAIN_VALID_BLEU_H

#include "core/bleu.h"
#include "train/comm.h"
#include "train/corpus.h"

/* The text, taken apart once. */
typedef struct as_valid_text as_valid_text;

/* The pairs that `corpus` has of its text, rows; a row's further columns are references too. The
 * tokenizers are copied, what they borrow must outlive it. Free with as_valid_text_free. Errors:
 * SYSTEM. */
bool as_valid_text_new(const as_tsv *rows, const as_corpus *corpus, const as_tokenizer *source,
                       const as_tokenizer *target, as_bleu_tokenizer words, as_valid_text **out,
                       as_error *err);
void as_valid_text_free(as_valid_text *text);

/* *out: 0 to 100, the same however many workers and ranks share the work. params are F32. All ranks
 * call it together; comm NULL: there is one. Errors: those of as_translate_batch, of any rank. */
bool as_valid_bleu(const as_valid_text *text, const as_config *config, const as_params *params,
                   as_pool *pool, const as_comm *comm, double *out, as_error *err);

#endif
