#include "core/chrf.h"

#include "core/ngram.h"

static const double beta_of_chrf2 = 2.0;

static bool characters(const char *text, as_symbols *out, as_error *err)
{
    *out = (as_symbols){0};
    if (!as_symbols_from_utf8(out, text, err)) {
        as_symbols_finish(out);
        return false;
    }
    size_t kept = 0;
    for (size_t k = 0; k < out->n; k++)
        if (!as_symbol_is_space(out->items[k]))
            out->items[kept++] = out->items[k];
    out->n = kept;
    return true;
}

/* The statistics of a hypothesis against one reference. */
static bool compare(const as_symbols *hypothesis, const as_symbols *reference, as_chrf *out)
{
    *out = (as_chrf){0};
    bool ok = true;
    for (int k = 0; k < AS_CHRF_ORDER && ok; k++) {
        as_ngrams h = {0}, r = {0};
        ok = as_ngrams_init(&h, hypothesis->items, hypothesis->n, k + 1) &&
             as_ngrams_init(&r, reference->items, reference->n, k + 1);
        if (ok) {
            out->matches[k] = as_ngrams_matches(&h, &r, 1);
            /* An order that the reference does not have is nobody's mistake. */
            out->hypothesis[k] = r.n > 0 ? (long long)h.n : 0;
            out->reference[k] = (long long)r.n;
        }
        as_ngrams_finish(&h);
        as_ngrams_finish(&r);
    }
    return ok;
}

bool as_chrf_add(as_chrf *chrf, const char *hypothesis, const char *const *references,
                 int n_references, as_error *err)
{
    if (n_references < 1)
        return as_fail(err, AS_ERR_ARGUMENT, "chrF needs a reference");
    as_symbols h;
    if (!characters(hypothesis, &h, err))
        return false;
    as_chrf best = {0};
    double best_score = -1.0;
    bool ok = true;
    for (int k = 0; k < n_references && ok; k++) {
        as_symbols r;
        as_chrf one;
        ok = characters(references[k], &r, err);
        if (!ok)
            break;
        ok = compare(&h, &r, &one) || as_fail_memory(err, "a sentence's n-grams");
        as_symbols_finish(&r);
        double score = ok ? as_chrf_score(&one, beta_of_chrf2) : -1.0;
        if (score > best_score) {
            best_score = score;
            best = one;
        }
    }
    as_symbols_finish(&h);
    if (ok)
        as_chrf_merge(chrf, &best);
    return ok;
}

void as_chrf_merge(as_chrf *chrf, const as_chrf *part)
{
    for (int k = 0; k < AS_CHRF_ORDER; k++) {
        chrf->matches[k] += part->matches[k];
        chrf->hypothesis[k] += part->hypothesis[k];
        chrf->reference[k] += part->reference[k];
    }
}

double as_chrf_score(const as_chrf *chrf, double beta)
{
    double precision = 0.0, recall = 0.0;
    int orders = 0;
    for (int k = 0; k < AS_CHRF_ORDER; k++) {
        if (chrf->hypothesis[k] == 0 || chrf->reference[k] == 0)
            continue;
        precision += (double)chrf->matches[k] / (double)chrf->hypothesis[k];
        recall += (double)chrf->matches[k] / (double)chrf->reference[k];
        orders++;
    }
    if (orders == 0 || precision + recall == 0.0)
        return 0.0;
    precision /= orders;
    recall /= orders;
    return 100.0 * (1.0 + beta * beta) * precision * recall / (beta * beta * precision + recall);
}
