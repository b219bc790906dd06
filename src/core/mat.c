#include "core/mat.h"

#include <assert.h>
#include <cblas.h>
#include <string.h>

as_mat as_mat_columns(const as_mat *W, int from, int count)
{
    assert(from >= 0 && count >= 0 && from + count <= W->cols);
    size_t bytes = W->dtype == AS_F32 ? sizeof(float) : sizeof(uint16_t);
    as_mat part = *W;
    part.data = (char *)W->data + (size_t)from * bytes;
    part.cols = count;
    return part;
}

float *as_mat_f32(const as_mat *W)
{
    assert(W->dtype == AS_F32);
    return W->data;
}

/* The rows of x that one pass over W serves: enough that reading W does not count, few enough that
 * they stay in the second cache. At one thread the kernels outrun OpenBLAS's sgemm up to 256 rows
 * (6 rows: 108 against 37 GFLOP/s; 64: 106 against 91), and they sum each row in the same order
 * whatever n is. */
enum { ROWS_PER_PASS = 96 };

void as_linear(const as_kernels *kernels, float *y, size_t ldy, int n, const as_mat *W,
               const float *x, size_t ldx, const float *b, bool accumulate)
{
    for (int r = 0; r < n; r += ROWS_PER_PASS) {
        int n_here = n - r < ROWS_PER_PASS ? n - r : ROWS_PER_PASS;
        float *y_here = y + (size_t)r * ldy;
        const float *x_here = x + (size_t)r * ldx;
        if (W->dtype == AS_BF16)
            kernels->linear_bf16(y_here, ldy, n_here, W->data, W->stride, W->rows, W->cols, x_here,
                                 ldx, b, accumulate);
        else
            kernels->linear_f32(y_here, ldy, n_here, as_mat_f32(W), W->stride, W->rows, W->cols,
                                x_here, ldx, b, accumulate);
    }
}

void as_mat_row(const as_kernels *kernels, float *out, const as_mat *W, int row)
{
    assert(row >= 0 && row < W->rows);
    size_t start = (size_t)row * W->stride;
    if (W->dtype == AS_BF16)
        kernels->f32_from_bf16(out, (const uint16_t *)W->data + start, (size_t)W->cols);
    else
        memcpy(out, as_mat_f32(W) + start, (size_t)W->cols * sizeof *out);
}

static void gemm(CBLAS_TRANSPOSE trans_A, CBLAS_TRANSPOSE trans_B, float *C, size_t ldc, int m,
                 int n, int k, const float *A, size_t lda, const float *B, size_t ldb,
                 bool accumulate)
{
    cblas_sgemm(CblasRowMajor, trans_A, trans_B, m, n, k, 1, A, (blasint)lda, B, (blasint)ldb,
                accumulate ? 1 : 0, C, (blasint)ldc);
}

void as_gemm_nt(float *C, size_t ldc, int m, int n, int k, const float *A, size_t lda,
                const float *B, size_t ldb, bool accumulate)
{
    gemm(CblasNoTrans, CblasTrans, C, ldc, m, n, k, A, lda, B, ldb, accumulate);
}

void as_gemm_nn(float *C, size_t ldc, int m, int n, int k, const float *A, size_t lda,
                const float *B, size_t ldb, bool accumulate)
{
    gemm(CblasNoTrans, CblasNoTrans, C, ldc, m, n, k, A, lda, B, ldb, accumulate);
}

void as_gemm_tn(float *C, size_t ldc, int m, int n, int k, const float *A, size_t lda,
                const float *B, size_t ldb, bool accumulate)
{
    gemm(CblasTrans, CblasNoTrans, C, ldc, m, n, k, A, lda, B, ldb, accumulate);
}

void as_blas_threads(int n)
{
    openblas_set_num_threads(n < 1 ? 1 : n);
}
