/* The words of a raw text, one after the other, as far as names and capitals ask for them. */
#ifndef AS_TRAIN_WORDS_H
#define AS_TRAIN_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of cased letters and marks, and of the digits after its first letter (B2B is one word).
 * Scripts without capitals have no words here. */
typedef struct as_word {
    size_t start, len; /* bytes */
    bool first;        /* no word before it in the text */
    bool opens;        /* first, or after the end of a sentence, a colon or a quotation mark: its
                          capital says nothing */
} as_word;

/* Where a scan stands. */
typedef struct as_word_scan {
    const char *text;
    size_t len, at;
    bool any, opens;
} as_word_scan;

/* Begins a scan of valid UTF-8, which is borrowed. */
as_word_scan as_words(const char *text, size_t len);

/* The next word; false at the end. Cannot fail. */
bool as_word_next(as_word_scan *scan, as_word *out);

/* True of a capital letter, and of a letter that has an upper or a lower form. */
bool as_is_capital(int32_t codepoint);
bool as_is_cased(int32_t codepoint);

/* At least three letters, the first a capital and the others small: Mary, not NATO, McCoy, Al. */
bool as_is_title_case(const char *word, size_t len);

#endif
