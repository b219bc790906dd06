/* The hot loops, compiled several times for the vectors a machine may have.
 *
 * One source, kernels.c, is built once per instruction set; as_kernels_best picks the widest table
 * the running processor supports, as_kernels_plain is the portable one that tests check the others
 * against. Sums are reassociated into vector lanes, so tables agree to rounding, not bit for bit.
 *
 * Every function: buffers are the caller's, row-major, unaligned allowed, not overlapping unless
 * said. None can fail. All are thread-safe. */
#ifndef AS_CORE_KERNELS_H
#define AS_CORE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef struct as_kernels {
    const char *name; /* "plain", "avx2", "avx512" */

    /* y[r*ldy + j] = dot(W[j*ldw ..], x[r*ldx ..]) + b[j], plus the old y when accumulate.
     * W is [rows x cols], n is small (1 to a few tens): each row of W is read once for all n.
     * b may be NULL. The bf16 form reads the weights as they are, 2 bytes each. */
    void (*linear_f32)(float *y, size_t ldy, int n, const float *W, size_t ldw, int rows, int cols,
                       const float *x, size_t ldx, const float *b, int accumulate);
    void (*linear_bf16)(float *y, size_t ldy, int n, const uint16_t *W, size_t ldw, int rows,
                        int cols, const float *x, size_t ldx, const float *b, int accumulate);

    /* Elementwise; out may be in. Absolute error under 2e-7. NaN stays NaN. */
    void (*tanh)(float *out, const float *in, size_t n);
    void (*sigmoid)(float *out, const float *in, size_t n);

    /* out[k] = exp(in[k] - max) and the sum is returned; -INFINITY gives exactly 0. out may be in.
     */
    float (*exp_sum)(float *out, const float *in, float max, size_t n);

    /* The largest of n >= 1 numbers; NaN when one of them is not finite. */
    float (*finite_max)(const float *in, size_t n);

    /* sum_k v[k] tanh(a[k] + b[k]): the additive score of one position. */
    float (*add_tanh_dot)(const float *v, const float *a, const float *b, size_t n);

    /* Its gradient, from d_e, with t = tanh(a + b) made again:
     *   d_v += t d_e      d = v (1 - t^2) d_e; d_a += d, d_b += d */
    void (*add_tanh_dot_backward)(float *d_v, float *d_a, float *d_b, const float *v,
                                  const float *a, const float *b, float d_e, size_t n);

    /* One GRU update of n units, the gates already multiplied out (r, z, n rows in both):
     *   r = sigmoid(gx_r + gh_r)   z = sigmoid(gx_z + gh_z)   c = tanh(gx_n + r * gh_n)
     *   h_out = (1 - z) * c + z * h
     * gx, gh [3n]; gates [3n] receives r, z, c when not NULL. h_out may be h. */
    void (*gru_gates)(float *h_out, float *gates, const float *gx, const float *gh, const float *h,
                      size_t n);

    /* Its gradients, from d_h_out [n] and the kept gates; gh and h are those of the call above.
     *   d_gx, d_gh [3n], d_h [n]  written; d_h: the direct path through z * h only */
    void (*gru_gates_backward)(float *d_gx, float *d_gh, float *d_h, const float *d_h_out,
                               const float *gates, const float *gh, const float *h, size_t n);

    float (*dot)(const float *a, const float *b, size_t n);
    void (*axpy)(float *y, float a, const float *x, size_t n); /* y += a x */
    void (*f32_from_bf16)(float *out, const uint16_t *in, size_t n);
    /* Round to nearest, ties to even; NaN stays NaN. */
    void (*bf16_from_f32)(uint16_t *out, const float *in, size_t n);
} as_kernels;

/* The table for this processor, and the portable one. Static, never NULL. */
const as_kernels *as_kernels_best(void);
const as_kernels *as_kernels_plain(void);

/* Every table this processor can run, narrowest first, into out; returns how many. For tests. */
enum { AS_MAX_KERNELS = 4 };
int as_kernels_all(const as_kernels *out[AS_MAX_KERNELS]);

#endif
