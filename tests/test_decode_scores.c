/* Decoding with every score, query and readout: rows that sum to 1, a batch to the last bit what
 * its sentences are alone, beams that score as the forced target does; and what a model without
 * attention shows. */
#include "core/decode.h"
#include "letter_model.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const texts[] = {"abc", "", "h", "abcdefgh", "gfedcbahgfedcbahgfedcba", "deaf"};
enum { N_TEXTS = sizeof texts / sizeof texts[0], BEAM = 4 };

typedef struct subject {
    as_model *model;
    as_session *session;
} subject;

static void subject_open(subject *s, const letter_model_spec *spec)
{
    s->model = letter_model(spec);
    assert_true(as_session_new(s->model, &s->session, NULL));
}

static void subject_close(subject *s)
{
    as_session_free(s->session);
    as_model_free(s->model);
}

static int translate(const subject *s, const char *text, const as_decode_options *options,
                     as_translation **out)
{
    as_error err = {0};
    int n = 0;
    if (!as_translate(s->session, text, strlen(text), options, out, &n, &err))
        fail_msg("%s", err.message);
    return n;
}

static void check_rows(const as_model *model, const as_translation *made)
{
    bool attends = as_config_attends(&model->config);
    assert_int_equal(made->no_attention, !attends);
    for (int t = 0; t < made->target.n; t++) {
        double sum = 0, largest = 0;
        for (int i = 0; i < made->source.n; i++) {
            size_t at = (size_t)t * (size_t)made->source.n + (size_t)i;
            sum += (double)made->alpha[at];
            largest = fmax(largest, fabs((double)made->energy[at]));
        }
        assert_float_equal(sum, attends ? 1 : 0, 1e-5);
        assert_true(attends || largest == 0);
    }
}

static void check_alone_and_together(const subject *s)
{
    as_decode_options options = as_decode_defaults();
    size_t lens[N_TEXTS];
    for (int k = 0; k < N_TEXTS; k++)
        lens[k] = strlen(texts[k]);
    for (options.beam = 1; options.beam <= BEAM; options.beam += BEAM - 1) {
        as_translation *together[N_TEXTS], *alone;
        assert_true(as_translate_batch(s->session, texts, lens, N_TEXTS, &options, together, NULL));
        for (int k = 0; k < N_TEXTS; k++) {
            assert_int_equal(translate(s, texts[k], &options, &alone), 1);
            check_rows(s->model, alone);
            size_t T = (size_t)alone->target.n, S = (size_t)alone->source.n;
            assert_string_equal(together[k]->target.text, alone->target.text);
            assert_memory_equal(together[k]->alpha, alone->alpha, T * S * sizeof(float));
            assert_memory_equal(together[k]->energy, alone->energy, T * S * sizeof(float));
            assert_memory_equal(together[k]->logp, alone->logp, T * sizeof(float));
            as_translation_free(alone);
            as_translation_free(together[k]);
        }
    }
}

/* A beam carries alpha_{t-1} from row to row; along a given target there is one row only. */
static void check_beams_against_forced(const subject *s)
{
    as_decode_options options = as_decode_defaults();
    options.beam = options.n_best = BEAM;
    for (int k = 0; k < N_TEXTS; k++) {
        as_translation *found[BEAM], *forced;
        int n = translate(s, texts[k], &options, found);
        for (int j = 0; j < n; j++) {
            const as_sentence *target = &found[j]->target;
            if (found[j]->stopped == AS_STOP_EOS) {
                assert_true(as_align(s->session, texts[k], strlen(texts[k]), target->text,
                                     target->text_len, &options, &forced, NULL));
                assert_int_equal(forced->target.n, target->n);
                assert_float_equal(found[j]->total_logp, forced->total_logp, 1e-4);
                for (int c = 0; c < target->n * found[j]->source.n; c++)
                    assert_float_equal(found[j]->alpha[c], forced->alpha[c], 1e-5);
                as_translation_free(forced);
            }
            as_translation_free(found[j]);
        }
    }
}

static void test_every_variant(void **state)
{
    (void)state;
    int n = 0;
    letter_model_spec spec = {.V = 12, .sharpness = 4, .unknown = -60, .seed = 3};
    for (spec.score = 0; as_score_names[spec.score]; spec.score++)
        for (spec.query = 0; as_query_names[spec.query]; spec.query++)
            for (spec.readout = 0; as_readout_names[spec.readout]; spec.readout++) {
                if (spec.score == AS_SCORE_NONE && spec.query != AS_QUERY_PREVIOUS)
                    continue;
                spec.dtype = n % 2 ? AS_BF16 : AS_F32;
                subject s;
                subject_open(&s, &spec);
                check_alone_and_together(&s);
                check_beams_against_forced(&s);
                subject_close(&s);
                n++;
            }
    int n_readouts = 0;
    while (as_readout_names[n_readouts])
        n_readouts++;
    assert_int_equal(n, (4 * 3 + 1) * n_readouts); /* 4 scores with 3 queries, none with one */
}

/* c_t = [ ->h_S ; <-h_1 ] in every step, in a batch of other lengths too. */
static void test_none_has_one_context(void **state)
{
    (void)state;
    const letter_model_spec spec = {
        .V = 12, .sharpness = 3, .unknown = -3, .seed = 4, .score = AS_SCORE_NONE};
    subject s;
    subject_open(&s, &spec);
    as_decode_options options = as_decode_defaults();
    options.keep_states = true;
    const size_t lens[] = {3, 8};
    const char *sources[] = {"abc", "hgfedcba"};
    as_translation *made[2];
    assert_true(as_translate_batch(s.session, sources, lens, 2, &options, made, NULL));
    for (int b = 0; b < 2; b++) {
        size_t H = (size_t)s.model->config.H, S = (size_t)made[b]->source.n;
        assert_int_equal(S, lens[b] + 1);
        for (int t = 0; t < made[b]->target.n; t++) {
            const float *c = made[b]->c + (size_t)t * 2 * H;
            assert_memory_equal(c, made[b]->h + (S - 1) * 2 * H, H * sizeof *c);
            assert_memory_equal(c + H, made[b]->h + H, H * sizeof *c);
        }
        as_translation_free(made[b]);
    }
    subject_close(&s);
}

/* Nothing is attended to, so nothing stands for an unknown token. */
static void test_none_replaces_nothing(void **state)
{
    (void)state;
    const letter_model_spec spec = {
        .V = 12, .sharpness = 3, .unknown = 100, .seed = 4, .score = AS_SCORE_NONE};
    subject s;
    subject_open(&s, &spec);
    as_decode_options options = as_decode_defaults();
    options.max_length = 2;
    options.replace_unknown = true;
    as_translation *made;
    translate(&s, "abc", &options, &made);
    assert_string_equal(made->target.text, "<unk><unk>");
    as_translation_free(made);
    subject_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant),
        cmocka_unit_test(test_none_has_one_context),
        cmocka_unit_test(test_none_replaces_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
