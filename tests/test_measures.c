/* The measures of alpha: a worked case, identities that any matrix satisfies, and edges.
 *
 * The matrix is the example in the README of the project SoftAlignments (Rikters, Fishel, Bojar
 * 2017); the values were computed from it independently, to the digits given. */
#include "core/measures.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { T = 4, S = 7 };

/* Obama welcomes Netanyahu </s>, from Obama empfaengt Net@@ any@@ ah@@ u </s>. */
static const float worked[T * S] = {
    0.723834f,   0.0471278f, 0.126415f,  0.000413103f, 0.000774298f, 0.000715227f, 0.10072f,
    0.00572539f, 0.743366f,  0.0342341f, 0.000315413f, 0.00550132f,  0.00150629f,  0.209351f,
    0.0122618f,  0.0073559f, 0.909192f,  0.000606444f, 0.00614908f,  0.00256837f,  0.0618667f,
    0.00110054f, 0.0214063f, 0.0759918f, 0.000446028f, 0.104856f,    0.0435644f,   0.752634f,
};

static void assert_near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("got %.10g, want %.10g within %g", got, want, tolerance);
}

static void test_worked_case(void **state)
{
    (void)state;
    static const double coverage[S] = {0.742922, 0.819256, 1.145833, 0.001781,
                                       0.117281, 0.048354, 1.124572};
    static const int argmax[T] = {0, 1, 2, 6};
    double got[S];
    as_coverage(got, worked, T, S);
    for (int i = 0; i < S; i++)
        assert_near(got[i], coverage[i], 1e-6);
    for (int t = 0; t < T; t++)
        assert_int_equal(as_argmax(worked + t * S, S), argmax[t]);
    double deviation = as_coverage_deviation(worked, T, S);
    double in = as_absentmindedness_in(worked, T, S), out = as_absentmindedness_out(worked, T, S);
    assert_near(deviation, -0.29213215, 1e-7);
    assert_near(as_coverage_confidence(worked, T, S), 91.82, 0.005);
    assert_near(in, -0.62999031, 1e-7);
    assert_near(out, -0.72355573, 1e-7);
    assert_near(deviation + in + out, -1.64567819, 1e-7);
    assert_near(as_confidence(worked, T, S), 87.34, 0.005);
    assert_near(as_tvd(worked, worked + 3 * S, S), 0.798878, 1e-6);
    assert_near(as_jsd(worked, worked + 3 * S, S), 0.441481, 1e-6);
    assert_near(as_kendall_tau(worked, worked + 3 * S, S), 0.142857, 1e-6);
}

static void test_coverage_identities(void **state)
{
    (void)state;
    static const float twice[] = {1, 0, 1, 0}, diagonal[] = {1, 0, 0, 1};
    double c[2];
    as_coverage(c, twice, 2, 2);
    assert_true(c[0] == 2 && c[1] == 0);
    assert_near(as_coverage_deviation(twice, 2, 2), -log(2), 1e-15);
    assert_true(as_coverage_deviation(diagonal, 2, 2) == 0);
    assert_true(as_coverage_confidence(diagonal, 2, 2) == 100);
    assert_true(as_confidence(diagonal, 2, 2) == 100);
    assert_true(as_coverage_penalty(diagonal, 2, 2, 0.5) == 0);
    assert_near(as_coverage_penalty(twice, 2, 2, 0.5), 0.5 * log(1e-10), 1e-12);
}

static void test_entropies(void **state)
{
    (void)state;
    static const float uniform[] = {0.25f, 0.25f, 0.25f, 0.25f}, sure[] = {0, 1, 0};
    assert_near(as_row_entropy(uniform, 4), 2, 1e-15);
    double none = as_row_entropy(sure, 3);
    assert_true(none == 0 && !signbit(none));
    assert_near(as_absentmindedness_out(uniform, 1, 4), -log(4), 1e-15);
    assert_true(as_absentmindedness_in(uniform, 1, 4) == 0); /* one row: each column is sure */
    assert_near(as_absentmindedness_in(uniform, 4, 1), -log(4), 1e-15);
    /* The empty column is skipped, the divisor stays S. */
    static const float half_empty[] = {1, 0, 1, 0};
    assert_near(as_absentmindedness_in(half_empty, 2, 2), -log(2) / 2, 1e-15);
}

static void test_penalties(void **state)
{
    (void)state;
    assert_true(as_length_penalty(1, 0.7) == 1);
    assert_true(as_length_penalty(50, 0) == 1);
    assert_near(as_length_penalty(7, 1), 2, 1e-15);
    assert_near(as_length_penalty(19, 0.5), 2, 1e-15);
}

static void test_divergences(void **state)
{
    (void)state;
    static const float a[] = {1, 0, 0}, b[] = {0, 0.5f, 0.5f};
    assert_true(as_tvd(a, b, 3) == 1);
    assert_near(as_jsd(a, b, 3), log(2), 1e-15); /* nothing in common: the most there is */
    assert_true(as_tvd(b, b, 3) == 0);
    assert_true(as_jsd(b, b, 3) == 0);
    assert_near(as_jsd(a, b, 3), as_jsd(b, a, 3), 0);
}

static void test_kendall(void **state)
{
    (void)state;
    static const float up[] = {1, 2, 3, 4}, down[] = {4, 3, 2, 1}, flat[] = {5, 5, 5, 5};
    static const float tied[] = {1, 2, 2, 4};
    assert_true(as_kendall_tau(up, up, 4) == 1);
    assert_true(as_kendall_tau(up, down, 4) == -1);
    assert_true(isnan(as_kendall_tau(up, flat, 4)));
    assert_true(isnan(as_kendall_tau(up, up, 1)));
    assert_true(isnan(as_kendall_tau(up, up, 0)));
    assert_near(as_kendall_tau(up, tied, 4), 5 / sqrt(5 * 6), 1e-15); /* C = 5, T_y = 1 */
    assert_true(as_kendall_tau(tied, tied, 4) == 1);
}

/* Closed forms: equal rankings agree at every depth; with p = 1/2, k = 2 the others by hand. */
static void test_rbo(void **state)
{
    (void)state;
    static const float a[] = {4, 3, 2, 1}, swapped[] = {3, 4, 2, 1}, far[] = {1, 2, 3, 4};
    assert_near(as_rbo(a, a, 4, 0.9, 4), 1, 1e-15);
    assert_near(as_rbo(a, a, 4, 0.9, 100), 1, 1e-15); /* k is at most n */
    /* X_1 = 0, X_2 = 2: (2/2) p^2 + ((1-p)/p) (2/2) p^2 = p */
    assert_near(as_rbo(a, swapped, 4, 0.5, 2), 0.5, 1e-15);
    assert_near(as_rbo(a, far, 4, 0.5, 2), 0, 0);
    static const float ties[] = {1, 1}, first[] = {2, 1};
    assert_near(as_rbo(ties, first, 2, 0.7, 1), 1, 1e-15); /* the earlier position wins */
    assert_true(isnan(as_rbo(a, a, 0, 0.9, 4)));
}

static void test_argmax(void **state)
{
    (void)state;
    static const float tie[] = {0.1f, 0.4f, 0.4f};
    assert_int_equal(as_argmax(tie, 3), 1);
    assert_int_equal(as_argmax(tie, 1), 0);
}

/* S = {0-0, 1-1, 2-2}, P = S and {3-2, 6-3} (Och and Ney 2003). */
static void test_aer(void **state)
{
    (void)state;
    static const as_link sure[] = {{0, 0}, {1, 1}, {2, 2}};
    static const as_link possible[] = {{3, 2}, {6, 3}};
    static const as_link all[] = {{0, 0}, {1, 1}, {2, 2}, {6, 3}};
    static const as_link one_wrong[] = {{0, 0}, {1, 2}, {2, 2}};
    as_aer aer = {0};
    assert_true(isnan(as_aer_value(&aer)));
    assert_true(isnan(as_aer_precision(&aer)));
    assert_true(isnan(as_aer_recall(&aer)));
    as_aer_add(&aer, all, 4, sure, 3, possible, 2);
    assert_true(as_aer_value(&aer) == 0);
    assert_true(as_aer_precision(&aer) == 1);
    assert_true(as_aer_recall(&aer) == 1);
    aer = (as_aer){0};
    as_aer_add(&aer, one_wrong, 3, sure, 3, possible, 2);
    assert_near(as_aer_value(&aer), 1.0 / 3, 1e-15);
    /* Sums over the corpus come before the division; links are sets. */
    static const as_link repeated[] = {{5, 5}, {5, 5}};
    as_aer_add(&aer, repeated, 2, repeated, 2, repeated, 2);
    assert_int_equal(aer.a, 4);
    assert_int_equal(aer.s, 4);
    assert_near(as_aer_value(&aer), 1 - 6.0 / 8, 1e-15);
}

static void test_words_from_pieces(void **state)
{
    (void)state;
    /* source: two pieces of word 0, then </s>; target: two pieces of word 0, one of 1, </s>. */
    static const float alpha[4 * 3] = {0.5f, 0.25f, 0.25f, 0.25f, 0.5f,   0.25f,
                                       0,    0.25f, 0.75f, 0.5f,  0.125f, 0.375f};
    static const int word_of_t[] = {0, 0, 1, 2}, word_of_i[] = {0, 0, 1};
    static const float want[3 * 2] = {0.75f, 0.25f, 0.25f, 0.75f, 0.625f, 0.375f};
    float out[3 * 2];
    as_words_from_pieces(out, 3, 2, alpha, 4, 3, word_of_t, word_of_i);
    assert_memory_equal(out, want, sizeof want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_case), cmocka_unit_test(test_coverage_identities),
        cmocka_unit_test(test_entropies),   cmocka_unit_test(test_penalties),
        cmocka_unit_test(test_divergences), cmocka_unit_test(test_kendall),
        cmocka_unit_test(test_rbo),         cmocka_unit_test(test_argmax),
        cmocka_unit_test(test_aer),         cmocka_unit_test(test_words_from_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
