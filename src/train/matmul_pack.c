/* Packing with AVX-512: 16 x 16 words at a time, transposed where memory holds them the other way.
 */
#include "train/matmul_kernels.h"

#include <immintrin.h>

#define TARGET_F32 __attribute__((target(AS_TARGET_AVX512)))
#define TARGET_BF16 __attribute__((target(AS_TARGET_AVX512_BF16)))
#define INLINE static inline __attribute__((always_inline))

enum { LANES = 16, MAX_PARTS = 3 };

bool as_matmul_has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

bool as_matmul_has_avx512_bf16(void)
{
    return as_matmul_has_avx512() && __builtin_cpu_supports("avx512bf16");
}

bool as_matmul_has_slow_bf16(void)
{
    return as_matmul_has_avx512_bf16() && __builtin_cpu_is("intel");
}

/* The first n of 16 lanes, n any number. */
INLINE TARGET_F32 __mmask16 first_lanes(int n)
{
    return n >= LANES ? 0xFFFF : n <= 0 ? 0 : (__mmask16)((1u << n) - 1);
}

/* 16 vectors as a matrix, transposed in place. */
INLINE TARGET_F32 void transpose(__m512i v[LANES])
{
    __m512i t[LANES];
    for (int k = 0; k < LANES; k += 2) {
        t[k] = _mm512_unpacklo_epi32(v[k], v[k + 1]);
        t[k + 1] = _mm512_unpackhi_epi32(v[k], v[k + 1]);
    }
    for (int k = 0; k < LANES; k += 4) {
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

/* 16 rows of an operand by 16 words along k, loaded as [row][p] or, k down, as [p][row], to where
 * they belong in a step of A ([row][p], rows `depth` apart) or of B ([p][row]). */
INLINE TARGET_F32 void store_words(uint32_t *step, __m512i v[LANES], int row, int p, size_t depth,
                                   bool k_down, bool across)
{
    if (k_down != across)
        transpose(v);
    uint32_t *to = across ? step + (size_t)p * AS_PANEL + row : step + (size_t)row * depth + p;
    for (int r = 0; r < LANES; r++)
        _mm512_store_si512(to + (size_t)r * (across ? AS_PANEL : depth), v[r]);
}

/* ---- floats ---- */

/* Floats rounded to BF16. */
INLINE TARGET_BF16 __m512i round_floats(__m512i x)
{
    __m256i rounded = (__m256i)_mm512_cvtneps_pbh((__m512)x);
    return _mm512_slli_epi32(_mm512_cvtepu16_epi32(rounded), 16);
}

/* One source for both: BF16 instructions are formed where `rounds` says so and nowhere else. */
INLINE TARGET_BF16 void pack_floats(uint32_t *step, const as_matmul_operand *o, int row, int k,
                                    int kc, bool across, const bool rounds)
{
    for (int r_0 = 0; r_0 < AS_PANEL; r_0 += LANES)
        for (int k_0 = 0; k_0 < AS_STEP; k_0 += LANES) {
            int n_along = o->k_down ? o->n - row - r_0 : kc - k_0;
            int n_down = o->k_down ? kc - k_0 : o->n - row - r_0;
            size_t first_row = (size_t)(row + r_0), first_k = (size_t)(k + k_0);
            const float *x =
                o->k_down ? o->x + first_k * o->ld + first_row : o->x + first_row * o->ld + first_k;
            __mmask16 mask = first_lanes(n_along);
            __m512i v[LANES];
            for (int r = 0; r < LANES; r++) {
                v[r] = mask && r < n_down ? _mm512_maskz_loadu_epi32(mask, x + (size_t)r * o->ld)
                                          : _mm512_setzero_si512();
                if (rounds)
                    v[r] = round_floats(v[r]);
            }
            store_words(step, v, r_0, k_0, AS_F32_DEPTH, o->k_down, across);
        }
}

TARGET_BF16 void as_matmul_pack_f32(uint32_t *step, const as_matmul_operand *o, int row, int k,
                                    int kc, bool across)
{
    pack_floats(step, o, row, k, kc, across, false);
}

TARGET_BF16 void as_matmul_pack_rounded(uint32_t *step, const as_matmul_operand *o, int row, int k,
                                        int kc, bool across)
{
    pack_floats(step, o, row, k, kc, across, true);
}

/* ---- BF16 ---- */

/* Pairs of x_0 and x_1, rounded, in the lower and the upper 256 bits; and what the rounding left.
 */
INLINE TARGET_BF16 __m512i round_pairs(__m512 *x_0, __m512 *x_1)
{
    __m512i rounded = (__m512i)_mm512_cvtne2ps_pbh(*x_1, *x_0);
    __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(rounded));
    __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(rounded, 1));
    *x_0 = _mm512_sub_ps(*x_0, (__m512)_mm512_slli_epi32(low, 16));
    *x_1 = _mm512_sub_ps(*x_1, (__m512)_mm512_slli_epi32(high, 16));
    return rounded;
}

/* Words [row][p] of 16 rows, k along the rows of memory. */
INLINE TARGET_BF16 void load_along(__m512i v[][LANES], int parts, const as_matmul_operand *o,
                                   int row, int k, int kc)
{
    __mmask16 mask_0 = first_lanes(kc), mask_1 = first_lanes(kc - LANES);
    for (int r = 0; r < LANES; r++) {
        __m512 x_0 = _mm512_setzero_ps(), x_1 = x_0;
        if (r < o->n - row) {
            const float *x = o->x + (size_t)(row + r) * o->ld + k;
            x_0 = _mm512_maskz_loadu_ps(mask_0, x);
            x_1 = _mm512_maskz_loadu_ps(mask_1, mask_1 ? x + LANES : x);
        }
        for (int part = 0; part < parts; part++)
            v[part][r] = round_pairs(&x_0, &x_1);
    }
}

/* Words [p][row] of 16 rows, k down the rows of memory. */
INLINE TARGET_BF16 void load_down(__m512i v[][LANES], int parts, const as_matmul_operand *o,
                                  int row, int k, int kc)
{
    const __m512i interleave =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    __mmask16 mask = first_lanes(o->n - row);
    for (int p = 0; p < LANES; p++) {
        __m512 x_0 = _mm512_setzero_ps(), x_1 = x_0;
        if (mask && 2 * p < kc) {
            const float *x = o->x + (size_t)(k + 2 * p) * o->ld + row;
            x_0 = _mm512_maskz_loadu_ps(mask, x);
            if (2 * p + 1 < kc)
                x_1 = _mm512_maskz_loadu_ps(mask, x + o->ld);
        }
        for (int part = 0; part < parts; part++)
            v[part][p] = _mm512_permutexvar_epi16(interleave, round_pairs(&x_0, &x_1));
    }
}

INLINE TARGET_BF16 void pack_parts(uint32_t *step, int parts, const as_matmul_operand *o, int row,
                                   int k, int kc, bool across)
{
    for (int r_0 = 0; r_0 < AS_PANEL; r_0 += LANES) {
        __m512i v[MAX_PARTS][LANES];
        if (o->k_down)
            load_down(v, parts, o, row + r_0, k, kc);
        else
            load_along(v, parts, o, row + r_0, k, kc);
        for (int part = 0; part < parts; part++)
            store_words(step + part * AS_BF16_WORDS, v[part], r_0, 0, AS_BF16_DEPTH, o->k_down,
                        across);
    }
}

TARGET_BF16 void as_matmul_pack_bf16(uint32_t *step, const as_matmul_operand *o, int row, int k,
                                     int kc, bool across)
{
    pack_parts(step, 1, o, row, k, kc, across);
}

TARGET_BF16 void as_matmul_pack_bf16_3(uint32_t *step, const as_matmul_operand *o, int row, int k,
                                       int kc, bool across)
{
    pack_parts(step, 3, o, row, k, kc, across);
}
