/* How a translation is to begin: with tokens, then with a text, as ids for as_decode_options. */
#ifndef AS_CORE_PREFIX_H
#define AS_CORE_PREFIX_H

#include "core/tokenize.h"

/* A zeroed struct is no prefix. All of it is borrowed. */
typedef struct as_prefix {
    const int *ids; /* [n_ids] */
    int n_ids;
    const char *text; /* UTF-8, after them; NULL: none */
    size_t text_len;
    as_joint joint; /* what stands before the text */
} as_prefix;

/* (*ids)[*n], the caller's (free); *n 0 and NULL where the prefix is empty. A text never gives
 * </s>. Errors: those of as_tokenize, ARGUMENT (so many tokens that no target may hold them). */
bool as_prefix_tokens(const as_tokenizer *target, const as_prefix *prefix, int **ids, int *n,
                      as_error *err);

#endif
