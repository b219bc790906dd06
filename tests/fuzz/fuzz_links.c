/* Files of word links: any bytes end in a sentence about a line, or in links of tokens that lie
 * inside the sentences. */
#include "check.h"

#include "train/links.h"
#include "train/pieces.h"

#include <stdlib.h>
#include <string.h>

/* Words of several pieces, a piece of several words, a lone mark. */
static const char vocab[] = "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\n▁ab\n▁我爱\n我\n你\n.";
static const char merges[] = "▁ a\n▁a b\n▁ 我\n▁我 爱";
static const char source_text[] = "abc b. 我爱你 c", target_text[] = "c abab 我爱 .";

static void tokenize(const as_pieces *pieces, const char *text, as_sentence *out)
{
    as_tokenizer tokenizer = as_pieces_tokenizer(pieces);
    CHECK(as_tokenize(&tokenizer, text, strlen(text), out, NULL));
}

static as_link_file parse(const uint8_t *data, size_t size, int n_pairs, as_error *err)
{
    char place[] = "pairs", *text = malloc(size + 1);
    const as_tsv pairs = {.place = place, .n = n_pairs};
    as_link_file file = {0};
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    if (!as_link_file_parse("links", text, size, &pairs, &file, err))
        CHECK(err->status == AS_ERR_FORMAT && strstr(err->message, " lines, expected "));
    return file;
}

static void check_tokens(const as_link *links, int n, const as_sentence *x, const as_sentence *y)
{
    as_arena arena = {0};
    as_token_links tokens;
    CHECK(as_token_links_make(links, n, x, y, &arena, &tokens, NULL));
    CHECK(tokens.from[0] == 0);
    for (int t = 0; t < y->n; t++) {
        CHECK(tokens.from[t] <= tokens.from[t + 1]);
        for (int k = tokens.from[t]; k < tokens.from[t + 1]; k++) {
            CHECK(tokens.i[k] >= 0 && tokens.i[k] < x->n - 1);
            CHECK(k == tokens.from[t] || tokens.i[k] > tokens.i[k - 1]);
        }
    }
    CHECK(tokens.from[y->n] == tokens.from[y->n - 1]); /* </s> has none */
    CHECK((tokens.from[y->n] > 0) == (n > 0));
    as_arena_finish(&arena);
}

static void check_row(const as_link_file *file, int k, const as_sentence *x, const as_sentence *y)
{
    as_link *links;
    int n;
    as_error err = {0};
    if (!as_link_file_row(file, k, x->n_words, y->n_words, &links, &n, &err)) {
        CHECK(err.status == AS_ERR_FORMAT || err.status == AS_ERR_LIMIT);
        CHECK(strncmp(err.message, "links:", 6) == 0 && !strchr(err.message, '\n'));
        return;
    }
    check_tokens(links, n, x, y);
    free(links);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_pieces pieces;
    as_sentence x, y;
    CHECK(as_pieces_parse(AS_UNIT_BPE, vocab, merges, &pieces, NULL));
    tokenize(&pieces, source_text, &x);
    tokenize(&pieces, target_text, &y);
    int n_lines = size > 0 && data[size - 1] != '\n';
    for (size_t k = 0; k < size; k++)
        n_lines += data[k] == '\n';
    as_error err = {0};
    as_link_file file = parse(data, size, n_lines + 1, &err);
    CHECK(err.status == AS_ERR_FORMAT && !file.lines);
    err = (as_error){0};
    file = parse(data, size, n_lines, &err);
    CHECK(err.status == AS_OK && file.n == n_lines);
    for (int k = 0; k < n_lines; k++)
        check_row(&file, k, &x, &y);
    as_link_file_finish(&file);
    as_sentence_finish(&x);
    as_sentence_finish(&y);
    as_pieces_finish(&pieces);
    return 0;
}
