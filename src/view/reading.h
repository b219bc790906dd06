/* How a matrix is read: by pieces or words, which way round, which way its weights sum to 1, what
 * part of it. A value; a zeroed one is the matrix as the model made it. */
#ifndef AS_VIEW_READING_H
#define AS_VIEW_READING_H

#include <stdbool.h>

/* Tokens [from, past) of a sentence; past 0: all of them. */
typedef struct as_span {
    int from, past;
} as_span;

typedef struct as_reading {
    bool words;      /* pieces are joined to words: source summed, target averaged (METRICS) */
    bool transposed; /* the source down the side, the target on top */
    bool by_source;  /* columns of the source sum to 1: each weight over its sum over t */
    as_span source, target;
} as_reading;

/* What stands in the cells where it fits: nothing, or the value with this many decimals. */
typedef enum as_numbers {
    AS_NUMBERS_NONE,
    AS_NUMBERS_0,
    AS_NUMBERS_2 = AS_NUMBERS_0 + 2,
    AS_NUMBERS_5 = AS_NUMBERS_0 + 5,
    AS_N_NUMBERS,
} as_numbers;

enum { AS_READING_TEXT = 64 };
/* "words transposed by-source decimals-2": what differs from a zeroed one, for settings; spans are
 * left out. Returns out. And back: words that are none of these are passed over. Cannot fail. */
char *as_reading_print(char out[AS_READING_TEXT], const as_reading *reading, as_numbers numbers);
void as_reading_parse(const char *text, as_reading *reading, as_numbers *numbers);

/* The span within a sentence of n tokens; one that is empty or outside is all of it. Cannot fail.
 */
as_span as_span_within(as_span span, int n);
bool as_span_is_all(as_span span, int n);

#endif
