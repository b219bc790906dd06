/* Sentences sorted by their number of words: up to b_1, b_1 + 1 to b_2, …, over b_n. */
#ifndef AS_CORE_LENGTHS_H
#define AS_CORE_LENGTHS_H

#include "core/error.h"

#include <stddef.h>

enum { AS_LENGTH_BOUNDS_MAX = 15, AS_LENGTH_MAX = 4000 };

typedef struct as_lengths {
    int bounds[AS_LENGTH_BOUNDS_MAX]; /* rising, each in 1 … AS_LENGTH_MAX */
    int n_bounds;                     /* there are n_bounds + 1 buckets */
} as_lengths;

/* Up to 15 words, 16 to 30, over 30. */
as_lengths as_lengths_default(void);

/* From "15,30". Errors: ARGUMENT (the message says what was found and expected). */
bool as_lengths_parse(const char *text, as_lengths *out, as_error *err);

/* The bucket of a sentence, from 0. Cannot fail. */
int as_lengths_bucket(const as_lengths *lengths, int n_words);
/* The words of a bucket's sentences: *first to *last, the last bucket's INT_MAX. Cannot fail. */
void as_lengths_range(const as_lengths *lengths, int bucket, int *first, int *last);

/* How many words a text has, as core/text.h counts them: letter runs, numbers, punctuation marks,
 * single Han or kana characters. Errors: FORMAT (UTF-8), LIMIT, SYSTEM. */
bool as_length_in_words(const char *text, size_t len, int *out, as_error *err);

#endif
