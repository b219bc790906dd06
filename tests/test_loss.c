/* Cross-entropy with label smoothing against double arithmetic and central differences. */
#include "train/loss.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { V = 11 };

static const float logits[V] = {0.5f, -1, 2, 0.25f, 3, -2, 1.5f, 0, -0.5f, 2.5f, 1};

static double reference(const double *l, int n, int y, double epsilon)
{
    double sum = 0, loss = 0;
    for (int v = 0; v < n; v++)
        sum += exp(l[v]);
    for (int v = 0; v < n; v++)
        loss -= ((v == y) * (1 - epsilon) + epsilon / n) * (l[v] - log(sum));
    return loss;
}

static void check(const as_kernels *kernels, int n, int y, double epsilon, float offset)
{
    float l[V];
    double L[V];
    for (int v = 0; v < n; v++)
        L[v] = l[v] = logits[v] + offset;
    as_loss loss = {0};
    float b[V], d_b[V];
    for (int v = 0; v < n; v++)
        d_b[v] = b[v] = (float)v;
    as_cross_entropy(kernels, &loss, l, d_b, n, y, epsilon, 0.5);
    assert_true(fabs(loss.smoothed - reference(L, n, y, epsilon)) <= 1e-5);
    assert_true(fabs(loss.nll - reference(L, n, y, 0)) <= 1e-5);
    assert_int_equal(loss.n, 1);
    for (int v = 0; v < n; v++) {
        double step = 1e-4, kept = L[v];
        L[v] = kept + step;
        double above = reference(L, n, y, epsilon);
        L[v] = kept - step;
        double below = reference(L, n, y, epsilon);
        L[v] = kept;
        assert_true(fabs(l[v] - 0.5 * (above - below) / (2 * step)) <= 1e-6);
        assert_true(fabsf(d_b[v] - (b[v] + l[v])) <= 1e-6f);
    }
}

static void test_loss_and_gradient(void **state)
{
    (void)state;
    const as_kernels *tables[AS_MAX_KERNELS];
    int n_tables = as_kernels_all(tables);
    for (int k = 0; k < n_tables; k++)
        for (int n = 1; n <= V; n++)
            for (int y = 0; y < n; y++) {
                check(tables[k], n, y, 0, 0);
                check(tables[k], n, y, 0.1, 0);
                check(tables[k], n, y, 0.1, 40); /* the shift changes nothing */
            }
}

static void test_large_logits(void **state)
{
    (void)state;
    float l[] = {300, -300, 0}, d_b[3] = {0};
    as_loss loss = {0};
    as_cross_entropy(as_kernels_best(), &loss, l, d_b, 3, 1, 0, 1);
    assert_true(fabs(loss.nll - 600) < 1e-3);
    assert_true(fabsf(l[0] - 1) < 1e-6f);
    assert_true(fabsf(l[1] + 1) < 1e-6f);
    assert_true(l[2] == 0);
}

static void test_right(void **state)
{
    (void)state;
    as_loss loss = {0};
    float l[V];
    for (int y = 0; y < V; y++) {
        memcpy(l, logits, sizeof l);
        as_cross_entropy(as_kernels_best(), &loss, l, NULL, V, y, 0, 1);
    }
    assert_int_equal(loss.n, V);
    assert_int_equal(loss.n_right, 1);
    float equal[] = {1, 1};
    as_cross_entropy(as_kernels_best(), &loss, equal, NULL, 2, 1, 0, 1); /* the first of equals */
    assert_int_equal(loss.n_right, 1);
}

static void test_not_finite_shows(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY};
    for (int k = 0; k < 2; k++) {
        float l[] = {1, bad[k], 2}, d_b[3] = {0};
        as_loss loss = {0};
        as_cross_entropy(as_kernels_best(), &loss, l, d_b, 3, 0, 0.1, 1);
        assert_false(isfinite(loss.smoothed));
    }
}

static void test_add(void **state)
{
    (void)state;
    as_loss sum = {.smoothed = 1, .nll = 2, .guided = 0.5, .n = 3, .n_right = 1};
    const as_loss part = {.smoothed = 10, .nll = 20, .guided = 2, .n = 30, .n_right = 2};
    as_loss_add(&sum, &part);
    assert_true(sum.smoothed == 11 && sum.nll == 22 && sum.guided == 2.5);
    assert_true(sum.n == 33 && sum.n_right == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loss_and_gradient),
        cmocka_unit_test(test_large_logits),
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_not_finite_shows),
        cmocka_unit_test(test_add),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
