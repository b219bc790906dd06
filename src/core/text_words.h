/* The words of a text, as as_pretokens counts them: a letter run with its digits, a punctuation
 * mark or symbol, each Han or kana character. */
#ifndef AS_CORE_TEXT_WORDS_H
#define AS_CORE_TEXT_WORDS_H

#include "core/error.h"

#include <stddef.h>

/* In bytes of the text; no space inside. */
typedef struct as_text_word {
    size_t start, len;
} as_text_word;

/* Word k of normalized text is (*out)[k]. *out is the caller's (free); *n may be 0. Errors: those
 * of as_pretokens. */
bool as_text_words(const char *text, size_t len, as_text_word **out, int *n, as_error *err);

#endif
