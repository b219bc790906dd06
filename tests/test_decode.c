/* Decoding: translations, alignments, beams and batches on small models of random weights. */
#include "core/decode.h"
#include "core/measures.h"
#include "letter_session.h"
#include "named_param.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))

/* ---- Helpers ----------------------------------------------------------------------------- */

static void assert_same_ids(const as_translation *a, const as_translation *b)
{
    assert_int_equal(a->target.n, b->target.n);
    for (int t = 0; t < a->target.n; t++)
        assert_int_equal(a->target.tokens[t].id, b->target.tokens[t].id);
}

/* The same to the last bit. */
static void assert_identical(const as_translation *a, const as_translation *b)
{
    assert_same_ids(a, b);
    assert_string_equal(a->target.text, b->target.text);
    size_t T = (size_t)a->target.n, S = (size_t)a->source.n;
    assert_int_equal(a->source.n, b->source.n);
    assert_memory_equal(a->alpha, b->alpha, T * S * sizeof(float));
    assert_memory_equal(a->energy, b->energy, T * S * sizeof(float));
    assert_memory_equal(a->logp, b->logp, T * sizeof(float));
    assert_int_equal(a->n_candidates, b->n_candidates);
    for (size_t k = 0; k < T * (size_t)a->n_candidates; k++) {
        assert_int_equal(a->candidates[k].id, b->candidates[k].id);
        assert_true(a->candidates[k].logp == b->candidates[k].logp);
    }
    assert_true(a->score == b->score);
    assert_int_equal(a->stopped, b->stopped);
}

/* What must be true of any translation. */
static void assert_consistent(const as_translation *made, double length_alpha, int Vy)
{
    int T = made->target.n, S = made->source.n;
    assert_true(T >= 1 && S >= 1);
    assert_int_equal(made->source.tokens[S - 1].id, AS_EOS);
    double total = 0;
    for (int t = 0; t < T; t++) {
        const float *alpha = made->alpha + t * S, *e = made->energy + t * S;
        double sum = 0, z = 0;
        for (int i = 0; i < S; i++) {
            sum += (double)alpha[i];
            z += exp((double)e[i]);
        }
        assert_close(sum, 1, 1e-5);
        for (int i = 0; i < S; i++)
            assert_close((double)alpha[i], exp((double)e[i]) / z, 1e-6);
        const as_candidate *c = made->candidates + t * made->n_candidates;
        for (int k = 0; k < made->n_candidates; k++) {
            assert_in_range(c[k].id, AS_EOS, Vy - 1);
            assert_true(k == 0 || c[k].logp <= c[k - 1].logp);
        }
        int id = made->target.tokens[t].id;
        assert_in_range(id, AS_EOS, Vy - 1);
        assert_true(id != AS_EOS || t == T - 1);
        assert_true(made->logp[t] <= 1e-6f && isfinite(made->logp[t]));
        total += (double)made->logp[t];
    }
    assert_close(made->total_logp, total, 1e-5);
    assert_close(made->score, total / pow((5.0 + T) / 6, length_alpha), 1e-5);
    bool ended = made->target.tokens[T - 1].id == AS_EOS;
    assert_int_equal(made->stopped, ended ? AS_STOP_EOS : AS_STOP_LIMIT);
}

static const letter_model_spec usual = {
    .readout = AS_READOUT_LINEAR,
    .dtype = AS_F32,
    .V = 12,
    .sharpness = 4,
    .unknown = -3,
    .seed = 3,
};

static const char *const texts[] = {"abc",  "",    "h",     "abcdefgh", "gfedcbahgfedcbahgfedcba",
                                    "aaaa", "hab", "zebra", "cafe",     "bad",
                                    "deaf", "gh"};

/* ---- Greedy ------------------------------------------------------------------------------ */

static void test_greedy_takes_the_most_probable(void **state)
{
    (void)state;
    for (int readout = 0; readout < 2; readout++) {
        letter_model_spec spec = usual;
        spec.readout = readout ? AS_READOUT_TANH : AS_READOUT_LINEAR;
        as_model *model = letter_model(&spec);
        as_session *session = new_session(model);
        as_decode_options options = as_decode_defaults();
        options.n_candidates = AS_MAX_CANDIDATES;
        for (int k = 0; k < COUNT(texts); k++) {
            as_translation *made = translate_one(session, texts[k], &options);
            assert_consistent(made, 1, spec.V);
            assert_int_equal(made->n_candidates, spec.V - 2);
            assert_int_equal(made->source.n, (int)strlen(texts[k]) + 1);
            for (int t = 0; t < made->target.n; t++) {
                const as_candidate *c = made->candidates + t * made->n_candidates;
                assert_int_equal(made->target.tokens[t].id, c[0].id);
                assert_true(made->logp[t] == c[0].logp);
                assert_false(made->forced[t]);
            }
            as_translation_free(made);
        }
        as_session_free(session);
        as_model_free(model);
    }
}

static void test_limit(void **state)
{
    (void)state;
    letter_model_spec spec = usual;
    spec.end = -100;
    as_model *model = letter_model(&spec);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    for (options.beam = 1; options.beam <= 4; options.beam += 3)
        for (options.max_length = 0; options.max_length <= 3; options.max_length++) {
            as_translation *made = translate_one(session, "abc", &options);
            /* By default twice the four source tokens and twenty. In a beam </s> always competes,
             * but at e^-100 only where nothing else would end. */
            int want = options.max_length ? options.max_length : 28;
            assert_consistent(made, 1, spec.V);
            if (options.beam == 1) {
                assert_int_equal(made->target.n, want);
                assert_int_equal(made->stopped, AS_STOP_LIMIT);
                assert_string_equal(as_stop_name(made->stopped), "limit");
            }
            assert_true(made->target.n <= want);
            as_translation_free(made);
        }
    as_session_free(session);
    as_model_free(model);
}

/* ---- Given targets ----------------------------------------------------------------------- */

static void test_prefix(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    as_translation *free_one = translate_one(session, "abcdefgh", &options);
    int ids[64], T = free_one->target.n;
    assert_in_range(T, 2, 64);
    for (int t = 0; t < T; t++)
        ids[t] = free_one->target.tokens[t].id;
    /* Along what greedy chose, greedy goes on as before. */
    for (int n = 0; n <= T; n++) {
        as_translation *made = along_prefix(session, "abcdefgh", ids, n, 0, 10);
        assert_identical(made, free_one);
        for (int t = 0; t < T; t++)
            assert_int_equal(made->forced[t], t < n);
        as_translation_free(made);
    }
    /* Along something else it does not, and a beam keeps to the prefix too. */
    int other[] = {4, 5, 6, AS_UNK};
    const char *const names[] = {NULL, NULL, NULL, "\u00f1"};
    options.prefix = other;
    options.n_prefix = 4;
    options.prefix_unknown = names;
    for (options.beam = 1; options.beam <= 5; options.beam += 2) {
        options.n_best = options.beam;
        as_translation *out[AS_MAX_BEAM];
        int n = translate(session, "abcdefgh", &options, out);
        for (int k = 0; k < n; k++) {
            assert_consistent(out[k], 1, usual.V);
            for (int t = 0; t < 4; t++)
                assert_int_equal(out[k]->target.tokens[t].id, other[t]);
            assert_string_equal(out[k]->target.tokens[3].surface, names[3]);
            as_translation_free(out[k]);
        }
    }
    as_translation_free(free_one);
    as_session_free(session);
    as_model_free(model);
}

static void test_align_follows_the_target(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    const char *target = "fedq";
    as_translation *made = NULL;
    assert_true(as_align(session, "abc", 3, target, 4, &options, &made, NULL));
    assert_consistent(made, 1, usual.V);
    assert_int_equal(made->target.n, 5);
    assert_int_equal(made->stopped, AS_STOP_EOS);
    const int want[] = {9, 8, 7, AS_UNK, AS_EOS};
    for (int t = 0; t < 5; t++) {
        assert_int_equal(made->target.tokens[t].id, want[t]);
        assert_true(made->forced[t]);
    }
    assert_string_equal(made->target.tokens[3].surface, "q"); /* the given one, not "<unk>" */
    assert_false(made->target.tokens[3].known);
    as_translation *same = along_prefix(session, "abc", want, 5, 0, 10);
    assert_memory_equal(made->alpha, same->alpha, 5 * 4 * sizeof(float));
    assert_memory_equal(made->logp, same->logp, 5 * sizeof(float));
    as_translation_free(same);
    as_translation_free(made);
    as_session_free(session);
    as_model_free(model);
}

/* What greedy and beam search report is what forced decoding of the same text gives. */
static void test_score_equals_forced_score(void **state)
{
    (void)state;
    for (int dtype = 0; dtype < 2; dtype++) {
        letter_model_spec spec = usual;
        spec.dtype = dtype ? AS_BF16 : AS_F32;
        spec.unknown = -60; /* no text gives <unk> back */
        as_model *model = letter_model(&spec);
        as_session *session = new_session(model);
        as_decode_options options = as_decode_defaults();
        for (options.beam = 1; options.beam <= 5; options.beam += 4)
            for (int k = 0; k < COUNT(texts); k++) {
                options.n_best = options.beam;
                as_translation *out[AS_MAX_BEAM], *forced;
                int n = translate(session, texts[k], &options, out);
                for (int j = 0; j < n; j++) {
                    if (out[j]->stopped == AS_STOP_EOS) {
                        const as_sentence *target = &out[j]->target;
                        assert_true(as_align(session, texts[k], strlen(texts[k]), target->text,
                                             target->text_len, &options, &forced, NULL));
                        assert_same_ids(out[j], forced);
                        assert_close(out[j]->score, forced->score, 1e-4);
                        for (int c = 0; c < target->n * out[j]->source.n; c++)
                            assert_close((double)out[j]->alpha[c], (double)forced->alpha[c], 1e-5);
                        as_translation_free(forced);
                    }
                    as_translation_free(out[j]);
                }
            }
        as_session_free(session);
        as_model_free(model);
    }
}

/* ---- Batches ----------------------------------------------------------------------------- */

static void test_batch_equals_single(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        letter_model_spec spec = usual;
        spec.readout = variant % 2 ? AS_READOUT_TANH : AS_READOUT_LINEAR;
        spec.dtype = variant / 2 ? AS_BF16 : AS_F32;
        as_model *model = letter_model(&spec);
        as_session *session = new_session(model);
        enum { N = 40 };
        const char *sources[N];
        size_t lens[N];
        for (int k = 0; k < N; k++) {
            sources[k] = texts[k % COUNT(texts)];
            lens[k] = strlen(sources[k]);
        }
        as_decode_options options = as_decode_defaults();
        for (options.beam = 1; options.beam <= 5; options.beam += 4) {
            as_translation *out[N];
            assert_true(as_translate_batch(session, sources, lens, N, &options, out, NULL));
            for (int k = 0; k < N; k++) {
                as_translation *alone = translate_one(session, sources[k], &options);
                assert_identical(out[k], alone);
                as_translation_free(alone);
                as_translation_free(out[k]);
            }
        }
        assert_true(as_translate_batch(session, sources, lens, 0, &options, NULL, NULL));
        as_session_free(session);
        as_model_free(model);
    }
}

/* Sentences too long to run all at once run in smaller groups. */
static void test_batch_of_long_sentences(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    enum { N = 7, LONG = 4000 };
    char *text = malloc(LONG);
    assert_non_null(text);
    memset(text, 'b', LONG);
    const char *sources[N];
    size_t lens[N];
    for (int k = 0; k < N; k++) {
        sources[k] = text;
        lens[k] = k == 3 ? 2 : LONG - 10 * (size_t)k;
    }
    as_decode_options options = as_decode_defaults();
    options.max_length = 3000; /* 7 x 3000 x 4001 weights are more than go at once */
    options.prefix = (const int[]){AS_EOS};
    options.n_prefix = 1;
    as_translation *out[N];
    assert_true(as_translate_batch(session, sources, lens, N, &options, out, NULL));
    for (int k = 0; k < N; k++) {
        assert_int_equal(out[k]->source.n, (int)lens[k] + 1);
        assert_int_equal(out[k]->target.n, 1);
        as_translation_free(out[k]);
    }
    free(text);
    as_session_free(session);
    as_model_free(model);
}

/* BF16 weights give what the same numbers give as F32. */
static void test_bf16_reads_the_same_numbers(void **state)
{
    (void)state;
    letter_model_spec spec = usual;
    spec.dtype = AS_BF16;
    as_model *half = letter_model(&spec);
    spec.dtype = AS_F32;
    as_model *wide = letter_model(&spec);
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&half->config, specs);
    for (int k = 0; k < n; k++) {
        const as_mat *from = as_param_of_const(&half->params, &specs[k]);
        as_mat *to = as_param_of(&wide->params, &specs[k]);
        if (from->dtype == AS_BF16)
            as_kernels_plain()->f32_from_bf16(to->data, from->data,
                                              (size_t)to->rows * (size_t)to->cols);
        else
            memcpy(to->data, from->data, (size_t)to->rows * sizeof(float));
    }
    as_session *a = new_session(half), *b = new_session(wide);
    as_decode_options options = as_decode_defaults();
    for (int k = 0; k < COUNT(texts); k++) {
        as_translation *x = translate_one(a, texts[k], &options);
        as_translation *y = translate_one(b, texts[k], &options);
        assert_same_ids(x, y);
        for (int c = 0; c < x->target.n * x->source.n; c++)
            assert_close((double)x->alpha[c], (double)y->alpha[c], 1e-5);
        as_translation_free(x);
        as_translation_free(y);
    }
    as_session_free(a);
    as_session_free(b);
    as_model_free(half);
    as_model_free(wide);
}

/* ---- Options ----------------------------------------------------------------------------- */

static void test_states_are_kept(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.keep_states = true;
    for (options.beam = 1; options.beam <= 3; options.beam += 2) {
        as_translation *made = translate_one(session, "abcdefgh", &options);
        int H2 = 2 * model->config.H, D = model->config.D, S = made->source.n, T = made->target.n;
        for (int t = 0; t < T; t++)
            for (int k = 0; k < H2; k++) { /* c_t = sum_i alpha_i h_i */
                double want = 0;
                for (int i = 0; i < S; i++)
                    want += (double)made->alpha[t * S + i] * (double)made->h[i * H2 + k];
                assert_close((double)made->c[t * H2 + k], want, 1e-5);
            }
        /* e_{t,i} = v_a . tanh(W_a s_{t-1} + U_a h_i + b_a), so s[t] is s_{t-1} of row t. */
        as_params *p = &model->params;
        const float *W_a = named_param(p, &model->config, "attention.W_a")->data;
        const float *U_a = named_param(p, &model->config, "attention.U_a")->data;
        const float *b_a = named_param(p, &model->config, "attention.b_a")->data;
        const float *v_a = named_param(p, &model->config, "attention.v_a")->data;
        for (int t = 0; t < T; t++)
            for (int i = 0; i < S; i++) {
                double e = 0;
                for (int a = 0; a < model->config.A; a++) {
                    double z = (double)b_a[a];
                    for (int k = 0; k < D; k++)
                        z += (double)W_a[a * D + k] * (double)made->s[t * D + k];
                    for (int k = 0; k < H2; k++)
                        z += (double)U_a[a * H2 + k] * (double)made->h[i * H2 + k];
                    e += (double)v_a[a] * tanh(z);
                }
                assert_close((double)made->energy[t * S + i], e, 2e-5);
            }
        as_translation_free(made);
    }
    options.keep_states = false;
    as_translation *made = translate_one(session, "ab", &options);
    assert_true(!made->h && !made->s && !made->c);
    as_translation_free(made);
    as_session_free(session);
    as_model_free(model);
}

static void test_unknown_is_replaced(void **state)
{
    (void)state;
    letter_model_spec spec = usual;
    spec.unknown = 100;
    as_model *model = letter_model(&spec);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.max_length = 3;
    as_translation *made = translate_one(session, "xyz", &options);
    assert_string_equal(made->target.text, "<unk><unk><unk>");
    as_translation_free(made);
    options.replace_unknown = true;
    made = translate_one(session, "xyz", &options);
    for (int t = 0; t < 3; t++) { /* the word most attended, never </s> */
        const float *alpha = made->alpha + t * made->source.n;
        int best = as_argmax(alpha, made->source.n - 1);
        assert_string_equal(made->target.tokens[t].surface, made->source.tokens[best].surface);
        assert_int_equal(made->target.tokens[t].id, AS_UNK);
    }
    as_translation_free(made);
    made = translate_one(session, "", &options); /* nothing to replace it by */
    assert_string_equal(made->target.text, "<unk><unk><unk>");
    as_translation_free(made);
    as_session_free(session);
    as_model_free(model);
}

static void test_cancel(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    atomic_bool cancel = true;
    as_decode_options options = as_decode_defaults();
    options.cancel = &cancel;
    as_translation *out[1] = {NULL};
    int n = 7;
    as_error err;
    assert_false(as_translate(session, "abc", 3, &options, out, &n, &err));
    assert_int_equal(err.status, AS_ERR_CANCELLED);
    assert_int_equal(n, 0);
    assert_false(as_align(session, "abc", 3, "abc", 3, &options, out, &err));
    assert_int_equal(err.status, AS_ERR_CANCELLED);
    const char *source = "abc";
    size_t len = 3;
    assert_false(as_translate_batch(session, &source, &len, 1, &options, out, &err));
    assert_int_equal(err.status, AS_ERR_CANCELLED);
    assert_null(out[0]);
    atomic_store(&cancel, false);
    as_translation_free(translate_one(session, "abc", &options));
    as_session_free(session);
    as_model_free(model);
}

static void test_bad_options(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    static const int pad[] = {AS_PAD}, bos[] = {4, AS_BOS}, early[] = {AS_EOS, 4}, outside[] = {12},
                     negative[] = {-1}, fine[] = {4, 5, 6};
    const struct {
        as_decode_options options;
        const char *message;
    } cases[] = {
        {{.beam = 0, .n_best = 1}, "beam is 0, expected 1 to 64"},
        {{.beam = 65, .n_best = 1}, "beam is 65, expected 1 to 64"},
        {{.beam = 3, .n_best = 4}, "n_best is 4, expected 1 to 3"},
        {{.beam = 3, .n_best = 0}, "n_best is 0, expected 1 to 3"},
        {{.beam = 1, .n_best = 1, .max_length = -1}, "max_length is -1, expected 0 to 10000"},
        {{.beam = 1, .n_best = 1, .n_candidates = 65}, "n_candidates is 65, expected 0 to 64"},
        {{.beam = 1, .n_best = 1, .length_alpha = -0.5},
         "length_alpha is -0.5, expected a number from 0"},
        {{.beam = 1, .n_best = 1, .length_alpha = (double)NAN},
         "length_alpha is nan, expected a number from 0"},
        {{.beam = 1, .n_best = 1, .temperature = 0.009},
         "temperature is 0.009, expected 0.01 to 100"},
        {{.beam = 1, .n_best = 1, .temperature = 101}, "temperature is 101, expected 0.01 to 100"},
        {{.beam = 1, .n_best = 1, .temperature = (double)NAN},
         "temperature is nan, expected 0.01 to 100"},
        {{.beam = 1, .n_best = 1, .prefix = pad, .n_prefix = 1},
         "token 0 of the prefix is 0, which cannot stand there"},
        {{.beam = 1, .n_best = 1, .prefix = bos, .n_prefix = 2},
         "token 1 of the prefix is 1, which cannot stand there"},
        {{.beam = 1, .n_best = 1, .prefix = early, .n_prefix = 2},
         "token 0 of the prefix is 2, which cannot stand there"},
        {{.beam = 1, .n_best = 1, .prefix = outside, .n_prefix = 1},
         "token 0 of the prefix is 12, which cannot stand there"},
        {{.beam = 1, .n_best = 1, .prefix = negative, .n_prefix = 1},
         "token 0 of the prefix is -1, which cannot stand there"},
        {{.beam = 1, .n_best = 1, .prefix = fine, .n_prefix = 3, .max_length = 2},
         "the length of the prefix is 3, expected 0 to 2"},
    };
    for (int k = 0; k < COUNT(cases); k++) {
        as_translation *out[AS_MAX_BEAM];
        int n = 7;
        as_error err;
        as_decode_options options = cases[k].options;
        if (options.temperature == 0)
            options.temperature = 1;
        assert_false(as_translate(session, "ab", 2, &options, out, &n, &err));
        assert_int_equal(err.status, AS_ERR_ARGUMENT);
        assert_string_equal(err.message, cases[k].message);
        assert_int_equal(n, 0);
    }
    as_session_free(session);
    as_model_free(model);
}

/* What the search would keep is bounded before anything is computed. */
static void test_memory_limit(void **state)
{
    (void)state;
    enum { S = 4000 };
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.beam = AS_MAX_BEAM;
    char text[S - 1];
    memset(text, 'a', sizeof text);
    as_translation *out[1];
    int n = -1;
    as_error err;
    /* 64 x 8020 records of alpha and e, 4000 floats each, make 16.4 GB */
    assert_false(as_translate(session, text, sizeof text, &options, out, &n, &err));
    assert_int_equal(n, 0);
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_string_equal(err.message,
                        "64 hypotheses of up to 8020 tokens over 4000 source tokens take 16.5 GB, "
                        "at most 4 are accepted; a smaller beam or maximal length takes less");
    const char *const sources[] = {text};
    const size_t lens[] = {sizeof text};
    assert_false(as_translate_batch(session, sources, lens, 1, &options, out, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_null(out[0]);
    options.max_length = 2;
    assert_true(as_translate(session, text, sizeof text, &options, out, &n, &err));
    as_translation_free(out[0]);
    as_session_free(session);
    as_model_free(model);
}

static void test_source_limit(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.max_length = 2;
    char *text = malloc(AS_MAX_SOURCE);
    assert_non_null(text);
    memset(text, 'a', AS_MAX_SOURCE);
    as_translation *out[1];
    int n;
    as_error err;
    assert_true(as_translate(session, text, AS_MAX_SOURCE - 1, &options, out, &n, &err));
    assert_int_equal(out[0]->source.n, AS_MAX_SOURCE);
    as_translation_free(out[0]);
    assert_false(as_translate(session, text, AS_MAX_SOURCE, &options, out, &n, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_string_equal(err.message, "the sentence has 4097 tokens, at most 4096 are accepted");
    assert_false(as_translate(session, "\xFF", 1, &options, out, &n, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    free(text);
    as_session_free(session);
    as_model_free(model);
}

static void expect_format_error(as_model *model, const char *message)
{
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.n_best = options.beam = 3;
    as_translation *out[3];
    int n = 7;
    as_error err;
    assert_false(as_translate(session, "abc", 3, &options, out, &n, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_string_equal(err.message, message);
    assert_int_equal(n, 0);
    as_session_free(session);
}

static void test_not_finite_is_an_error(void **state)
{
    (void)state;
    as_model *model = letter_model(&usual);
    float *b_o = as_mat_f32(&model->params.output_b), before = b_o[7];
    b_o[7] = INFINITY;
    expect_format_error(model, "t = 0: the logit of token 7 is inf, expected a finite number");
    b_o[7] = before;
    as_mat_f32(named_param(&model->params, &model->config, "attention.v_a"))[0] = INFINITY;
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    as_translation *out[1];
    int n;
    as_error err;
    assert_false(as_translate(session, "abc", 3, &options, out, &n, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_int_equal(strncmp(err.message, "t = 0: i = 0: the score is ", 27), 0);
    const char *sources[] = {"abc", "ab"};
    size_t lens[] = {3, 2};
    as_translation *batch[2];
    assert_false(as_translate_batch(session, sources, lens, 2, &options, batch, &err));
    assert_true(batch[0] == NULL && batch[1] == NULL);
    assert_int_equal(strncmp(err.message, "t = 0: sentence 0 of the batch: i = 0: ", 39), 0);
    as_session_free(session);
    as_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greedy_takes_the_most_probable),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_prefix),
        cmocka_unit_test(test_align_follows_the_target),
        cmocka_unit_test(test_score_equals_forced_score),
        cmocka_unit_test(test_batch_equals_single),
        cmocka_unit_test(test_batch_of_long_sentences),
        cmocka_unit_test(test_bf16_reads_the_same_numbers),
        cmocka_unit_test(test_states_are_kept),
        cmocka_unit_test(test_unknown_is_replaced),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_source_limit),
        cmocka_unit_test(test_not_finite_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
