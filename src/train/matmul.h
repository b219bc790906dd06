/* The matrix products of training on packed operands: faster than BLAS at its shapes, because
 * weights are packed once for all steps of a time loop, and because matrix instructions are used
 * where the processor has them. Two precisions, whose inputs and outputs are F32 in memory:
 *
 *   F32   products of single precision
 *   BF16  inputs rounded to bfloat16 (8 bits of mantissa), sums of single precision (Micikevicius
 *         et al. 2018; Kalamkar et al. 2019, arXiv:1905.12322)
 *
 * The three products and their arguments are those of core/mat.h. All are deterministic: the sum
 * of an element depends on the kernel and on k alone. None can fail. Thread-safe with a space per
 * thread. */
#ifndef AS_TRAIN_MATMUL_H
#define AS_TRAIN_MATMUL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum as_precision { AS_PRECISION_F32, AS_PRECISION_BF16 } as_precision;

/* One way to multiply: a precision and a set of instructions. Static. */
typedef struct as_matmul_kernel as_matmul_kernel;

/* The fastest kernel of this precision that this processor and system run; where there is none for
 * BF16, that for F32; NULL where there is none either, and BLAS must do. On Linux the process then
 * holds the permission that AMX tiles need. */
const as_matmul_kernel *as_matmul_best(as_precision precision);

/* Every kernel that runs here, the faster one of a precision later, into out; returns how many.
 * For tests. */
enum { AS_MAX_MATMUL_KERNELS = 5 };
int as_matmul_all(const as_matmul_kernel *out[AS_MAX_MATMUL_KERNELS]);

/* "avx512", "avx512-floats" or "amx". */
const char *as_matmul_name(const as_matmul_kernel *kernel);
as_precision as_matmul_precision(const as_matmul_kernel *kernel);

/* What a product needs beside its arguments; one for each thread. */
typedef struct as_matmul {
    const as_matmul_kernel *kernel; /* not NULL */
    void *space; /* as_matmul_space bytes of scratch, aligned to 64; the caller's */
} as_matmul;

size_t as_matmul_space(const as_matmul_kernel *kernel);

/* The sums start from `from`, rows ldf apart: NULL for zeros, C itself to add to it, a vector with
 * ldf 0 for the same row everywhere (a bias). */
void as_matmul_nt(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                  size_t lda, const float *B, size_t ldb, const float *from, size_t ldf);
void as_matmul_nn(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                  size_t lda, const float *B, size_t ldb, const float *from, size_t ldf);
void as_matmul_tn(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                  size_t lda, const float *B, size_t ldb, const float *from, size_t ldf);

/* A matrix packed once for many products, such as the recurrent weights of a time loop.
 *
 * B as in nt ([n x k], k_down false) or in nn ([k x n], k_down true). out has
 * as_matmul_packed_bytes bytes, aligned to 64. */
size_t as_matmul_packed_bytes(const as_matmul_kernel *kernel, int n, int k);
void as_matmul_pack(const as_matmul_kernel *kernel, void *out, int n, int k, const float *B,
                    size_t ldb, bool k_down);

/* C [m x n] = A [m x k] times the packed matrix. */
void as_matmul_packed(const as_matmul *by, float *C, size_t ldc, int m, int n, int k,
                      const float *A, size_t lda, const void *packed, const float *from,
                      size_t ldf);

#endif
