/* Decoding while every allocation in turn fails: an error, nothing leaked, and the session is good
 * for the next sentence. */
#include "core/decode.h"
#include "failing_alloc.h"
#include "letter_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { N_SOURCES = 3 };

static const char *const sources[N_SOURCES] = {"abc", "", "hgfedcba"};

typedef struct job_data {
    const as_model *model;
    as_decode_options options;
} job_data;

/* Any failure must be a sentence about memory. */
static bool expect_memory_error(bool ok, const as_error *err)
{
    if (!ok) {
        assert_int_equal(err->status, AS_ERR_SYSTEM);
        if (!strstr(err->message, "out of memory"))
            fail_msg("the message is \"%s\"", err->message);
    }
    return ok;
}

static bool translate(void *data)
{
    job_data *job = data;
    as_session *session = NULL;
    as_translation *out[AS_MAX_BEAM];
    int n = 0;
    as_error err = {0};
    bool ok = as_session_new(job->model, &session, &err) &&
              as_translate(session, "abcdef", 6, &job->options, out, &n, &err);
    for (int k = 0; k < n; k++)
        as_translation_free(out[k]);
    as_session_free(session);
    return expect_memory_error(ok, &err);
}

static bool align(void *data)
{
    job_data *job = data;
    as_session *session = NULL;
    as_translation *out = NULL;
    as_error err = {0};
    bool ok = as_session_new(job->model, &session, &err) &&
              as_align(session, "abc", 3, "fed", 3, &job->options, &out, &err);
    as_translation_free(out);
    as_session_free(session);
    return expect_memory_error(ok, &err);
}

static bool translate_batch(void *data)
{
    job_data *job = data;
    as_session *session = NULL;
    as_translation *out[N_SOURCES] = {NULL};
    const size_t lens[N_SOURCES] = {3, 0, 8};
    as_error err = {0};
    bool ok = as_session_new(job->model, &session, &err) &&
              as_translate_batch(session, sources, lens, N_SOURCES, &job->options, out, &err);
    for (int k = 0; k < N_SOURCES; k++) {
        assert_true(ok == (out[k] != NULL));
        as_translation_free(out[k]);
    }
    as_session_free(session);
    return expect_memory_error(ok, &err);
}

/* One session all along: what a failure left behind must not hurt the next call. */
static void check_session_survives(const as_model *model, const as_decode_options *options)
{
    as_session *session = NULL;
    as_translation *out[AS_MAX_BEAM], *want[AS_MAX_BEAM];
    int n = 0, n_want = 0;
    assert_true(as_session_new(model, &session, NULL));
    bool failed = true;
    for (long k = 1; failed; k++) {
        failing_alloc_arm(k, false);
        bool ok = as_translate(session, "abcdef", 6, options, out, &n, NULL);
        failed = failing_alloc_disarm();
        assert_true(ok || (failed && n == 0));
        for (int j = 0; j < n; j++)
            as_translation_free(out[j]);
        assert_true(as_translate(session, "abcdef", 6, options, want, &n_want, NULL));
        for (int j = 0; j < n_want; j++)
            as_translation_free(want[j]);
        assert_true(n == 0 || n == n_want);
    }
    as_session_free(session);
}

static void check_model(const letter_model_spec *spec)
{
    as_model *model = letter_model(spec);
    for (int beam = 1; beam <= 4; beam += 3) {
        job_data job = {model, as_decode_defaults()};
        job.options.beam = beam;
        job.options.n_best = beam;
        job.options.keep_states = true;
        job.options.replace_unknown = true;
        job.options.max_length = 8;
        assert_true(failing_alloc_try_all(translate, &job) > 20);
        assert_true(failing_alloc_try_all(align, &job) > 20);
        assert_true(failing_alloc_try_all(translate_batch, &job) > 20);
        check_session_survives(model, &job.options);
    }
    as_model_free(model);
}

static void test_failing_allocations(void **state)
{
    (void)state;
    letter_model_spec spec = {
        .readout = AS_READOUT_TANH, .V = 12, .sharpness = 3, .unknown = 1, .seed = 5};
    check_model(&spec);
    spec.score = AS_SCORE_SCALED_DOT;
    spec.query = AS_QUERY_CURRENT;
    spec.readout = AS_READOUT_MAXOUT;
    check_model(&spec);
    spec.score = AS_SCORE_NONE;
    spec.query = AS_QUERY_PREVIOUS;
    check_model(&spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
