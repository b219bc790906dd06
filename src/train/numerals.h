/* Numbers written with digits in a raw text, and others of the same kind. */
#ifndef AS_TRAIN_NUMERALS_H
#define AS_TRAIN_NUMERALS_H

#include "train/random.h"

#include <stdbool.h>
#include <stddef.h>

enum { AS_NUMERAL_DIGITS = 15, AS_NUMERAL_GROUPS = 5 };

/* The digits of a number in groups, as 1,000.50 has three: 1, 000 and 50. */
typedef struct as_digits {
    char digits[AS_NUMERAL_DIGITS + 1]; /* of all groups */
    int lens[AS_NUMERAL_GROUPS];        /* of each group; they sum to the number of digits */
    int n_groups;
} as_digits;

/* One number of a text. Points and commas separate groups anywhere; a space (U+0020, U+00A0,
 * U+2009, U+202F) or an apostrophe only before exactly three digits, as in 1 000. */
typedef struct as_numeral {
    size_t start, len;                    /* bytes */
    size_t separators[AS_NUMERAL_GROUPS]; /* where the separator before group k > 0 begins */
    size_t separator_lens[AS_NUMERAL_GROUPS];
    as_digits digits;
    bool bound; /* touches a letter (2nd, B2B, 3D), a colon or a slash, or is too long (over 12
                   digits or five groups) */
} as_numeral;

/* The next number of a valid UTF-8 text from byte *at on, which then stands behind it; false when
 * there is none. Only the digits 0 to 9 count. Cannot fail. */
bool as_numeral_next(const char *text, size_t len, size_t *at, as_numeral *out);

/* Whether all groups but the first have three digits and the first has no more: 1,000. A number
 * without groups is none. */
bool as_digits_are_thousands(const as_digits *digits);

/* Another number in groups like those of `old`: the first of one to three digits when the others
 * are thousands; a lone group of one to seven digits, mostly as many as before; a year
 * mostly becomes a year. Never 0 or 1, after which words take other forms. Cannot fail. */
as_digits as_numeral_other(const as_digits *old, as_random *random);

/* Writes new digits with the separators of an old number: into out, at most AS_NUMERAL_BYTES, not
 * NUL-terminated. The number of groups is that of the old number, or it has only one. Returns the
 * length. */
enum { AS_NUMERAL_BYTES = AS_NUMERAL_DIGITS + 3 * AS_NUMERAL_GROUPS + 1 };
size_t as_numeral_write(const char *text, const as_numeral *old, const as_digits *digits,
                        char *out);

#endif
