/* The products with AVX-512 BF16: eight rows of C and both halves of its columns in registers. */
#include "train/gemm_bf16_kernels.h"

#include <immintrin.h>

#define TARGET AS_TARGET_AVX512_BF16

enum { ROWS = 8 };

/* Rows [0, rows) of C, rows at most 8; `a` begins at the first one. */
static TARGET void multiply_rows(float *C, size_t ldc, int rows, __mmask16 mask_0, __mmask16 mask_1,
                                 const uint32_t *a, const uint32_t *b, int steps, const float *from,
                                 size_t ldf)
{
    __m512 sum[ROWS][2];
    for (int r = 0; r < ROWS; r++) {
        bool read = from && r < rows;
        const float *c_0 = read ? from + (size_t)r * ldf : NULL,
                    *c_1 = mask_1 ? c_0 + AS_TILE : c_0;
        sum[r][0] = read ? _mm512_maskz_loadu_ps(mask_0, c_0) : _mm512_setzero_ps();
        sum[r][1] = read ? _mm512_maskz_loadu_ps(mask_1, c_1) : _mm512_setzero_ps();
    }
    for (int step = 0; step < steps; step++, a += AS_PANEL_WORDS, b += AS_PANEL_WORDS)
        for (int p = 0; p < AS_TILE; p++) {
            __m512bh b_0 = (__m512bh)_mm512_load_si512(b + (size_t)p * AS_TILE);
            __m512bh b_1 = (__m512bh)_mm512_load_si512(b + (size_t)p * AS_TILE + AS_TILE_WORDS);
#pragma GCC unroll 8
            for (int r = 0; r < ROWS; r++) {
                __m512bh a_r = (__m512bh)_mm512_set1_epi32((int)a[(size_t)r * AS_TILE + (size_t)p]);
                sum[r][0] = _mm512_dpbf16_ps(sum[r][0], a_r, b_0);
                sum[r][1] = _mm512_dpbf16_ps(sum[r][1], a_r, b_1);
            }
        }
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; r++) {
        if (r >= rows)
            continue;
        float *c_0 = C + (size_t)r * ldc, *c_1 = mask_1 ? c_0 + AS_TILE : c_0;
        _mm512_mask_storeu_ps(c_0, mask_0, sum[r][0]);
        _mm512_mask_storeu_ps(c_1, mask_1, sum[r][1]);
    }
}

static TARGET void multiply(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                            const uint32_t *b, int steps, const float *from, size_t ldf)
{
    uint32_t mask = columns >= AS_PANEL ? 0xFFFFFFFFu : (1u << columns) - 1;
    for (int i = 0; i < rows; i += ROWS)
        multiply_rows(C + (size_t)i * ldc, ldc, rows - i, (__mmask16)mask,
                      (__mmask16)(mask >> AS_TILE), a + (size_t)i * AS_TILE, b, steps,
                      from ? from + (size_t)i * ldf : NULL, ldf);
}

const as_gemm_bf16_kernel as_gemm_bf16_avx512 = {
    .name = "avx512",
    .runs_here = as_gemm_bf16_packs_x86,
    .pack = as_gemm_bf16_pack_x86,
    .multiply = multiply,
};
