/* chrF2 over a corpus, by sacreBLEU's definition: character n-grams of orders 1 to 6 without
 * spaces, recall counting twice (Popovic 2015 and 2016; Post 2018, arXiv:1804.08771).
 *
 *   P, R   n-gram precision and recall, averaged over the orders that both sides have
 *   chrF   = 100 (1 + b^2) P R / (b^2 P + R)        b = 2
 *
 * Of several references the one with the best sentence score counts (the first of equals). */
#ifndef AS_CORE_CHRF_H
#define AS_CORE_CHRF_H

#include "core/error.h"

enum { AS_CHRF_ORDER = 6 };

/* What a corpus has summed up to, per order. Start from zeros. */
typedef struct as_chrf {
    long long matches[AS_CHRF_ORDER], hypothesis[AS_CHRF_ORDER], reference[AS_CHRF_ORDER];
} as_chrf;

/* Adds one sentence with n_references >= 1 (ARGUMENT otherwise). Errors: FORMAT (invalid UTF-8),
 * SYSTEM; *chrf is then as before. */
bool as_chrf_add(as_chrf *chrf, const char *hypothesis, const char *const *references,
                 int n_references, as_error *err);

/* Adds the sums of another part of the corpus. Cannot fail. */
void as_chrf_merge(as_chrf *chrf, const as_chrf *part);

/* 0 to 100; 0 when nothing can be compared. `beta` is 2 for chrF2. Cannot fail. */
double as_chrf_score(const as_chrf *chrf, double beta);

#endif
