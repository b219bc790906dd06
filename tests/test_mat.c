/* Matrix products against plain loops in double. */
#include "core/mat.h"
#include "core/memory.h"
#include "differences.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static float *random_block(size_t n, uint64_t seed)
{
    float *block = as_alloc(n, sizeof *block);
    assert_non_null(block);
    fill_random(block, n, seed);
    return block;
}

static void assert_close(double got, double want)
{
    if (!(fabs(got - want) <= 2e-5 * fmax(1, fabs(want))))
        fail_msg("got %.9g, want %.9g", got, want);
}

enum { ROWS = 37, COLS = 70, MAX_N = 210 };

static void test_columns_and_rows(void **state)
{
    (void)state;
    const as_kernels *kernels = as_kernels_best();
    float *data = random_block(ROWS * COLS, 1), row[COLS];
    uint16_t half[ROWS * COLS];
    kernels->bf16_from_f32(half, data, ROWS * COLS);
    const as_mat W = {data, AS_F32, ROWS, COLS, COLS}, W_half = {half, AS_BF16, ROWS, COLS, COLS};
    const as_mat part = as_mat_columns(&W, 5, 9), part_half = as_mat_columns(&W_half, 5, 9);
    assert_true(part.rows == ROWS && part.cols == 9 && part.stride == COLS);
    as_mat_row(kernels, row, &part, 3);
    assert_memory_equal(row, data + 3 * COLS + 5, 9 * sizeof(float));
    as_mat_row(kernels, row, &part_half, 3);
    for (int k = 0; k < 9; k++) /* eight bits of precision */
        assert_true(fabsf(row[k] - data[3 * COLS + 5 + k]) <= 0x1p-8f * fabsf(row[k]));
    assert_true(as_mat_columns(&W, COLS, 0).cols == 0);
    free(data);
}

/* Each row is what it is alone, to the last bit, for any n. */
static void test_linear(void **state)
{
    (void)state;
    const as_kernels *kernels = as_kernels_best();
    float *data = random_block(ROWS * COLS, 1), *x = random_block(MAX_N * COLS, 2);
    float *b = random_block(ROWS, 3), *start = random_block(MAX_N * ROWS, 4);
    float *y = random_block(MAX_N * ROWS, 5);
    uint16_t half[ROWS * COLS];
    kernels->bf16_from_f32(half, data, ROWS * COLS);
    const int ns[] = {1, 2, 5, 6, 7, 64, 96, 97, MAX_N};
    for (size_t k = 0; k < sizeof ns / sizeof ns[0]; k++)
        for (int variant = 0; variant < 8; variant++) {
            bool accumulate = variant & 1, bias = variant & 2, bf16 = variant & 4;
            const as_mat W = {bf16 ? (void *)half : data, bf16 ? AS_BF16 : AS_F32, ROWS, COLS,
                              COLS};
            memcpy(y, start, (size_t)ns[k] * ROWS * sizeof *y);
            as_linear(kernels, y, ROWS, ns[k], &W, x, COLS, bias ? b : NULL, accumulate);
            for (int r = 0; r < ns[k]; r++) {
                float alone[ROWS], row[COLS];
                memcpy(alone, start + r * ROWS, sizeof alone);
                as_linear(kernels, alone, ROWS, 1, &W, x + r * COLS, COLS, bias ? b : NULL,
                          accumulate);
                assert_memory_equal(y + r * ROWS, alone, sizeof alone);
                for (int j = 0; j < ROWS; j++) {
                    double want =
                        (bias ? (double)b[j] : 0) + (accumulate ? (double)start[r * ROWS + j] : 0);
                    as_mat_row(kernels, row, &W, j);
                    for (int c = 0; c < COLS; c++)
                        want += (double)row[c] * (double)x[r * COLS + c];
                    assert_close((double)alone[j], want);
                }
            }
        }
    free(data);
    free(x);
    free(b);
    free(start);
    free(y);
}

/* Wider than what is put in order for BF16 weights at once. */
static void test_linear_of_very_wide_rows(void **state)
{
    (void)state;
    const as_kernels *kernels = as_kernels_best();
    const int widths[] = {2049, 4100, 12289, 20000};
    enum { MAX_WIDTH = 20000, N = 8, FEW = 5 };
    float *data = random_block(FEW * MAX_WIDTH, 1), *x = random_block(N * MAX_WIDTH, 2);
    uint16_t *half = as_alloc(FEW * MAX_WIDTH, sizeof *half);
    assert_non_null(half);
    kernels->bf16_from_f32(half, data, FEW * MAX_WIDTH);
    kernels->f32_from_bf16(data, half, FEW * MAX_WIDTH);
    for (int k = 0; k < 4; k++) {
        size_t cols = (size_t)widths[k];
        const as_mat W = {half, AS_BF16, FEW, widths[k], cols};
        float y[N * FEW];
        as_linear(kernels, y, FEW, N, &W, x, cols, NULL, false);
        for (size_t r = 0; r < N; r++)
            for (size_t j = 0; j < FEW; j++) {
                double want = 0;
                for (size_t c = 0; c < cols; c++)
                    want += (double)data[j * cols + c] * (double)x[r * cols + c];
                assert_true(fabs((double)y[r * FEW + j] - want) < 1e-3);
            }
    }
    free(data);
    free(x);
    free(half);
}

static void test_gemm(void **state)
{
    (void)state;
    enum { M = 13, N = 9, K = 17, LD = 20 };
    float *A = random_block(LD * LD, 1), *B = random_block(LD * LD, 2);
    float *C = random_block(LD * LD, 3), *start = random_block(LD * LD, 3);
    for (int kind = 0; kind < 3; kind++)
        for (int accumulate = 0; accumulate < 2; accumulate++) {
            memcpy(C, start, LD * LD * sizeof *C);
            if (kind == 0)
                as_gemm_nt(C, LD, M, N, K, A, LD, B, LD, accumulate);
            else if (kind == 1)
                as_gemm_nn(C, LD, M, N, K, A, LD, B, LD, accumulate);
            else
                as_gemm_tn(C, LD, M, N, K, A, LD, B, LD, accumulate);
            for (int i = 0; i < LD; i++)
                for (int j = 0; j < LD; j++) {
                    double want = (double)start[i * LD + j];
                    if (i < M && j < N) {
                        if (!accumulate)
                            want = 0;
                        for (int k = 0; k < K; k++)
                            want += (double)(kind == 2 ? A[k * LD + i] : A[i * LD + k]) *
                                    (double)(kind == 0 ? B[j * LD + k] : B[k * LD + j]);
                    }
                    assert_close((double)C[i * LD + j], want);
                }
        }
    free(A);
    free(B);
    free(C);
    free(start);
}

int main(void)
{
    as_blas_threads(1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_and_rows),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_linear_of_very_wide_rows),
        cmocka_unit_test(test_gemm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
