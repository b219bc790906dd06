/* Matrix products on inputs rounded to bfloat16, summed in single precision: what training on
 * machines with such instructions does (Micikevicius et al. 2018 and Kalamkar et al. 2019,
 * arXiv:1905.12322), two to ten times as fast as single precision. Inputs and outputs stay F32; the
 * rounding (8 bits of mantissa) happens while they are packed.
 *
 * The three products and their arguments are those of core/mat.h. All are deterministic: the sum
 * of an element depends on the kernel and on k alone. None can fail. Thread-safe with a space per
 * thread. */
#ifndef AS_TRAIN_GEMM_BF16_H
#define AS_TRAIN_GEMM_BF16_H

#include <stdbool.h>
#include <stddef.h>

/* One way to multiply: a set of instructions. Static. */
typedef struct as_gemm_bf16_kernel as_gemm_bf16_kernel;

/* The fastest kernel that this processor and system run, NULL when there is none. On Linux the
 * process then holds the permission that AMX tiles need. */
const as_gemm_bf16_kernel *as_gemm_bf16_best(void);

/* Every kernel that runs here, slowest first, into out; returns how many. For tests. */
enum { AS_MAX_GEMM_BF16_KERNELS = 2 };
int as_gemm_bf16_all(const as_gemm_bf16_kernel *out[AS_MAX_GEMM_BF16_KERNELS]);

/* "avx512" or "amx". */
const char *as_gemm_bf16_name(const as_gemm_bf16_kernel *kernel);

/* What a product needs beside its arguments; one for each thread. */
typedef struct as_gemm_bf16 {
    const as_gemm_bf16_kernel *kernel; /* not NULL */
    void *space; /* as_gemm_bf16_space bytes of scratch, aligned to 64; the caller's */
} as_gemm_bf16;

size_t as_gemm_bf16_space(void);

/* The sums start from `from`, rows ldf apart: NULL for zeros, C itself to add to it, a vector with
 * ldf 0 for the same row everywhere (a bias). */
void as_gemm_bf16_nt(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                     const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                     size_t ldf);
void as_gemm_bf16_nn(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                     const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                     size_t ldf);
void as_gemm_bf16_tn(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                     const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                     size_t ldf);

/* A matrix packed once for many products, such as the recurrent weights of a time loop.
 *
 * B as in nt ([n x k], k_down false) or in nn ([k x n], k_down true). out has
 * as_gemm_bf16_packed_bytes(n, k) bytes, aligned to 64. */
size_t as_gemm_bf16_packed_bytes(int n, int k);
void as_gemm_bf16_pack(const as_gemm_bf16_kernel *kernel, void *out, int n, int k, const float *B,
                       size_t ldb, bool k_down);

/* C [m x n] = A [m x k] times the packed matrix. */
void as_gemm_bf16_packed(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                         const float *A, size_t lda, const void *packed, const float *from,
                         size_t ldf);

#endif
