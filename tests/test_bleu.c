/* BLEU: published values, and those of the independent tests/reference/scores.py. */
#include "core/bleu.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "scores_fixture.h"

/* Reassociated sums of logarithms only. */
static const double tolerance = 1e-9;

static void matches_the_published_example(void **state)
{
    (void)state;
    const char *hypotheses[] = {"The dog bit the man.", "It wasn't surprising.",
                                "The man had just bitten him."};
    const char *references[3][2] = {{"The dog bit the man.", "The dog had bit the man."},
                                    {"It was not unexpected.", "No one was surprised."},
                                    {"The man bit him first.", "The man had bitten the dog."}};
    as_bleu bleu = {.tokenizer = AS_BLEU_13A}, none = {.tokenizer = AS_BLEU_NONE};
    for (int k = 0; k < 3; k++) {
        assert_true(as_bleu_add(&bleu, hypotheses[k], references[k], 2, NULL));
        assert_true(as_bleu_add(&none, hypotheses[k], references[k], 2, NULL));
    }
    assert_true(fabs(as_bleu_score(&bleu) - 48.530827) < 1e-6);
    assert_true(fabs(as_bleu_score(&none) - 49.1919566) < 1e-6);
}

static void matches_the_reference(void **state)
{
    json_t *scores = json_object_get(*state, "scores"), *item;
    size_t k;
    assert_true(json_array_size(scores) > 10);
    json_array_foreach(scores, k, item)
    {
        as_bleu bleu = {.tokenizer = fixture_tokenizer(item)};
        json_t *pairs = json_object_get(item, "pairs"), *pair;
        size_t p;
        json_array_foreach(pairs, p, pair)
        {
            const char *references[FIXTURE_MAX_REFERENCES];
            int n = fixture_references(pair, references);
            assert_true(as_bleu_add(&bleu, fixture_text(pair, "hypothesis"), references, n, NULL));
        }
        double want = json_number_value(json_object_get(item, "bleu"));
        if (!(fabs(as_bleu_score(&bleu) - want) < tolerance))
            fail_msg("%s: %.12f, want %.12f", fixture_text(item, "name"), as_bleu_score(&bleu),
                     want);
    }
}

static void splits_words_like_the_reference(void **state)
{
    json_t *texts = json_object_get(*state, "tokenized"), *item;
    size_t k;
    assert_true(json_array_size(texts) > 10);
    json_array_foreach(texts, k, item)
    {
        char *words = NULL;
        assert_true(
            as_bleu_tokenize(fixture_tokenizer(item), fixture_text(item, "text"), &words, NULL));
        assert_string_equal(words, fixture_text(item, "words"));
        free(words);
    }
}

/* correct 9 7 5 3 of 10 8 6 4, 11 words against 11: a statistic published with sacreBLEU. */
static void combines_published_counts(void **state)
{
    (void)state;
    as_bleu bleu = {.matches = {9, 7, 5, 3},
                    .totals = {10, 8, 6, 4},
                    .hypothesis_length = 11,
                    .reference_length = 11};
    assert_true(fabs(as_bleu_score(&bleu) - 83.75922397) < 1e-6);
    bleu.reference_length = 22;
    assert_true(fabs(as_bleu_brevity_penalty(&bleu) - exp(-1.0)) < 1e-15);
    assert_true(fabs(as_bleu_score(&bleu) - 83.75922397 * exp(-1.0)) < 1e-6);
}

static void an_empty_corpus_scores_nothing(void **state)
{
    (void)state;
    as_bleu bleu = {0};
    assert_true(as_bleu_score(&bleu) == 0.0);
    const char *reference[] = {"a b c d"};
    assert_true(as_bleu_add(&bleu, "", reference, 1, NULL));
    assert_true(as_bleu_score(&bleu) == 0.0);
    assert_true(as_bleu_brevity_penalty(&bleu) == 0.0);
}

static void refuses_and_leaves_the_sums_alone(void **state)
{
    (void)state;
    as_bleu bleu = {0}, before;
    const char *references[] = {"un deux", "a\xff"
                                           "b"};
    as_error err = {0};
    assert_true(as_bleu_add(&bleu, "un deux", references, 1, &err));
    before = bleu;
    assert_false(as_bleu_add(&bleu, "un deux", references, 2, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_string_equal(err.message, "invalid UTF-8 at byte 1");
    assert_false(as_bleu_add(&bleu, "un deux", references, 0, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_memory_equal(&before, &bleu, sizeof bleu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_the_published_example),
        cmocka_unit_test_setup_teardown(matches_the_reference, fixture_load, fixture_free),
        cmocka_unit_test_setup_teardown(splits_words_like_the_reference, fixture_load,
                                        fixture_free),
        cmocka_unit_test(combines_published_counts),
        cmocka_unit_test(an_empty_corpus_scores_nothing),
        cmocka_unit_test(refuses_and_leaves_the_sums_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
