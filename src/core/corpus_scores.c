#include "core/corpus_scores.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_exact(const char *hypothesis, const char *const *references, int n_references,
                     bool *exact, as_error *err)
{
    *exact = false;
    for (int r = 0; r < n_references && !*exact; r++) {
        char *normal = NULL;
        size_t len = 0;
        if (!as_text_normalize(references[r], strlen(references[r]), &normal, &len, err))
            return false;
        *exact = strcmp(normal, hypothesis) == 0;
        free(normal);
    }
    return true;
}

bool as_corpus_scores_add(as_corpus_scores *scores, const char *hypothesis,
                          const char *const *references, int n_references, double logp,
                          int n_tokens, as_error *err)
{
    as_corpus_scores sum = *scores;
    bool exact = false;
    if (!as_bleu_add(&sum.bleu, hypothesis, references, n_references, err) ||
        !as_chrf_add(&sum.chrf, hypothesis, references, n_references, err) ||
        !is_exact(hypothesis, references, n_references, &exact, err))
        return false;
    sum.n_sentences++;
    sum.n_references += n_references;
    sum.n_exact += exact;
    sum.logp += logp;
    sum.n_tokens += n_tokens;
    *scores = sum;
    return true;
}

void as_corpus_scores_merge(as_corpus_scores *scores, const as_corpus_scores *part)
{
    as_bleu_merge(&scores->bleu, &part->bleu);
    as_chrf_merge(&scores->chrf, &part->chrf);
    scores->n_sentences += part->n_sentences;
    scores->n_references += part->n_references;
    scores->n_exact += part->n_exact;
    scores->logp += part->logp;
    scores->n_tokens += part->n_tokens;
}

double as_corpus_scores_perplexity(const as_corpus_scores *scores)
{
    return scores->n_tokens > 0 ? exp(-scores->logp / (double)scores->n_tokens) : (double)NAN;
}

double as_corpus_scores_exact(const as_corpus_scores *scores)
{
    return scores->n_sentences > 0 ? (double)scores->n_exact / (double)scores->n_sentences
                                   : (double)NAN;
}
