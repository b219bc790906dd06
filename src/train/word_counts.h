/* How often each pre-token and each character occurs in a corpus: what vocabularies are learned
 * from. */
#ifndef AS_TRAIN_WORD_COUNTS_H
#define AS_TRAIN_WORD_COUNTS_H

#include "core/memory.h"
#include "core/string_table.h"

/* A table of strings with a count for each, and the bytes of the strings. Zeroed is empty. */
typedef struct as_counts {
    as_string_table table;
    long long *counts; /* [table.n] */
    int capacity;
    char *chunk; /* where the next string goes */
    size_t chunk_left;
    as_arena arena;
} as_counts;

/* Adds `count` to a string; copies its bytes when it is new. Returns its id, or -1 when memory is
 * short. */
int as_counts_add(as_counts *counts, const char *bytes, size_t len, long long count);
void as_counts_finish(as_counts *counts);

/* Counts the pre-tokens of all lines, each with "▁" in front when a space precedes it. *words is
 * the caller's (as_counts_finish), also on failure. */
bool as_count_words(const char *const *lines, const size_t *lens, int n_lines, as_counts *words,
                    as_error *err);

/* Counts the characters of the counted words. `marked`: a first character keeps its "▁";
 * otherwise it counts as the character alone. */
bool as_count_characters(const as_counts *words, bool marked, as_counts *characters, as_error *err);

/* Ids ordered by falling count, equal counts by text. The caller's (free); NULL when memory is
 * short. */
int *as_counts_order(const as_counts *counts);

#endif
