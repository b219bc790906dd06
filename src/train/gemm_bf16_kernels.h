/* What gemm_bf16.c and its kernels share: how matrices are packed. Internal to the products.
 *
 * The instructions multiply pairs: a 32-bit word holds x[2p] and x[2p + 1] of one row, rounded, and
 * both products are added to one sum. A tile is 16 x 16 such words:
 *   of A   word [row][p]      of B   word [p][column]
 * so that 32 values of the inner length make a tile, whichever way they lie in memory. A panel is
 * 32 rows of A, or 32 columns of B, as a pair of tiles for every 32 values of the inner length,
 * filled up with zeros. Tiles are stored row after row, aligned to 64. */
#ifndef AS_TRAIN_GEMM_BF16_KERNELS_H
#define AS_TRAIN_GEMM_BF16_KERNELS_H

#include "train/gemm_bf16.h"

#include <stdint.h>

enum {
    AS_TILE = 16,            /* rows of a tile, words of a row */
    AS_TILE_K = 2 * AS_TILE, /* inner length of a tile */
    AS_TILE_WORDS = AS_TILE * AS_TILE,
    AS_PANEL = 2 * AS_TILE,            /* rows or columns of a panel */
    AS_PANEL_WORDS = 2 * AS_TILE_WORDS /* for one step of AS_TILE_K */
};

/* A or B: n rows of values along the inner length k. */
typedef struct as_gemm_bf16_operand {
    const float *x;
    size_t ld;
    bool k_down; /* k runs down the memory rows, not along them */
    int n;
} as_gemm_bf16_operand;

struct as_gemm_bf16_kernel {
    const char *name;
    bool (*runs_here)(void);

    /* One step of a panel: rows [row, row + 32) of an operand, values [k, k + kc), kc <= 32;
     * across: as tiles of B. Rows from o->n on are zeros. */
    void (*pack)(uint32_t *step, const as_gemm_bf16_operand *o, int row, int k, int kc,
                 bool across);

    /* C [rows x columns], at most 32 x 32 = product of the panels, `steps` pairs of tiles long;
     * added to `from`, rows ldf apart, NULL for zeros. */
    void (*multiply)(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                     const uint32_t *b, int steps, const float *from, size_t ldf);

    /* Around the multiplies of one product; NULL when there is nothing to do. */
    void (*begin)(void);
    void (*end)(void);
};

#if defined(__x86_64__)
extern const as_gemm_bf16_kernel as_gemm_bf16_avx512;
extern const as_gemm_bf16_kernel as_gemm_bf16_amx;

/* `pack` of both: AVX-512 BF16, which processors with AMX have too. */
void as_gemm_bf16_pack_x86(uint32_t *step, const as_gemm_bf16_operand *o, int row, int k, int kc,
                           bool across);
bool as_gemm_bf16_packs_x86(void);
#define AS_TARGET_AVX512_BF16                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")))
#endif

#endif
