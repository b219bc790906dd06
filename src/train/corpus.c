#include "train/corpus.h"

#include <stdlib.h>
#include <string.h>

bool as_ids_from_text(const as_tokenizer *tokenizer, const char *text, size_t len, as_arena *arena,
                      const int **ids, int *n, as_error *err)
{
    as_sentence sentence;
    if (!as_tokenize(tokenizer, text, len, &sentence, err))
        return false;
    int *copy = as_arena_alloc(arena, (size_t)sentence.n, sizeof *copy);
    if (copy) {
        for (int k = 0; k < sentence.n; k++)
            copy[k] = sentence.tokens[k].id;
        *ids = copy;
        *n = sentence.n;
    }
    as_sentence_finish(&sentence);
    return copy || as_fail_memory(err, "the training text");
}

bool as_corpus_init(as_corpus *out, const as_tsv *tsv, const as_tokenizer *source,
                    const as_tokenizer *target, int max_tokens, as_error *err)
{
    as_corpus corpus = {0};
    corpus.pairs = as_alloc((size_t)tsv->n, sizeof *corpus.pairs);
    corpus.rows = as_alloc((size_t)tsv->n, sizeof *corpus.rows);
    corpus.place = strdup(tsv->place);
    if (!corpus.pairs || !corpus.rows || !corpus.place) {
        as_corpus_finish(&corpus);
        return as_fail_memory(err, "the training text");
    }
    for (int k = 0; k < tsv->n; k++) {
        const as_tsv_row *row = &tsv->rows[k];
        as_pair pair = {0};
        if (!as_ids_from_text(source, row->source, row->source_len, &corpus.blocks, &pair.x,
                              &pair.S, err) ||
            !as_ids_from_text(target, row->target, row->target_len, &corpus.blocks, &pair.y,
                              &pair.T, err)) {
            as_corpus_finish(&corpus);
            return as_fail_in(err, "%s:%d", tsv->place, k + 1);
        }
        if (pair.S > max_tokens || pair.T > max_tokens) {
            if (corpus.n_too_long++ == 0) {
                corpus.first_too_long = k + 1;
                corpus.first_tokens = pair.S > pair.T ? pair.S : pair.T;
            }
            continue;
        }
        corpus.rows[corpus.n] = k;
        corpus.pairs[corpus.n++] = pair;
        corpus.n_source_tokens += pair.S;
        corpus.n_target_tokens += pair.T;
    }
    *out = corpus;
    return true;
}

void as_corpus_finish(as_corpus *corpus)
{
    free(corpus->pairs);
    free(corpus->rows);
    free(corpus->place);
    as_arena_finish(&corpus->blocks);
    *corpus = (as_corpus){0};
}

static uint64_t fnv_1a(uint64_t hash, const int *ids, int n)
{
    for (int k = 0; k < n; k++)
        hash = (hash ^ (uint64_t)(unsigned)ids[k]) * 0x100000001B3u;
    return hash;
}

uint64_t as_corpus_fingerprint(const as_corpus *corpus)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (int k = 0; k < corpus->n; k++) {
        hash = fnv_1a(hash, corpus->pairs[k].x, corpus->pairs[k].S);
        hash = fnv_1a(hash, corpus->pairs[k].y, corpus->pairs[k].T);
    }
    return hash;
}
