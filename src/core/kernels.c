/* Compiled once per instruction set (meson.build): AS_KERNELS_TABLE names the table this build
 * fills, the width of a vector follows from the target. Products use GCC's vector types, which
 * both compilers lower to whatever the target has; the rest are plain loops they vectorize. */
#include "core/kernels_tables.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
enum { LANES = 16, MAX_N = 6 };
#define EVEN_LANES 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD_LANES 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#elif defined(__AVX2__)
enum { LANES = 8, MAX_N = 3 };
#define EVEN_LANES 0, 2, 4, 6, 8, 10, 12, 14
#define ODD_LANES 1, 3, 5, 7, 9, 11, 13, 15
#else
enum { LANES = 4, MAX_N = 3 };
#define EVEN_LANES 0, 2, 4, 6
#define ODD_LANES 1, 3, 5, 7
#endif

/* Rows of W that one pass multiplies by a single x, and by up to MAX_N of them: as many sums as
 * the registers hold. A panel of rows stays in the second cache while all x pass over it. */
enum { ROWS_1 = 8, ROWS_N = 4, PANEL = 64 };

/* Room to put up to MAX_N rows of x in order for bfloat16 weights. */
enum { PACKED_FLOATS = 12288 };

#define INLINE static inline __attribute__((always_inline))
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "the even weight of a pair lies in the lower half, as in a model file");

typedef float vec __attribute__((vector_size(4 * LANES)));
typedef uint32_t vec_bits __attribute__((vector_size(4 * LANES)));
typedef float vec4 __attribute__((vector_size(16)));
/* The same in memory: at any address, whatever is stored there. */
typedef vec vec_anywhere __attribute__((aligned(2), may_alias));
typedef vec_bits vec_bits_anywhere __attribute__((aligned(2), may_alias));
typedef vec4 vec4_anywhere __attribute__((aligned(2), may_alias));

INLINE uint32_t bits_from_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

INLINE float float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- Products ---------------------------------------------------------------------------- */

/* a b + c. Spelled out where the processor fuses it, because what a compiler fuses by itself
 * depends on the code around, and a row's sum must not depend on how many rows are summed with it.
 */
INLINE vec multiply_add(vec a, vec b, vec c)
{
#if defined(__AVX512F__)
    return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
    return _mm256_fmadd_ps(a, b, c);
#else
    return a * b + c;
#endif
}

INLINE vec load(const float *p)
{
    return *(const vec_anywhere *)p;
}

/* Weights come 2 LANES at a time, as two halves. A bfloat16 is the upper half of a float, so a
 * shift and a mask turn a vector of pairs into the even and the odd weights, and x must come in
 * the same order: rearranged as it is read when there is one x (`pairs`), beforehand when each
 * vector of x is read again and again (pack). */
INLINE vec_bits load_pairs(const void *W, size_t at)
{
    return *(const vec_bits_anywhere *)((const uint16_t *)W + at);
}

INLINE vec half_of_pairs(vec_bits pairs, const int half)
{
    return (vec)(half == 0 ? pairs << 16 : pairs & 0xFFFF0000u);
}

INLINE vec weights(const void *W, size_t at, const bool bf16, const int half)
{
    return bf16 ? half_of_pairs(load_pairs(W, at), half)
                : load((const float *)W + at + half * LANES);
}

/* Asks for the weights that the next n_rows rows will need here: short rows end before the
 * processor notices where reading goes on. The address may lie behind the matrix. */
INLINE void prefetch(const void *W, size_t at, const bool bf16)
{
    __builtin_prefetch((const void *)((uintptr_t)W + at * (bf16 ? 2 : 4)));
}

INLINE vec inputs(const float *x, const bool pairs, const int half)
{
    if (!pairs)
        return load(x + half * LANES);
    vec low = load(x), high = load(x + LANES);
    return half == 0 ? __builtin_shufflevector(low, high, EVEN_LANES)
                     : __builtin_shufflevector(low, high, ODD_LANES);
}

/* Columns rounded up to whole rounds of the products. */
INLINE size_t padded(int cols)
{
    return ((size_t)cols + 2 * LANES - 1) / (2 * LANES) * (2 * LANES);
}

/* n rows of x with the even numbers of every 2 LANES first, then the odd ones, zeros behind. */
static void pack(float *out, const float *x, size_t ldx, int n, int cols)
{
    for (int r = 0; r < n; r++, x += ldx, out += padded(cols)) {
        int k = 0;
        for (; k + 2 * LANES <= cols; k += 2 * LANES)
            for (int half = 0; half < 2; half++) {
                vec v = inputs(x + k, true, half);
                memcpy(out + k + half * LANES, &v, sizeof v);
            }
        if (k == cols)
            continue;
        memset(out + k, 0, 2 * LANES * sizeof *out);
        for (int rest = k; rest < cols; rest++)
            out[k + (rest - k) / 2 + ((rest - k) % 2 ? LANES : 0)] = x[rest];
    }
}

/* The sum over the lanes, down to four. */
INLINE vec4 sum_to_four(vec v)
{
#if defined(__AVX512F__)
    typedef float vec8 __attribute__((vector_size(32)));
    vec8 v8 = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
              __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
    return __builtin_shufflevector(v8, v8, 0, 1, 2, 3) +
           __builtin_shufflevector(v8, v8, 4, 5, 6, 7);
#elif defined(__AVX2__)
    return __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
#else
    return v;
#endif
}

/* The four sums over the lanes of a, b, c, d. */
INLINE vec4 sum_lanes(vec a, vec b, vec c, vec d)
{
    vec4 a4 = sum_to_four(a), b4 = sum_to_four(b), c4 = sum_to_four(c), d4 = sum_to_four(d);
    vec4 ab =
        __builtin_shufflevector(a4, b4, 0, 4, 1, 5) + __builtin_shufflevector(a4, b4, 2, 6, 3, 7);
    vec4 cd =
        __builtin_shufflevector(c4, d4, 0, 4, 1, 5) + __builtin_shufflevector(c4, d4, 2, 6, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/* add_products with bfloat16 weights and one x, where there are registers enough for both halves of
 * x: each vector of pairs is loaded once. The empty statement keeps gcc from loading it twice. */
INLINE void add_products_1(vec *sum, const void *W, size_t at, size_t ldw, const int n_rows,
                           const float *x, const bool pairs)
{
    vec even = inputs(x, pairs, 0), odd = inputs(x, pairs, 1);
    UNROLL
    for (int j = 0; j < n_rows; j++) {
        prefetch(W, at + (size_t)(j + n_rows) * ldw, true);
        vec_bits w = load_pairs(W, at + (size_t)j * ldw);
#if defined(__x86_64__)
        __asm__("" : "+x"(w));
#endif
        sum[j] = multiply_add(half_of_pairs(w, 0), even, sum[j]);
        sum[j] = multiply_add(half_of_pairs(w, 1), odd, sum[j]);
    }
}

/* sum[j * n + r] += W[j] . x_r over the 2 LANES columns from W and x on. */
INLINE void add_products(vec *sum, const int n, const void *W, size_t at, size_t ldw,
                         const int n_rows, const float *x, size_t ldx, const bool bf16,
                         const bool pairs)
{
    if (n == 1 && bf16) {
        add_products_1(sum, W, at, ldw, n_rows, x, pairs);
        return;
    }
    UNROLL
    for (int half = 0; half < 2; half++) {
        vec in[MAX_N];
        UNROLL
        for (int r = 0; r < n; r++)
            in[r] = inputs(x + (size_t)r * ldx, pairs, half);
        UNROLL
        for (int j = 0; j < n_rows; j++) {
            if (!bf16 || half == 0) /* one cache line at a time with the widest vectors */
                prefetch(W, at + (size_t)(j + n_rows) * ldw + (bf16 ? 0 : half * LANES), bf16);
            vec w = weights(W, at + (size_t)j * ldw, bf16, half);
            UNROLL
            for (int r = 0; r < n; r++)
                sum[j * n + r] = multiply_add(w, in[r], sum[j * n + r]);
        }
    }
}

/* The columns that do not fill 2 LANES, from copies filled up with zeros. A packed x already is. */
INLINE void add_last_products(vec *sum, const int n, const void *W, size_t at, size_t ldw,
                              const int n_rows, int rest, const float *x, size_t ldx,
                              const bool bf16, const bool pairs)
{
    const size_t size = bf16 ? sizeof(uint16_t) : sizeof(float);
    float last_W[ROWS_1 * 2 * LANES] = {0}, last_x[MAX_N * 2 * LANES] = {0};
    for (int j = 0; j < n_rows; j++)
        memcpy((char *)last_W + (size_t)j * 2 * LANES * size,
               (const char *)W + (at + (size_t)j * ldw) * size, (size_t)rest * size);
    size_t filled = bf16 && !pairs ? 2 * LANES : (size_t)rest;
    for (int r = 0; r < n; r++)
        memcpy(last_x + r * 2 * LANES, x + (size_t)r * ldx, filled * sizeof *x);
    add_products(sum, n, last_W, 0, 2 * LANES, n_rows, last_x, 2 * LANES, bf16, pairs);
}

/* out = total + b + the old out, of `count` sums, 4 or 1. */
INLINE void store_sums(float *out, vec4 total, const int count, const float *b, int accumulate)
{
    if (count == 4) {
        if (b)
            total += *(const vec4_anywhere *)b;
        if (accumulate)
            total += *(const vec4_anywhere *)out;
        *(vec4_anywhere *)out = total;
    } else {
        *out = total[0] + (b ? *b : 0) + (accumulate ? *out : 0);
    }
}

/* n_rows rows of W, from row j of it on, against n rows of x. n_rows and n are constants wherever
 * this is inlined: every loop but the one over columns unrolls and the sums stay in registers.
 * A sum's order depends on none of them. */
INLINE void block(float *y, size_t ldy, const int n, const void *W, size_t ldw, int j,
                  const int n_rows, int cols, const float *x, size_t ldx, const float *b,
                  int accumulate, const bool bf16, const bool pairs)
{
    vec sum[ROWS_1 * MAX_N];
    UNROLL
    for (int k = 0; k < n_rows * n; k++)
        sum[k] = (vec){0};
    size_t at = (size_t)j * ldw;
    int k = 0;
    for (; k + 2 * LANES <= cols; k += 2 * LANES)
        add_products(sum, n, W, at + (size_t)k, ldw, n_rows, x + k, ldx, bf16, pairs);
    if (k < cols)
        add_last_products(sum, n, W, at + (size_t)k, ldw, n_rows, cols - k, x + k, ldx, bf16,
                          pairs);
    UNROLL
    for (int r = 0; r < n; r++) {
        UNROLL
        for (int four = 0; four < n_rows; four += 4) {
            const vec *s = &sum[four * n + r];
            /* A single row sums with itself; only the first of the four is stored. */
            vec4 total = n_rows < 4 ? sum_lanes(s[0], s[0], s[0], s[0])
                                    : sum_lanes(s[0], s[n], s[2 * n], s[3 * n]);
            store_sums(y + (size_t)r * ldy + j + four, total, n_rows < 4 ? 1 : 4,
                       b ? b + j + four : NULL, accumulate);
        }
    }
}

/* All rows of W against one x. */
INLINE void linear_1(float *y, const void *W, size_t ldw, int rows, int cols, const float *x,
                     const float *b, int accumulate, const bool bf16)
{
    int j = 0;
    for (; j + ROWS_1 <= rows; j += ROWS_1)
        block(y, 0, 1, W, ldw, j, ROWS_1, cols, x, 0, b, accumulate, bf16, bf16);
    for (; j < rows; j++)
        block(y, 0, 1, W, ldw, j, 1, cols, x, 0, b, accumulate, bf16, bf16);
}

/* ROWS_N rows of W against n of x, 1 to MAX_N, packed when W is bfloat16. */
INLINE void block_n(float *y, size_t ldy, int n, const void *W, size_t ldw, int j, int cols,
                    const float *x, size_t ldx, const float *b, int accumulate, const bool bf16)
{
#define CASE(n_)                                                                                   \
    case n_:                                                                                       \
        if (n_ <= MAX_N)                                                                           \
            block(y, ldy, n_ <= MAX_N ? n_ : 1, W, ldw, j, ROWS_N, cols, x, ldx, b, accumulate,    \
                  bf16, false);                                                                    \
        break;
    switch (n) {
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
    }
#undef CASE
}

/* The rows of W from j to `end` against n rows of x, 1 to MAX_N, packed when W is bfloat16. */
INLINE void panel(float *y, size_t ldy, int n, const void *W, size_t ldw, int j, int end, int cols,
                  const float *x, size_t ldx, const float *b, int accumulate, const bool bf16)
{
    for (; j + ROWS_N <= end; j += ROWS_N)
        block_n(y, ldy, n, W, ldw, j, cols, x, ldx, b, accumulate, bf16);
    for (; j < end; j++)
        for (int r = 0; r < n; r++)
            block(y + (size_t)r * ldy, ldy, 1, W, ldw, j, 1, cols, x + (size_t)r * ldx, ldx, b,
                  accumulate, bf16, false);
}

INLINE void linear(float *y, size_t ldy, int n, const void *W, size_t ldw, int rows, int cols,
                   const float *x, size_t ldx, const float *b, int accumulate, const bool bf16)
{
    int at_once = MAX_N;
    if (bf16 && padded(cols) * MAX_N > PACKED_FLOATS)
        at_once = (int)(PACKED_FLOATS / padded(cols));
    if (n == 1 || at_once == 0) {
        for (int r = 0; r < n; r++)
            linear_1(y + (size_t)r * ldy, W, ldw, rows, cols, x + (size_t)r * ldx, b, accumulate,
                     bf16);
        return;
    }
    float packed[PACKED_FLOATS] __attribute__((aligned(64)));
    for (int j = 0; j < rows; j += PANEL)
        for (int r = 0; r < n; r += at_once) {
            int n_here = n - r < at_once ? n - r : at_once;
            int end = rows - j < PANEL ? rows : j + PANEL;
            const float *in = x + (size_t)r * ldx;
            if (bf16)
                pack(packed, in, ldx, n_here, cols);
            panel(y + (size_t)r * ldy, ldy, n_here, W, ldw, j, end, cols, bf16 ? packed : in,
                  bf16 ? padded(cols) : ldx, b, accumulate, bf16);
        }
}

static void linear_f32(float *y, size_t ldy, int n, const float *W, size_t ldw, int rows, int cols,
                       const float *x, size_t ldx, const float *b, int accumulate)
{
    linear(y, ldy, n, W, ldw, rows, cols, x, ldx, b, accumulate, false);
}

static void linear_bf16(float *y, size_t ldy, int n, const uint16_t *W, size_t ldw, int rows,
                        int cols, const float *x, size_t ldx, const float *b, int accumulate)
{
    linear(y, ldy, n, W, ldw, rows, cols, x, ldx, b, accumulate, true);
}

/* Four sums side by side, so that one addition need not wait for the last. */
static float dot(const float *a, const float *b, size_t n)
{
    vec sum[4] = {{0}, {0}, {0}, {0}};
    size_t k = 0;
    for (; k + 4 * LANES <= n; k += 4 * LANES) {
        UNROLL
        for (int j = 0; j < 4; j++)
            sum[j] = multiply_add(load(a + k + j * LANES), load(b + k + j * LANES), sum[j]);
    }
    vec4 four = sum_to_four((sum[0] + sum[1]) + (sum[2] + sum[3]));
    float total = (four[0] + four[1]) + (four[2] + four[3]);
    for (; k < n; k++)
        total += a[k] * b[k];
    return total;
}

static void axpy(float *y, float a, const float *x, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        y[k] += a * x[k];
}

/* ---- exp, tanh, sigmoid: no branches, no library calls, so that loops over them vectorize -- */

/* exp(x) for x <= 0 (and NaN): 2^m exp(r), m = round(x / ln 2), |r| <= ln 2 / 2.
 * Below EXP_FLUSH, where the result would leave the normal floats, exactly 0. */
#define EXP_FLUSH (-87.0f)

INLINE float exp_nonpositive(float x)
{
    /* Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits. */
    const float shift = 12582912.0f;
    float shifted = x * 1.44269504088896341f + shift;
    float m = shifted - shift;
    /* ln 2 in two parts: the first has 9 bits, so m times it is exact. */
    float r = x - m * 0.693359375f;
    r -= m * -2.12194440e-4f;
    /* Taylor to r^7: the remainder is under 4e-9 of the result on |r| <= 0.347. */
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    float scale = float_from_bits((bits_from_float(shifted) << 23) + (127u << 23));
    return x < EXP_FLUSH ? 0.0f : p * scale;
}

/* tanh |x| = (1 - exp(-2|x|)) / (1 + exp(-2|x|)), with the sign put back. */
INLINE float tanh_one(float x)
{
    float e = exp_nonpositive(-2 * fabsf(x));
    return copysignf((1 - e) / (1 + e), x);
}

INLINE float sigmoid_one(float x)
{
    float e = exp_nonpositive(-fabsf(x));
    return (x < 0 ? e : 1.0f) / (1 + e);
}

static void tanh_all(float *out, const float *in, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        out[k] = tanh_one(in[k]);
}

static void sigmoid_all(float *out, const float *in, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        out[k] = sigmoid_one(in[k]);
}

static float exp_sum(float *out, const float *in, float max, size_t n)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < n; k++) {
        float e = exp_nonpositive(in[k] - max);
        out[k] = e;
        sum += e;
    }
    return sum;
}

static float finite_max(const float *in, size_t n)
{
    float max = in[0], zero = 0;
    size_t k = 0;
    if (n >= LANES) {
        vec best = load(in), zeros = {0};
        for (; k + LANES <= n; k += LANES) {
            vec v = load(in + k);
            vec_bits better = (vec_bits)(v > best); /* all ones or all zeros */
            best = (vec)((better & (vec_bits)v) | (~better & (vec_bits)best));
            zeros += v * 0.0f; /* NaN for an infinity or a NaN, else 0 */
        }
        for (int lane = 0; lane < LANES; lane++) {
            max = best[lane] > max ? best[lane] : max;
            zero += zeros[lane];
        }
    }
    for (; k < n; k++) {
        max = in[k] > max ? in[k] : max;
        zero += in[k] * 0.0f;
    }
    return max + zero;
}

static float add_tanh_dot(const float *v, const float *a, const float *b, size_t n)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < n; k++)
        sum += v[k] * tanh_one(a[k] + b[k]);
    return sum;
}

static void add_tanh_dot_backward(float *d_v, float *d_a, float *d_b, const float *v,
                                  const float *a, const float *b, float d_e, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        float t = tanh_one(a[k] + b[k]);
        float d = v[k] * (1 - t * t) * d_e;
        d_v[k] += t * d_e;
        d_a[k] += d;
        d_b[k] += d;
    }
}

static void gru_gates(float *h_out, float *gates, const float *gx, const float *gh, const float *h,
                      size_t n)
{
    if (!gates) {
#pragma omp simd
        for (size_t k = 0; k < n; k++) {
            float r = sigmoid_one(gx[k] + gh[k]);
            float z = sigmoid_one(gx[n + k] + gh[n + k]);
            float c = tanh_one(gx[2 * n + k] + r * gh[2 * n + k]);
            h_out[k] = (1 - z) * c + z * h[k];
        }
        return;
    }
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        float r = sigmoid_one(gx[k] + gh[k]);
        float z = sigmoid_one(gx[n + k] + gh[n + k]);
        float c = tanh_one(gx[2 * n + k] + r * gh[2 * n + k]);
        gates[k] = r;
        gates[n + k] = z;
        gates[2 * n + k] = c;
        h_out[k] = (1 - z) * c + z * h[k];
    }
}

/* forward:  r = sigmoid(gx_r + gh_r)   z = sigmoid(gx_z + gh_z)   c = tanh(gx_n + r gh_n)
 *           h' = (1 - z) c + z h
 * backward: d_c = d_h' (1 - z)         through tanh:    d_gx_n = d_c (1 - c^2) */
static void gru_gates_backward(float *restrict d_gx, float *restrict d_gh, float *restrict d_h,
                               const float *restrict d_h_out, const float *restrict gates,
                               const float *restrict gh, const float *restrict h, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        float r = gates[k], z = gates[n + k], c = gates[2 * n + k];
        float d_gx_n = d_h_out[k] * (1 - z) * (1 - c * c);
        float d_gx_z = d_h_out[k] * (h[k] - c) * z * (1 - z);
        float d_gx_r = d_gx_n * gh[2 * n + k] * r * (1 - r);
        d_gx[k] = d_gh[k] = d_gx_r;
        d_gx[n + k] = d_gh[n + k] = d_gx_z;
        d_gx[2 * n + k] = d_gx_n;
        d_gh[2 * n + k] = d_gx_n * r;
        d_h[k] = d_h_out[k] * z;
    }
}

/* ---- Conversion -------------------------------------------------------------------------- */

static void f32_from_bf16(float *out, const uint16_t *in, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        out[k] = float_from_bits((uint32_t)in[k] << 16); /* the upper half of a float */
}

static void bf16_from_f32(uint16_t *out, const float *in, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        uint32_t bits = bits_from_float(in[k]);
        /* Half of the last kept place, less one when that place is even: ties go to even. */
        uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
        uint32_t quiet = bits >> 16 | 0x40; /* rounding up could turn a NaN into infinity */
        out[k] = (uint16_t)((bits & 0x7FFFFFFF) > 0x7F800000 ? quiet : rounded);
    }
}

const as_kernels AS_KERNELS_TABLE = {
    .name = AS_KERNELS_NAME,
    .linear_f32 = linear_f32,
    .linear_bf16 = linear_bf16,
    .tanh = tanh_all,
    .sigmoid = sigmoid_all,
    .exp_sum = exp_sum,
    .finite_max = finite_max,
    .add_tanh_dot = add_tanh_dot,
    .add_tanh_dot_backward = add_tanh_dot_backward,
    .gru_gates = gru_gates,
    .gru_gates_backward = gru_gates_backward,
    .dot = dot,
    .axpy = axpy,
    .f32_from_bf16 = f32_from_bf16,
    .bf16_from_f32 = bf16_from_f32,
};
