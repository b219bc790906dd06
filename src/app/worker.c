#include "app/worker.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "interop/open.h"

/* Results hold on to a model at two places at most (waiting, and taken by the window), so one slot
 * is always free for the next. */
enum { N_CACHED = 3 };

typedef struct job {
    uint64_t generation;
    char *model_path, *text; /* owned; text NULL: only load */
    unsigned model_version;
    size_t text_len;
    int beam;
    double temperature;
    int *prefix_ids; /* owned, like all that follows */
    char **prefix_unknown;
    char *prefix_text, *target;
    as_prefix prefix; /* of those above */
    bool exactly;
    size_t target_len;
    as_prefix_tokens target_tokens; /* owned; n 0: not known */
    uint64_t target_tokenizer;      /* whose they are */
} job;

/* Changed under the mutex, and but for `users` by the worker's thread alone, which may read it
 * without. last_use is that thread's own. */
typedef struct cached {
    char *path;
    unsigned version;
    as_model *model;
    as_session *session;
    uint64_t target_tokenizer; /* its fingerprint */
    uint64_t last_use;
    int users;
} cached;

struct as_worker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    void (*ready)(void *context);
    void *context;
    atomic_bool cancel; /* of the job that runs; raised and lowered under the mutex */
    /* guarded by the mutex */
    bool quit, has_pending, has_done;
    job pending;
    as_worker_result done;
    cached cache[N_CACHED];
    uint64_t clock; /* of last_use; the worker's thread's own */
};

static void job_finish(job *j)
{
    free(j->model_path);
    free(j->text);
    free(j->prefix_ids);
    as_pieces_free(j->prefix_unknown, j->prefix.n_ids);
    free(j->prefix_text);
    free(j->target);
    as_prefix_tokens_finish(&j->target_tokens);
    *j = (job){0};
}

/* ---- models, on the worker's thread ---- */

static void cached_finish(cached *c)
{
    as_session_free(c->session);
    as_model_free(c->model);
    free(c->path);
    *c = (cached){0};
}

static cached *lookup_cached(as_worker *w, const job *j)
{
    for (int i = 0; i < N_CACHED; i++) {
        cached *c = &w->cache[i];
        if (c->path != NULL && strcmp(c->path, j->model_path) == 0 &&
            c->version == j->model_version)
            return c;
    }
    return NULL;
}

/* Puts a model in place of the longest unused of those that no result holds. */
static cached *install(as_worker *w, const cached *fresh)
{
    pthread_mutex_lock(&w->mutex);
    cached *slot = NULL;
    for (int i = 0; i < N_CACHED; i++) {
        cached *c = &w->cache[i];
        if (c->users == 0 && (slot == NULL || c->last_use < slot->last_use))
            slot = c;
    }
    assert(slot != NULL);
    cached old = *slot;
    *slot = *fresh;
    pthread_mutex_unlock(&w->mutex);
    cached_finish(&old);
    return slot;
}

static cached *load(as_worker *w, const job *j, as_error *err)
{
    cached *c = lookup_cached(w, j);
    if (c == NULL) {
        cached fresh = {.path = strdup(j->model_path), .version = j->model_version};
        if (fresh.path == NULL) {
            as_fail_memory(err, "model path");
            return NULL;
        }
        if (!as_open_model(j->model_path, &fresh.model, err) ||
            !as_session_new(fresh.model, &fresh.session, err)) {
            cached_finish(&fresh);
            return NULL;
        }
        fresh.target_tokenizer = as_tokenizer_fingerprint(&fresh.model->target);
        c = install(w, &fresh);
    }
    c->last_use = ++w->clock;
    return c;
}

/* ---- one job ---- */

static bool translate(as_session *session, const as_model *model, const job *j,
                      as_decode_options *options, as_worker_result *r)
{
    as_prefix_tokens prefix;
    if (!as_prefix_tokens_init(&prefix, &model->target, &j->prefix, &r->error))
        return false;
    as_prefix_force(&prefix, options);
    if (j->exactly)
        options->max_length = options->n_prefix;
    bool ok = as_translate_tree(session, j->text, j->text_len, options, &r->translation, &r->tree,
                                &r->error);
    as_prefix_tokens_finish(&prefix);
    return ok;
}

/* Along the very tokens of the target where they are the model's too, else along its text. */
static bool align(const cached *c, const job *j, const as_decode_options *options,
                  as_worker_result *r)
{
    const as_prefix_tokens *tokens = &j->target_tokens;
    if (tokens->n > 0 && c->target_tokenizer == j->target_tokenizer)
        return as_align_tokens(c->session, j->text, j->text_len, tokens->ids, tokens->n,
                               (const char *const *)tokens->unknown, options, &r->translation,
                               &r->error);
    return as_align(c->session, j->text, j->text_len, j->target, j->target_len, options,
                    &r->translation, &r->error);
}

/* Translates, or aligns the target that was given; false: see the result's error. */
static bool decode(const cached *c, const job *j, const atomic_bool *cancel, as_worker_result *r)
{
    as_decode_options options = as_decode_defaults();
    options.beam = j->beam;
    options.temperature = j->temperature;
    options.keep_states = true; /* for the trace */
    options.cancel = cancel;
    return j->target ? align(c, j, &options, r) : translate(c->session, c->model, j, &options, r);
}

static void drop_translation(as_worker_result *r)
{
    as_translation_free(r->translation);
    as_trace_free(r->trace);
    as_beam_tree_free(r->tree);
    r->translation = NULL;
    r->trace = NULL;
    r->tree = NULL;
}

/* The result's model is not held yet: `used` tells whose it is. */
static as_worker_result run(as_worker *w, const job *j, cached **used)
{
    as_worker_result r = {.generation = j->generation};
    *used = load(w, j, &r.error);
    if (*used == NULL || j->text == NULL)
        return r;
    r.model = (*used)->model;
    r.target_tokenizer = (*used)->target_tokenizer;
    double start = as_clock_ms();
    bool ok = decode(*used, j, &w->cancel, &r);
    r.decode_ms = as_clock_ms() - start;
    if (!ok || !as_trace_new(r.model, r.translation, &r.trace, &r.error))
        drop_translation(&r);
    return r;
}

/* Both under the mutex. */
static void release_model(as_worker *w, const as_model *model)
{
    for (int i = 0; model != NULL && i < N_CACHED; i++) {
        if (w->cache[i].model == model)
            w->cache[i].users--;
    }
}

static void drop_done(as_worker *w)
{
    if (!w->has_done)
        return;
    drop_translation(&w->done);
    release_model(w, w->done.model);
    w->has_done = false;
}

/* True when there is something for `ready`. */
static bool publish(as_worker *w, as_worker_result *r, cached *used)
{
    pthread_mutex_lock(&w->mutex);
    bool overtaken = w->has_pending || w->quit;
    if (!overtaken) {
        drop_done(w);
        if (r->model != NULL)
            used->users++;
        w->done = *r;
        w->has_done = true;
    }
    pthread_mutex_unlock(&w->mutex);
    if (overtaken)
        drop_translation(r);
    return !overtaken;
}

static bool next_job(as_worker *w, job *out)
{
    pthread_mutex_lock(&w->mutex);
    while (!w->has_pending && !w->quit)
        pthread_cond_wait(&w->wake, &w->mutex);
    bool more = !w->quit;
    if (more) {
        *out = w->pending;
        w->pending = (job){0};
        w->has_pending = false;
        atomic_store(&w->cancel, false);
    }
    pthread_mutex_unlock(&w->mutex);
    return more;
}

static void *work(void *context)
{
    as_worker *w = context;
    job j;
    while (next_job(w, &j)) {
        cached *used;
        as_worker_result r = run(w, &j, &used);
        /* A model that does not load is told by the request that needs it. */
        if (j.text != NULL && publish(w, &r, used))
            w->ready(w->context);
        job_finish(&j);
    }
    return NULL;
}

/* ---- the window's side ---- */

bool as_worker_new(void (*ready)(void *context), void *context, as_worker **out, as_error *err)
{
    as_worker *w = calloc(1, sizeof *w);
    if (w == NULL)
        return as_fail_memory(err, "worker");
    w->ready = ready;
    w->context = context;
    atomic_init(&w->cancel, false);
    pthread_mutex_init(&w->mutex, NULL); /* cannot fail with default attributes on Linux */
    pthread_cond_init(&w->wake, NULL);
    int status = pthread_create(&w->thread, NULL, work, w);
    if (status != 0) {
        pthread_cond_destroy(&w->wake);
        pthread_mutex_destroy(&w->mutex);
        free(w);
        return as_fail(err, AS_ERR_SYSTEM, "worker thread: %s", strerror(status));
    }
    *out = w;
    return true;
}

void as_worker_free(as_worker *w)
{
    if (w == NULL)
        return;
    pthread_mutex_lock(&w->mutex);
    w->quit = true;
    atomic_store(&w->cancel, true);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    drop_done(w);
    job_finish(&w->pending);
    for (int i = 0; i < N_CACHED; i++)
        cached_finish(&w->cache[i]);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->mutex);
    free(w);
}

/* NULL for NULL; *ok is false when memory is short. */
static void *copied(const void *bytes, size_t n, bool *ok)
{
    if (bytes == NULL)
        return NULL;
    void *copy = malloc(n > 0 ? n : 1);
    if (copy != NULL && n > 0)
        memcpy(copy, bytes, n);
    *ok = *ok && copy != NULL;
    return copy;
}

static bool job_init(job *j, const as_worker_request *request)
{
    const as_prefix *prefix = &request->prefix;
    bool ok = true;
    *j = (job){.generation = request->generation,
               .model_version = request->model_version,
               .text_len = request->text_len,
               .beam = request->beam,
               .temperature = request->temperature,
               .prefix = *prefix,
               .exactly = request->exactly,
               .target_len = request->target_len,
               .target_tokenizer = request->target_tokenizer};
    j->model_path = copied(request->model_path, strlen(request->model_path) + 1, &ok);
    j->text = copied(request->text, request->text_len, &ok);
    j->prefix_ids = copied(prefix->ids, (size_t)prefix->n_ids * sizeof *prefix->ids, &ok);
    j->prefix_text = copied(prefix->text, prefix->text_len, &ok);
    j->target = copied(request->target, request->target_len, &ok);
    j->prefix_unknown = as_pieces_copy(prefix->unknown, prefix->n_ids);
    ok = ok && j->prefix_unknown != NULL;
    j->prefix.ids = j->prefix_ids;
    j->prefix.unknown = (const char *const *)j->prefix_unknown;
    j->prefix.text = j->prefix_text;
    ok = ok && (!request->target_tokens ||
                as_prefix_tokens_copy(&j->target_tokens, request->target_tokens, NULL));
    if (ok)
        return true;
    job_finish(j);
    return false;
}

bool as_worker_submit(as_worker *w, const as_worker_request *request, as_error *err)
{
    job j;
    if (!job_init(&j, request))
        return as_fail_memory(err, "request");
    pthread_mutex_lock(&w->mutex);
    job_finish(&w->pending);
    w->pending = j;
    w->has_pending = true;
    atomic_store(&w->cancel, true);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->mutex);
    return true;
}

bool as_worker_take(as_worker *w, as_worker_result *out)
{
    pthread_mutex_lock(&w->mutex);
    bool taken = w->has_done;
    if (taken)
        *out = w->done;
    w->has_done = false;
    pthread_mutex_unlock(&w->mutex);
    return taken;
}

void as_worker_result_finish(as_worker *w, as_worker_result *result)
{
    drop_translation(result);
    pthread_mutex_lock(&w->mutex);
    release_model(w, result->model);
    pthread_mutex_unlock(&w->mutex);
    *result = (as_worker_result){0};
}
