#include "train/pass.h"

#include "train/dropout.h"

#include <string.h>

void as_pass_linear(const as_pass *pass, float *y, size_t ldy, int n, const as_mat *W,
                    const float *x, size_t ldx, const float *b)
{
    as_product_log_add(pass->log, AS_PRODUCT_NT, n, W->rows, W->cols);
    if (pass->matmul.kernel)
        as_matmul_nt(&pass->matmul, y, ldy, n, W->rows, W->cols, x, ldx, as_mat_f32(W), W->stride,
                     b, 0);
    else
        as_linear(pass->kernels, y, ldy, n, W, x, ldx, b, false);
}

void as_pass_gemm_nn(const as_pass *pass, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate)
{
    as_product_log_add(pass->log, AS_PRODUCT_NN, m, n, k);
    if (pass->matmul.kernel)
        as_matmul_nn(&pass->matmul, C, ldc, m, n, k, A, lda, B, ldb, accumulate ? C : NULL, ldc);
    else
        as_gemm_nn(C, ldc, m, n, k, A, lda, B, ldb, accumulate);
}

void as_pass_gemm_tn(const as_pass *pass, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate)
{
    as_product_log_add(pass->log, AS_PRODUCT_TN, m, n, k);
    if (pass->matmul.kernel)
        as_matmul_tn(&pass->matmul, C, ldc, m, n, k, A, lda, B, ldb, accumulate ? C : NULL, ldc);
    else
        as_gemm_tn(C, ldc, m, n, k, A, lda, B, ldb, accumulate);
}

bool as_pass_weights_init(const as_pass *pass, as_pass_weights *weights, const as_mat *W,
                          bool across, as_error *err)
{
    int n = across ? W->cols : W->rows, k = across ? W->rows : W->cols;
    *weights = (as_pass_weights){.W = *W, .across = across};
    if (!pass->matmul.kernel)
        return true;
    weights->packed =
        as_arena_alloc(pass->arena, as_matmul_packed_bytes(pass->matmul.kernel, n, k), 1);
    if (!weights->packed)
        return as_fail_memory(err, "packed weights");
    as_matmul_pack(pass->matmul.kernel, weights->packed, n, k, as_mat_f32(W), W->stride, across);
    return true;
}

void as_pass_weights_apply(const as_pass *pass, float *y, size_t ldy, int n,
                           const as_pass_weights *weights, const float *x, size_t ldx,
                           const float *b, bool accumulate)
{
    const as_mat *W = &weights->W;
    int n_out = weights->across ? W->cols : W->rows, k = weights->across ? W->rows : W->cols;
    as_product_log_add(pass->log, AS_PRODUCT_WEIGHTS, n, n_out, k);
    if (weights->packed)
        as_matmul_packed(&pass->matmul, y, ldy, n, n_out, k, x, ldx, weights->packed,
                         accumulate ? y : b, accumulate ? ldy : 0);
    else if (weights->across)
        as_gemm_nn(y, ldy, n, n_out, k, x, ldx, as_mat_f32(W), W->stride, accumulate);
    else
        as_linear(pass->kernels, y, ldy, n, W, x, ldx, b, accumulate);
}

float *as_pass_floats(const as_pass *pass, size_t rows, int cols)
{
    size_t n;
    return as_mul_size(rows, (size_t)cols, &n) ? as_arena_alloc(pass->arena, n, sizeof(float))
                                               : NULL;
}

void as_pass_add_rows(const as_pass *pass, float *sum, const float *x, size_t ldx, int n, int cols)
{
    for (int r = 0; r < n; r++)
        pass->kernels->axpy(sum, 1.0f, x + (size_t)r * ldx, (size_t)cols);
}

bool as_pass_embed(const as_pass *pass, float *x, unsigned char **mask, const as_mat *embedding,
                   const int *ids, int n, as_error *err)
{
    size_t E = (size_t)embedding->cols;
    for (int r = 0; r < n; r++)
        as_mat_row(pass->kernels, x + (size_t)r * E, embedding, ids[r]);
    *mask = NULL;
    if (pass->dropout <= 0)
        return true;
    unsigned char *drawn = as_arena_alloc(pass->arena, (size_t)n * E, 1);
    if (!drawn)
        return as_fail_memory(err, "a dropout mask");
    as_dropout_mask(drawn, (size_t)n * E, pass->dropout, pass->random);
    as_dropout_apply(x, drawn, (size_t)n * E, pass->dropout);
    *mask = drawn;
    return true;
}

void as_pass_embed_backward(const as_pass *pass, as_mat *d_embedding, float *d_x,
                            const unsigned char *mask, const int *ids, int n)
{
    size_t E = (size_t)d_embedding->cols;
    if (mask)
        as_dropout_apply(d_x, mask, (size_t)n * E, pass->dropout);
    float *d_W = as_mat_f32(d_embedding);
    for (int r = 0; r < n; r++)
        pass->kernels->axpy(d_W + (size_t)ids[r] * E, 1.0f, d_x + (size_t)r * E, E);
}
