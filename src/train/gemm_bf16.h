/* Matrix products on inputs rounded to bfloat16, summed in single precision: what training on
 * machines with such an instruction does (Micikevicius et al. 2018 and Kalamkar et al. 2019,
 * arXiv:1905.12322), at about twice the speed of single precision. Inputs and outputs stay F32; the
 * rounding (8 bits of mantissa) happens while they are packed.
 *
 * The three products and their arguments are those of core/mat.h. */
#ifndef AS_TRAIN_GEMM_BF16_H
#define AS_TRAIN_GEMM_BF16_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this processor has the instruction (AVX-512 BF16). Nothing below may be called when it
 * does not. */
bool as_gemm_bf16_supported(void);

/* Bytes of scratch that one product needs, aligned to 64; one scratch per thread. */
size_t as_gemm_bf16_space(void);

void as_gemm_bf16_nt(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate);
void as_gemm_bf16_nn(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate);
void as_gemm_bf16_tn(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate);

/* A matrix packed once for many products, such as the recurrent weights of a time loop.
 *
 * B as in nt ([n x k], k_down false) or in nn ([k x n], k_down true). out has
 * as_gemm_bf16_packed_bytes(n, k) bytes, aligned to 64. */
size_t as_gemm_bf16_packed_bytes(int n, int k);
void as_gemm_bf16_pack(void *out, int n, int k, const float *B, size_t ldb, bool k_down);

/* C [m x n] = A [m x k] times the packed matrix. */
void as_gemm_bf16_packed(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                         size_t lda, const void *packed, bool accumulate);

#endif
