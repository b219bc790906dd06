/* Products on BF16 inputs against double arithmetic on the same rounded inputs, at every kind of
 * edge: single rows, odd inner lengths, more than one block. */
#include "train/gemm_bf16.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef void product(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate);

typedef struct product_kind {
    const char *name;
    product *run;
    bool a_down, b_down; /* the inner index runs down the rows in memory */
} product_kind;

static const product_kind kinds[] = {
    { "nt", as_gemm_bf16_nt, false, false },
    { "nn", as_gemm_bf16_nn, false, true },
    { "tn", as_gemm_bf16_tn, true, true },
};

static const int sizes[][3] = { /* m, n, k */
    { 1, 1, 1 },    { 5, 7, 3 },     { 8, 32, 2 },    { 9, 33, 5 },     { 16, 31, 64 },
    { 17, 65, 385 }, { 40, 50, 801 }, { 3, 200, 400 }, { 800, 70, 33 },
};

enum { GAP = 3 }; /* elements between rows that must stay as they are */

static float rounded(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += 0x7FFF + ((bits >> 16) & 1); /* to nearest, ties to even */
    bits &= 0xFFFF0000u;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float *random_floats(size_t n, uint64_t seed)
{
    float *x = malloc(n * sizeof *x);
    assert_non_null(x);
    for (size_t k = 0; k < n; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        x[k] = (float)(seed >> 40) / 16777216.0f - 0.5f;
    }
    return x;
}

static void check(const product_kind *kind, int m, int n, int k, bool accumulate, void *space)
{
    size_t lda = (size_t)(kind->a_down ? m : k) + GAP, ldb = (size_t)(kind->b_down ? n : k) + GAP;
    size_t ldc = (size_t)n + GAP, n_C = (size_t)m * ldc;
    float *A = random_floats(lda * (size_t)(kind->a_down ? k : m), 1);
    float *B = random_floats(ldb * (size_t)(kind->b_down ? k : n), 2);
    float *C = random_floats(n_C, 3), *before = random_floats(n_C, 3);
    kind->run(space, C, ldc, m, n, k, A, lda, B, ldb, accumulate);
    for (size_t i = 0; i < (size_t)m; i++) {
        for (size_t j = 0; j < (size_t)n; j++) {
            double want = accumulate ? before[i * ldc + j] : 0;
            for (size_t q = 0; q < (size_t)k; q++)
                want += (double)rounded(kind->a_down ? A[q * lda + i] : A[i * lda + q]) *
                        (double)rounded(kind->b_down ? B[q * ldb + j] : B[j * ldb + q]);
            if (!(fabs(C[i * ldc + j] - want) <= 1e-6 + 1e-7 * k))
                fail_msg("%s %d x %d x %d at %zu, %zu: got %.8g, want %.8g", kind->name, m, n, k,
                         i, j, (double)C[i * ldc + j], want);
        }
        for (size_t j = (size_t)n; j < ldc; j++)
            assert_true(C[i * ldc + j] == before[i * ldc + j]);
    }
    free(A);
    free(B);
    free(C);
    free(before);
}

static void test_products(void **state)
{
    (void)state;
    if (!as_gemm_bf16_supported())
        skip();
    void *space = aligned_alloc(64, as_gemm_bf16_space());
    assert_non_null(space);
    for (size_t t = 0; t < sizeof kinds / sizeof kinds[0]; t++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (int accumulate = 0; accumulate < 2; accumulate++)
                check(&kinds[t], sizes[s][0], sizes[s][1], sizes[s][2], accumulate, space);
    free(space);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_products) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
