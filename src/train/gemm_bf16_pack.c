/* Rounding and packing with AVX-512 BF16, for both kernels. */
#include "train/gemm_bf16_kernels.h"

#include <immintrin.h>

#define TARGET AS_TARGET_AVX512_BF16

bool as_gemm_bf16_packs_x86(void)
{
    return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

/* The first n of 16 lanes, n any number. */
static TARGET __mmask16 first_lanes(int n)
{
    return n >= AS_TILE ? 0xFFFF : n <= 0 ? 0 : (__mmask16)((1u << n) - 1);
}

/* A tile transposed in place. */
static TARGET void transpose(__m512i v[AS_TILE])
{
    __m512i t[AS_TILE];
    for (int k = 0; k < AS_TILE; k += 2) {
        t[k] = _mm512_unpacklo_epi32(v[k], v[k + 1]);
        t[k + 1] = _mm512_unpackhi_epi32(v[k], v[k + 1]);
    }
    for (int k = 0; k < AS_TILE; k += 4) {
        v[k] = _mm512_unpacklo_epi64(t[k], t[k + 2]);
        v[k + 1] = _mm512_unpackhi_epi64(t[k], t[k + 2]);
        v[k + 2] = _mm512_unpacklo_epi64(t[k + 1], t[k + 3]);
        v[k + 3] = _mm512_unpackhi_epi64(t[k + 1], t[k + 3]);
    }
    for (int k = 0; k < 4; k++) {
        t[k] = _mm512_shuffle_i32x4(v[k], v[k + 4], 0x88);
        t[k + 4] = _mm512_shuffle_i32x4(v[k], v[k + 4], 0xDD);
        t[k + 8] = _mm512_shuffle_i32x4(v[k + 8], v[k + 12], 0x88);
        t[k + 12] = _mm512_shuffle_i32x4(v[k + 8], v[k + 12], 0xDD);
    }
    for (int k = 0; k < 4; k++) {
        v[k] = _mm512_shuffle_i32x4(t[k], t[k + 8], 0x88);
        v[k + 8] = _mm512_shuffle_i32x4(t[k], t[k + 8], 0xDD);
        v[k + 4] = _mm512_shuffle_i32x4(t[k + 4], t[k + 12], 0x88);
        v[k + 12] = _mm512_shuffle_i32x4(t[k + 4], t[k + 12], 0xDD);
    }
}

/* Word [row][p] of 16 rows and kc <= 32 values, k along the rows of memory. */
static TARGET void load_along(__m512i v[AS_TILE], const as_gemm_bf16_operand *o, int row, int k,
                              int kc)
{
    __mmask16 mask_0 = first_lanes(kc), mask_1 = first_lanes(kc - AS_TILE);
    int rows = o->n - row;
    for (int r = 0; r < AS_TILE; r++) {
        if (r >= rows) {
            v[r] = _mm512_setzero_si512();
            continue;
        }
        const float *x = o->x + (size_t)(row + r) * o->ld + k;
        __m512 x_0 = _mm512_maskz_loadu_ps(mask_0, x);
        __m512 x_1 = _mm512_maskz_loadu_ps(mask_1, mask_1 ? x + AS_TILE : x);
        v[r] = (__m512i)_mm512_cvtne2ps_pbh(x_1, x_0);
    }
}

/* Word [p][row] of the same, k down the rows of memory. */
static TARGET void load_down(__m512i v[AS_TILE], const as_gemm_bf16_operand *o, int row, int k,
                             int kc)
{
    const __m512i interleave =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    __mmask16 mask = first_lanes(o->n - row);
    for (int p = 0; p < AS_TILE; p++) {
        if (2 * p >= kc) {
            v[p] = _mm512_setzero_si512();
            continue;
        }
        const float *x = o->x + (size_t)(k + 2 * p) * o->ld + row;
        bool both = 2 * p + 1 < kc;
        __m512 x_0 = _mm512_maskz_loadu_ps(mask, x);
        __m512 x_1 = both ? _mm512_maskz_loadu_ps(mask, x + o->ld) : _mm512_setzero_ps();
        v[p] = _mm512_permutexvar_epi16(interleave, (__m512i)_mm512_cvtne2ps_pbh(x_1, x_0));
    }
}

/* One tile; rows past the end are zeros. */
static TARGET void pack_tile(uint32_t *tile, const as_gemm_bf16_operand *o, int row, int k, int kc,
                             bool across)
{
    __m512i v[AS_TILE];
    if (row >= o->n)
        for (int r = 0; r < AS_TILE; r++)
            v[r] = _mm512_setzero_si512();
    else if (o->k_down)
        load_down(v, o, row, k, kc);
    else
        load_along(v, o, row, k, kc);
    if (o->k_down != across)
        transpose(v);
    for (int r = 0; r < AS_TILE; r++)
        _mm512_store_si512(tile + (size_t)r * AS_TILE, v[r]);
}

TARGET void as_gemm_bf16_pack_x86(uint32_t *step, const as_gemm_bf16_operand *o, int row, int k,
                                  int kc, bool across)
{
    pack_tile(step, o, row, k, kc, across);
    pack_tile(step + AS_TILE_WORDS, o, row + AS_TILE, k, kc, across);
}
