#include "train/word_align.h"

#include "train/hmm.h"
#include "train/lexicon.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What one worker has of its own. */
typedef struct worker {
    float *counts, *counts_null; /* expected, laid out like the lexicon */
    double jump_counts[AS_HMM_JUMPS];
    as_hmm_scratch *scratch;
    size_t *at;                             /* [T x S] where t(f_j|e_i) stands */
    float *t, *t_null, *gamma, *gamma_null; /* of one pair */
    double log_likelihood;
    size_t n_words;
} worker;

typedef struct run {
    const as_word_text *e, *f;
    const as_word_align_options *options;
    as_lexicon lexicon;
    as_hmm hmm;
    worker *workers;
    int n_workers;
    bool with_hmm; /* of this round */
    int *links;    /* the last pass writes them; NULL before */
} run;

static bool cancelled(const run *r)
{
    return r->options->cancel && atomic_load_explicit(r->options->cancel, memory_order_relaxed);
}

static bool worker_init(worker *w, const as_lexicon *lexicon)
{
    size_t cells = (size_t)AS_HMM_LENGTH * AS_HMM_LENGTH;
    w->counts = as_alloc(lexicon->from[lexicon->n_e], sizeof *w->counts);
    w->counts_null = as_alloc((size_t)lexicon->n_f, sizeof *w->counts_null);
    w->scratch = as_hmm_scratch_new();
    w->at = as_alloc(cells, sizeof *w->at);
    w->t = as_alloc(cells, sizeof *w->t);
    w->gamma = as_alloc(cells, sizeof *w->gamma);
    w->t_null = as_alloc(AS_HMM_LENGTH, sizeof *w->t_null);
    w->gamma_null = as_alloc(AS_HMM_LENGTH, sizeof *w->gamma_null);
    return w->counts && w->counts_null && w->scratch && w->at && w->t && w->gamma && w->t_null &&
           w->gamma_null;
}

static void worker_finish(worker *w)
{
    free(w->counts);
    free(w->counts_null);
    as_hmm_scratch_free(w->scratch);
    free(w->at);
    free(w->t);
    free(w->gamma);
    free(w->t_null);
    free(w->gamma_null);
}

/* The probabilities of pair k, looked up once. */
static as_alignment_task look_up(const run *r, worker *w, int k)
{
    const int *e = r->e->ids + r->e->from[k], *f = r->f->ids + r->f->from[k];
    int S = as_word_text_length(r->e, k), T = as_word_text_length(r->f, k);
    for (int j = 0; j < T; j++) {
        size_t row = (size_t)j * (size_t)S;
        for (int i = 0; i < S; i++) {
            w->at[row + (size_t)i] = as_lexicon_lookup(&r->lexicon, e[i], f[j]);
            w->t[row + (size_t)i] = r->lexicon.t[w->at[row + (size_t)i]];
        }
        w->t_null[j] = r->lexicon.t_null[f[j]];
    }
    return (as_alignment_task){S, T, w->t, w->t_null, w->gamma, w->gamma_null};
}

static void add_counts(const run *r, worker *w, int k, const as_alignment_task *task)
{
    const int *f = r->f->ids + r->f->from[k];
    for (size_t cell = 0; cell < (size_t)task->S * (size_t)task->T; cell++)
        w->counts[w->at[cell]] += task->gamma[cell];
    for (int j = 0; j < task->T; j++)
        w->counts_null[f[j]] += task->gamma_null[j];
}

/* a_j = argmax of the posteriors, the first one of equals; -1 where NULL has the most. */
static void write_links(const as_alignment_task *task, int *links)
{
    for (int j = 0; j < task->T; j++) {
        const float *gamma = task->gamma + (size_t)j * (size_t)task->S;
        float best = task->gamma_null[j];
        links[j] = -1;
        for (int i = 0; i < task->S; i++)
            if (gamma[i] > best) {
                best = gamma[i];
                links[j] = i;
            }
    }
}

static bool is_used(const run *r, int k)
{
    int S = as_word_text_length(r->e, k), T = as_word_text_length(r->f, k);
    return S >= 1 && T >= 1 && S <= AS_HMM_LENGTH && T <= AS_HMM_LENGTH;
}

/* One worker's share of the corpus: expected counts, or the links. */
static void expect(void *context, int number)
{
    run *r = context;
    worker *w = &r->workers[number];
    memset(w->counts, 0, r->lexicon.from[r->lexicon.n_e] * sizeof *w->counts);
    memset(w->counts_null, 0, (size_t)r->lexicon.n_f * sizeof *w->counts_null);
    memset(w->jump_counts, 0, sizeof w->jump_counts);
    w->log_likelihood = 0;
    w->n_words = 0;
    for (int k = number; k < r->e->n && !cancelled(r); k += r->n_workers) {
        if (!is_used(r, k))
            continue;
        as_alignment_task task = look_up(r, w, k);
        w->log_likelihood += r->with_hmm
                                 ? as_hmm_posteriors(w->scratch, &r->hmm, &task, w->jump_counts)
                                 : as_model_1_posteriors(&task);
        w->n_words += (size_t)task.T;
        if (r->links)
            write_links(&task, r->links + r->f->from[k]);
        else
            add_counts(r, w, k, &task);
    }
}

/* The sums of all workers, in worker 0. */
static void sum_workers(run *r)
{
    worker *sum = &r->workers[0];
    for (int n = 1; n < r->n_workers; n++) {
        const worker *w = &r->workers[n];
        for (size_t k = 0; k < r->lexicon.from[r->lexicon.n_e]; k++)
            sum->counts[k] += w->counts[k];
        for (int k = 0; k < r->lexicon.n_f; k++)
            sum->counts_null[k] += w->counts_null[k];
        for (int k = 0; k < AS_HMM_JUMPS; k++)
            sum->jump_counts[k] += w->jump_counts[k];
        sum->log_likelihood += w->log_likelihood;
        sum->n_words += w->n_words;
    }
}

static bool learn(run *r, as_pool *pool, as_error *err)
{
    int total = r->options->n_model_1 + r->options->n_hmm;
    as_hmm_init(&r->hmm);
    for (int round = 0; round < total; round++) {
        r->with_hmm = round >= r->options->n_model_1;
        as_pool_run(pool, expect, r);
        if (cancelled(r))
            return as_fail(err, AS_ERR_CANCELLED, "word alignment was cancelled");
        sum_workers(r);
        const worker *sum = &r->workers[0];
        as_lexicon_normalize(&r->lexicon, sum->counts, sum->counts_null);
        if (r->with_hmm)
            as_hmm_update(&r->hmm, sum->jump_counts);
        if (r->options->report)
            r->options->report(r->options->context, round + 1, total,
                               sum->n_words ? exp(-sum->log_likelihood / (double)sum->n_words) : 0);
    }
    return true;
}

static bool find_links(run *r, as_pool *pool, int **out, as_error *err)
{
    size_t n = r->f->from[r->f->n];
    int *links = as_alloc(n, sizeof *links);
    if (!links)
        return as_fail_memory(err, "the links of a corpus");
    for (size_t k = 0; k < n; k++)
        links[k] = -1;
    r->links = links;
    as_pool_run(pool, expect, r);
    if (cancelled(r)) {
        free(links);
        return as_fail(err, AS_ERR_CANCELLED, "word alignment was cancelled");
    }
    *out = links;
    return true;
}

bool as_word_align(const as_word_text *e, const as_word_text *f, as_pool *pool,
                   const as_word_align_options *options, int **out, as_error *err)
{
    assert(e->n == f->n);
    run r = {.e = e, .f = f, .options = options, .n_workers = as_pool_size(pool)};
    bool done = as_lexicon_init(&r.lexicon, e, f, AS_HMM_LENGTH, err);
    if (done) {
        r.workers = as_alloc((size_t)r.n_workers, sizeof *r.workers);
        done = r.workers != NULL;
        for (int n = 0; done && n < r.n_workers; n++)
            done = worker_init(&r.workers[n], &r.lexicon);
        if (!done)
            as_fail_memory(err, "word alignment");
    }
    done = done && learn(&r, pool, err) && find_links(&r, pool, out, err);
    for (int n = 0; r.workers && n < r.n_workers; n++)
        worker_finish(&r.workers[n]);
    free(r.workers);
    as_lexicon_finish(&r.lexicon);
    return done;
}
