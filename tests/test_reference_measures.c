/* The measures against plain Python written from their definitions (tests/reference/measures.py).
 *
 * Both sides start from the same float32 matrices and sum in double, so only the order of a few
 * dozen additions differs; 1e-9 passes that and catches any step taken in float. */
#include "fixture.h"

#include "core/measures.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const double tolerance = 1e-9;

/* null in the fixture means undefined, NAN in C. */
static void check(const char *what, size_t which, double got, json_t *object, const char *key)
{
    char place[96];
    snprintf(place, sizeof place, "%s %s %zu", what, key, which);
    if (json_is_null(fixture_member(object, key))) {
        if (!isnan(got))
            fail_msg("%s: got %g, want NAN", place, got);
        return;
    }
    assert_near(place, got, fixture_number(object, key), tolerance, 1);
}

static void check_rows(json_t *c, size_t which, const float *alpha, int T, int S)
{
    size_t n;
    double *entropies = fixture_doubles(fixture_member(c, "row_entropy"), &n);
    int *best = fixture_ints(fixture_member(c, "argmax"), &n);
    assert_int_equal(n, T);
    for (int t = 0; t < T; t++) {
        char place[64];
        snprintf(place, sizeof place, "row entropy of matrix %zu, row %d", which, t);
        assert_near(place, as_row_entropy(alpha + t * S, S), entropies[t], tolerance, 1);
        assert_int_equal(as_argmax(alpha + t * S, S), best[t]);
    }
    free(entropies);
    free(best);
}

static void check_columns(json_t *c, const float *alpha, int T, int S)
{
    size_t n;
    double *want = fixture_doubles(fixture_member(c, "coverage"), &n);
    double *got = calloc((size_t)S, sizeof *got);
    assert_int_equal(n, S);
    as_coverage(got, alpha, T, S);
    for (int i = 0; i < S; i++)
        assert_near("coverage", got[i], want[i], tolerance, 1);
    free(want);
    free(got);
}

static void check_words(json_t *c, const float *alpha, int T, int S)
{
    size_t n_t, n_i, n_words;
    int *word_of_t = fixture_ints(fixture_member(c, "word_of_t"), &n_t);
    int *word_of_i = fixture_ints(fixture_member(c, "word_of_i"), &n_i);
    double *want = fixture_doubles(fixture_member(c, "words"), &n_words);
    int Tw = word_of_t[n_t - 1] + 1, Sw = word_of_i[n_i - 1] + 1;
    assert_int_equal(n_words, Tw * Sw);
    float *got = calloc(n_words, sizeof *got);
    as_words_from_pieces(got, Tw, Sw, alpha, T, S, word_of_t, word_of_i);
    for (size_t k = 0; k < n_words; k++) /* the result is float */
        assert_near("words", got[k], want[k], 1e-6, 1);
    free(word_of_t);
    free(word_of_i);
    free(want);
    free(got);
}

static void matrices_match(void **state)
{
    size_t which;
    json_t *c;
    json_array_foreach(fixture_member(*state, "matrices"), which, c) {
        json_t *rows = fixture_member(c, "alpha");
        int T = (int)json_array_size(rows), S = (int)json_array_size(json_array_get(rows, 0));
        size_t n;
        float *alpha = fixture_floats(rows, &n);
        check_rows(c, which, alpha, T, S);
        check_columns(c, alpha, T, S);
        check_words(c, alpha, T, S);
        check("matrix", which, as_coverage_deviation(alpha, T, S), c, "coverage_deviation");
        check("matrix", which, as_absentmindedness_out(alpha, T, S), c, "absentmindedness_out");
        check("matrix", which, as_absentmindedness_in(alpha, T, S), c, "absentmindedness_in");
        check("matrix", which, as_confidence(alpha, T, S), c, "confidence");
        check("matrix", which, as_coverage_confidence(alpha, T, S), c, "coverage_confidence");
        check("matrix", which, as_coverage_penalty(alpha, T, S, 0.2), c, "coverage_penalty");
        free(alpha);
    }
}

static void pairs_match(void **state)
{
    size_t which;
    json_t *c;
    json_array_foreach(fixture_member(*state, "pairs"), which, c) {
        size_t n, n_y;
        float *x = fixture_floats(fixture_member(c, "x"), &n);
        float *y = fixture_floats(fixture_member(c, "y"), &n_y);
        assert_int_equal(n, n_y);
        check("pair", which, as_tvd(x, y, (int)n), c, "tvd");
        check("pair", which, as_jsd(x, y, (int)n), c, "jsd");
        check("pair", which, as_kendall_tau(x, y, (int)n), c, "kendall_tau");
        double p = fixture_number(c, "rbo_p");
        check("pair", which, as_rbo(x, y, (int)n, p, fixture_int(c, "rbo_k")), c, "rbo");
        free(x);
        free(y);
    }
}

static void length_penalties_match(void **state)
{
    size_t which;
    json_t *c;
    json_array_foreach(fixture_member(*state, "length_penalty"), which, c) {
        double got = as_length_penalty(fixture_int(c, "T"), fixture_number(c, "a"));
        check("length penalty", which, got, c, "value");
    }
}

/* [[0, 0], [1, 2]] to links; the caller's. */
static as_link *links_of(json_t *array, int *n)
{
    size_t n_numbers;
    int *numbers = fixture_ints(array, &n_numbers);
    as_link *links = calloc(n_numbers / 2 + 1, sizeof *links);
    *n = (int)n_numbers / 2;
    for (int k = 0; k < *n; k++)
        links[k] = (as_link){ .source = numbers[2 * k], .target = numbers[2 * k + 1] };
    free(numbers);
    return links;
}

static void alignment_error_rates_match(void **state)
{
    size_t which, k;
    json_t *c, *sentence;
    json_array_foreach(fixture_member(*state, "aer"), which, c) {
        as_aer aer = { 0 };
        json_array_foreach(fixture_member(c, "corpus"), k, sentence) {
            int n_a, n_sure, n_possible;
            as_link *a = links_of(json_array_get(sentence, 0), &n_a);
            as_link *sure = links_of(json_array_get(sentence, 1), &n_sure);
            as_link *possible = links_of(json_array_get(sentence, 2), &n_possible);
            as_aer_add(&aer, a, n_a, sure, n_sure, possible, n_possible);
            free(a);
            free(sure);
            free(possible);
        }
        check("corpus", which, as_aer_value(&aer), c, "aer");
        check("corpus", which, as_aer_precision(&aer), c, "precision");
        check("corpus", which, as_aer_recall(&aer), c, "recall");
    }
}

static int load(void **state)
{
    *state = fixture_load("measures.json");
    return 0;
}

static int unload(void **state)
{
    json_decref(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_match),
        cmocka_unit_test(pairs_match),
        cmocka_unit_test(length_penalties_match),
        cmocka_unit_test(alignment_error_rates_match),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
