/* Matrix products: the only place that talks to BLAS.
 *
 * Letters: a matrix is row-major, `stride` elements from one row to the next. A linear layer is
 * y = W x + b with W [rows x cols]; n rows of x are n independent inputs. None can fail except
 * where said; all are thread-safe. The program, not the library, sets the number of BLAS threads
 * (as_blas_threads). */
#ifndef AS_CORE_MAT_H
#define AS_CORE_MAT_H

#include "core/kernels.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum as_dtype { AS_F32, AS_F16, AS_BF16 } as_dtype;

/* A view of weights owned by somebody else. F16 lives in files only: loading turns it to F32. */
typedef struct as_mat {
    void *data;
    as_dtype dtype;
    int rows, cols;
    size_t stride; /* elements, >= cols */
} as_mat;

/* Columns [from, from + count) of W. */
as_mat as_mat_columns(const as_mat *W, int from, int count);

/* The floats of an AS_F32 view (asserted). */
float *as_mat_f32(const as_mat *W);

/* y_r = W x_r + b for r < n (b may be NULL), added to the old y when accumulate.
 * Each y_r is the same to the last bit whatever n is, so that a batch gives what its sentences
 * give alone. BF16 weights are read as they are. One thread. */
void as_linear(const as_kernels *kernels, float *y, size_t ldy, int n, const as_mat *W,
               const float *x, size_t ldx, const float *b, bool accumulate);

/* One row of W as floats (an embedding lookup). out [cols]. */
void as_mat_row(const as_kernels *kernels, float *out, const as_mat *W, int row);

/* The three products of training, all F32. C [m x n], inner length k, C += when accumulate.
 *   nt: C = A B^T   A [m x k], B [n x k]     y = x W^T
 *   nn: C = A B     A [m x k], B [k x n]     d_x = d_y W
 *   tn: C = A^T B   A [k x m], B [k x n]     d_W = d_y^T x */
void as_gemm_nt(float *C, size_t ldc, int m, int n, int k, const float *A, size_t lda,
                const float *B, size_t ldb, bool accumulate);
void as_gemm_nn(float *C, size_t ldc, int m, int n, int k, const float *A, size_t lda,
                const float *B, size_t ldb, bool accumulate);
void as_gemm_tn(float *C, size_t ldc, int m, int n, int k, const float *A, size_t lda,
                const float *B, size_t ldb, bool accumulate);

/* Threads that BLAS may use in one call, for the whole process. Programs call it once, at start;
 * 1 when they run several sessions or training shards side by side. */
void as_blas_threads(int n);

#endif
