/* A block of A is packed into the second-level cache; the panels of B pass over it one by one. */
#include "train/gemm_bf16_kernels.h"

enum {
    KC = 512, /* inner length of a block: a panel is 32 KiB */
    MC = 768  /* rows of a block of A */
};

_Static_assert(KC % AS_TILE_K == 0 && MC % AS_PANEL == 0, "blocks are whole tiles");

/* Slowest first. */
static const as_gemm_bf16_kernel *const kernels[] = {
#if defined(__x86_64__)
    &as_gemm_bf16_avx512,
    &as_gemm_bf16_amx,
#endif
    NULL,
};

int as_gemm_bf16_all(const as_gemm_bf16_kernel *out[AS_MAX_GEMM_BF16_KERNELS])
{
    _Static_assert(sizeof kernels / sizeof kernels[0] <= AS_MAX_GEMM_BF16_KERNELS + 1,
                   "AS_MAX_GEMM_BF16_KERNELS is too small");
    int n = 0;
    for (int k = 0; kernels[k]; k++)
        if (kernels[k]->runs_here())
            out[n++] = kernels[k];
    return n;
}

const as_gemm_bf16_kernel *as_gemm_bf16_best(void)
{
    const as_gemm_bf16_kernel *here[AS_MAX_GEMM_BF16_KERNELS];
    int n = as_gemm_bf16_all(here);
    return n > 0 ? here[n - 1] : NULL;
}

const char *as_gemm_bf16_name(const as_gemm_bf16_kernel *kernel)
{
    return kernel->name;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* n in units, the last one begun. */
static size_t units(int n, int unit)
{
    return ((size_t)n + (size_t)unit - 1) / (size_t)unit;
}

/* Words of the panels of n rows, `steps` tiles along the inner length. */
static size_t panels_words(int n, size_t steps)
{
    return units(n, AS_PANEL) * steps * AS_PANEL_WORDS;
}

size_t as_gemm_bf16_space(void)
{
    return panels_words(MC + AS_PANEL, KC / AS_TILE_K) * sizeof(uint32_t);
}

/* Panels from rows [row, row + rows) of an operand, values [k, k + kc), in the order in which the
 * operand lies in memory. */
static void pack_panels(const as_gemm_bf16_kernel *kernel, uint32_t *out,
                        const as_gemm_bf16_operand *o, int row, int rows, int k, int kc,
                        bool across)
{
    int n_panels = (int)units(rows, AS_PANEL), n_steps = (int)units(kc, AS_TILE_K);
    int n_outer = o->k_down ? n_steps : n_panels, n_inner = o->k_down ? n_panels : n_steps;
    for (int outer = 0; outer < n_outer; outer++)
        for (int inner = 0; inner < n_inner; inner++) {
            int panel = o->k_down ? inner : outer, step = o->k_down ? outer : inner;
            kernel->pack(out + ((size_t)panel * (size_t)n_steps + (size_t)step) * AS_PANEL_WORDS, o,
                         row + panel * AS_PANEL, k + step * AS_TILE_K,
                         smaller(AS_TILE_K, kc - step * AS_TILE_K), across);
        }
}

/* `ready`: B packed by as_gemm_bf16_pack; NULL: panels are packed as they are needed. */
static void multiply(const as_gemm_bf16 *by, float *C, size_t ldc, const as_gemm_bf16_operand *A,
                     const as_gemm_bf16_operand *B, const uint32_t *ready, int k, const float *from,
                     size_t ldf)
{
    const as_gemm_bf16_kernel *kernel = by->kernel;
    uint32_t *own_panel = by->space;
    uint32_t *packed_a = own_panel + panels_words(AS_PANEL, KC / AS_TILE_K);
    if (kernel->begin)
        kernel->begin();
    for (int k_0 = 0; k_0 < k; k_0 += KC, from = C, ldf = ldc) {
        int kc = smaller(KC, k - k_0);
        size_t steps = units(kc, AS_TILE_K), panel_words = steps * AS_PANEL_WORDS;
        for (int i_0 = 0; i_0 < A->n; i_0 += MC) {
            int mc = smaller(MC, A->n - i_0);
            pack_panels(kernel, packed_a, A, i_0, mc, k_0, kc, false);
            for (int j = 0; j < B->n; j += AS_PANEL) {
                const uint32_t *b = own_panel;
                if (ready)
                    b = ready + (size_t)(j / AS_PANEL) * panel_words;
                else
                    pack_panels(kernel, own_panel, B, j, AS_PANEL, k_0, kc, true);
                for (int i = 0; i < mc; i += AS_PANEL) {
                    size_t row = (size_t)(i_0 + i);
                    kernel->multiply(C + row * ldc + j, ldc, smaller(AS_PANEL, mc - i),
                                     smaller(AS_PANEL, B->n - j),
                                     packed_a + (size_t)(i / AS_PANEL) * panel_words, b, (int)steps,
                                     from ? from + row * ldf + j : NULL, ldf);
                }
            }
        }
        if (ready)
            ready += panels_words(B->n, steps);
    }
    if (kernel->end)
        kernel->end();
}

void as_gemm_bf16_nt(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                     const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                     size_t ldf)
{
    const as_gemm_bf16_operand a = {A, lda, false, m}, b = {B, ldb, false, n};
    multiply(by, C, ldc, &a, &b, NULL, k, from, ldf);
}

void as_gemm_bf16_nn(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                     const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                     size_t ldf)
{
    const as_gemm_bf16_operand a = {A, lda, false, m}, b = {B, ldb, true, n};
    multiply(by, C, ldc, &a, &b, NULL, k, from, ldf);
}

void as_gemm_bf16_tn(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                     const float *A, size_t lda, const float *B, size_t ldb, const float *from,
                     size_t ldf)
{
    const as_gemm_bf16_operand a = {A, lda, true, m}, b = {B, ldb, true, n};
    multiply(by, C, ldc, &a, &b, NULL, k, from, ldf);
}

size_t as_gemm_bf16_packed_bytes(int n, int k)
{
    return panels_words(n, units(k, AS_TILE_K)) * sizeof(uint32_t);
}

void as_gemm_bf16_pack(const as_gemm_bf16_kernel *kernel, void *out, int n, int k, const float *B,
                       size_t ldb, bool k_down)
{
    const as_gemm_bf16_operand b = {B, ldb, k_down, n};
    uint32_t *block = out;
    for (int k_0 = 0; k_0 < k; k_0 += KC) {
        int kc = smaller(KC, k - k_0);
        pack_panels(kernel, block, &b, 0, n, k_0, kc, true);
        block += panels_words(n, units(kc, AS_TILE_K));
    }
}

void as_gemm_bf16_packed(const as_gemm_bf16 *by, float *C, size_t ldc, int m, int n, int k,
                         const float *A, size_t lda, const void *packed, const float *from,
                         size_t ldf)
{
    const as_gemm_bf16_operand a = {A, lda, false, m}, b = {NULL, 0, false, n};
    multiply(by, C, ldc, &a, &b, packed, k, from, ldf);
}
