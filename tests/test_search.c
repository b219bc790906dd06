/* Greedy and beam search against slow searches over forced decoding, and what a model may say about
 * how it is searched, on small models of random weights. */
#include "letter_session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Slow searches ----------------------------------------------------------------------- */

enum { SMALL_V = 7, SMALL_T = 4, MAX_FOUND = 512 };

typedef struct hypothesis {
    int ids[16];
    int n;
    double total, score;
} hypothesis;

/* What is asked of a search. */
typedef struct question {
    as_session *session;
    const as_search_rules *rules; /* narrowing and length_power are heeded */
    const char *text;
    int beam, n_best, T;
    double length_alpha;
} question;

static int by_score(const void *a, const void *b)
{
    const hypothesis *x = a, *y = b;
    return x->score > y->score ? -1 : x->score < y->score;
}

static int by_total(const void *a, const void *b)
{
    const hypothesis *x = a, *y = b;
    return x->total > y->total ? -1 : x->total < y->total;
}

static bool has_ended(const hypothesis *h)
{
    return h->ids[h->n - 1] == AS_EOS;
}

static hypothesis scored(const question *asked, hypothesis h)
{
    double length = asked->rules->length_power ? h.n : (5.0 + h.n) / 6;
    h.score = h.total / pow(length, asked->length_alpha);
    return h;
}

/* The extensions of one hypothesis by every rankable token, with log P from forced decoding. */
static int extend(const question *asked, const hypothesis *from, hypothesis *out)
{
    as_translation *made = along_prefix(asked->session, asked->text, from->ids, from->n,
                                        from->n + 1, AS_MAX_CANDIDATES);
    const as_candidate *c = made->candidates + from->n * made->n_candidates;
    int n = made->n_candidates;
    for (int k = 0; k < n; k++) {
        out[k] = *from;
        out[k].ids[out[k].n++] = c[k].id;
        out[k].total += (double)c[k].logp;
    }
    as_translation_free(made);
    return n;
}

/* The search that search.h describes, without ever stopping early: no bound, no records. Returns
 * how many ended hypotheses it found, best first. beam as wide as everything makes it exhaustive.
 */
static int slow_search(const question *asked, hypothesis *ended)
{
    static hypothesis live[MAX_FOUND], next[MAX_FOUND * SMALL_V];
    bool narrowing = asked->rules->narrowing;
    int n_live = 1, n_ended = 0, width = asked->beam;
    live[0] = (hypothesis){.n = 0};
    for (int t = 0; t < asked->T && n_live > 0; t++) {
        int n_next = 0;
        for (int k = 0; k < n_live; k++) {
            hypothesis more[AS_MAX_CANDIDATES];
            int n = extend(asked, &live[k], more);
            for (int j = 0; j < n; j++)
                if (has_ended(&more[j]) && !narrowing)
                    ended[n_ended++] = scored(asked, more[j]);
                else
                    next[n_next++] = more[j];
        }
        qsort(next, (size_t)n_next, sizeof *next, by_total);
        n_live = 0;
        for (int k = 0; k < n_next && k < width; k++)
            if (has_ended(&next[k]) || (narrowing && t + 1 == asked->T))
                ended[n_ended++] = scored(asked, next[k]);
            else
                live[n_live++] = next[k];
        if (narrowing)
            width = n_live;
    }
    qsort(ended, (size_t)n_ended, sizeof *ended, by_score);
    return n_ended;
}

static void compare_with_slow_search(const question *asked)
{
    static hypothesis ended[MAX_FOUND];
    as_decode_options options = as_decode_defaults();
    options.min_length = 0; /* the slow search knows no least length */
    options.beam = asked->beam;
    options.n_best = asked->n_best;
    options.max_length = asked->T;
    options.length_alpha = asked->length_alpha;
    as_translation *out[AS_MAX_BEAM];
    int n = translate(asked->session, asked->text, &options, out);
    int n_want = slow_search(asked, ended);
    assert_int_equal(n, asked->n_best < n_want ? asked->n_best : n_want);
    for (int k = 0; k < n; k++) {
        assert_close(out[k]->score, ended[k].score, 1e-5);
        assert_int_equal(out[k]->target.n, ended[k].n);
        for (int t = 0; t < ended[k].n; t++)
            assert_int_equal(out[k]->target.tokens[t].id, ended[k].ids[t]);
        for (int j = 0; j < k; j++)
            assert_string_not_equal(out[j]->target.text, out[k]->target.text);
    }
    for (int k = 0; k < n; k++)
        as_translation_free(out[k]);
}

/* ---- Beams ------------------------------------------------------------------------------- */

static void test_beam_is_exhaustive_when_wide(void **state)
{
    (void)state;
    for (int seed = 0; seed < 3; seed++) {
        letter_model_spec spec = {.readout = AS_READOUT_TANH,
                                  .V = SMALL_V,
                                  .sharpness = 2,
                                  .seed = (unsigned long long)seed};
        as_model *model = letter_model(&spec);
        as_session *session = new_session(model);
        /* 4 tokens that do not end: 4^3 = 64 hypotheses before the fourth and last token. */
        for (int a = 0; a < 3; a++)
            compare_with_slow_search(
                &(question){session, &model->config.rules, "ab", 64, 20, SMALL_T, 0.75 * a});
        as_session_free(session);
        as_model_free(model);
    }
}

static void compare_narrow_beams(const as_search_rules *rules)
{
    for (int seed = 0; seed < 4; seed++) {
        letter_model_spec spec = {.V = SMALL_V,
                                  .sharpness = 3,
                                  .end = seed % 2 ? 2.0f : -1.0f,
                                  .seed = 20 + (unsigned long long)seed};
        as_model *model = letter_model(&spec);
        model->config.rules = *rules;
        as_session *session = new_session(model);
        for (int beam = 2; beam <= 5; beam++)
            for (int a = 0; a < 3; a++) {
                question asked = {session, rules, "cab", beam, 1, 10, 0.6 * a};
                compare_with_slow_search(&asked);
                asked.n_best = beam;
                compare_with_slow_search(&asked);
            }
        as_session_free(session);
        as_model_free(model);
    }
}

static void test_beam_stops_early_without_loss(void **state)
{
    (void)state;
    compare_narrow_beams(&(as_search_rules){0});
}

static void test_beam_that_narrows(void **state)
{
    (void)state;
    compare_narrow_beams(&(as_search_rules){.narrowing = 1});
    compare_narrow_beams(&(as_search_rules){.length_power = 1});
    compare_narrow_beams(&(as_search_rules){.narrowing = 1, .length_power = 1});
}

/* A </s> that may not come takes no place in the beam. */
static void test_narrowing_heeds_the_least_length(void **state)
{
    (void)state;
    letter_model_spec spec = {.V = 9, .sharpness = 1, .end = 6, .seed = 5};
    as_model *model = letter_model(&spec);
    model->config.rules.narrowing = 1;
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.beam = 4;
    for (options.min_length = 1; options.min_length <= 3; options.min_length++) {
        as_translation *made = translate_one(session, "abc", &options);
        assert_int_equal(made->target.n, options.min_length + 1);
        assert_int_equal(made->stopped, AS_STOP_EOS);
        as_translation_free(made);
    }
    as_session_free(session);
    as_model_free(model);
}

/* ---- The empty translation --------------------------------------------------------------- */

/* </s> is always the likeliest token here, so the empty translation is every search's best. */
static void words_do_not_become_nothing(void **state)
{
    (void)state;
    letter_model_spec spec = {.V = 9, .sharpness = 1, .end = 6, .seed = 5};
    as_model *model = letter_model(&spec);
    as_session *session = new_session(model);
    for (int beam = 1; beam <= 5; beam += 4) {
        for (int min_length = 0; min_length <= 3; min_length++) {
            as_decode_options options = as_decode_defaults();
            assert_int_equal(options.min_length, 1);
            options.beam = beam;
            options.min_length = min_length;
            as_translation *made = translate_one(session, "abc", &options);
            assert_int_equal(made->target.n, min_length + 1);
            assert_int_equal(made->stopped, AS_STOP_EOS);
            as_translation_free(made);
            made = translate_one(session, " ", &options); /* nothing stays nothing */
            assert_int_equal(made->target.n, 1);
            as_translation_free(made);
        }
    }
    as_session_free(session);
    as_model_free(model);
}

/* What an imported model's toolkit does is done where the caller asks for nothing else. */
static void test_rules_of_a_model(void **state)
{
    (void)state;
    letter_model_spec spec = {.V = 12, .sharpness = 3, .end = -300, .unknown = 300, .seed = 3};
    as_model *model = letter_model(&spec);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    as_translation *made = translate_one(session, "abc", &options);
    assert_int_equal(made->target.n, 2 * 4 + 20);
    assert_int_equal(made->target.tokens[0].id, AS_UNK);
    as_translation_free(made);

    model->config.rules =
        (as_search_rules){.no_unknown = 1, .length_percent = 150, .length_extra = 1};
    for (options.beam = 1; options.beam <= 3; options.beam += 2) {
        made = translate_one(session, "abc", &options);
        assert_in_range(made->target.n, options.beam == 1 ? 7 : 1, 4 * 3 / 2 + 1);
        for (int t = 0; t < made->target.n; t++)
            assert_int_not_equal(made->target.tokens[t].id, AS_UNK);
        for (int k = 0; k < made->target.n * made->n_candidates; k++)
            assert_int_not_equal(made->candidates[k].id, AS_UNK);
        assert_int_equal(made->n_candidates, 12 - 3);
        as_translation_free(made);
    }
    options.beam = 1;
    options.max_length = 2;
    made = translate_one(session, "abc", &options);
    assert_int_equal(made->target.n, 2);
    as_translation_free(made);
    as_session_free(session);
    as_model_free(model);
}

static void test_a_model_may_say_nothing(void **state)
{
    (void)state;
    letter_model_spec spec = {.V = 12, .sharpness = 3, .end = 60, .seed = 3};
    as_model *model = letter_model(&spec);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    for (int may = 0; may <= 1; may++) {
        model->config.rules.may_be_empty = may;
        as_translation *made = translate_one(session, "abc", &options);
        assert_int_equal(made->target.n, may ? 1 : 2);
        as_translation_free(made);
    }
    options.min_length = 3; /* more than usual */
    as_translation *made = translate_one(session, "abc", &options);
    assert_int_equal(made->target.n, 4);
    as_translation_free(made);
    as_session_free(session);
    as_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beam_is_exhaustive_when_wide),
        cmocka_unit_test(test_beam_stops_early_without_loss),
        cmocka_unit_test(test_beam_that_narrows),
        cmocka_unit_test(test_narrowing_heeds_the_least_length),
        cmocka_unit_test(words_do_not_become_nothing),
        cmocka_unit_test(test_rules_of_a_model),
        cmocka_unit_test(test_a_model_may_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
