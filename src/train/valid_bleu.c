#include "train/valid_bleu.h"

#include "core/decode.h"

#include <stdlib.h>
#include <string.h>

/* Sentences decoded together. */
enum { BATCH = 32 };

typedef struct sentence {
    const char *source;
    size_t len;
    const char **references; /* [n_references] */
    int n_references, serial;
} sentence;

struct as_valid_text {
    sentence *sentences; /* [n] in an order of falling length */
    int n;
    as_tokenizer source, target;
    as_bleu_tokenizer words;
    as_arena arena;
};

/* ---- the text ---- */

static char *copy_text(as_arena *arena, const char *text, size_t len)
{
    char *copy = as_arena_alloc(arena, len + 1, 1);
    if (copy) {
        memcpy(copy, text, len);
        copy[len] = '\0';
    }
    return copy;
}

/* The columns after the source; one that is empty is none, the first never is. */
static bool cut_references(as_arena *arena, const as_tsv_row *row, sentence *out)
{
    char *column = copy_text(arena, row->target, row->references_len);
    if (!column)
        return false;
    int n_columns = 1;
    for (const char *p = column; (p = strchr(p, '\t')); p++)
        n_columns++;
    out->references = as_arena_alloc(arena, (size_t)n_columns, sizeof *out->references);
    if (!out->references)
        return false;
    for (int k = 0; k < n_columns; k++) {
        char *end = column + strcspn(column, "\t");
        *end = '\0';
        if (strspn(column, " \r") < strlen(column))
            out->references[out->n_references++] = column;
        column = end + 1;
    }
    return true;
}

static int longer_first(const void *a, const void *b)
{
    const sentence *p = a, *q = b;
    if (p->len != q->len)
        return p->len < q->len ? 1 : -1;
    return p->serial - q->serial;
}

bool as_valid_text_new(const as_tsv *rows, const as_corpus *corpus, const as_tokenizer *source,
                       const as_tokenizer *target, as_bleu_tokenizer words, as_valid_text **out,
                       as_error *err)
{
    as_valid_text *text = as_alloc(1, sizeof *text);
    bool done = text && (text->sentences = as_alloc((size_t)corpus->n, sizeof *text->sentences));
    for (int k = 0; k < corpus->n && done; k++) {
        if (corpus->pairs[k].S > AS_MAX_SOURCE)
            continue; /* longer than what is ever decoded */
        const as_tsv_row *row = &rows->rows[corpus->rows[k]];
        sentence *s = &text->sentences[text->n++];
        *s = (sentence){.len = row->source_len, .serial = k};
        s->source = copy_text(&text->arena, row->source, row->source_len);
        done = s->source && cut_references(&text->arena, row, s);
    }
    if (!done) {
        as_valid_text_free(text);
        return as_fail_memory(err, "the valid text");
    }
    text->source = *source;
    text->target = *target;
    text->words = words;
    qsort(text->sentences, (size_t)text->n, sizeof *text->sentences, longer_first);
    *out = text;
    return true;
}

void as_valid_text_free(as_valid_text *text)
{
    if (!text)
        return;
    free(text->sentences);
    as_arena_finish(&text->arena);
    free(text);
}

/* ---- translating ---- */

typedef struct worker {
    as_bleu bleu;
    bool failed;
    as_error err;
} worker;

typedef struct job {
    const as_valid_text *text;
    const as_model *model;
    int first, n_in_all; /* of the workers of all ranks, the first one here and how many */
    worker workers[AS_POOL_MAX];
} job;

static bool translate_batch(const job *j, as_session *session, int from, int n, worker *w)
{
    const sentence *s = j->text->sentences + from;
    const char *sources[BATCH];
    size_t lens[BATCH];
    as_translation *found[BATCH];
    as_decode_options options = as_decode_defaults();
    options.n_candidates = 0;
    for (int k = 0; k < n; k++) {
        sources[k] = s[k].source;
        lens[k] = s[k].len;
    }
    if (!as_translate_batch(session, sources, lens, n, &options, found, &w->err))
        return false;
    bool done = true;
    for (int k = 0; k < n; k++) {
        done = done && as_bleu_add(&w->bleu, found[k]->target.text, s[k].references,
                                   s[k].n_references, &w->err);
        as_translation_free(found[k]);
    }
    return done;
}

/* Every n-th batch, n being the workers of all ranks. */
static void translate_share(void *context, int number)
{
    job *j = context;
    worker *w = &j->workers[number];
    as_session *session = NULL;
    bool done = as_session_new(j->model, &session, &w->err);
    for (int from = (j->first + number) * BATCH; from < j->text->n && done;
         from += j->n_in_all * BATCH) {
        int left = j->text->n - from;
        done = translate_batch(j, session, from, left < BATCH ? left : BATCH, w);
    }
    as_session_free(session);
    w->failed = !done;
}

static void add_counts(as_bleu *sum, const as_bleu *part)
{
    for (int n = 0; n < AS_BLEU_ORDER; n++) {
        sum->matches[n] += part->matches[n];
        sum->totals[n] += part->totals[n];
    }
    sum->hypothesis_length += part->hypothesis_length;
    sum->reference_length += part->reference_length;
}

/* The counts of all workers of this rank; fails as its first failing one did. */
static bool collect(const job *j, int n_workers, as_bleu *sum, as_error *err)
{
    for (int k = 0; k < n_workers; k++) {
        if (j->workers[k].failed)
            return as_fail(err, j->workers[k].err.status, "%s", j->workers[k].err.message);
        add_counts(sum, &j->workers[k].bleu);
    }
    return true;
}

/* *sum of one rank becomes that of all. */
static bool sum_ranks(const as_comm *comm, bool done, as_bleu *sum, as_error *err)
{
    if (!as_comm_agree(comm, done, err))
        return false;
    if (!comm)
        return true;
    as_bleu mine = *sum, *all = comm->records;
    _Static_assert(sizeof mine <= AS_COMM_RECORD, "a record must hold the counts");
    if (!comm->gather(comm->context, &mine, sizeof mine, all, err))
        return false;
    *sum = (as_bleu){.tokenizer = mine.tokenizer};
    for (int r = 0; r < comm->n; r++)
        add_counts(sum, &all[r]);
    return true;
}

bool as_valid_bleu(const as_valid_text *text, const as_config *config, const as_params *params,
                   as_pool *pool, const as_comm *comm, double *out, as_error *err)
{
    /* What the decoder looks at of a model; the rest is for files and people. */
    const as_model model = {
        .config = *config, .params = *params, .source = text->source, .target = text->target};
    int n_workers = as_pool_size(pool);
    as_bleu sum = {.tokenizer = text->words};
    job *j = as_alloc(1, sizeof *j);
    bool done = j != NULL || as_fail_memory(err, "translating the valid text");
    if (done) {
        j->text = text;
        j->model = &model;
        j->first = as_comm_rank(comm) * n_workers;
        j->n_in_all = as_comm_size(comm) * n_workers;
        for (int k = 0; k < n_workers; k++)
            j->workers[k].bleu.tokenizer = text->words;
        as_pool_run(pool, translate_share, j);
        done = collect(j, n_workers, &sum, err);
    }
    free(j);
    if (!sum_ranks(comm, done, &sum, err))
        return as_fail_in(err, "valid text");
    *out = as_bleu_score(&sum);
    return true;
}
