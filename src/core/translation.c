#include "core/translation.h"

#include "core/measures.h"

#include <stdlib.h>
#include <string.h>

const char *as_stop_name(as_stop stop)
{
    static const char *const names[] = {
        [AS_STOP_EOS] = "eos",
        [AS_STOP_LIMIT] = "limit",
        [AS_STOP_CANCELLED] = "cancelled",
    };
    return names[stop];
}

void as_translation_free(as_translation *translation)
{
    if (!translation)
        return;
    as_sentence_finish(&translation->source);
    as_sentence_finish(&translation->target);
    free(translation->alpha);
    free(translation->energy);
    free(translation->logp);
    free(translation->forced);
    free(translation->candidates);
    free(translation->h);
    free(translation->s);
    free(translation->c);
    free(translation);
}

static bool arrays_alloc(as_translation *made, const as_search *search, int T, int S)
{
    const as_config *config = &search->model->config;
    size_t rows = (size_t)T, D = (size_t)config->D, H2 = 2 * (size_t)config->H;
    size_t n_candidates = (size_t)search->records.n_candidates;
    if (!(made->alpha = as_alloc(rows, (size_t)S * sizeof(float))) ||
        !(made->energy = as_alloc(rows, (size_t)S * sizeof(float))) ||
        !(made->logp = as_alloc(rows, sizeof(float))) ||
        !(made->forced = as_alloc(rows, sizeof(bool))) ||
        !(made->candidates = as_alloc(rows, n_candidates * sizeof(as_candidate))))
        return false;
    if (!search->options->keep_states)
        return true;
    return (made->h = as_alloc((size_t)S, H2 * sizeof(float))) &&
           (made->s = as_alloc(rows + 1, D * sizeof(float))) &&
           (made->c = as_alloc(rows, H2 * sizeof(float)));
}

/* Row t of the matrices, from its record. */
static void copy_row(as_translation *made, const as_search *search, int t, int S, int record)
{
    const as_records *records = &search->records;
    const as_config *config = &search->model->config;
    size_t at = (size_t)record, row = (size_t)t, n = (size_t)records->n_candidates;
    size_t D = (size_t)config->D, H2 = 2 * (size_t)config->H, padded = (size_t)search->source.S;
    memcpy(made->alpha + row * (size_t)S, records->alpha + at * padded, (size_t)S * sizeof(float));
    memcpy(made->energy + row * (size_t)S, records->e + at * padded, (size_t)S * sizeof(float));
    memcpy(made->candidates + row * n, records->candidates + at * n, n * sizeof(as_candidate));
    if (made->s) {
        memcpy(made->s + (row + 1) * D, records->s + at * D, D * sizeof(float));
        memcpy(made->c + row * H2, records->c + at * H2, H2 * sizeof(float));
    }
}

/* Walks the path back to the start; ids [T]. */
static void copy_rows(as_translation *made, const as_search *search, int b, const as_path *path,
                      int S, int *ids)
{
    const as_records *records = &search->records;
    int record = path->record, token = path->token;
    float logp = path->logp;
    for (int t = path->length - 1; t >= 0; t--) {
        ids[t] = token;
        made->logp[t] = logp;
        made->forced[t] = t < search->sentences[b].job->n_forced;
        copy_row(made, search, t, S, record);
        token = records->token[record];
        logp = records->logp[record];
        record = records->parent[record];
    }
    if (!made->s)
        return;
    const as_encoded *source = &search->source;
    size_t D = (size_t)search->model->config.D, H2 = 2 * (size_t)search->model->config.H;
    memcpy(made->s, source->s_0 + (size_t)b * D, D * sizeof(float));
    memcpy(made->h, source->h + (size_t)b * (size_t)source->S * H2, (size_t)S * H2 * sizeof(float));
}

/* The piece of the word that row t attends to most, or NULL when it attends to none. */
static const char *attended_piece(const as_translation *made, int t)
{
    int S = made->source.n, best = -1;
    const float *alpha = made->alpha + (size_t)t * (size_t)S;
    for (int i = 0; i < S; i++)
        if (!made->source.tokens[i].special && (best < 0 || alpha[i] > alpha[best]))
            best = i;
    return made->no_attention || best < 0 ? NULL : made->source.tokens[best].piece;
}

static bool make_target(as_translation *made, const as_search *search, const int *ids, int T,
                        as_error *err)
{
    const as_tokenizer *tokenizer = &search->model->target;
    const as_decode_options *options = search->options;
    const char *const *given = options->prefix_unknown;
    if (!options->replace_unknown && !given)
        return as_detokenize(tokenizer, ids, T, NULL, &made->target, err);
    const char **unknown = as_alloc((size_t)T, sizeof *unknown);
    if (!unknown)
        return as_fail_memory(err, "the translation");
    for (int t = 0; t < T; t++) {
        if (ids[t] != AS_UNK)
            continue;
        unknown[t] = given && t < options->n_prefix ? given[t] : NULL;
        if (!unknown[t] && options->replace_unknown)
            unknown[t] = attended_piece(made, t);
    }
    bool ok = as_detokenize(tokenizer, ids, T, unknown, &made->target, err);
    free(unknown);
    return ok;
}

static bool fill(as_translation *made, const as_search *search, int b, const as_path *path,
                 as_sentence *target, as_error *err)
{
    int T = path->length, S = made->source.n;
    int *ids = as_alloc((size_t)T, sizeof *ids);
    bool ok = ids && arrays_alloc(made, search, T, S);
    if (!ok) {
        as_fail_memory(err, "the translation");
    } else {
        copy_rows(made, search, b, path, S, ids);
        if (target) {
            made->target = *target;
            *target = (as_sentence){0};
        } else {
            ok = make_target(made, search, ids, T, err);
        }
    }
    free(ids);
    return ok;
}

bool as_translation_new(const as_search *search, int b, const as_path *path, as_sentence *source,
                        as_sentence *target, as_translation **out, as_error *err)
{
    as_translation *made = as_alloc(1, sizeof *made);
    if (!made) {
        as_sentence_finish(source);
        return as_fail_memory(err, "the translation");
    }
    made->source = *source;
    *source = (as_sentence){0};
    made->no_attention = !as_config_attends(&search->model->config);
    made->n_candidates = search->records.n_candidates;
    made->total_logp = path->total;
    made->score = path->score;
    made->temperature = search->options->temperature;
    made->stopped = path->token == AS_EOS ? AS_STOP_EOS : AS_STOP_LIMIT;
    if (!fill(made, search, b, path, target, err)) {
        as_translation_free(made);
        return false;
    }
    *out = made;
    return true;
}
