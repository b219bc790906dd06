#include "train/lexicon.h"

#include "core/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Which sentences a word occurs in. */
typedef struct occurrences {
    size_t *from;   /* [n_types + 1] */
    int *sentences; /* rising; twice when the word stands there twice */
} occurrences;

static bool is_used(const as_word_text *e, const as_word_text *f, int k, int max_length)
{
    return as_word_text_length(e, k) <= max_length && as_word_text_length(f, k) <= max_length;
}

static bool find_occurrences(occurrences *out, const as_word_text *e, const as_word_text *f,
                             int max_length)
{
    out->from = as_alloc((size_t)e->n_types + 2, sizeof *out->from);
    out->sentences = as_alloc(e->from[e->n], sizeof *out->sentences);
    if (!out->from || !out->sentences)
        return false;
    size_t *next = out->from + 1; /* counted one place later: filling moves them back */
    for (int k = 0; k < e->n; k++)
        for (size_t w = e->from[k]; is_used(e, f, k, max_length) && w < e->from[k + 1]; w++)
            next[e->ids[w] + 1]++;
    for (int w = 0; w < e->n_types; w++)
        next[w + 1] += next[w];
    for (int k = 0; k < e->n; k++)
        for (size_t w = e->from[k]; is_used(e, f, k, max_length) && w < e->from[k + 1]; w++)
            out->sentences[next[e->ids[w]]++] = k;
    return true;
}

static int compare_ints(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/* The distinct f that stand opposite word w, into found; seen[f] == w marks those found. */
static int find_partners(const occurrences *where, const as_word_text *f, int w, int *seen,
                         int *found)
{
    int n = 0;
    for (size_t k = where->from[w]; k < where->from[w + 1]; k++) {
        int sentence = where->sentences[k];
        for (size_t j = f->from[sentence]; j < f->from[sentence + 1]; j++) {
            int word = f->ids[j];
            if (seen[word] == w)
                continue;
            seen[word] = w;
            found[n++] = word;
        }
    }
    qsort(found, (size_t)n, sizeof *found, compare_ints);
    return n;
}

static bool append_row(as_lexicon *lexicon, size_t *capacity, int w, const int *found, int n)
{
    size_t at = lexicon->from[w];
    if (at + (size_t)n > *capacity) {
        size_t room = 2 * *capacity + (size_t)n + 1024;
        int *more = realloc(lexicon->f, room * sizeof *more);
        if (!more)
            return false;
        lexicon->f = more;
        *capacity = room;
    }
    if (n > 0)
        memcpy(lexicon->f + at, found, (size_t)n * sizeof *found);
    lexicon->from[w + 1] = at + (size_t)n;
    return true;
}

/* How many blocks a row of n words has: one for every four, so that the blocks take no more room
 * than the words. */
static size_t count_blocks(const as_lexicon *lexicon, int w)
{
    size_t by_length = (lexicon->from[w + 1] - lexicon->from[w]) / 4;
    size_t all = ((size_t)lexicon->n_f + 63) / 64;
    return by_length < all ? by_length : all;
}

static bool make_blocks(as_lexicon *lexicon)
{
    lexicon->first_block = as_alloc((size_t)lexicon->n_e + 1, sizeof *lexicon->first_block);
    if (!lexicon->first_block)
        return false;
    for (int w = 0; w < lexicon->n_e; w++)
        lexicon->first_block[w + 1] = lexicon->first_block[w] + count_blocks(lexicon, w);
    lexicon->blocks = as_alloc(lexicon->first_block[lexicon->n_e], sizeof *lexicon->blocks);
    if (!lexicon->blocks)
        return false;
    for (int w = 0; w < lexicon->n_e; w++) {
        size_t at = lexicon->from[w], n = count_blocks(lexicon, w);
        as_lexicon_block *blocks = lexicon->blocks + lexicon->first_block[w];
        for (size_t b = 0; b < n; b++) {
            blocks[b].at = at;
            for (; at < lexicon->from[w + 1] && (size_t)lexicon->f[at] / 64 == b; at++)
                blocks[b].present |= (uint64_t)1 << lexicon->f[at] % 64;
        }
    }
    return true;
}

static void make_uniform(as_lexicon *lexicon)
{
    for (int w = 0; w < lexicon->n_e; w++) {
        size_t n = lexicon->from[w + 1] - lexicon->from[w];
        for (size_t k = lexicon->from[w]; k < lexicon->from[w + 1]; k++)
            lexicon->t[k] = 1.0f / (float)n;
    }
    for (int w = 0; w < lexicon->n_f; w++)
        lexicon->t_null[w] = 1.0f / (float)lexicon->n_f;
}

bool as_lexicon_init(as_lexicon *out, const as_word_text *e, const as_word_text *f, int max_length,
                     as_error *err)
{
    as_lexicon lexicon = {.n_e = e->n_types, .n_f = f->n_types};
    occurrences where = {0};
    size_t capacity = 0;
    int *seen = as_alloc((size_t)f->n_types, sizeof *seen);
    int *found = as_alloc((size_t)f->n_types, sizeof *found);
    lexicon.from = as_alloc((size_t)e->n_types + 1, sizeof *lexicon.from);
    bool done = seen && found && lexicon.from && find_occurrences(&where, e, f, max_length);
    for (int w = 0; done && w < f->n_types; w++)
        seen[w] = -1;
    for (int w = 0; done && w < e->n_types; w++)
        done = append_row(&lexicon, &capacity, w, found, find_partners(&where, f, w, seen, found));
    if (done) {
        lexicon.t = as_alloc(lexicon.from[lexicon.n_e], sizeof *lexicon.t);
        lexicon.t_null = as_alloc((size_t)lexicon.n_f, sizeof *lexicon.t_null);
        done = lexicon.t && lexicon.t_null && make_blocks(&lexicon);
    }
    free(where.from);
    free(where.sentences);
    free(seen);
    free(found);
    if (!done) {
        as_lexicon_finish(&lexicon);
        return as_fail_memory(err, "the translation table");
    }
    make_uniform(&lexicon);
    *out = lexicon;
    return true;
}

void as_lexicon_finish(as_lexicon *lexicon)
{
    free(lexicon->from);
    free(lexicon->f);
    free(lexicon->first_block);
    free(lexicon->blocks);
    free(lexicon->t);
    free(lexicon->t_null);
    *lexicon = (as_lexicon){0};
}

static size_t n_bits(uint64_t bits)
{
    return (size_t)__builtin_popcountll(bits);
}

size_t as_lexicon_lookup(const as_lexicon *lexicon, int e, int f)
{
    size_t low = lexicon->from[e], high = lexicon->from[e + 1];
    const as_lexicon_block *blocks = lexicon->blocks + lexicon->first_block[e];
    size_t n = lexicon->first_block[e + 1] - lexicon->first_block[e], b = (size_t)f / 64;
    if (b < n) {
        uint64_t bit = (uint64_t)1 << f % 64;
        assert(blocks[b].present & bit);
        return blocks[b].at + n_bits(blocks[b].present & (bit - 1));
    }
    if (n > 0) /* a rare word, behind those of the blocks */
        low = blocks[n - 1].at + n_bits(blocks[n - 1].present);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexicon->f[middle] < f)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low < lexicon->from[e + 1] && lexicon->f[low] == f);
    return low;
}

static void normalize_row(float *t, const float *counts, size_t n)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += (double)counts[k];
    for (size_t k = 0; sum > 0 && k < n; k++)
        t[k] = (float)((double)counts[k] / sum);
}

void as_lexicon_normalize(as_lexicon *lexicon, const float *counts, const float *counts_null)
{
    for (int w = 0; w < lexicon->n_e; w++)
        normalize_row(lexicon->t + lexicon->from[w], counts + lexicon->from[w],
                      lexicon->from[w + 1] - lexicon->from[w]);
    normalize_row(lexicon->t_null, counts_null, (size_t)lexicon->n_f);
}
