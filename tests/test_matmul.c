/* Packed products against double arithmetic on the same inputs, rounded where the kernel rounds, at
 * every kind of edge: single rows, odd inner lengths, more than one block. */
#include "train/matmul.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef void product(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, const float *from, size_t ldf);

typedef struct thread_product_kind {
    const char *name;
    product *run;
    bool a_down, b_down; /* the inner index runs down the rows in memory */
} product_kind;

/* B packed beforehand, from both ways in which it may lie. */
static void packed(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                   size_t lda, const float *B, size_t ldb, bool k_down, const float *from,
                   size_t ldf)
{
    void *ready = aligned_alloc(64, as_matmul_packed_bytes(by->kernel, n, k));
    assert_non_null(ready);
    as_matmul_pack(by->kernel, ready, n, k, B, ldb, k_down);
    as_matmul_packed(by, C, ldc, m, n, k, A, lda, ready, from, ldf);
    free(ready);
}

static void packed_nt(const as_matmul *by, float *C, size_t ldc, int m, int n, int k,
                      const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                      size_t ldf)
{
    packed(by, C, ldc, m, n, k, A, lda, B, ldb, false, from, ldf);
}

static void packed_nn(const as_matmul *by, float *C, size_t ldc, int m, int n, int k,
                      const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                      size_t ldf)
{
    packed(by, C, ldc, m, n, k, A, lda, B, ldb, true, from, ldf);
}

static const product_kind kinds[] = {
    {"nt", as_matmul_nt, false, false},    {"nn", as_matmul_nn, false, true},
    {"tn", as_matmul_tn, true, true},      {"packed nt", packed_nt, false, false},
    {"packed nn", packed_nn, false, true},
};

static const int sizes[][3] = {
    /* m, n, k */
    {1, 1, 1},      {5, 7, 3},     {8, 32, 2},    {9, 33, 5},    {16, 31, 64},
    {32, 32, 32},   {64, 64, 512}, {31, 16, 31},  {33, 17, 513}, {17, 65, 385},
    {40, 50, 1601}, {3, 200, 400}, {800, 70, 33},
};

enum { GAP = 3 }; /* elements between rows that must stay as they are */

static float rounded(float x, bool rounds)
{
    if (!rounds)
        return x;
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

/* What the sums start from. */
typedef enum sums_start { ZEROS, OLD_C, BIAS, N_STARTS } sums_start;

static void check(const product_kind *kind, int m, int n, int k, sums_start start,
                  const as_matmul *by)
{
    bool rounds = as_matmul_precision(by->kernel) == AS_PRECISION_BF16;
    size_t lda = (size_t)(kind->a_down ? m : k) + GAP, ldb = (size_t)(kind->b_down ? n : k) + GAP;
    size_t ldc = (size_t)n + GAP, n_C = (size_t)m * ldc;
    float *A = random_floats(lda * (size_t)(kind->a_down ? k : m), 1);
    float *B = random_floats(ldb * (size_t)(kind->b_down ? k : n), 2);
    float *C = random_floats(n_C, 3), *before = random_floats(n_C, 3);
    float *bias = random_floats((size_t)n, 4);
    kind->run(by, C, ldc, m, n, k, A, lda, B, ldb,
              start == ZEROS   ? NULL
              : start == OLD_C ? C
                               : bias,
              start == OLD_C ? ldc : 0);
    for (size_t i = 0; i < (size_t)m; i++) {
        for (size_t j = 0; j < (size_t)n; j++) {
            double want = start == OLD_C ? before[i * ldc + j] : start == BIAS ? bias[j] : 0;
            for (size_t q = 0; q < (size_t)k; q++)
                want += (double)rounded(kind->a_down ? A[q * lda + i] : A[i * lda + q], rounds) *
                        (double)rounded(kind->b_down ? B[q * ldb + j] : B[j * ldb + q], rounds);
            if (!(fabs(C[i * ldc + j] - want) <= 1e-6 + 1e-7 * k))
                fail_msg("%s %s %s %d x %d x %d at %zu, %zu: got %.8g, want %.8g",
                         as_matmul_name(by->kernel), rounds ? "bf16" : "f32", kind->name, m, n, k,
                         i, j, (double)C[i * ldc + j], want);
        }
        for (size_t j = (size_t)n; j < ldc; j++)
            assert_true(C[i * ldc + j] == before[i * ldc + j]);
    }
    free(A);
    free(B);
    free(C);
    free(before);
    free(bias);
}

static void test_products(void **state)
{
    (void)state;
    const as_matmul_kernel *kernels[AS_MAX_MATMUL_KERNELS];
    int n = as_matmul_all(kernels);
    for (int by = 0; by < n; by++) {
        void *space = aligned_alloc(64, as_matmul_space(kernels[by]));
        assert_non_null(space);
        for (size_t t = 0; t < sizeof kinds / sizeof kinds[0]; t++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                for (sums_start start = ZEROS; start < N_STARTS; start++)
                    check(&kinds[t], sizes[s][0], sizes[s][1], sizes[s][2], start,
                          &(as_matmul){kernels[by], space});
        free(space);
    }
}

/* The last of a precision is the best of it; F32 stands in for BF16. */
static void test_best(void **state)
{
    (void)state;
    const as_matmul_kernel *kernels[AS_MAX_MATMUL_KERNELS], *best[2] = {NULL, NULL};
    int n = as_matmul_all(kernels);
    for (int by = 0; by < n; by++)
        best[as_matmul_precision(kernels[by])] = kernels[by];
    const as_matmul_kernel *f32 = best[AS_PRECISION_F32], *bf16 = best[AS_PRECISION_BF16];
    assert_ptr_equal(as_matmul_best(AS_PRECISION_F32), f32);
    assert_ptr_equal(as_matmul_best(AS_PRECISION_BF16), bf16 ? bf16 : f32);
}

/* Numbers over the whole range of a float: the error stays that of a product of floats. */
static void test_range(void **state)
{
    (void)state;
    enum { N = 40 };
    const as_matmul_kernel *kernels[AS_MAX_MATMUL_KERNELS];
    int n = as_matmul_all(kernels);
    float A[N], B[N], C;
    for (int by = 0; by < n; by++) {
        as_matmul matmul = {kernels[by], aligned_alloc(64, as_matmul_space(kernels[by]))};
        assert_non_null(matmul.space);
        double error = as_matmul_precision(kernels[by]) == AS_PRECISION_BF16 ? 1e-2 : 1e-6;
        for (int e = -50; e <= 50; e++) {
            double want = 0, size = 0;
            for (int k = 0; k < N; k++) {
                A[k] = (float)ldexp(1 + k / 41.0, e + k % 5);
                B[k] = (float)ldexp(k % 2 ? -1 - k / 37.0 : 1 + k / 39.0, e / 2 - k % 3);
                want += (double)A[k] * B[k];
                size += fabs((double)A[k] * B[k]);
            }
            as_matmul_nt(&matmul, &C, 1, 1, 1, N, A, N, B, N, NULL, 0);
            assert_true(fabs(C - want) <= error * size);
        }
        free(matmul.space);
    }
}

typedef struct thread_product {
    const as_matmul_kernel *kernel;
    float C[40 * 50];
} thread_product;

static void *multiply_in_thread(void *context)
{
    thread_product *p = context;
    as_matmul by = {p->kernel, aligned_alloc(64, as_matmul_space(p->kernel))};
    float *A = random_floats(40 * 70, 1), *B = random_floats(50 * 70, 2);
    assert_non_null(by.space);
    as_matmul_nt(&by, p->C, 50, 40, 50, 70, A, 70, B, 70, NULL, 0);
    free(A);
    free(B);
    free(by.space);
    return NULL;
}

/* Another thread may use the same instructions, and gets the same bits. */
static void test_threads(void **state)
{
    (void)state;
    const as_matmul_kernel *kernels[AS_MAX_MATMUL_KERNELS];
    int n = as_matmul_all(kernels);
    for (int k = 0; k < n; k++) {
        static thread_product here, there;
        here.kernel = there.kernel = kernels[k];
        pthread_t thread;
        multiply_in_thread(&here);
        assert_int_equal(pthread_create(&thread, NULL, multiply_in_thread, &there), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_memory_equal(here.C, there.C, sizeof here.C);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
