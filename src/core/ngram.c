#include "core/ngram.h"

#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

bool as_symbols_add(as_symbols *symbols, int32_t symbol)
{
    if (symbols->n == symbols->capacity) {
        size_t capacity = symbols->capacity > 0 ? 2 * symbols->capacity : 64;
        if (capacity > SIZE_MAX / 2 / sizeof *symbols->items)
            return false;
        int32_t *items = realloc(symbols->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        symbols->items = items;
        symbols->capacity = capacity;
    }
    symbols->items[symbols->n++] = symbol;
    return true;
}

void as_symbols_finish(as_symbols *symbols)
{
    free(symbols->items);
    *symbols = (as_symbols){0};
}

bool as_symbols_from_utf8(as_symbols *symbols, const char *text, as_error *err)
{
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        utf8proc_int32_t code_point;
        utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                 (utf8proc_ssize_t)(len - at), &code_point);
        if (step <= 0)
            return as_fail(err, AS_ERR_FORMAT, "invalid UTF-8 at byte %zu", at);
        if (!as_symbols_add(symbols, code_point))
            return as_fail_memory(err, "the characters of a sentence");
        at += (size_t)step;
    }
    return true;
}

bool as_symbol_is_space(int32_t c)
{
    return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 ||
           c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

static int compare(const void *left, const void *right)
{
    const as_ngram *a = left, *b = right;
    for (int k = 0; k < AS_NGRAM_MAX; k++)
        if (a->symbol[k] != b->symbol[k])
            return a->symbol[k] < b->symbol[k] ? -1 : 1;
    return 0;
}

bool as_ngrams_init(as_ngrams *ngrams, const int32_t *symbols, size_t n, int order)
{
    *ngrams = (as_ngrams){0};
    if (n < (size_t)order)
        return true;
    size_t count = n - (size_t)order + 1;
    as_ngram *items = calloc(count, sizeof *items);
    if (items == NULL)
        return false;
    for (size_t k = 0; k < count; k++)
        memcpy(items[k].symbol, symbols + k, (size_t)order * sizeof *symbols);
    qsort(items, count, sizeof *items, compare);
    *ngrams = (as_ngrams){items, count};
    return true;
}

void as_ngrams_finish(as_ngrams *ngrams)
{
    free(ngrams->items);
    *ngrams = (as_ngrams){0};
}

/* How often `gram` stands in a sorted list. */
static size_t count_of(const as_ngrams *ngrams, const as_ngram *gram)
{
    size_t low = 0, high = ngrams->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&ngrams->items[middle], gram) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < ngrams->n && compare(&ngrams->items[end], gram) == 0)
        end++;
    return end - low;
}

long long as_ngrams_matches(const as_ngrams *a, const as_ngrams *references, int n_references)
{
    long long matches = 0;
    for (size_t from = 0, to; from < a->n; from = to) {
        for (to = from + 1; to < a->n && compare(&a->items[to], &a->items[from]) == 0;)
            to++;
        size_t most = 0;
        for (int r = 0; r < n_references; r++) {
            size_t count = count_of(&references[r], &a->items[from]);
            most = count > most ? count : most;
        }
        matches += (long long)(to - from < most ? to - from : most);
    }
    return matches;
}
