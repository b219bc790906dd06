/* Merges, a NUL, the pieces of a vocabulary after its specials, a NUL, and a text. */
#include "check.h"
#include "sentence.h"

#include <string.h>

static bool parse_vocab(part tail, as_vocab **out)
{
    static const char head[] = "<pad>\n<s>\n</s>\n<unk>\n";
    size_t len = sizeof head - 1 + tail.len;
    char *text = malloc(len);
    CHECK(text);
    memcpy(text, head, sizeof head - 1);
    memcpy(text + sizeof head - 1, tail.bytes, tail.len);
    bool ok = as_vocab_parse(text, len, out, NULL);
    free(text);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    part merges = next_part(&at, &size), pieces = next_part(&at, &size);
    as_bpe *bpe;
    as_vocab *vocab;
    if (!as_bpe_parse(merges.bytes, merges.len, &bpe, NULL))
        return 0;
    if (parse_vocab(pieces, &vocab)) {
        check_round_trip(&(as_tokenizer){.unit = AS_UNIT_BPE, .vocab = vocab, .bpe = bpe}, at,
                         size);
        as_vocab_free(vocab);
    }
    as_bpe_free(bpe);
    return 0;
}
