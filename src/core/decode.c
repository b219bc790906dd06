#include "core/decode.h"

#include "core/beam_tree_build.h"
#include "core/search.h"
#include "core/translation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows (sentences times beam) that as_translate_batch decodes in lockstep: enough that reading the
 * weights does not count, few enough that a step's activations stay in the cache. Fewer when the
 * sentences are so long that alpha of all their steps would not fit into this many floats. */
enum { ROWS_IN_LOCKSTEP = 64, ALPHA_IN_LOCKSTEP = 1 << 25 };

struct as_session {
    const as_model *model;
    const as_kernels *kernels;
    as_arena arena;
};

bool as_session_new(const as_model *model, as_session **out, as_error *err)
{
    as_session *session = as_alloc(1, sizeof *session);
    if (!session)
        return as_fail_memory(err, "the session");
    session->model = model;
    session->kernels = as_kernels_best();
    *out = session;
    return true;
}

void as_session_free(as_session *session)
{
    if (!session)
        return;
    as_arena_finish(&session->arena);
    free(session);
}

as_decode_options as_decode_defaults(void)
{
    return (as_decode_options){.beam = 1,
                               .n_best = 1,
                               .min_length = 1,
                               .length_alpha = 1.0,
                               .n_candidates = 10,
                               .temperature = 1.0};
}

/* ---- Arguments --------------------------------------------------------------------------- */

static bool check_range(const char *name, int value, int min, int max, as_error *err)
{
    if (value < min || value > max)
        return as_fail(err, AS_ERR_ARGUMENT, "%s is %d, expected %d to %d", name, value, min, max);
    return true;
}

static bool check_prefix(const as_decode_options *options, int Vy, as_error *err)
{
    if (!check_range("the length of the prefix", options->n_prefix, 0,
                     options->max_length > 0 ? options->max_length : AS_MAX_TARGET, err))
        return false;
    for (int t = 0; t < options->n_prefix; t++) {
        int id = options->prefix[t];
        bool ends_early = id == AS_EOS && t < options->n_prefix - 1;
        if (id < 0 || id >= Vy || id == AS_PAD || id == AS_BOS || ends_early)
            return as_fail(err, AS_ERR_ARGUMENT,
                           "token %d of the prefix is %d, which cannot stand there", t, id);
    }
    return true;
}

static bool check_options(const as_decode_options *options, int Vy, as_error *err)
{
    if (!check_range("beam", options->beam, 1, AS_MAX_BEAM, err) ||
        !check_range("n_best", options->n_best, 1, options->beam, err) ||
        !check_range("max_length", options->max_length, 0, AS_MAX_TARGET, err) ||
        !check_range("min_length", options->min_length, 0, AS_MAX_TARGET, err) ||
        !check_range("n_candidates", options->n_candidates, 0, AS_MAX_CANDIDATES, err))
        return false;
    if (!(options->length_alpha >= 0 && isfinite(options->length_alpha)))
        return as_fail(err, AS_ERR_ARGUMENT, "length_alpha is %g, expected a number from 0",
                       options->length_alpha);
    if (!(options->temperature >= AS_MIN_TEMPERATURE && options->temperature <= AS_MAX_TEMPERATURE))
        return as_fail(err, AS_ERR_ARGUMENT, "temperature is %g, expected %g to %g",
                       options->temperature, AS_MIN_TEMPERATURE, AS_MAX_TEMPERATURE);
    return check_prefix(options, Vy, err);
}

static bool tokenize_source(const as_session *session, const char *text, size_t len,
                            as_sentence *out, as_error *err)
{
    as_sentence sentence;
    if (!as_tokenize(&session->model->source, text, len, &sentence, err))
        return false;
    if (sentence.n > AS_MAX_SOURCE) {
        as_fail(err, AS_ERR_LIMIT, "the sentence has %d tokens, at most %d are accepted",
                sentence.n, AS_MAX_SOURCE);
        as_sentence_finish(&sentence);
        return false;
    }
    *out = sentence;
    return true;
}

/* The ids of a sentence, in the session's arena; NULL when memory is short. */
static int *ids_of(as_session *session, const as_sentence *sentence)
{
    int *ids = as_arena_alloc(&session->arena, (size_t)sentence->n, sizeof *ids);
    for (int k = 0; ids && k < sentence->n; k++)
        ids[k] = sentence->tokens[k].id;
    return ids;
}

/* Target tokens at most, for a source of S. */
static int length_limit(const as_search_rules *rules, const as_decode_options *options, int S)
{
    int limit = options->max_length;
    if (limit == 0 && (rules->length_percent > 0 || rules->length_extra > 0))
        limit = S * rules->length_percent / 100 + rules->length_extra;
    else if (limit == 0)
        limit = 2 * S + 20;
    limit = limit < 1 ? 1 : limit > AS_MAX_TARGET ? AS_MAX_TARGET : limit;
    return limit > options->n_prefix ? limit : options->n_prefix;
}

/* Tokens before a </s> that is chosen: none where the source has no words either, and none where
 * the model's toolkit asks for none and the caller for no more than usual. */
static int least_length(const as_model *model, const as_decode_options *options,
                        const as_sentence *source)
{
    bool usual = options->min_length <= as_decode_defaults().min_length;
    if (source->n_words == 0 || (usual && model->config.rules.may_be_empty))
        return 0;
    return options->min_length;
}

static bool make_job(as_session *session, const as_sentence *source,
                     const as_decode_options *options, as_search_job *out, as_error *err)
{
    const int *ids = ids_of(session, source);
    if (!ids)
        return as_fail_memory(err, "the sentence");
    *out = (as_search_job){
        .source = ids,
        .S = source->n,
        .forced = options->prefix,
        .n_forced = options->n_prefix,
        .min_length = least_length(session->model, options, source),
        .max_length = length_limit(&session->model->config.rules, options, source->n),
    };
    return true;
}

/* ---- One sentence ------------------------------------------------------------------------ */

static bool is_new(as_translation *const *out, int n, const as_translation *candidate)
{
    for (int k = 0; k < n; k++)
        if (out[k]->target.text_len == candidate->target.text_len &&
            memcmp(out[k]->target.text, candidate->target.text, candidate->target.text_len) == 0)
            return false;
    return true;
}

/* The best n_best paths whose texts differ. On failure out holds *n_out translations. */
static bool collect(as_session *session, const as_search *search, const char *source, size_t len,
                    as_translation **out, int *n_out, as_error *err)
{
    const as_sentence_search *found = &search->sentences[0];
    for (int k = 0; k < found->n_ended && *n_out < search->options->n_best; k++) {
        as_sentence sentence;
        as_translation *made;
        if (!tokenize_source(session, source, len, &sentence, err) ||
            !as_translation_new(search, 0, &found->ended[k], &sentence, NULL, &made, err))
            return false;
        if (is_new(out, *n_out, made))
            out[(*n_out)++] = made;
        else
            as_translation_free(made);
    }
    return true;
}

static void free_all(as_translation **out, int n)
{
    for (int k = 0; k < n; k++) {
        as_translation_free(out[k]);
        out[k] = NULL;
    }
}

/* tree: NULL: it is not wanted. */
static bool translate(as_session *session, const char *source, size_t len,
                      const as_decode_options *options, as_translation **out, int *n_out,
                      as_beam_tree **tree, as_error *err)
{
    *n_out = 0;
    as_sentence sentence;
    if (!check_options(options, session->model->config.Vy, err) ||
        !tokenize_source(session, source, len, &sentence, err))
        return false;
    as_arena_reset(&session->arena);
    as_search_job job;
    as_search search;
    bool ok = make_job(session, &sentence, options, &job, err) &&
              as_search_run(&search, session->model, session->kernels, &job, 1, options,
                            &session->arena, err);
    as_sentence_finish(&sentence);
    int n = 0;
    if (!ok || !collect(session, &search, source, len, out, &n, err) ||
        (tree && !as_beam_tree_new(&search, tree, err))) {
        free_all(out, n);
        return false;
    }
    *n_out = n;
    return true;
}

bool as_translate(as_session *session, const char *source, size_t len,
                  const as_decode_options *options, as_translation **out, int *n_out, as_error *err)
{
    return translate(session, source, len, options, out, n_out, NULL, err);
}

bool as_translate_tree(as_session *session, const char *source, size_t len,
                       const as_decode_options *options, as_translation **out,
                       as_beam_tree **tree, as_error *err)
{
    as_decode_options one = *options;
    as_translation *made[1];
    int n;
    one.n_best = 1;
    if (!translate(session, source, len, &one, made, &n, tree, err))
        return false;
    *out = made[0];
    return true;
}

static bool align_ids(as_session *session, as_sentence *source, as_sentence *target,
                      const as_decode_options *options, as_translation **out, as_error *err)
{
    if (target->n > AS_MAX_TARGET)
        return as_fail(err, AS_ERR_LIMIT, "the target has %d tokens, at most %d are accepted",
                       target->n, AS_MAX_TARGET);
    as_arena_reset(&session->arena);
    int *forced = ids_of(session, target);
    if (!forced)
        return as_fail_memory(err, "the sentence");
    as_decode_options along = *options;
    along.beam = along.n_best = 1;
    along.max_length = along.n_prefix = target->n;
    along.prefix = forced;
    as_search_job job;
    as_search search;
    return check_options(&along, session->model->config.Vy, err) &&
           make_job(session, source, &along, &job, err) &&
           as_search_run(&search, session->model, session->kernels, &job, 1, &along,
                         &session->arena, err) &&
           as_translation_new(&search, 0, &search.sentences[0].ended[0], source, target, out, err);
}

bool as_align(as_session *session, const char *source, size_t source_len, const char *target,
              size_t target_len, const as_decode_options *options, as_translation **out,
              as_error *err)
{
    as_sentence from = {0}, to = {0};
    bool ok = tokenize_source(session, source, source_len, &from, err) &&
              as_tokenize(&session->model->target, target, target_len, &to, err) &&
              align_ids(session, &from, &to, options, out, err);
    as_sentence_finish(&from);
    as_sentence_finish(&to);
    return ok;
}

bool as_align_tokens(as_session *session, const char *source, size_t source_len, const int *ids,
                     int n, const char *const *unknown, const as_decode_options *options,
                     as_translation **out, as_error *err)
{
    as_decode_options along = *options;
    along.beam = along.n_best = 1;
    along.max_length = along.n_prefix = n;
    along.prefix = ids;
    along.prefix_unknown = unknown;
    along.replace_unknown = false;
    return as_translate_tree(session, source, source_len, &along, out, NULL, err);
}

/* ---- Many sentences ---------------------------------------------------------------------- */

typedef struct batch_item {
    as_sentence sentence;
    int index; /* of the caller's */
} batch_item;

static int by_length(const void *a, const void *b)
{
    const batch_item *x = a, *y = b;
    if (x->sentence.n != y->sentence.n)
        return x->sentence.n < y->sentence.n ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

/* How many of items [n], sorted by length, to decode in lockstep. */
static int lockstep(const as_search_rules *rules, const batch_item *items, int n,
                    const as_decode_options *options)
{
    int count = 1;
    while (count < n && (count + 1) * options->beam <= ROWS_IN_LOCKSTEP) {
        int S = items[count].sentence.n; /* the longest so far */
        double rows = (double)(count + 1) * options->beam;
        if (rows * length_limit(rules, options, S) * S > ALPHA_IN_LOCKSTEP)
            break;
        count++;
    }
    return count;
}

/* Decodes items[0 … n) in lockstep. */
static bool translate_items(as_session *session, batch_item *items, int n,
                            const as_decode_options *options, as_translation **out, as_error *err)
{
    as_arena_reset(&session->arena);
    as_search_job *jobs = as_arena_alloc(&session->arena, (size_t)n, sizeof *jobs);
    if (!jobs)
        return as_fail_memory(err, "the batch");
    for (int k = 0; k < n; k++)
        if (!make_job(session, &items[k].sentence, options, &jobs[k], err))
            return false;
    as_search search;
    if (!as_search_run(&search, session->model, session->kernels, jobs, n, options, &session->arena,
                       err))
        return false;
    for (int k = 0; k < n; k++)
        if (!as_translation_new(&search, k, &search.sentences[k].ended[0], &items[k].sentence, NULL,
                                &out[items[k].index], err))
            return false;
    return true;
}

static bool translate_all(as_session *session, batch_item *items, const char *const *sources,
                          const size_t *lens, int n, const as_decode_options *options,
                          as_translation **out, as_error *err)
{
    for (int k = 0; k < n; k++) {
        items[k].index = k;
        if (!tokenize_source(session, sources[k], lens[k], &items[k].sentence, err))
            return as_fail_in(err, "sentence %d", k);
    }
    qsort(items, (size_t)n, sizeof *items, by_length);
    for (int k = 0, at_once; k < n; k += at_once) {
        at_once = lockstep(&session->model->config.rules, items + k, n - k, options);
        if (!translate_items(session, items + k, at_once, options, out, err))
            return false;
    }
    return true;
}

bool as_translate_batch(as_session *session, const char *const *sources, const size_t *lens, int n,
                        const as_decode_options *options, as_translation **out, as_error *err)
{
    for (int k = 0; k < n; k++)
        out[k] = NULL;
    as_decode_options one = *options;
    one.n_best = 1;
    if (!check_options(&one, session->model->config.Vy, err))
        return false;
    batch_item *items = as_alloc((size_t)n, sizeof *items);
    if (!items)
        return as_fail_memory(err, "the batch");
    bool ok = translate_all(session, items, sources, lens, n, &one, out, err);
    for (int k = 0; k < n; k++)
        as_sentence_finish(&items[k].sentence);
    free(items);
    if (!ok)
        free_all(out, n);
    return ok;
}
