#include "core/mat.h"

#include <assert.h>
#include <cblas.h>
#include <string.h>

/* From this many rows on, sgemm beats reading the weights in the matrix-vector kernels. */
enum { GEMM_ROWS = 24 };

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

/* y_r = b, or 0: what a product is then added to. */
static void fill_rows(float *y, size_t ldy, int n, const float *b, int cols)
{
    for (int r = 0; r < n; r++) {
        float *row = y + (size_t)r * ldy;
        if (b)
            memcpy(row, b, (size_t)cols * sizeof *row);
        else
            memset(row, 0, (size_t)cols * sizeof *row);
    }
}

static void add_rows(const as_kernels *kernels, float *y, size_t ldy, int n, const float *b,
                     int cols)
{
    for (int r = 0; r < n; r++)
        kernels->axpy(y + (size_t)r * ldy, 1, b, (size_t)cols);
}

void as_linear(const as_kernels *kernels, float *y, size_t ldy, int n, const as_mat *W,
               const float *x, size_t ldx, const float *b, bool accumulate)
{
    if (W->dtype == AS_BF16) {
        kernels->linear_bf16(y, ldy, n, W->data, W->stride, W->rows, W->cols, x, ldx, b,
                             accumulate);
        return;
    }
    if (n < GEMM_ROWS) {
        kernels->linear_f32(y, ldy, n, as_mat_f32(W), W->stride, W->rows, W->cols, x, ldx, b,
                            accumulate);
        return;
    }
    if (!accumulate)
        fill_rows(y, ldy, n, b, W->rows);
    else if (b)
        add_rows(kernels, y, ldy, n, b, W->rows);
    as_gemm_nt(y, ldy, n, W->rows, W->cols, x, ldx, as_mat_f32(W), W->stride, true);
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
