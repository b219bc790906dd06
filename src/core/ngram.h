/* Counting n-grams of symbols: what BLEU (over words) and chrF (over characters) share. */
#ifndef AS_CORE_NGRAM_H
#define AS_CORE_NGRAM_H

#include "core/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AS_NGRAM_MAX = 6 };

/* A growing list of symbols: code points, or ids of words. Zeroed is empty. Release items with
 * as_symbols_finish. */
typedef struct as_symbols {
    int32_t *items;
    size_t n, capacity;
} as_symbols;

/* Appends; false when memory is short. */
bool as_symbols_add(as_symbols *symbols, int32_t symbol);
void as_symbols_finish(as_symbols *symbols);

/* Appends the code points of `text`. FORMAT names the byte offset of invalid UTF-8. */
bool as_symbols_from_utf8(as_symbols *symbols, const char *text, as_error *err);

/* What Python's str.split() splits at, which sacreBLEU relies on: spaces of every width, no-break
 * spaces included. Cannot fail. */
bool as_symbol_is_space(int32_t code_point);

typedef struct as_ngram {
    int32_t symbol[AS_NGRAM_MAX]; /* places past the order hold 0 */
} as_ngram;

/* Every n-gram of one order, sorted, repeated ones side by side. */
typedef struct as_ngrams {
    as_ngram *items;
    size_t n;
} as_ngrams;

/* n - order + 1 of them, none when the text is shorter. false when memory is short. */
bool as_ngrams_init(as_ngrams *ngrams, const int32_t *symbols, size_t n, int order);
void as_ngrams_finish(as_ngrams *ngrams);

/* sum over distinct g of min(count_a(g), max_r count_r(g)): how many n-grams of `a` are found in
 * the references, each no more often than in the reference that has it most. Cannot fail. */
long long as_ngrams_matches(const as_ngrams *a, const as_ngrams *references, int n_references);

#endif
