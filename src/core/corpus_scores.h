/* What is said of translations of a corpus: BLEU, chrF2, exact matches, perplexity. Sums, so that
 * the scores of parts add up to those of the whole. */
#ifndef AS_CORE_CORPUS_SCORES_H
#define AS_CORE_CORPUS_SCORES_H

#include "core/bleu.h"
#include "core/chrf.h"

/* Start from {.bleu.tokenizer = …}. */
typedef struct as_corpus_scores {
    as_bleu bleu;
    as_chrf chrf;
    long long n_sentences, n_references;
    long long n_exact;  /* translations that are one of the references, both in normal form */
    double logp;        /* sum of log P over n_tokens target tokens, natural */
    long long n_tokens; /* </s> included */
} as_corpus_scores;

/* Adds a translation (in normal form) with n_references >= 1, and the model's log P of n_tokens
 * tokens of the first reference. Errors: FORMAT (UTF-8), ARGUMENT, SYSTEM, LIMIT; *scores is then
 * as before. */
bool as_corpus_scores_add(as_corpus_scores *scores, const char *hypothesis,
                          const char *const *references, int n_references, double logp,
                          int n_tokens, as_error *err);

/* Adds the sums of another part, which has the same tokenizer. Cannot fail. */
void as_corpus_scores_merge(as_corpus_scores *scores, const as_corpus_scores *part);

/* exp(-logp / n_tokens); NAN without a token. Cannot fail. */
double as_corpus_scores_perplexity(const as_corpus_scores *scores);
/* The share of exact matches, 0 to 1; NAN without a sentence. Cannot fail. */
double as_corpus_scores_exact(const as_corpus_scores *scores);

#endif
