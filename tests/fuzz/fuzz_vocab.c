/* A vocabulary, a NUL, and a text for it. */
#include "check.h"
#include "sentence.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    part pieces = next_part(&at, &size);
    as_vocab *vocab;
    if (!as_vocab_parse(pieces.bytes, pieces.len, &vocab, NULL))
        return 0;
    int n = as_vocab_size(vocab);
    CHECK(n >= AS_N_SPECIAL);
    for (int id = 0; id < n; id++) {
        const char *piece = as_vocab_piece(vocab, id);
        CHECK(as_vocab_lookup(vocab, piece, strlen(piece)) == id);
    }
    check_round_trip(&(as_tokenizer){.unit = AS_UNIT_CHAR, .vocab = vocab}, at, size);
    as_vocab_free(vocab);
    return 0;
}
