/* The products with Advanced Matrix Extensions (Intel SDM, volume 1, chapter 18): tile registers
 * of 16 rows of 64 bytes, and an instruction that adds the product of two of them to a third.
 *
 * The state of the tiles is so large that Linux gives it only to a process that asked for it; the
 * permission holds for all threads and for good. Each product configures the tiles when it begins
 * and releases them when it ends, so that switching threads between products stays cheap. */
#include "train/gemm_bf16_kernels.h"

#include <cpuid.h>
#include <immintrin.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define TARGET __attribute__((target("amx-tile,amx-bf16,avx512f")))

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
    return as_gemm_bf16_packs_x86() && processor_has_amx() && system_permits_amx();
}

enum { ROW = AS_TILE * sizeof(uint32_t) };

/* What ldtilecfg reads: eight tiles of 16 rows of 64 bytes. */
static const struct {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} shape = {
    .palette = 1,
    .row_bytes = {ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW},
    .rows = {AS_TILE, AS_TILE, AS_TILE, AS_TILE, AS_TILE, AS_TILE, AS_TILE, AS_TILE},
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
 * of A; 6 and 7 columns of B. */
static TARGET void multiply_full(float *C, size_t ldc, const uint32_t *a, const uint32_t *b,
                                 int steps, const float *from, size_t ldf)
{
    size_t row = ldc * sizeof *C;
    float *lower = C + AS_TILE * ldc;
    memory_is_used(C);
    if (from) {
        size_t from_row = ldf * sizeof *from;
        const float *from_lower = from + AS_TILE * ldf;
        _tile_loadd(0, from, from_row);
        _tile_loadd(1, from + AS_TILE, from_row);
        _tile_loadd(2, from_lower, from_row);
        _tile_loadd(3, from_lower + AS_TILE, from_row);
    } else {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    for (int step = 0; step < steps; step++, a += AS_PANEL_WORDS, b += AS_PANEL_WORDS) {
        _tile_loadd(6, b, ROW);
        _tile_loadd(4, a, ROW);
        _tile_loadd(7, b + AS_TILE_WORDS, ROW);
        _tile_loadd(5, a + AS_TILE_WORDS, ROW);
        _tile_dpbf16ps(0, 4, 6);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
    _tile_stored(0, C, row);
    _tile_stored(1, C + AS_TILE, row);
    _tile_stored(2, lower, row);
    _tile_stored(3, lower + AS_TILE, row);
    memory_is_used(C);
}

/* The rim of C goes through a whole square. */
static TARGET void multiply(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                            const uint32_t *b, int steps, const float *from, size_t ldf)
{
    if (rows == AS_PANEL && columns == AS_PANEL) {
        multiply_full(C, ldc, a, b, steps, from, ldf);
        return;
    }
    _Alignas(64) float square[AS_PANEL * AS_PANEL];
    uint32_t mask = columns == AS_PANEL ? 0xFFFFFFFFu : (1u << columns) - 1;
    __mmask16 mask_0 = (__mmask16)mask, mask_1 = (__mmask16)(mask >> AS_TILE);
    for (int r = 0; r < AS_PANEL; r++) {
        bool read = from && r < rows;
        const float *c_0 = read ? from + (size_t)r * ldf : square;
        const float *c_1 = mask_1 ? c_0 + AS_TILE : c_0;
        __m512 x_0 = _mm512_maskz_loadu_ps(read ? mask_0 : 0, c_0);
        __m512 x_1 = _mm512_maskz_loadu_ps(read ? mask_1 : 0, c_1);
        _mm512_store_ps(square + r * AS_PANEL, x_0);
        _mm512_store_ps(square + r * AS_PANEL + AS_TILE, x_1);
    }
    multiply_full(square, AS_PANEL, a, b, steps, square, AS_PANEL);
    for (int r = 0; r < rows; r++) {
        float *c_0 = C + (size_t)r * ldc, *c_1 = mask_1 ? c_0 + AS_TILE : c_0;
        _mm512_mask_storeu_ps(c_0, mask_0, _mm512_load_ps(square + r * AS_PANEL));
        _mm512_mask_storeu_ps(c_1, mask_1, _mm512_load_ps(square + r * AS_PANEL + AS_TILE));
    }
}

const as_gemm_bf16_kernel as_gemm_bf16_amx = {
    .name = "amx",
    .runs_here = runs_here,
    .pack = as_gemm_bf16_pack_x86,
    .multiply = multiply,
    .begin = begin,
    .end = end,
};
