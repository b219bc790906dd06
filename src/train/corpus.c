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

/* ---- making it ---- */

/* Rows that a worker takes at a time: few enough that all end together. */
enum { TAKEN_ROWS = 256 };

/* What the workers share. */
typedef struct making {
    const as_corpus_text *text;
    const as_corpus_work *work;
    as_corpus *corpus;            /* pairs[row] receives the pair of each row */
    atomic_int next;              /* the first row that nobody has taken */
    atomic_int n_done;            /* rows that are done */
    atomic_int bad_row;           /* the first row known to have failed; past the last: none */
    as_error errors[AS_POOL_MAX]; /* why each worker's last row failed */
    int bad_rows[AS_POOL_MAX];    /* which it was */
} making;

/* The pair of two tokenized texts. One that is too long has x NULL and its longer side in T. */
static bool make_pair(const as_corpus_text *text, int row, const as_sentence *source,
                      const as_sentence *target, as_arena *arena, as_pair *out, as_error *err)
{
    as_link *of_words = NULL;
    int n_links = 0;
    if (text->links && !as_link_file_row(text->links, row, source->n_words, target->n_words,
                                         &of_words, &n_links, err))
        return false;
    bool done = true;
    if (source->n > text->max_tokens || target->n > text->max_tokens) {
        *out = (as_pair){.T = source->n > target->n ? source->n : target->n};
    } else {
        as_pair pair = {.x = copy_ids(source, arena),
                        .y = copy_ids(target, arena),
                        .S = source->n,
                        .T = target->n};
        done = (pair.x && pair.y) || as_fail_memory(err, "the training text");
        done = done && (!of_words || as_token_links_make(of_words, n_links, source, target, arena,
                                                         &pair.links, err));
        *out = pair;
    }
    free(of_words);
    return done;
}

static bool make_row(const as_corpus_text *text, int row, as_arena *arena, as_pair *out,
                     as_error *err)
{
    const as_tsv_row *texts = &text->tsv->rows[row];
    as_sentence x = {0}, y = {0};
    bool done = (as_tokenize(text->source, texts->source, texts->source_len, &x, err) &&
                 as_tokenize(text->target, texts->target, texts->target_len, &y, err)) ||
                as_fail_in(err, "%s:%d", text->tsv->place, row + 1);
    done = done && make_pair(text, row, &x, &y, arena, out, err);
    as_sentence_finish(&x);
    as_sentence_finish(&y);
    return done;
}

static bool is_cancelled(const as_corpus_work *work)
{
    return work->cancel && atomic_load_explicit(work->cancel, memory_order_relaxed);
}

/* Rows after one that failed need not be made; those before it must, for one of them may fail too
 * and is then the first. Rows are taken in order, so all before it are in somebody's hands. */
static void row_failed(making *m, int worker, int row)
{
    int first = atomic_load(&m->bad_row);
    m->bad_rows[worker] = row;
    while (row < first && !atomic_compare_exchange_weak(&m->bad_row, &first, row))
        continue;
}

static void make_rows(void *context, int worker)
{
    making *m = context;
    int n = m->text->tsv->n, from;
    while ((from = atomic_fetch_add(&m->next, TAKEN_ROWS)) < n) {
        int to = n - from < TAKEN_ROWS ? n : from + TAKEN_ROWS;
        for (int row = from; row < to; row++) {
            if (row >= atomic_load(&m->bad_row) || is_cancelled(m->work))
                return;
            if (!make_row(m->text, row, &m->corpus->blocks[worker], &m->corpus->pairs[row],
                          &m->errors[worker])) {
                row_failed(m, worker, row);
                return;
            }
        }
        int done = atomic_fetch_add(&m->n_done, to - from) + to - from;
        if (worker == 0 && m->work->report) /* the thread of the caller */
            m->work->report(m->work->context, done, n);
    }
}

/* Closes the gaps that rows left which are too long. */
static void keep_pairs(as_corpus *corpus, int n_rows)
{
    for (int row = 0; row < n_rows; row++) {
        as_pair pair = corpus->pairs[row];
        if (!pair.x) {
            if (corpus->n_too_long++ == 0) {
                corpus->first_too_long = row + 1;
                corpus->first_tokens = pair.T;
            }
            continue;
        }
        corpus->rows[corpus->n] = row;
        corpus->pairs[corpus->n++] = pair;
        corpus->n_source_tokens += pair.S;
        corpus->n_target_tokens += pair.T;
    }
}

/* Fails with the error of the first bad row, if there is one, or when it was cancelled. */
static bool check_rows(const making *m, as_error *err)
{
    for (int k = 0; k < AS_POOL_MAX; k++)
        if (m->errors[k].status != AS_OK && m->bad_rows[k] == atomic_load(&m->bad_row))
            return as_fail(err, m->errors[k].status, "%s", m->errors[k].message);
    return !is_cancelled(m->work) ||
           as_fail(err, AS_ERR_CANCELLED, "reading %s was cancelled", m->text->tsv->place);
}

bool as_corpus_init(as_corpus *out, const as_corpus_text *text, const as_corpus_work *work,
                    as_error *err)
{
    static const as_corpus_work alone = {0};
    const as_tsv *tsv = text->tsv;
    as_corpus corpus = {0};
    making *m = as_alloc(1, sizeof *m);
    corpus.pairs = as_alloc((size_t)tsv->n, sizeof *corpus.pairs);
    corpus.rows = as_alloc((size_t)tsv->n, sizeof *corpus.rows);
    corpus.place = strdup(tsv->place);
    if (!m || !corpus.pairs || !corpus.rows || !corpus.place) {
        as_fail_memory(err, "the training text");
        goto fail;
    }
    m->text = text;
    m->work = work ? work : &alone;
    m->corpus = &corpus;
    atomic_init(&m->bad_row, tsv->n);
    if (m->work->pool)
        as_pool_run(m->work->pool, make_rows, m);
    else
        make_rows(m, 0);
    if (!check_rows(m, err))
        goto fail;
    free(m);
    keep_pairs(&corpus, tsv->n);
    *out = corpus;
    return true;
fail:
    free(m);
    as_corpus_finish(&corpus);
    return false;
}

void as_corpus_finish(as_corpus *corpus)
{
    free(corpus->pairs);
    free(corpus->rows);
    free(corpus->place);
    for (int k = 0; k < AS_POOL_MAX; k++)
        as_arena_finish(&corpus->blocks[k]);
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
