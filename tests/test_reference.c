/* The decoder against an independent implementation (tests/reference), through the public API.
 *
 * The reference computes in float64 from the weights as the file rounds them, so a BF16 or F16 file
 * is held to the same tolerance as an F32 one. float32 carries 6e-8 a step; sums of up to a hundred
 * terms through at most twenty recurrent steps leave about 1e-6, hence:
 *   values 1e-5, relative to the element or its tensor's root mean square;
 *   scores of beam search 1e-4, absolute: sums of up to a dozen log-probabilities.
 * Fixtures are chosen so that no choice of the decoder hangs on less than 1e-4. */
#include "fixture.h"

#include "core/decode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VALUE_TOLERANCE 1e-5
#define SCORE_TOLERANCE 1e-4

enum { MAX_CASES = 64 };

typedef struct subject {
    json_t *fixture;
    as_model *model;
    as_session *session;
} subject;

static void subject_open(subject *s, const char *name)
{
    char file[128];
    snprintf(file, sizeof file, "%s.json", name);
    s->fixture = fixture_load(file);
    as_error err = { 0 };
    if (!as_model_load(fixture_path(fixture_string(s->fixture, "model")), &s->model, &err) ||
        !as_session_new(s->model, &s->session, &err))
        fail_msg("%s", err.message);
}

static void subject_close(subject *s)
{
    as_session_free(s->session);
    as_model_free(s->model);
    json_decref(s->fixture);
}

static void assert_ids(const char *what, const as_sentence *sentence, json_t *want)
{
    size_t n;
    int *ids = fixture_ints(want, &n);
    if ((size_t)sentence->n != n)
        fail_msg("%s: %d tokens, want %zu", what, sentence->n, n);
    for (size_t k = 0; k < n; k++)
        if (sentence->tokens[k].id != ids[k])
            fail_msg("%s: token %zu is %d, want %d", what, k, sentence->tokens[k].id, ids[k]);
    free(ids);
}

/* The best three of every step. */
static void check_candidates(const as_translation *tr, json_t *want)
{
    size_t t, k;
    json_t *row, *candidate;
    assert_int_equal(json_array_size(want), tr->target.n);
    json_array_foreach(want, t, row)
        json_array_foreach(row, k, candidate) {
            const as_candidate *got = &tr->candidates[t * (size_t)tr->n_candidates + k];
            assert_true(k < (size_t)tr->n_candidates);
            assert_int_equal(got->id, json_integer_value(json_array_get(candidate, 0)));
            assert_near("candidate", got->logp, json_number_value(json_array_get(candidate, 1)),
                        VALUE_TOLERANCE, 1);
        }
}

static void check_forced(const subject *s, json_t *c)
{
    as_decode_options options = as_decode_defaults();
    options.keep_states = true;
    const char *source = fixture_string(c, "source"), *target = fixture_string(c, "target");
    as_translation *tr = NULL;
    as_error err = { 0 };
    if (!as_align(s->session, source, strlen(source), target, strlen(target), &options, &tr, &err))
        fail_msg("\"%s\" ||| \"%s\": %s", source, target, err.message);

    assert_ids("source", &tr->source, fixture_member(c, "source_ids"));
    assert_ids("target", &tr->target, fixture_member(c, "target_ids"));
    size_t T = (size_t)tr->target.n, S = (size_t)tr->source.n;
    size_t D = (size_t)s->model->config.D, n = 2 * (size_t)s->model->config.H;
    assert_all_near("h", tr->h, S * n, fixture_member(c, "h"), VALUE_TOLERANCE);
    assert_all_near("s", tr->s, (T + 1) * D, fixture_member(c, "s"), VALUE_TOLERANCE);
    assert_all_near("e", tr->energy, T * S, fixture_member(c, "e"), VALUE_TOLERANCE);
    assert_all_near("alpha", tr->alpha, T * S, fixture_member(c, "alpha"), VALUE_TOLERANCE);
    assert_all_near("c", tr->c, T * n, fixture_member(c, "c"), VALUE_TOLERANCE);
    assert_all_near("log P", tr->logp, T, fixture_member(c, "logp"), VALUE_TOLERANCE);
    check_candidates(tr, fixture_member(c, "candidates"));
    assert_near("total log P", tr->total_logp, fixture_number(c, "total_logp"), VALUE_TOLERANCE, 1);
    as_translation_free(tr);
}

static void check_greedy(const subject *s, json_t *c)
{
    size_t n_prefix;
    int *prefix = fixture_ints(fixture_member(c, "prefix"), &n_prefix);
    as_decode_options options = as_decode_defaults();
    options.min_length = 0; /* the reference may say nothing */
    options.max_length = fixture_int(c, "max_length");
    options.prefix = prefix;
    options.n_prefix = (int)n_prefix;
    const char *source = fixture_string(c, "source");
    as_translation *tr = NULL;
    int n_out;
    as_error err = { 0 };
    if (!as_translate(s->session, source, strlen(source), &options, &tr, &n_out, &err))
        fail_msg("\"%s\": %s", source, err.message);

    assert_int_equal(n_out, 1);
    assert_ids("greedy", &tr->target, fixture_member(c, "target_ids"));
    assert_string_equal(as_stop_name(tr->stopped), fixture_string(c, "stopped"));
    size_t T = (size_t)tr->target.n, S = (size_t)tr->source.n;
    assert_all_near("log P", tr->logp, T, fixture_member(c, "logp"), VALUE_TOLERANCE);
    assert_all_near("alpha", tr->alpha, T * S, fixture_member(c, "alpha"), VALUE_TOLERANCE);
    as_translation_free(tr);
    free(prefix);
}

static void check_beam(const subject *s, json_t *c)
{
    json_t *want = fixture_member(c, "translations");
    as_decode_options options = as_decode_defaults();
    options.min_length = 0; /* the reference may say nothing */
    options.beam = options.n_best = fixture_int(c, "beam");
    options.max_length = fixture_int(c, "max_length");
    options.length_alpha = fixture_number(c, "length_alpha");
    const char *source = fixture_string(c, "source");
    as_translation *tr[MAX_CASES] = { NULL };
    int n_out;
    as_error err = { 0 };
    if (!as_translate(s->session, source, strlen(source), &options, tr, &n_out, &err))
        fail_msg("\"%s\": %s", source, err.message);

    assert_int_equal(n_out, json_array_size(want));
    for (int k = 0; k < n_out; k++) {
        json_t *w = json_array_get(want, (size_t)k);
        char place[128];
        snprintf(place, sizeof place, "\"%.40s\", beam %d, best %d", source, options.beam, k);
        assert_ids(place, &tr[k]->target, fixture_member(w, "target_ids"));
        assert_string_equal(as_stop_name(tr[k]->stopped), fixture_string(w, "stopped"));
        assert_near(place, tr[k]->total_logp, fixture_number(w, "total_logp"), SCORE_TOLERANCE, 1);
        assert_near(place, tr[k]->score, fixture_number(w, "score"), SCORE_TOLERANCE, 1);
        as_translation_free(tr[k]);
    }
}

/* All greedy sources of the fixture in one padded batch, the sentences of all lengths together. */
static void check_batch(const subject *s)
{
    json_t *cases = fixture_member(s->fixture, "greedy");
    const char *sources[MAX_CASES];
    size_t lens[MAX_CASES];
    json_t *wanted[MAX_CASES], *c;
    int n = 0;
    size_t k;
    as_decode_options options = as_decode_defaults();
    options.min_length = 0; /* the reference may say nothing */
    json_array_foreach(cases, k, c) {
        if (json_array_size(fixture_member(c, "prefix")) > 0)
            continue;
        options.max_length = fixture_int(c, "max_length");
        wanted[n] = c;
        sources[n] = fixture_string(c, "source");
        lens[n] = strlen(sources[n]);
        n++;
    }
    as_translation *tr[MAX_CASES] = { NULL };
    as_error err = { 0 };
    if (!as_translate_batch(s->session, sources, lens, n, &options, tr, &err))
        fail_msg("%s", err.message);
    for (int b = 0; b < n; b++) {
        size_t T = (size_t)tr[b]->target.n, S = (size_t)tr[b]->source.n;
        assert_ids("batch", &tr[b]->target, fixture_member(wanted[b], "target_ids"));
        assert_all_near("batch log P", tr[b]->logp, T, fixture_member(wanted[b], "logp"),
                        VALUE_TOLERANCE);
        assert_all_near("batch alpha", tr[b]->alpha, T * S, fixture_member(wanted[b], "alpha"),
                        VALUE_TOLERANCE);
        as_translation_free(tr[b]);
    }
}

static void model_matches(void **state)
{
    subject s = { 0 };
    subject_open(&s, *state);
    size_t k;
    json_t *c;
    json_array_foreach(fixture_member(s.fixture, "forced"), k, c)
        check_forced(&s, c);
    json_array_foreach(fixture_member(s.fixture, "greedy"), k, c)
        check_greedy(&s, c);
    json_array_foreach(fixture_member(s.fixture, "beam"), k, c)
        check_beam(&s, c);
    check_batch(&s);
    subject_close(&s);
}

/* Settings that only imported models have. */
static const char *const imported[] = {
    "imported/half",         "imported/half_ends",         "imported/ends",
    "imported/norm_marian",  "imported/norm_nematus",      "imported/feed_readout",
    "imported/last",         "imported/feed_readout_relu", "imported/feed_nothing",
    "imported/affine",       "imported/no_word",
};
enum { N_IMPORTED = sizeof imported / sizeof imported[0] };

int main(void)
{
    static char variants[FIXTURE_VARIANTS][FIXTURE_NAME];
    struct CMUnitTest tests[6 + N_IMPORTED + FIXTURE_VARIANTS] = {
        { "tiny, linear readout", model_matches, NULL, NULL, (void *)"tiny_linear" },
        { "tiny, tanh readout", model_matches, NULL, NULL, (void *)"tiny_tanh" },
        { "tiny, BF16", model_matches, NULL, NULL, (void *)"tiny_bf16" },
        { "tiny, F16", model_matches, NULL, NULL, (void *)"tiny_f16" },
        { "odd sizes, linear readout", model_matches, NULL, NULL, (void *)"odd_linear" },
        { "odd sizes, tanh readout, BF16", model_matches, NULL, NULL, (void *)"odd_bf16" },
    };
    int n = 6, n_variants = fixture_variants(variants);
    for (int k = 0; k < n_variants; k++)
        tests[n++] = (struct CMUnitTest){ variants[k], model_matches, NULL, NULL, variants[k] };
    for (int k = 0; k < N_IMPORTED; k++)
        tests[n++] = (struct CMUnitTest){ imported[k], model_matches, NULL, NULL,
                                          (void *)(uintptr_t)imported[k] };
    return cmocka_run_group_tests(tests, NULL, NULL); /* the unused rows at the end are skipped */
}
