/* Sentence pairs: any bytes end in a sentence about a line, or in rows that lie inside the text and
 * can be numbered. */
#include "check.h"

#include "train/corpus.h"
#include "train/pieces.h"

#include <stdlib.h>
#include <string.h>

static void check_side(const as_tsv *tsv, size_t text_len, const char *text, size_t len)
{
    CHECK(len >= 1);
    CHECK(text >= tsv->text && text + len <= tsv->text + text_len);
    CHECK(!memchr(text, '\t', len) && !memchr(text, '\n', len));
}

static void check_error(const as_error *err)
{
    CHECK(err->status == AS_ERR_FORMAT || err->status == AS_ERR_LIMIT);
    CHECK(strncmp(err->message, "pairs:", 6) == 0 && !strchr(err->message, '\n'));
}

static void check_corpus(const as_tsv *tsv)
{
    enum { MAX_TOKENS = 20 };
    as_pieces pieces;
    as_corpus corpus;
    as_error err = {0};
    CHECK(as_pieces_parse(AS_UNIT_CHAR, "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\n", NULL, &pieces, NULL));
    as_tokenizer tokenizer = as_pieces_tokenizer(&pieces);
    const as_corpus_text text = {tsv, NULL, &tokenizer, &tokenizer, MAX_TOKENS};
    if (as_corpus_init(&corpus, &text, NULL, &err)) {
        CHECK(corpus.n + corpus.n_too_long == tsv->n);
        for (int k = 0; k < corpus.n; k++) {
            const as_pair *pair = &corpus.pairs[k];
            CHECK(pair->S >= 1 && pair->S <= MAX_TOKENS && pair->x[pair->S - 1] == AS_EOS);
            CHECK(pair->T >= 1 && pair->T <= MAX_TOKENS && pair->y[pair->T - 1] == AS_EOS);
        }
        as_corpus_finish(&corpus);
    } else {
        check_error(&err);
    }
    as_pieces_finish(&pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    as_tsv tsv;
    as_error err = {0};
    if (!as_tsv_parse("pairs", text, size, &tsv, &err)) {
        check_error(&err);
        return 0;
    }
    for (int k = 0; k < tsv.n; k++) {
        check_side(&tsv, size, tsv.rows[k].source, tsv.rows[k].source_len);
        check_side(&tsv, size, tsv.rows[k].target, tsv.rows[k].target_len);
    }
    check_corpus(&tsv);
    as_tsv_finish(&tsv);
    return 0;
}
