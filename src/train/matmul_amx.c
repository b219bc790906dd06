/* The products with Advanced Matrix Extensions (Intel SDM, volume 1, chapter 18): tile registers
 * of 16 rows of 64 bytes, and an instruction that adds the product of two of them to a third.
 *
 * It multiplies BF16. A float has three times the mantissa, so it is the sum of three BF16 and, to
 * the precision of a float, a product of floats is the sum of the six larger products of parts
 * (Henry, Tang, Heinecke 2019, arXiv:1904.06376): that is still twice as fast as the vectors.
 *
 * The state of the tiles is so large that Linux gives it only to a process that asked for it; the
 * permission holds for all threads and for good. Each product configures the tiles when it begins
 * and releases them when it ends, so that switching threads between products stays cheap. */
#include "train/matmul_kernels.h"

#include <cpuid.h>
#include <immintrin.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define TARGET __attribute__((target("amx-tile,amx-bf16,avx512f")))
#define INLINE static inline __attribute__((always_inline))

enum { TILE = 16, ROW = TILE * sizeof(uint32_t), PANEL_ROW = 2 * ROW };

static bool processor_has_amx(void)
{
    const unsigned amx_bf16 = 1u << 22, amx_tile = 1u << 24; /* of leaf 7, edx */
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (edx & amx_bf16) && (edx & amx_tile);
}

/* The kernel refuses when it does not know AMX or when a thread's signal stack is too small. */
static bool system_permits_amx(void)
{
#if defined(__linux__) && defined(SYS_arch_prctl)
    enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
    return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0;
#else
    return false;
#endif
}

static bool runs_here(void)
{
    return as_matmul_has_avx512_bf16() && processor_has_amx() && system_permits_amx();
}

/* What ldtilecfg reads: eight tiles of 16 rows of 64 bytes. */
static const struct {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} shape = {
    .palette = 1,
    .row_bytes = {ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW},
    .rows = {TILE, TILE, TILE, TILE, TILE, TILE, TILE, TILE},
};
_Static_assert(sizeof shape == 64, "the instruction reads 64 bytes");

static TARGET void begin(void)
{
    _tile_loadconfig(&shape);
}

static TARGET void end(void)
{
    _tile_release();
}

/* Compilers do not know that loads and stores of tiles touch memory. */
static inline void memory_is_used(const float *C)
{
    __asm__ volatile("" : : "r"(C) : "memory");
}

/* Tiles 0 to 3 hold the sums of C, upper left, upper right, lower left, lower right; 4 and 5 rows
 * of A; 6 and 7 columns of B. Without `lower` rows, 2, 3 and 5 are left alone. */
INLINE TARGET void load_c(const float *from, size_t ldf, const bool lower)
{
    size_t row = ldf * sizeof *from;
    _tile_loadd(0, from, row);
    _tile_loadd(1, from + TILE, row);
    if (lower) {
        _tile_loadd(2, from + TILE * ldf, row);
        _tile_loadd(3, from + TILE * ldf + TILE, row);
    }
}

INLINE TARGET void zero_c(void)
{
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
}

INLINE TARGET void store_c(float *C, size_t ldc, const bool lower)
{
    size_t row = ldc * sizeof *C;
    _tile_stored(0, C, row);
    _tile_stored(1, C + TILE, row);
    if (lower) {
        _tile_stored(2, C + TILE * ldc, row);
        _tile_stored(3, C + TILE * ldc + TILE, row);
    }
}

INLINE TARGET void load_a(const uint32_t *a, const bool lower)
{
    _tile_loadd(4, a, ROW);
    if (lower)
        _tile_loadd(5, a + TILE * AS_BF16_DEPTH, ROW);
}

INLINE TARGET void load_b(const uint32_t *b)
{
    _tile_loadd(6, b, PANEL_ROW);
    _tile_loadd(7, b + TILE, PANEL_ROW);
}

INLINE TARGET void multiply_tiles(const bool lower)
{
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    if (lower) {
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
}

/* C [32 x 32], or [16 x 32] without `lower` rows. */
INLINE TARGET void multiply_block(float *C, size_t ldc, const uint32_t *a, const uint32_t *b,
                                  int steps, const float *from, size_t ldf, const int parts,
                                  const bool lower)
{
    memory_is_used(C);
    if (from)
        load_c(from, ldf, lower);
    else
        zero_c();
    for (int step = 0; step < steps; step++) {
        const uint32_t *a_h = a, *a_m = a + AS_BF16_WORDS, *a_l = a_m + AS_BF16_WORDS;
        const uint32_t *b_h = b, *b_m = b + AS_BF16_WORDS, *b_l = b_m + AS_BF16_WORDS;
        if (parts == 3) { /* the small products first; not m l, l m and l l */
            load_a(a_l, lower);
            load_b(b_h);
            multiply_tiles(lower);
            load_a(a_m, lower);
            multiply_tiles(lower);
            load_b(b_m);
            multiply_tiles(lower);
            load_a(a_h, lower);
            multiply_tiles(lower);
            load_b(b_l);
            multiply_tiles(lower);
        } else {
            load_a(a_h, lower);
        }
        load_b(b_h);
        multiply_tiles(lower);
        a += parts * AS_BF16_WORDS;
        b += parts * AS_BF16_WORDS;
    }
    store_c(C, ldc, lower);
    memory_is_used(C);
}

/* The rim of C goes through a whole square. */
INLINE TARGET void multiply(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                            const uint32_t *b, int steps, const float *from, size_t ldf,
                            const int parts)
{
    if (rows == AS_PANEL && columns == AS_PANEL) {
        multiply_block(C, ldc, a, b, steps, from, ldf, parts, true);
        return;
    }
    _Alignas(64) float square[AS_PANEL * AS_PANEL];
    uint32_t mask = columns == AS_PANEL ? 0xFFFFFFFFu : (1u << columns) - 1;
    __mmask16 mask_0 = (__mmask16)mask, mask_1 = (__mmask16)(mask >> TILE);
    for (int r = 0; r < AS_PANEL; r++) {
        bool read = from && r < rows;
        const float *c_0 = read ? from + (size_t)r * ldf : square;
        const float *c_1 = mask_1 ? c_0 + TILE : c_0;
        __m512 x_0 = _mm512_maskz_loadu_ps(read ? mask_0 : 0, c_0);
        __m512 x_1 = _mm512_maskz_loadu_ps(read ? mask_1 : 0, c_1);
        _mm512_store_ps(square + r * AS_PANEL, x_0);
        _mm512_store_ps(square + r * AS_PANEL + TILE, x_1);
    }
    if (rows > TILE)
        multiply_block(square, AS_PANEL, a, b, steps, square, AS_PANEL, parts, true);
    else
        multiply_block(square, AS_PANEL, a, b, steps, square, AS_PANEL, parts, false);
    for (int r = 0; r < rows; r++) {
        float *c_0 = C + (size_t)r * ldc, *c_1 = mask_1 ? c_0 + TILE : c_0;
        _mm512_mask_storeu_ps(c_0, mask_0, _mm512_load_ps(square + r * AS_PANEL));
        _mm512_mask_storeu_ps(c_1, mask_1, _mm512_load_ps(square + r * AS_PANEL + TILE));
    }
}

static TARGET void multiply_f32(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                                const uint32_t *b, int steps, const float *from, size_t ldf)
{
    multiply(C, ldc, rows, columns, a, b, steps, from, ldf, 3);
}

static TARGET void multiply_bf16(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                                 const uint32_t *b, int steps, const float *from, size_t ldf)
{
    multiply(C, ldc, rows, columns, a, b, steps, from, ldf, 1);
}

const as_matmul_kernel as_matmul_f32_amx = {
    .name = "amx",
    .precision = AS_PRECISION_F32,
    .runs_here = runs_here,
    .step_words = 3 * AS_BF16_WORDS,
    .kc = 256,
    .mc = 512,
    .pack = as_matmul_pack_bf16_3,
    .multiply = multiply_f32,
    .begin = begin,
    .end = end,
};

const as_matmul_kernel as_matmul_bf16_amx = {
    .name = "amx",
    .precision = AS_PRECISION_BF16,
    .runs_here = runs_here,
    .step_words = AS_BF16_WORDS,
    .kc = 512,
    .mc = 768,
    .pack = as_matmul_pack_bf16,
    .multiply = multiply_bf16,
    .begin = begin,
    .end = end,
};
