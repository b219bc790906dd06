/* Layer normalisation in its two forms, against numbers worked out by hand. */
#include "core/layer_norm.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static as_mat vector(float *data, int n)
{
    return (as_mat){.data = data, .dtype = AS_F32, .rows = n, .cols = 1, .stride = 1};
}

static void assert_close(const float *got, const float *want, int n)
{
    for (int k = 0; k < n; k++)
        if (fabsf(got[k] - want[k]) > 1e-5f)
            fail_msg("number %d is %g, expected %g", k, (double)got[k], (double)want[k]);
}

static float g[] = {1, 2, 3, 4, 5, 6}, a[] = {1, 1, 0, 0, 0, 0}, b[] = {0, 0, 0, 10, 10, 10};

static void marian_takes_all_as_one(void **state)
{
    (void)state;
    /* mean 3, variance 4: -1, 1, -1, 1, -1, 1 */
    float y[] = {1, 5, 1, 5, 1, 5};
    static const float want[] = {-1, 2, -3, 14, 5, 16};
    as_norm_params params = {.g = vector(g, 6)};
    as_layer_norm(AS_NORM_MARIAN, AS_NORM_GATES, y, 1, 6, &params, b);
    assert_close(y, want, 6);
}

static void nematus_takes_the_gates_apart(void **state)
{
    (void)state;
    /* With a: 1 5 1 5 | 0 4. */
    float y[] = {0, 4, 1, 5, 0, 4}, dense[] = {0, 4, 1, 5, 1, 5};
    static const float want[] = {-1, 2, -3, 14, 5, 16};
    as_norm_params params = {.g = vector(g, 6), .a = vector(a, 6)};
    as_layer_norm(AS_NORM_NEMATUS, AS_NORM_GATES, y, 1, 6, &params, b);
    assert_close(y, want, 6);
    as_layer_norm(AS_NORM_NEMATUS, AS_NORM_DENSE, dense, 1, 6, &params, b);
    assert_close(dense, want, 6);
}

static void none_adds_the_bias(void **state)
{
    (void)state;
    float y[] = {1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1};
    static const float want[] = {1, 2, 3, 14, 15, 16, 1, 1, 1, 11, 11, 11};
    as_norm_params params = {{0}, {0}};
    as_layer_norm(AS_NORM_NONE, AS_NORM_GATES, y, 2, 6, &params, b);
    assert_close(y, want, 12);
}

static void equal_numbers_become_the_bias(void **state)
{
    (void)state;
    float y[] = {7, 7, 7, 7, 7, 7};
    as_norm_params params = {.g = vector(g, 6)};
    as_layer_norm(AS_NORM_MARIAN, AS_NORM_DENSE, y, 1, 6, &params, b);
    assert_close(y, b, 6);
}

static void products_are_normalised_row_by_row(void **state)
{
    (void)state;
    float W[] = {1, 0, 0, 1}, x[] = {1, 5, 3, -1}, y[4];
    static const float want[] = {-1, 12, 1, 8};
    float shift[] = {0, 10};
    as_mat mat = {.data = W, .dtype = AS_F32, .rows = 2, .cols = 2, .stride = 2};
    as_norm_params params = {.g = vector(g, 2)};
    as_linear_norm(as_kernels_plain(), AS_NORM_MARIAN, AS_NORM_DENSE, y, 2, &mat, x, &params,
                   shift);
    assert_close(y, want, 4);
    as_linear_norm(as_kernels_plain(), AS_NORM_NONE, AS_NORM_DENSE, y, 1, &mat, x, &params, shift);
    assert_true(y[0] == 1 && y[1] == 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marian_takes_all_as_one),
        cmocka_unit_test(nematus_takes_the_gates_apart),
        cmocka_unit_test(none_adds_the_bias),
        cmocka_unit_test(equal_numbers_become_the_bias),
        cmocka_unit_test(products_are_normalised_row_by_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
