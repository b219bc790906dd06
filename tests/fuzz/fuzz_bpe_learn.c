/* A corpus, one line after the other; the first byte says how many pieces to learn. What is
 * learned must load, and must cover the corpus. */
#include "check.h"
#include "sentence.h"

#include "train/bpe_learn.h"

#include <string.h>

enum { MAX_LINES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *lines[MAX_LINES];
    size_t lens[MAX_LINES];
    if (size == 0)
        return 0;
    int n = 0, n_pieces = data[0];
    const char *at = (const char *)data + 1;
    for (size_t left = size - 1; left > 0 && n < MAX_LINES; n++) {
        const char *newline = memchr(at, '\n', left);
        lines[n] = at;
        lens[n] = newline ? (size_t)(newline - at) : left;
        size_t skip = lens[n] + (newline != NULL);
        at += skip;
        left -= skip;
    }
    char *merges, *pieces;
    if (!as_bpe_learn(lines, lens, n, n_pieces, &merges, &pieces, NULL))
        return 0;
    as_bpe *bpe;
    as_vocab *vocab;
    CHECK(as_bpe_parse(merges, strlen(merges), &bpe, NULL));
    CHECK(as_vocab_parse(pieces, strlen(pieces), &vocab, NULL));
    CHECK(as_vocab_size(vocab) <= n_pieces);
    for (int k = 0; k < n; k++)
        check_round_trip(&(as_tokenizer){.unit = AS_UNIT_BPE, .vocab = vocab, .bpe = bpe}, lines[k],
                         lens[k]);
    as_vocab_free(vocab);
    as_bpe_free(bpe);
    free(merges);
    free(pieces);
    return 0;
}
