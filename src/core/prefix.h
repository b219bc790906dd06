/* How a translation is to begin: with tokens, then with a text, as ids for as_decode_options. */
#ifndef AS_CORE_PREFIX_H
#define AS_CORE_PREFIX_H

#include "core/decode.h"
#include "core/tokenize.h"

/* A zeroed struct is no prefix. All of it is borrowed. */
typedef struct as_prefix {
    const int *ids; /* [n_ids] */
    int n_ids;
    const char *const *unknown; /* [n_ids] the piece of each that is <unk>; NULL: not known */
    const char *text;           /* UTF-8, after them; NULL: none */
    size_t text_len;
    as_joint joint; /* what stands before the text */
} as_prefix;

/* A prefix as tokens. */
typedef struct as_prefix_tokens {
    int *ids;       /* [n]; NULL: it is empty */
    char **unknown; /* [n] the piece of each that is <unk>, as it was typed; else NULL */
    int n;
} as_prefix_tokens;

/* *out is the caller's; as_prefix_tokens_finish. A text never gives </s>. Errors: those of
 * as_tokenize, ARGUMENT (so many tokens that no target may hold them). */
bool as_prefix_tokens_init(as_prefix_tokens *out, const as_tokenizer *target,
                           const as_prefix *prefix, as_error *err);
/* Those of a sentence, its </s> too; *out likewise. Errors: SYSTEM. */
bool as_prefix_tokens_copy(as_prefix_tokens *out, const as_sentence *sentence, as_error *err);
void as_prefix_tokens_finish(as_prefix_tokens *tokens);
/* Translations begin with them; they are borrowed. Cannot fail. */
void as_prefix_force(const as_prefix_tokens *tokens, as_decode_options *options);

/* A copy of such pieces, the caller's: as_pieces_free. from NULL: [n] NULLs. NULL when memory is
 * short. */
char **as_pieces_copy(const char *const *from, int n);
void as_pieces_free(char **pieces, int n);

#endif
