/* What matmul.c and its kernels share: how matrices are packed. Internal to the products.
 *
 * A panel is 32 rows of A, or 32 columns of B, cut into steps of 32 values of the inner length and
 * filled up with zeros. A step holds 32-bit words along the inner length, floats or pairs of BF16
 * (x[2p] in the lower half), `depth` of them for its 32 values:
 *   of A   word [row][p], 32 rows     of B   word [p][column], 32 columns
 * A kernel may split each number into a sum of parts; then the step of each part follows that of
 * the part before. Steps are aligned to 64. */
#ifndef AS_TRAIN_MATMUL_KERNELS_H
#define AS_TRAIN_MATMUL_KERNELS_H

#include "train/matmul.h"

#include <stdint.h>

enum {
    AS_PANEL = 32,                            /* rows or columns of a panel */
    AS_STEP = 32,                             /* values of a step */
    AS_BF16_DEPTH = AS_STEP / 2,              /* words along a step */
    AS_BF16_WORDS = AS_PANEL * AS_BF16_DEPTH, /* of a step of a part */
    AS_F32_DEPTH = AS_STEP,
    AS_F32_WORDS = AS_PANEL * AS_F32_DEPTH,
};

/* A or B: n rows of values along the inner length k. */
typedef struct as_matmul_operand {
    const float *x;
    size_t ld;
    bool k_down; /* k runs down the memory rows, not along them */
    int n;
} as_matmul_operand;

struct as_matmul_kernel {
    const char *name;
    as_precision precision;
    bool (*runs_here)(void);

    size_t step_words; /* of all parts */
    int kc;            /* inner length of a block: a panel fits in the first-level cache */
    int mc;            /* rows of a block of A, which fits in the second-level cache */

    /* One step of a panel: rows [row, row + 32) of an operand, values [k, k + kc), kc <= 32;
     * across: as of B. Rows from o->n on are zeros. */
    void (*pack)(uint32_t *step, const as_matmul_operand *o, int row, int k, int kc, bool across);

    /* C [rows x columns], at most 32 x 32 = product of the panels, `steps` long; added to `from`,
     * rows ldf apart, NULL for zeros. */
    void (*multiply)(float *C, size_t ldc, int rows, int columns, const uint32_t *a,
                     const uint32_t *b, int steps, const float *from, size_t ldf);

    /* Around the multiplies of one product; NULL when there is nothing to do. */
    void (*begin)(void);
    void (*end)(void);
};

#if defined(__x86_64__)
extern const as_matmul_kernel as_matmul_f32_avx512, as_matmul_f32_amx;
extern const as_matmul_kernel as_matmul_bf16_avx512, as_matmul_bf16_floats, as_matmul_bf16_amx;

/* `pack` with AVX-512; all but the first with AVX-512 BF16, which processors with AMX have too. */
void as_matmul_pack_f32(uint32_t *step, const as_matmul_operand *o, int row, int k, int kc,
                        bool across);
/* Floats that are rounded to BF16. */
void as_matmul_pack_rounded(uint32_t *step, const as_matmul_operand *o, int row, int k, int kc,
                            bool across);
void as_matmul_pack_bf16(uint32_t *step, const as_matmul_operand *o, int row, int k, int kc,
                         bool across);
/* Three parts: x = h + m + l, each the BF16 nearest to what the parts before leave. */
void as_matmul_pack_bf16_3(uint32_t *step, const as_matmul_operand *o, int row, int k, int kc,
                           bool across);

/* Whether the processor has the instructions. */
bool as_matmul_has_avx512(void);
bool as_matmul_has_avx512_bf16(void);
/* Whether its BF16 instruction multiplies fewer numbers in a second than that for floats: on
 * Intel's processors half as many (Xeon of 2023: 1.34 G instructions of 32 products, 5.40 G of 16).
 */
bool as_matmul_has_slow_bf16(void);
#define AS_TARGET_AVX512 "avx512f,avx512bw,avx512vl,avx512dq"
#define AS_TARGET_AVX512_BF16 AS_TARGET_AVX512 ",avx512bf16"
#endif

#endif
