/* A block of A is packed into the second-level cache, where its rows of C stay too; the panels of B
 * pass over it one by one. */
#include "train/matmul_kernels.h"

/* The faster one of a precision later. */
static const as_matmul_kernel *const kernels[] = {
#if defined(__x86_64__)
    &as_matmul_f32_avx512,
    &as_matmul_f32_amx,
    &as_matmul_bf16_avx512,
    &as_matmul_bf16_floats,
    &as_matmul_bf16_amx,
#endif
    NULL,
};

int as_matmul_all(const as_matmul_kernel *out[AS_MAX_MATMUL_KERNELS])
{
    _Static_assert(sizeof kernels / sizeof kernels[0] <= AS_MAX_MATMUL_KERNELS + 1,
                   "AS_MAX_MATMUL_KERNELS is too small");
    int n = 0;
    for (int k = 0; kernels[k]; k++)
        if (kernels[k]->runs_here())
            out[n++] = kernels[k];
    return n;
}

const as_matmul_kernel *as_matmul_best(as_precision precision)
{
    const as_matmul_kernel *here[AS_MAX_MATMUL_KERNELS], *best = NULL;
    int n = as_matmul_all(here);
    for (int k = 0; k < n; k++)
        if (here[k]->precision == AS_PRECISION_F32 || here[k]->precision == precision)
            best = here[k];
    return best;
}

const char *as_matmul_name(const as_matmul_kernel *kernel)
{
    return kernel->name;
}

as_precision as_matmul_precision(const as_matmul_kernel *kernel)
{
    return kernel->precision;
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

/* Words of the panels of n rows, `steps` long. */
static size_t panels_words(const as_matmul_kernel *kernel, int n, size_t steps)
{
    return units(n, AS_PANEL) * steps * kernel->step_words;
}

/* A space: a block of A, a panel of B, and a whole B that several blocks of A need. */
enum { WHOLE_B_WORDS = 1 << 20 };

static size_t block_words(const as_matmul_kernel *kernel)
{
    return panels_words(kernel, kernel->mc, units(kernel->kc, AS_STEP));
}

static size_t panel_words(const as_matmul_kernel *kernel)
{
    return panels_words(kernel, AS_PANEL, units(kernel->kc, AS_STEP));
}

size_t as_matmul_space(const as_matmul_kernel *kernel)
{
    return (block_words(kernel) + panel_words(kernel) + WHOLE_B_WORDS) * sizeof(uint32_t);
}

/* Panels from rows [row, row + rows) of an operand, values [k, k + kc), in the order in which the
 * operand lies in memory. */
static void pack_panels(const as_matmul_kernel *kernel, uint32_t *out, const as_matmul_operand *o,
                        int row, int rows, int k, int kc, bool across)
{
    int n_panels = (int)units(rows, AS_PANEL), n_steps = (int)units(kc, AS_STEP);
    int n_outer = o->k_down ? n_steps : n_panels, n_inner = o->k_down ? n_panels : n_steps;
    for (int outer = 0; outer < n_outer; outer++)
        for (int inner = 0; inner < n_inner; inner++) {
            int panel = o->k_down ? inner : outer, step = o->k_down ? outer : inner;
            kernel->pack(out +
                             ((size_t)panel * (size_t)n_steps + (size_t)step) * kernel->step_words,
                         o, row + panel * AS_PANEL, k + step * AS_STEP,
                         smaller(AS_STEP, kc - step * AS_STEP), across);
        }
}

/* All panels of B, one block of the inner length after the other. */
static void pack_whole(const as_matmul_kernel *kernel, uint32_t *out, const as_matmul_operand *B,
                       int k)
{
    for (int k_0 = 0; k_0 < k; k_0 += kernel->kc) {
        int kc = smaller(kernel->kc, k - k_0);
        pack_panels(kernel, out, B, 0, B->n, k_0, kc, true);
        out += panels_words(kernel, B->n, units(kc, AS_STEP));
    }
}

/* `ready`: B packed by pack_whole; NULL: its panels are packed as they are needed. */
static void multiply_packed(const as_matmul *by, float *C, size_t ldc, const as_matmul_operand *A,
                            const as_matmul_operand *B, const uint32_t *ready, int k,
                            const float *from, size_t ldf)
{
    const as_matmul_kernel *kernel = by->kernel;
    uint32_t *packed_a = by->space, *own_panel = packed_a + block_words(kernel);
    for (int i_0 = 0; i_0 < A->n; i_0 += kernel->mc) {
        int mc = smaller(kernel->mc, A->n - i_0);
        for (int k_0 = 0; k_0 < k; k_0 += kernel->kc) {
            int kc = smaller(kernel->kc, k - k_0);
            size_t steps = units(kc, AS_STEP), panel = steps * kernel->step_words;
            const float *start = k_0 > 0 ? C : from;
            size_t ld_start = k_0 > 0 ? ldc : ldf;
            pack_panels(kernel, packed_a, A, i_0, mc, k_0, kc, false);
            for (int j = 0; j < B->n; j += AS_PANEL) {
                const uint32_t *b = own_panel;
                if (ready)
                    b = ready + panels_words(kernel, B->n, (size_t)k_0 / AS_STEP) +
                        (size_t)(j / AS_PANEL) * panel;
                else
                    pack_panels(kernel, own_panel, B, j, AS_PANEL, k_0, kc, true);
                for (int i = 0; i < mc; i += AS_PANEL) {
                    size_t row = (size_t)(i_0 + i);
                    kernel->multiply(C + row * ldc + j, ldc, smaller(AS_PANEL, mc - i),
                                     smaller(AS_PANEL, B->n - j),
                                     packed_a + (size_t)(i / AS_PANEL) * panel, b, (int)steps,
                                     start ? start + row * ld_start + j : NULL, ld_start);
                }
            }
        }
    }
}

static void multiply(const as_matmul *by, float *C, size_t ldc, const as_matmul_operand *A,
                     const as_matmul_operand *B, const uint32_t *ready, int k, const float *from,
                     size_t ldf)
{
    const as_matmul_kernel *kernel = by->kernel;
    if (!ready && A->n > kernel->mc &&
        panels_words(kernel, B->n, units(k, AS_STEP)) <= WHOLE_B_WORDS) {
        uint32_t *whole = (uint32_t *)by->space + block_words(kernel) + panel_words(kernel);
        pack_whole(kernel, whole, B, k);
        ready = whole;
    }
    if (kernel->begin)
        kernel->begin();
    multiply_packed(by, C, ldc, A, B, ready, k, from, ldf);
    if (kernel->end)
        kernel->end();
}

void as_matmul_nt(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                  size_t lda, const float *B, size_t ldb, const float *from, size_t ldf)
{
    const as_matmul_operand a = {A, lda, false, m}, b = {B, ldb, false, n};
    multiply(by, C, ldc, &a, &b, NULL, k, from, ldf);
}

void as_matmul_nn(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                  size_t lda, const float *B, size_t ldb, const float *from, size_t ldf)
{
    const as_matmul_operand a = {A, lda, false, m}, b = {B, ldb, true, n};
    multiply(by, C, ldc, &a, &b, NULL, k, from, ldf);
}

void as_matmul_tn(const as_matmul *by, float *C, size_t ldc, int m, int n, int k, const float *A,
                  size_t lda, const float *B, size_t ldb, const float *from, size_t ldf)
{
    const as_matmul_operand a = {A, lda, true, m}, b = {B, ldb, true, n};
    multiply(by, C, ldc, &a, &b, NULL, k, from, ldf);
}

size_t as_matmul_packed_bytes(const as_matmul_kernel *kernel, int n, int k)
{
    return panels_words(kernel, n, units(k, AS_STEP)) * sizeof(uint32_t);
}

void as_matmul_pack(const as_matmul_kernel *kernel, void *out, int n, int k, const float *B,
                    size_t ldb, bool k_down)
{
    const as_matmul_operand b = {B, ldb, k_down, n};
    pack_whole(kernel, out, &b, k);
}

void as_matmul_packed(const as_matmul *by, float *C, size_t ldc, int m, int n, int k,
                      const float *A, size_t lda, const void *packed, const float *from, size_t ldf)
{
    const as_matmul_operand a = {A, lda, false, m}, b = {NULL, 0, false, n};
    multiply(by, C, ldc, &a, &b, packed, k, from, ldf);
}
