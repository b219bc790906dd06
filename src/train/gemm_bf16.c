/* The instruction multiplies pairs: each 32-bit lane holds x[2p] and x[2p + 1] of one row, and adds
 * both products to one sum. Packing puts such pairs of MR rows of A, and of NR columns of B, side
 * by side. A block of A stays in the second-level cache, one panel of B in the first. */
#include "train/gemm_bf16.h"

#include <stdint.h>

enum {
    MR = 8,    /* rows of C in registers */
    NR = 32,   /* columns: two vectors */
    KC = 384,  /* inner length of a block, even */
    MC = 768,  /* rows of a block of A */
    LANES = 16 /* 32-bit lanes of a vector */
};

/* A or B as the kernel sees it: rows of k values, whichever way they lie in memory. */
typedef struct operand {
    const float *x;
    size_t ld;
    bool k_down; /* k runs down the memory rows, not along them */
    int n;       /* rows */
} operand;

size_t as_gemm_bf16_space(void)
{
    return ((size_t)MC + NR) * (KC / 2) * sizeof(uint32_t);
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")))

bool as_gemm_bf16_supported(void)
{
    return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The first n of 16 lanes, n any number. */
static TARGET __mmask16 first_lanes(int n)
{
    return n >= LANES ? 0xFFFF : n <= 0 ? 0 : (__mmask16)((1u << n) - 1);
}

/* 16 vectors of 16 lanes, as a matrix, transposed in place. */
static TARGET void transpose(__m512i v[LANES])
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

static TARGET void store_pair(uint32_t *low, uint32_t *high, size_t at, __m512i pair)
{
    _mm256_storeu_si256((__m256i *)(low + at), _mm512_castsi512_si256(pair));
    _mm256_storeu_si256((__m256i *)(high + at), _mm512_extracti64x4_epi64(pair, 1));
}

/* Rows [row, row + 16) of an operand, values [k, k + kc): pair p of the first eight rows goes to
 * low[p * stride …], of the others to high[p * stride …]. Rows and values past the end are 0. */
static TARGET void pack_along(uint32_t *low, uint32_t *high, size_t stride, const operand *o,
                              int row, int k, int kc)
{
    int rows = smaller(LANES, o->n - row);
    for (int at = 0; at < kc; at += 2 * LANES) {
        __m512i v[LANES];
        __mmask16 mask_0 = first_lanes(kc - at), mask_1 = first_lanes(kc - at - LANES);
        for (int r = 0; r < LANES; r++) {
            if (r >= rows) {
                v[r] = _mm512_setzero_si512();
                continue;
            }
            const float *x = o->x + (size_t)(row + r) * o->ld + k + at;
            __m512 x_0 = _mm512_maskz_loadu_ps(mask_0, x);
            __m512 x_1 = _mm512_maskz_loadu_ps(mask_1, mask_1 ? x + LANES : x);
            v[r] = (__m512i)_mm512_cvtne2ps_pbh(x_1, x_0);
        }
        transpose(v);
        int pairs = smaller(LANES, (kc - at + 1) / 2);
        for (int p = 0; p < pairs; p++)
            store_pair(low, high, (size_t)(at / 2 + p) * stride, v[p]);
    }
}

static TARGET void pack_down(uint32_t *low, uint32_t *high, size_t stride, const operand *o,
                             int row, int k, int kc)
{
    const __m512i interleave =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    __mmask16 mask = first_lanes(o->n - row);
    for (int p = 0; p < (kc + 1) / 2; p++) {
        const float *x = o->x + (size_t)(k + 2 * p) * o->ld + row;
        bool both = 2 * p + 1 < kc;
        __m512 x_0 = _mm512_maskz_loadu_ps(mask, x);
        __m512 x_1 = both ? _mm512_maskz_loadu_ps(mask, x + o->ld) : _mm512_setzero_ps();
        __m512i pair = (__m512i)_mm512_cvtne2ps_pbh(x_1, x_0);
        store_pair(low, high, (size_t)p * stride, _mm512_permutexvar_epi16(interleave, pair));
    }
}

static TARGET void pack(uint32_t *low, uint32_t *high, size_t stride, const operand *o, int row,
                        int k, int kc)
{
    if (o->k_down)
        pack_down(low, high, stride, o, row, k, kc);
    else
        pack_along(low, high, stride, o, row, k, kc);
}

/* C [rows x columns] += or = the product of one panel of A and one of B, P pairs long. */
static TARGET void kernel(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                          const uint32_t *b, int P, bool accumulate)
{
    __m512 sum[MR][2];
    for (int r = 0; r < MR; r++)
        sum[r][0] = sum[r][1] = _mm512_setzero_ps();
    for (int p = 0; p < P; p++) {
        __m512bh b_0 = (__m512bh)_mm512_loadu_si512(b + (size_t)p * NR);
        __m512bh b_1 = (__m512bh)_mm512_loadu_si512(b + (size_t)p * NR + LANES);
#pragma GCC unroll 8
        for (int r = 0; r < MR; r++) {
            __m512bh a_r = (__m512bh)_mm512_set1_epi32((int)a[(size_t)p * MR + (size_t)r]);
            sum[r][0] = _mm512_dpbf16_ps(sum[r][0], a_r, b_0);
            sum[r][1] = _mm512_dpbf16_ps(sum[r][1], a_r, b_1);
        }
    }
    __mmask16 mask_0 = first_lanes(columns), mask_1 = first_lanes(columns - LANES);
#pragma GCC unroll 8
    for (int r = 0; r < MR; r++) {
        if (r >= rows)
            continue;
        float *c_0 = C + (size_t)r * ldc, *c_1 = mask_1 ? c_0 + LANES : c_0;
        if (accumulate) {
            sum[r][0] = _mm512_add_ps(sum[r][0], _mm512_maskz_loadu_ps(mask_0, c_0));
            sum[r][1] = _mm512_add_ps(sum[r][1], _mm512_maskz_loadu_ps(mask_1, c_1));
        }
        _mm512_mask_storeu_ps(c_0, mask_0, sum[r][0]);
        _mm512_mask_storeu_ps(c_1, mask_1, sum[r][1]);
    }
}

/* Columns [j, j + NR) of B, values [k, k + kc). */
static TARGET void pack_panel(uint32_t *out, const operand *B, int j, int k, int kc)
{
    pack(out, out + MR, NR, B, j, k, kc);
    if (j + LANES < B->n)
        pack(out + LANES, out + LANES + MR, NR, B, j + LANES, k, kc);
}

/* Words of all panels of a block of k: what stands before the next block. */
static size_t panels_size(int n, int P)
{
    return (size_t)((n + NR - 1) / NR) * (size_t)P * NR;
}

/* `ready`: B packed by pack_all; NULL: panels are packed as they are needed. */
static TARGET void multiply(void *space, float *C, size_t ldc, const operand *A, const operand *B,
                            const uint32_t *ready, int k, bool accumulate)
{
    uint32_t *own_panel = space, *packed_a = own_panel + (size_t)NR * (KC / 2);
    for (int k_0 = 0; k_0 < k; k_0 += KC) {
        int kc = smaller(KC, k - k_0), P = (kc + 1) / 2;
        bool add = accumulate || k_0 > 0;
        for (int i_0 = 0; i_0 < A->n; i_0 += MC) {
            int mc = smaller(MC, A->n - i_0);
            for (int i = 0; i < mc; i += 2 * MR) {
                uint32_t *panel = packed_a + (size_t)i * (size_t)P;
                pack(panel, panel + (size_t)MR * (size_t)P, MR, A, i_0 + i, k_0, kc);
            }
            for (int j = 0; j < B->n; j += NR) {
                const uint32_t *b = own_panel;
                if (ready)
                    b = ready + (size_t)j * (size_t)P;
                else
                    pack_panel(own_panel, B, j, k_0, kc);
                for (int i = 0; i < mc; i += MR)
                    kernel(C + (size_t)(i_0 + i) * ldc + j, ldc, smaller(MR, mc - i), B->n - j,
                           packed_a + (size_t)i * (size_t)P, b, P, add);
            }
        }
        if (ready)
            ready += panels_size(B->n, P);
    }
}

static void pack_all(uint32_t *out, const operand *B, int k)
{
    for (int k_0 = 0; k_0 < k; k_0 += KC) {
        int kc = smaller(KC, k - k_0), P = (kc + 1) / 2;
        for (int j = 0; j < B->n; j += NR)
            pack_panel(out + (size_t)j * (size_t)P, B, j, k_0, kc);
        out += panels_size(B->n, P);
    }
}

#else

bool as_gemm_bf16_supported(void)
{
    return false;
}

static void multiply(void *space, float *C, size_t ldc, const operand *A, const operand *B,
                     const uint32_t *ready, int k, bool accumulate)
{
    (void)space, (void)C, (void)ldc, (void)A, (void)B, (void)ready, (void)k, (void)accumulate;
}

static void pack_all(uint32_t *out, const operand *B, int k)
{
    (void)out, (void)B, (void)k;
}

#endif

void as_gemm_bf16_nt(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate)
{
    const operand a = {A, lda, false, m}, b = {B, ldb, false, n};
    multiply(space, C, ldc, &a, &b, NULL, k, accumulate);
}

void as_gemm_bf16_nn(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate)
{
    const operand a = {A, lda, false, m}, b = {B, ldb, true, n};
    multiply(space, C, ldc, &a, &b, NULL, k, accumulate);
}

void as_gemm_bf16_tn(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate)
{
    const operand a = {A, lda, true, m}, b = {B, ldb, true, n};
    multiply(space, C, ldc, &a, &b, NULL, k, accumulate);
}

size_t as_gemm_bf16_packed_bytes(int n, int k)
{
    size_t columns = ((size_t)n + NR - 1) / NR * NR, pairs = ((size_t)k + 1) / 2;
    return columns * pairs * sizeof(uint32_t);
}

void as_gemm_bf16_pack(void *out, int n, int k, const float *B, size_t ldb, bool k_down)
{
    const operand b = {B, ldb, k_down, n};
    pack_all(out, &b, k);
}

void as_gemm_bf16_packed(void *space, float *C, size_t ldc, int m, int n, int k, const float *A,
                         size_t lda, const void *packed, bool accumulate)
{
    const operand a = {A, lda, false, m}, b = {NULL, 0, false, n};
    multiply(space, C, ldc, &a, &b, packed, k, accumulate);
}
