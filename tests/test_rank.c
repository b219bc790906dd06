/* Ranking tokens by log P against a plain sort, for vocabularies of every number of runs. */
#include "core/rank.h"
#include "core/vocab.h"
#include "differences.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_V = 8000, MAX_WANTED = 64 };

static int better_first(const void *a, const void *b)
{
    const as_candidate *x = a, *y = b;
    if (x->logp != y->logp)
        return x->logp > y->logp ? -1 : 1;
    return x->id < y->id ? -1 : 1;
}

static void check_rank(const float *logits, int Vy, int wanted, bool no_unknown)
{
    static as_candidate all[MAX_V];
    float scratch[64];
    as_candidate got[MAX_WANTED];
    double log_Z = 0, sum = 0;
    assert_in_range(as_rank_scratch(Vy), 1, 64);
    int n = as_rank(as_kernels_best(), logits, Vy, scratch, no_unknown, got, wanted, &log_Z,
                    NULL);
    int rankable = 0;
    for (int id = AS_EOS; id < Vy; id++)
        if (id != AS_UNK || !no_unknown)
            all[rankable++] = (as_candidate){id, logits[id]};
    assert_int_equal(as_rankable(Vy, no_unknown), rankable);
    assert_int_equal(n, wanted < rankable ? wanted : rankable);
    for (int id = 0; id < Vy; id++)
        sum += exp((double)logits[id]);
    assert_true(fabs(log_Z - log(sum)) < 1e-5);
    qsort(all, (size_t)rankable, sizeof *all, better_first);
    for (int k = 0; k < n; k++) {
        assert_int_equal(got[k].id, all[k].id);
        assert_true(fabs((double)got[k].logp - ((double)all[k].logp - log(sum))) < 1e-5);
    }
}

static void test_rank_equals_sorting(void **state)
{
    (void)state;
    static float logits[MAX_V];
    const int sizes[] = {5, 6, 30, 255, 256, 257, 1000, MAX_V}, wanted[] = {0, 1, 2, 10, 64};
    for (int s = 0; s < 8; s++)
        for (int w = 0; w < 5; w++)
            for (int kind = 0; kind < 4; kind++) {
                fill_random(logits, MAX_V, (uint64_t)(s * 100 + w * 10 + kind));
                for (int id = 0; id < sizes[s]; id++) {
                    if (kind == 1) /* many ties */
                        logits[id] = floorf(logits[id] * 3);
                    if (kind == 2) /* the best come last */
                        logits[id] = (float)id * 0.01f;
                    if (kind == 3) /* the best come first, <pad> and <s> above all */
                        logits[id] = (float)-id * 0.01f;
                }
                check_rank(logits, sizes[s], wanted[w], false);
                check_rank(logits, sizes[s], wanted[w], true);
            }
}

static void test_not_finite(void **state)
{
    (void)state;
    static float logits[MAX_V];
    const float bad[] = {NAN, INFINITY, -INFINITY};
    const char *const found[] = {"nan", "inf", "-inf"};
    const int places[] = {0, 7, 300, MAX_V - 1};
    for (int b = 0; b < 3; b++)
        for (int p = 0; p < 4; p++) {
            fill_random(logits, MAX_V, 1);
            logits[places[p]] = bad[b];
            float scratch[64];
            as_candidate got[1];
            double log_Z;
            as_error err;
            assert_int_equal(
                as_rank(as_kernels_best(), logits, MAX_V, scratch, false, got, 1, &log_Z, &err), -1);
            assert_int_equal(err.status, AS_ERR_FORMAT);
            char want[128];
            snprintf(want, sizeof want, "the logit of token %d is %s, expected a finite number",
                     places[p], found[b]);
            assert_string_equal(err.message, want);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rank_equals_sorting),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
