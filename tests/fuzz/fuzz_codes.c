/* BPE codes of subword-nmt, a NUL, the pieces of a vocabulary after its specials, a NUL, and a text.
 */
#include "check.h"
#include "sentence.h"

#include "core/bpe_codes.h"
#include "core/buffer.h"

#include <string.h>

/* What a sentence in subwords promises: words in order, each piece inside the text. */
static void check_sentence(const as_tokenizer *tokenizer, const char *text, size_t len)
{
    as_sentence s;
    size_t at = 0;
    if (!as_tokenize(tokenizer, text, len, &s, NULL))
        return;
    for (int k = 0; k < s.n; k++) {
        const as_token *token = &s.tokens[k];
        CHECK(token->special == (k == s.n - 1) && token->known == (token->id != AS_UNK));
        CHECK(token->start >= at && token->start + token->len <= s.text_len);
        CHECK(token->special || (token->word >= 0 && token->word < s.n_words));
        CHECK(token->special || memcmp(token->surface, s.text + token->start, token->len) == 0);
        at = token->start + token->len;
    }
    as_sentence_finish(&s);
}

static bool parse_vocab(part tail, as_vocab **out)
{
    as_buffer text = {0};
    as_buffer_text(&text, "<pad>\n<s>\n</s>\n<unk>\n");
    as_buffer_bytes(&text, tail.bytes, tail.len);
    bool ok = as_vocab_parse(text.text, text.len, out, NULL);
    as_buffer_finish(&text);
    return ok;
}

static void check_codes(const as_bpe_codes *codes, part pieces, const char *text, size_t len)
{
    as_bpe *bpe;
    as_vocab *vocab;
    CHECK(as_bpe_parse(codes->merges, codes->len, &bpe, NULL));
    if (parse_vocab(pieces, &vocab)) {
        check_sentence(&(as_tokenizer){.unit = AS_UNIT_SUBWORD,
                                       .vocab = vocab,
                                       .bpe = bpe,
                                       .end_apart = codes->end_apart},
                       text, len);
        check_round_trip(&(as_tokenizer){.unit = AS_UNIT_WORD, .vocab = vocab}, text, len);
        as_vocab_free(vocab);
    }
    as_bpe_free(bpe);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    part codes_text = next_part(&at, &size), pieces = next_part(&at, &size);
    as_bpe_codes codes;
    as_error err = {0};
    if (as_bpe_codes_parse(codes_text.bytes, codes_text.len, &codes, &err)) {
        CHECK(codes.len <= codes_text.len && codes.merges[codes.len] == '\0');
        check_codes(&codes, pieces, at, size);
        as_bpe_codes_finish(&codes);
    } else {
        CHECK(err.status != AS_OK && err.message[0] != '\0' && !strchr(err.message, '\n'));
    }
    return 0;
}
