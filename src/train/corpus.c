#include "train/corpus.h"

#include <stdlib.h>
#include <string.h>

/* The ids of a sentence in the arena; NULL when memory is short. */
static int *copy_ids(const as_sentence *sentence, as_arena *arena)
{
    int *ids = as_arena_alloc(arena, (size_t)sentence->n, sizeof *ids);
    for (int k = 0; ids && k < sentence->n; k++)
        ids[k] = sentence->tokens[k].id;
    return ids;
}

bool as_ids_from_text(const as_tokenizer *tokenizer, const char *text, size_t len, as_arena *arena,
                      const int **ids, int *n, as_error *err)
{
    as_sentence sentence;
    if (!as_tokenize(tokenizer, text, len, &sentence, err))
        return false;
    const int *copy = copy_ids(&sentence, arena);
    if (copy) {
        *ids = copy;
        *n = sentence.n;
    }
    as_sentence_finish(&sentence);
    return copy || as_fail_memory(err, "the training text");
}

/* A pair of the two tokenized texts of a row; of_words [n_links] are its links, NULL when none are
 * known. */
static bool add_pair(as_corpus *corpus, int row, const as_sentence *source,
                     const as_sentence *target, const as_link *of_words, int n_links, as_error *err)
{
    as_pair pair = {
        .x = copy_ids(source, &corpus->blocks),
        .y = copy_ids(target, &corpus->blocks),
        .S = source->n,
        .T = target->n,
    };
    if (!pair.x || !pair.y)
        return as_fail_memory(err, "the training text");
    if (of_words &&
        !as_token_links_make(of_words, n_links, source, target, &corpus->blocks, &pair.links, err))
        return false;
    corpus->rows[corpus->n] = row;
    corpus->pairs[corpus->n++] = pair;
    corpus->n_source_tokens += pair.S;
    corpus->n_target_tokens += pair.T;
    return true;
}

static void count_too_long(as_corpus *corpus, int row, int n_tokens)
{
    if (corpus->n_too_long++ == 0) {
        corpus->first_too_long = row + 1;
        corpus->first_tokens = n_tokens;
    }
}

static bool add_row(as_corpus *corpus, const as_tsv *tsv, int row, const as_link_file *links,
                    const as_tokenizer *source, const as_tokenizer *target, int max_tokens,
                    as_error *err)
{
    const as_tsv_row *texts = &tsv->rows[row];
    as_sentence x = {0}, y = {0};
    bool done = (as_tokenize(source, texts->source, texts->source_len, &x, err) &&
                 as_tokenize(target, texts->target, texts->target_len, &y, err)) ||
                as_fail_in(err, "%s:%d", tsv->place, row + 1);
    as_link *of_words = NULL;
    int n_links = 0;
    done = done &&
           (!links || as_link_file_row(links, row, x.n_words, y.n_words, &of_words, &n_links, err));
    if (done && (x.n > max_tokens || y.n > max_tokens))
        count_too_long(corpus, row, x.n > y.n ? x.n : y.n);
    else
        done = done && add_pair(corpus, row, &x, &y, of_words, n_links, err);
    free(of_words);
    as_sentence_finish(&x);
    as_sentence_finish(&y);
    return done;
}

bool as_corpus_init(as_corpus *out, const as_tsv *tsv, const as_link_file *links,
                    const as_tokenizer *source, const as_tokenizer *target, int max_tokens,
                    as_error *err)
{
    as_corpus corpus = {0};
    corpus.pairs = as_alloc((size_t)tsv->n, sizeof *corpus.pairs);
    corpus.rows = as_alloc((size_t)tsv->n, sizeof *corpus.rows);
    corpus.place = strdup(tsv->place);
    if (!corpus.pairs || !corpus.rows || !corpus.place) {
        as_corpus_finish(&corpus);
        return as_fail_memory(err, "the training text");
    }
    for (int k = 0; k < tsv->n; k++)
        if (!add_row(&corpus, tsv, k, links, source, target, max_tokens, err)) {
            as_corpus_finish(&corpus);
            return false;
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
        const as_token_links *links = &corpus->pairs[k].links;
        if (links->from) {
            hash = fnv_1a(hash, links->from, corpus->pairs[k].T + 1);
            hash = fnv_1a(hash, links->i, links->from[corpus->pairs[k].T]);
        }
    }
    return hash;
}
