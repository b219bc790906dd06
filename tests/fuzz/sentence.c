#include "sentence.h"

#include "check.h"

#include "core/text.h"

#include <string.h>

part next_part(const char **at, size_t *left)
{
    const char *nul = *left ? memchr(*at, '\0', *left) : NULL;
    part found = {*at, nul ? (size_t)(nul - *at) : *left};
    size_t skip = found.len + (nul != NULL);
    *at += skip;
    *left -= skip;
    return found;
}

static void check_tokens(const as_sentence *s)
{
    size_t at = 0;
    CHECK(s->n > 0);
    for (int k = 0; k < s->n; k++) {
        const as_token *token = &s->tokens[k];
        CHECK(token->special == (k == s->n - 1));
        CHECK(token->special == (token->id == AS_EOS));
        CHECK(token->known == (token->id != AS_UNK));
        CHECK(token->id == AS_EOS || token->id >= AS_UNK);
        CHECK(token->start >= at && token->start + token->len <= s->text_len);
        CHECK(token->special || token->word >= 0);
        if (!token->special && strcmp(token->surface, AS_SPACE_MARK) != 0)
            CHECK(strlen(token->surface) == token->len &&
                  memcmp(token->surface, s->text + token->start, token->len) == 0);
        at = token->start + token->len;
    }
}

void check_round_trip(const as_tokenizer *tokenizer, const char *text, size_t len)
{
    as_sentence in, out;
    if (!as_tokenize(tokenizer, text, len, &in, NULL))
        return;
    check_tokens(&in);
    int *ids = malloc((size_t)in.n * sizeof *ids);
    const char **pieces = malloc((size_t)in.n * sizeof *pieces);
    CHECK(ids && pieces);
    for (int k = 0; k < in.n; k++) {
        ids[k] = in.tokens[k].id;
        pieces[k] = in.tokens[k].piece;
    }
    if (as_detokenize(tokenizer, ids, in.n, pieces, &out, NULL)) {
        CHECK(out.text_len == in.text_len && strcmp(out.text, in.text) == 0);
        CHECK(out.n == in.n);
        for (int k = 0; k < in.n; k++) {
            CHECK(strcmp(in.tokens[k].piece, out.tokens[k].piece) == 0);
            CHECK(in.tokens[k].start == out.tokens[k].start);
            CHECK(in.tokens[k].word == out.tokens[k].word);
        }
        as_sentence_finish(&out);
    }
    free(ids);
    free(pieces);
    as_sentence_finish(&in);
}
