/* What holds for every text and every tokenizer. */
#ifndef AS_FUZZ_SENTENCE_H
#define AS_FUZZ_SENTENCE_H

#include "core/tokenize.h"

#include <stddef.h>

/* Tokenizes `text`, checks the tokens, detokenizes them and compares. */
void check_round_trip(const as_tokenizer *tokenizer, const char *text, size_t len);

/* The bytes before the next NUL of an input; moves past it. */
typedef struct part {
    const char *bytes;
    size_t len;
} part;
part next_part(const char **at, size_t *left);

#endif
