/* Neighbouring symbols, how often they occur and in which words: for BPE learning. */
#ifndef AS_TRAIN_PAIR_COUNTS_H
#define AS_TRAIN_PAIR_COUNTS_H

#include "core/string_table.h"

typedef struct as_symbol_pair {
    int left, right; /* symbols */
    long long count; /* occurrences in the corpus */
    int *words;      /* that it occurred in; some lost it since, some stand here twice */
    int n_words, capacity;
    bool waiting; /* its count rose since it was last queued */
} as_symbol_pair;

typedef struct as_pair_entry {
    long long count;
    int pair;
} as_pair_entry;

/* Zeroed but for `symbols` (whose texts break ties) it is empty and ready. */
typedef struct as_pair_counts {
    const as_string_table *symbols;
    as_symbol_pair *pairs; /* [n] */
    int n, capacity;
    int *slots; /* open addressing by (left, right): index into pairs, or -1 */
    size_t n_slots;
    as_hash_key key;
    as_pair_entry *heap; /* best first; may hold counts that have fallen since */
    int n_heap, heap_capacity;
    int *risen; /* pairs whose count rose since they were last queued */
    int n_risen, risen_capacity;
} as_pair_counts;

/* Adds `count` (negative to take away) to a pair; a pair that gains is noted for `word` and for
 * the next as_pairs_queue. false when memory is short. */
bool as_pairs_add(as_pair_counts *pairs, int left, int right, long long count, int word);

/* Queues the pairs that rose. false when memory is short. */
bool as_pairs_queue(as_pair_counts *pairs);

/* Takes the pair with the highest count, the first by text among equals, out of the queue: an
 * index into pairs->pairs, or -1 when none counts at least `min_count`. */
int as_pairs_take_best(as_pair_counts *pairs, long long min_count);

void as_pairs_finish(as_pair_counts *pairs);

#endif
