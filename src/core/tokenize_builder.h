/* A sentence while it grows, for the tokenizers of the different units. Internal to the core. */
#ifndef AS_CORE_TOKENIZE_BUILDER_H
#define AS_CORE_TOKENIZE_BUILDER_H

#include "core/tokenize.h"

typedef struct as_token_builder {
    const as_tokenizer *tokenizer;
    as_sentence sentence;
    int capacity;
    as_joint joint; /* what comes before the text */
    as_arena scratch;
    as_error *err;
} as_token_builder;

/* Appends a token; start and span_len place its surface in the text. Errors: SYSTEM. */
bool as_token_push(as_token_builder *b, int id, const char *piece, size_t len, size_t start,
                   size_t span_len);
/* <s>, </s> or <pad>, at the end of the text so far. */
bool as_token_push_special(as_token_builder *b, int id);

/* AS_UNIT_WORD and AS_UNIT_SUBWORD: the text and its tokens, without specials; and back. Words are
 * numbered. Errors: FORMAT (invalid UTF-8), LIMIT, SYSTEM. */
bool as_tokenize_words(as_token_builder *b, const char *text, size_t len);
bool as_detokenize_words(as_token_builder *b, const int *ids, int n, const char *const *unknown);

#endif
