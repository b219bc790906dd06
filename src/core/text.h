/* Text in, pre-tokens out: UTF-8, normal form, words, characters.
 *
 * Strings are UTF-8 with an explicit byte length; NUL bytes are legal input. A "character" is what
 * a reader takes for one: an extended grapheme cluster (UAX 29), so a base with its combining
 * marks, a flag, or a family emoji is one character everywhere in this program. */
#ifndef AS_CORE_TEXT_H
#define AS_CORE_TEXT_H

#include "core/error.h"

#include <stddef.h>
#include <stdint.h>

enum { AS_TEXT_MAX_BYTES = 1 << 20 };

/* U+2581, the mark of a piece that follows a space. Normalized text never contains it. */
#define AS_SPACE_MARK "\xE2\x96\x81"
enum { AS_SPACE_MARK_LEN = 3 };

/* AS_SPACE_MARK_LEN when the piece begins with the mark, otherwise 0. */
size_t as_space_mark_len(const char *piece, size_t len);

/* Decodes the code point at text[offset]. Returns its length in bytes, or 0 where the bytes are
 * not UTF-8 or end too early (surrogates and overlong forms are not UTF-8). */
size_t as_utf8_decode(const char *text, size_t len, size_t offset, int32_t *codepoint);

/* The normal form that everything else works on:
 *  - controls, line breaks, and every kind of space (U+200B and U+FEFF too) become U+0020; runs
 *    collapse to one; none at either end;
 *  - what nobody sees and no model knows is left out: the soft hyphen, bidirectional controls, the
 *    word joiner and invisible operators. ZWJ and ZWNJ stay, for they change how letters look;
 *  - U+2581 becomes '_', which looks the same, so that it is free to mark spaces in pieces;
 *  - the result is NFC.
 * *out is the caller's (free), NUL-terminated. FORMAT names the byte offset of invalid UTF-8;
 * LIMIT past AS_TEXT_MAX_BYTES; SYSTEM. */
bool as_text_normalize(const char *text, size_t len, char **out, size_t *out_len, as_error *err);

/* Text that must be shown all the same: each byte that starts nothing valid, with the continuation
 * bytes right after it (up to three), becomes one U+FFFD. *out is the caller's (free). */
bool as_text_repair(const char *text, size_t len, char **out, size_t *out_len, as_error *err);

/* A run of normalized text that no piece crosses. start and len count bytes. */
typedef struct as_pretoken {
    size_t start, len; /* without the space before it */
    bool space_before; /* its first piece starts with U+2581 */
    int word;          /* index of its (first) word in the text */
    int n_words;       /* 1; a Han or kana run has one word per character */
    bool by_character; /* a Han or kana run */
} as_pretoken;

/* Splits normalized text. The class of a character is that of its first code point:
 *  - letters, marks and letter-like numbers (Ⅷ) run together, and one apostrophe (U+0027, U+2019)
 *    right after them ends the run: l'|accord, don'|t;
 *  - each decimal digit stands alone, in every script;
 *  - Han and kana run together;
 *  - anything else (punctuation, symbols, emoji, unassigned) stands alone.
 * Words, as a reader counts them: a letter run, a punctuation mark or symbol, each Han or kana
 * character; letters and digits that touch are one word (1992, B2B, 1er), so 3.14 is three.
 * A character is never split; only a mark after a space stands without a base. The first
 * pre-token counts as following a space. *out is the caller's (free); *count may be 0. */
bool as_pretokens(const char *text, size_t len, as_pretoken **out, int *count, as_error *err);

/* The boundary between characters (UAX 29) after / before `offset`, for carets and for splitting.
 * Any bytes are allowed: an invalid byte counts as one character. Cannot fail. */
size_t as_text_next_cluster(const char *text, size_t len, size_t offset);
size_t as_text_previous_cluster(const char *text, size_t len, size_t offset);

/* Word-wise motion: the end of the next / the start of the previous word. Letters, marks, digits
 * and apostrophes between them make a word, and so does a run of Han or kana. Any bytes are
 * allowed. Cannot fail. */
size_t as_text_next_word(const char *text, size_t len, size_t offset);
size_t as_text_previous_word(const char *text, size_t len, size_t offset);

/* Does a paragraph of this text run from right to left, as its first letter does? Any bytes are
 * allowed. Cannot fail. */
bool as_text_is_rtl(const char *text, size_t len);

#endif
