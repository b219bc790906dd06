/* Memory that runs out while loading, decoding, scoring and in one training step: with every single
 * allocation failing, and everything after it failing too, each ends in SYSTEM and a sentence, and
 * leaves nothing behind. */
#include "failing_alloc.h"
#include "fixture.h"
#include "tiny_run.h"

#include "core/bleu.h"
#include "core/chrf.h"
#include "core/decode.h"
#include "train/corpus.h"
#include "train/trainer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct subject {
    const char *path;
    bool in_json; /* where jansson runs out of memory inside a string it reports a syntax error */
    as_model *model;
    as_corpus corpus;
} subject;

/* A failure must say that memory was short. Returns ok. */
static bool judged(bool ok, const as_error *err, const subject *it)
{
    if (ok)
        return true;
    if ((err->status != AS_ERR_SYSTEM && !it->in_json) || err->message[0] == '\0')
        fail_msg("status %d, \"%s\"", err->status, err->message);
    return false;
}

static bool load(void *data)
{
    const subject *it = data;
    as_model *model = NULL;
    as_error err = { 0 };
    bool ok = as_model_load(it->path, &model, &err);
    as_model_free(model);
    return judged(ok, &err, it);
}

static const char source[] = "a c b ? a a. b", target[] = "c ? b a. d";

static bool decode(void *data)
{
    const subject *it = data;
    as_session *session = NULL;
    as_translation *found[5] = { NULL };
    int n = 0;
    as_error err = { 0 };
    as_decode_options options = as_decode_defaults();
    options.beam = options.n_best = 5;
    options.keep_states = options.replace_unknown = true;
    bool ok = as_session_new(it->model, &session, &err) &&
              as_translate(session, source, strlen(source), &options, found, &n, &err);
    for (int k = 0; k < n; k++)
        as_translation_free(found[k]);
    as_session_free(session);
    return judged(ok, &err, it);
}

static bool align(void *data)
{
    const subject *it = data;
    as_session *session = NULL;
    as_translation *aligned = NULL;
    as_error err = { 0 };
    as_decode_options options = as_decode_defaults();
    bool ok = as_session_new(it->model, &session, &err) &&
              as_align(session, source, strlen(source), target, strlen(target), &options, &aligned,
                       &err);
    as_translation_free(aligned);
    as_session_free(session);
    return judged(ok, &err, it);
}

static bool decode_batch(void *data)
{
    const subject *it = data;
    const char *sources[] = { "a b", "", "c c c d" };
    const size_t lens[] = { 3, 0, 7 };
    as_session *session = NULL;
    as_translation *found[3] = { NULL };
    as_error err = { 0 };
    as_decode_options options = as_decode_defaults();
    bool ok = as_session_new(it->model, &session, &err) &&
              as_translate_batch(session, sources, lens, 3, &options, found, &err);
    for (int k = 0; k < 3; k++) {
        assert_true(ok || !found[k]);
        as_translation_free(found[k]);
    }
    as_session_free(session);
    return judged(ok, &err, it);
}

/* A run with everything it owns, one step of it and a measurement. */
static bool training_step(void *data)
{
    const subject *it = data;
    const as_corpus *corpora[] = { &it->corpus };
    const double weights[] = { 1 };
    as_trainer_data texts = { .corpora = corpora, .weights = weights, .n_corpora = 1,
                              .valid = &it->corpus, .source_space = -1, .target_space = -1 };
    as_settings settings = tiny_settings();
    settings.threads = 1;
    settings.average = 0.9;
    as_config config = tiny_config(&settings);
    as_trainer *trainer = NULL;
    as_step step;
    as_loss valid;
    as_error err = { 0 };
    bool ok = as_trainer_new(&settings, &config, &texts, &trainer, &err) &&
              as_trainer_step(trainer, &step, &err) &&
              as_trainer_measure(trainer, &valid, &err);
    as_trainer_free(trainer);
    return judged(ok, &err, it);
}

static bool score(void *data)
{
    const char *references[] = { "The cat sat on the mat.", "A cat, 3.5 kg, sat." };
    as_bleu bleu = { .tokenizer = AS_BLEU_13A };
    as_chrf chrf = { 0 };
    as_error err = { 0 };
    char *words = NULL;
    bool ok = as_bleu_add(&bleu, "The cat sat.", references, 2, &err) &&
              as_chrf_add(&chrf, "The cat sat.", references, 2, &err) &&
              as_bleu_tokenize(AS_BLEU_ZH, "&quot;3,5&quot; \xE7\x8C\xAB", &words, &err);
    free(words);
    return judged(ok, &err, data);
}

static void loading_survives(void **state)
{
    subject *it = *state;
    assert_true(failing_alloc_try_all(load, it) > 20);
}

static void loading_survives_in_json(void **state)
{
    subject *it = *state;
    it->in_json = true;
    json_set_alloc_funcs(malloc, free); /* ours from here on: they may fail */
    assert_true(failing_alloc_try_all(load, it) > 200);
}

static void decoding_survives(void **state)
{
    assert_true(failing_alloc_try_all(decode, *state) > 20);
    assert_true(failing_alloc_try_all(align, *state) > 20);
    assert_true(failing_alloc_try_all(decode_batch, *state) > 20);
}

static void training_survives(void **state)
{
    assert_true(failing_alloc_try_all(training_step, *state) > 20);
}

static void scoring_survives(void **state)
{
    assert_true(failing_alloc_try_all(score, *state) > 20);
}

static int open_model(void **state)
{
    static subject only;
    only.path = fixture_path("tiny_tanh.safetensors");
    *state = &only;
    tiny_corpus(&only.corpus, TINY_PAIRS, 1);
    return as_model_load(only.path, &only.model, NULL) ? 0 : -1;
}

static int close_model(void **state)
{
    subject *it = *state;
    as_model_free(it->model);
    as_corpus_finish(&it->corpus);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoding_survives),
        cmocka_unit_test(training_survives),
        cmocka_unit_test(scoring_survives),
        cmocka_unit_test(loading_survives),
        cmocka_unit_test(loading_survives_in_json), /* last: its allocator stays */
    };
    return cmocka_run_group_tests(tests, open_model, close_model);
}
