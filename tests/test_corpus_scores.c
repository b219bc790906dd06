/* Scores of a corpus: the whole is the sum of its parts, and a refused sentence leaves no trace. */
#include "core/corpus_scores.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "failing_alloc.h"

static const char *const hypotheses[] = {"The dog bit the man.", "It wasn't surprising.",
                                         "The man had just bitten him."};
static const char *const references[3][2] = {
    {"The dog bit the man.", "The dog had bit the man."},
    {"It was not unexpected.", "No one was surprised."},
    {"The man bit him first.", "The man had bitten the dog."},
};

static void add(as_corpus_scores *scores, int k)
{
    assert_true(
        as_corpus_scores_add(scores, hypotheses[k], references[k], 2, -0.5 * (k + 1), k + 1, NULL));
}

static void parts_add_up_to_the_whole(void **state)
{
    (void)state;
    as_corpus_scores whole = {0}, parts[2], sum = {0};
    parts[0] = parts[1] = sum;
    for (int k = 0; k < 3; k++) {
        add(&whole, k);
        add(&parts[k % 2], k);
    }
    as_corpus_scores_merge(&sum, &parts[0]);
    as_corpus_scores_merge(&sum, &parts[1]);
    assert_memory_equal(&sum, &whole, sizeof sum);
    assert_true(fabs(as_bleu_score(&sum.bleu) - 48.530827) < 1e-6); /* published by sacreBLEU */
    assert_true(fabs(as_chrf_score(&sum.chrf, 2) - 59.73) < 5e-3);
    assert_int_equal(sum.n_references, 6);
    assert_true(fabs(as_corpus_scores_perplexity(&sum) - exp(0.5)) < 1e-15);
    assert_true(as_corpus_scores_exact(&sum) == 1.0 / 3);
}

static void compares_in_normal_form(void **state)
{
    (void)state;
    as_corpus_scores scores = {0};
    const char *const decomposed[] = {"no", " e\xcc\x81te\xcc\x81  chaud "};
    assert_true(as_corpus_scores_add(&scores, "été chaud", decomposed, 2, -1, 3, NULL));
    assert_int_equal(scores.n_exact, 1);
}

static void says_nothing_of_nothing(void **state)
{
    (void)state;
    as_corpus_scores scores = {0};
    assert_true(isnan(as_corpus_scores_perplexity(&scores)));
    assert_true(isnan(as_corpus_scores_exact(&scores)));
}

static void refuses_and_leaves_the_sums_alone(void **state)
{
    (void)state;
    as_corpus_scores scores = {0}, before;
    add(&scores, 0);
    before = scores;
    const char *const bad[] = {"\xff"};
    as_error err = {0};
    assert_false(as_corpus_scores_add(&scores, "a", bad, 1, -1, 2, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_memory_equal(&scores, &before, sizeof scores);
}

static bool add_one(void *data)
{
    (void)data;
    as_corpus_scores scores = {0};
    return as_corpus_scores_add(&scores, hypotheses[1], references[1], 2, -1, 2, NULL);
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(add_one, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(compares_in_normal_form),
        cmocka_unit_test(says_nothing_of_nothing),
        cmocka_unit_test(refuses_and_leaves_the_sums_alone),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
