/* BLEU over a corpus, by sacreBLEU's definition: Papineni et al. 2002, tokenization and the
 * "exp" smoothing of mteval-v13a, several references a sentence (Post 2018, arXiv:1804.08771).
 *
 *   p_n  = clipped matches of n-grams / n-grams of the hypotheses          n = 1 … 4
 *   BP   = exp(1 - r/c) when c < r, else 1     c hypothesis length, r the closest reference's
 *   BLEU = 100 BP exp(1/4 sum_n log p_n)
 *
 * An order without a match has p_n = 1 / (2^k total_n), k counting such orders. A reference
 * length tie goes to the shorter one. */
#ifndef AS_CORE_BLEU_H
#define AS_CORE_BLEU_H

#include "core/error.h"

enum { AS_BLEU_ORDER = 4 };

typedef enum as_bleu_tokenizer {
    AS_BLEU_13A,  /* mteval-v13a: punctuation apart, numbers whole */
    AS_BLEU_ZH,   /* every Chinese character apart, the rest as 13a */
    AS_BLEU_CHAR, /* every character apart */
    AS_BLEU_NONE, /* words stand between spaces already */
} as_bleu_tokenizer;

/* That of a language pair "eng-fra": AS_BLEU_ZH into Chinese, else AS_BLEU_13A. */
as_bleu_tokenizer as_bleu_usual_tokenizer(const char *languages);

/* What a corpus has summed up to. Start from {.tokenizer = …}. */
typedef struct as_bleu {
    as_bleu_tokenizer tokenizer;
    long long matches[AS_BLEU_ORDER], totals[AS_BLEU_ORDER];
    long long hypothesis_length, reference_length; /* words */
} as_bleu;

/* Adds one sentence with n_references >= 1 (ARGUMENT otherwise). Errors: FORMAT (invalid UTF-8),
 * SYSTEM; *bleu is then as before. */
bool as_bleu_add(as_bleu *bleu, const char *hypothesis, const char *const *references,
                 int n_references, as_error *err);

/* Adds the sums of another part of the corpus, counted with the same tokenizer. Cannot fail. */
void as_bleu_merge(as_bleu *bleu, const as_bleu *part);

/* 0 to 100; 0 for an empty corpus or one without a single match. Cannot fail. */
double as_bleu_score(const as_bleu *bleu);
double as_bleu_brevity_penalty(const as_bleu *bleu);

/* The words that are compared, with one space between. *out is the caller's (free). */
bool as_bleu_tokenize(as_bleu_tokenizer tokenizer, const char *text, char **out, as_error *err);

#endif
