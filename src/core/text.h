/* Text in, pieces out, and back: UTF-8, NFC, pre-tokens, words, subwords.
 *
 * Strings are UTF-8 with an explicit byte length; NUL bytes are legal input. Identity is the
 * position, never the string: repeated words are distinct everywhere. */
#ifndef AS_CORE_TEXT_H
#define AS_CORE_TEXT_H

#include "core/error.h"

#include <stddef.h>
#include <stdint.h>

enum { AS_TEXT_MAX_BYTES = 1 << 20 };

/* The normal form everything else works on: NFC; controls, line breaks and every kind of space
 * become one U+0020; runs of spaces collapse; none at either end. Format characters other than
 * ZWJ/ZWNJ between letters are kept as they are. *out is the caller's (free), NUL-terminated.
 * FORMAT names the byte offset of invalid UTF-8; LIMIT past AS_TEXT_MAX_BYTES. */
bool as_text_normalize(const char *text, size_t len, char **out, size_t *out_len, as_error *err);

/* Replaces each invalid byte sequence by U+FFFD, for text that must be shown all the same. */
bool as_text_repair(const char *text, size_t len, char **out, size_t *out_len, as_error *err);

/* A run of normalized text. start and len count bytes. */
typedef struct as_pretoken {
    size_t start, len;   /* the text without its space */
    bool space_before;   /* a space preceded it: its piece starts with U+2581 */
    int word;            /* words count runs between spaces and changes of class; 1992 is one word */
} as_pretoken;

/* Splits normalized text (DESIGN: letters, marks and digits in a run, a following apostrophe
 * attached; each digit alone; punctuation and symbols alone; Han or kana in a run). A grapheme
 * cluster is never split. *out is the caller's (free); *count may be 0.
 * The first pre-token counts as following a space. */
bool as_pretokens(const char *text, size_t len, as_pretoken **out, int *count, as_error *err);

/* Byte offset of the grapheme cluster boundary after / before `offset` (UAX 29), for carets.
 * Invalid bytes count as one cluster each. Cannot fail. */
size_t as_text_next_cluster(const char *text, size_t len, size_t offset);
size_t as_text_previous_cluster(const char *text, size_t len, size_t offset);

/* Word-wise motion: the end of the next / start of the previous word. Cannot fail. */
size_t as_text_next_word(const char *text, size_t len, size_t offset);
size_t as_text_previous_word(const char *text, size_t len, size_t offset);

#endif
