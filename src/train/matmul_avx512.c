/* The products with AVX-512, and with its BF16 instruction, which adds the two products of a pair
 * to a sum: eight rows of C and its 32 columns in registers. Where that instruction is slow, BF16
 * are multiplied as floats: then a product of two is exact, and only the sums are rounded. */
#include "train/matmul_kernels.h"

#include <immintrin.h>

/* One source for both: BF16 instructions are formed where `bf16` says so and nowhere else. */
#define TARGET __attribute__((target(AS_TARGET_AVX512_BF16)))
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

enum { ROWS = 8, LANES = 16 };

INLINE TARGET __m512 multiply_add(__m512 sum, __m512 a, __m512 b, const bool bf16)
{
    return bf16 ? _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)b) : _mm512_fmadd_ps(a, b, sum);
}

/* Rows [0, rows) of C, rows at most 8; `a` begins at the first one. */
INLINE TARGET void multiply_rows(float *C, size_t ldc, int rows, __mmask16 mask_0, __mmask16 mask_1,
                                 const uint32_t *a, const uint32_t *b, int steps, const float *from,
                                 size_t ldf, const bool bf16)
{
    const size_t depth = bf16 ? AS_BF16_DEPTH : AS_F32_DEPTH;
    __m512 sum[ROWS][2];
    UNROLL
    for (int r = 0; r < ROWS; r++) {
        bool read = from && r < rows;
        const float *c = read ? from + (size_t)r * ldf : C;
        sum[r][0] = _mm512_maskz_loadu_ps(read ? mask_0 : 0, c);
        sum[r][1] = _mm512_maskz_loadu_ps(read ? mask_1 : 0, mask_1 ? c + LANES : c);
    }
    for (int step = 0; step < steps; step++) {
        for (size_t p = 0; p < depth; p++, b += AS_PANEL) {
            __m512 b_0 = _mm512_load_ps(b), b_1 = _mm512_load_ps(b + LANES);
            UNROLL
            for (size_t r = 0; r < ROWS; r++) {
                __m512 a_r = (__m512)_mm512_set1_epi32((int)a[r * depth + p]);
                sum[r][0] = multiply_add(sum[r][0], a_r, b_0, bf16);
                sum[r][1] = multiply_add(sum[r][1], a_r, b_1, bf16);
            }
        }
        a += AS_PANEL * depth;
    }
    UNROLL
    for (int r = 0; r < ROWS; r++) {
        if (r >= rows)
            continue;
        float *c = C + (size_t)r * ldc;
        _mm512_mask_storeu_ps(c, mask_0, sum[r][0]);
        _mm512_mask_storeu_ps(mask_1 ? c + LANES : c, mask_1, sum[r][1]);
    }
}

INLINE TARGET void multiply(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                            const uint32_t *b, int steps, const float *from, size_t ldf,
                            const bool bf16)
{
    uint32_t mask = columns >= AS_PANEL ? 0xFFFFFFFFu : (1u << columns) - 1;
    for (int i = 0; i < rows; i += ROWS)
        multiply_rows(C + (size_t)i * ldc, ldc, rows - i, (__mmask16)mask,
                      (__mmask16)(mask >> LANES),
                      a + (size_t)i * (bf16 ? AS_BF16_DEPTH : AS_F32_DEPTH), b, steps,
                      from ? from + (size_t)i * ldf : NULL, ldf, bf16);
}

static TARGET void multiply_f32(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                                const uint32_t *b, int steps, const float *from, size_t ldf)
{
    multiply(C, ldc, rows, columns, a, b, steps, from, ldf, false);
}

static TARGET void multiply_bf16(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                                 const uint32_t *b, int steps, const float *from, size_t ldf)
{
    multiply(C, ldc, rows, columns, a, b, steps, from, ldf, true);
}

const as_matmul_kernel as_matmul_f32_avx512 = {
    .name = "avx512",
    .precision = AS_PRECISION_F32,
    .runs_here = as_matmul_has_avx512,
    .step_words = AS_F32_WORDS,
    .kc = 256,
    .mc = 768,
    .pack = as_matmul_pack_f32,
    .multiply = multiply_f32,
};

const as_matmul_kernel as_matmul_bf16_avx512 = {
    .name = "avx512",
    .precision = AS_PRECISION_BF16,
    .runs_here = as_matmul_has_avx512_bf16,
    .step_words = AS_BF16_WORDS,
    .kc = 512,
    .mc = 768,
    .pack = as_matmul_pack_bf16,
    .multiply = multiply_bf16,
};

const as_matmul_kernel as_matmul_bf16_floats = {
    .name = "avx512-floats",
    .precision = AS_PRECISION_BF16,
    .runs_here = as_matmul_has_slow_bf16,
    .step_words = AS_F32_WORDS,
    .kc = 256,
    .mc = 768,
    .pack = as_matmul_pack_rounded,
    .multiply = multiply_f32,
};
