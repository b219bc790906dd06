/* Compiled once per instruction set (meson.build): AS_KERNELS_TABLE names the table this build
 * fills, the width of a vector follows from the target. Products use GCC's vector types, which
 * both compilers lower to whatever the target has; the rest are plain loops they vectorize. */
#include "core/kernels_tables.h"

#include <math.h>
#include <string.h>

#if defined(__AVX512F__)
enum { LANES = 16, ROWS_1 = 8, ROWS_N = 4, MAX_N = 6 };
#elif defined(__AVX2__)
enum { LANES = 8, ROWS_1 = 8, ROWS_N = 2, MAX_N = 6 };
#else
enum { LANES = 4, ROWS_1 = 8, ROWS_N = 2, MAX_N = 6 };
#endif

/* ROWS_1 rows of W against one x, ROWS_N against up to MAX_N: as many sums as registers hold. */

#define INLINE static inline __attribute__((always_inline))

typedef float vec __attribute__((vector_size(4 * LANES)));
typedef uint32_t vec_bits __attribute__((vector_size(4 * LANES)));
typedef uint16_t vec_half __attribute__((vector_size(2 * LANES)));

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

/* A bfloat16 is the upper half of a float. */
INLINE float float_from_bf16(uint16_t half)
{
    return float_from_bits((uint32_t)half << 16);
}

/* ---- Products ---------------------------------------------------------------------------- */

INLINE vec load_f32(const float *p)
{
    vec v;
    memcpy(&v, p, sizeof v);
    return v;
}

INLINE vec load_bf16(const uint16_t *p)
{
    vec_half half;
    memcpy(&half, p, sizeof half);
    vec_bits bits = __builtin_convertvector(half, vec_bits) << 16;
    vec v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

INLINE float sum_lanes(vec v)
{
    float lanes[LANES];
    memcpy(lanes, &v, sizeof lanes);
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            lanes[k] += lanes[k + half];
    return lanes[0];
}

/* One kernel for both weight types: `wide` loads LANES weights, `one` a single one. Constant
 * n_rows and n make every loop but the one over columns unroll, and the sums stay in registers. */
#define DEFINE_LINEAR(suffix, weight, wide, one)                                                   \
    INLINE void block_##suffix(float *y, size_t ldy, const int n, const weight *W, size_t ldw,     \
                               const int n_rows, int cols, const float *x, size_t ldx,             \
                               const float *b, int accumulate)                                     \
    {                                                                                              \
        vec sum[ROWS_1 * MAX_N];                                                                   \
        _Pragma("GCC unroll 64") for (int k = 0; k < n_rows * n; k++) sum[k] = (vec){ 0 };         \
        int k = 0;                                                                                 \
        for (; k + LANES <= cols; k += LANES) {                                                    \
            vec in[MAX_N];                                                                         \
            _Pragma("GCC unroll 16") for (int r = 0; r < n; r++) in[r] =                           \
                load_f32(x + (size_t)r * ldx + k);                                                 \
            _Pragma("GCC unroll 16") for (int j = 0; j < n_rows; j++)                              \
            {                                                                                      \
                vec w = wide(W + (size_t)j * ldw + k);                                             \
                _Pragma("GCC unroll 16") for (int r = 0; r < n; r++) sum[j * n + r] += w * in[r];  \
            }                                                                                      \
        }                                                                                          \
        for (int j = 0; j < n_rows; j++)                                                           \
            for (int r = 0; r < n; r++) {                                                          \
                float total = sum_lanes(sum[j * n + r]);                                           \
                for (int rest = k; rest < cols; rest++)                                            \
                    total += one(W[(size_t)j * ldw + rest]) * x[(size_t)r * ldx + rest];           \
                float *out = y + (size_t)r * ldy + j;                                              \
                *out = total + (b ? b[j] : 0) + (accumulate ? *out : 0);                           \
            }                                                                                      \
    }                                                                                              \
    /* n is 1 to MAX_N. */                                                                         \
    static void rows_##suffix(float *y, size_t ldy, int n, const weight *W, size_t ldw,            \
                              int cols, const float *x, size_t ldx, const float *b,                \
                              int accumulate)                                                      \
    {                                                                                              \
        switch (n) {                                                                               \
        case 1:                                                                                    \
            block_##suffix(y, ldy, 1, W, ldw, ROWS_N, cols, x, ldx, b, accumulate);                \
            break;                                                                                 \
        case 2:                                                                                    \
            block_##suffix(y, ldy, 2, W, ldw, ROWS_N, cols, x, ldx, b, accumulate);                \
            break;                                                                                 \
        case 3:                                                                                    \
            block_##suffix(y, ldy, 3, W, ldw, ROWS_N, cols, x, ldx, b, accumulate);                \
            break;                                                                                 \
        case 4:                                                                                    \
            block_##suffix(y, ldy, 4, W, ldw, ROWS_N, cols, x, ldx, b, accumulate);                \
            break;                                                                                 \
        case 5:                                                                                    \
            block_##suffix(y, ldy, 5, W, ldw, ROWS_N, cols, x, ldx, b, accumulate);                \
            break;                                                                                 \
        default:                                                                                   \
            block_##suffix(y, ldy, MAX_N, W, ldw, ROWS_N, cols, x, ldx, b, accumulate);            \
        }                                                                                          \
    }                                                                                              \
    static void linear_##suffix(float *y, size_t ldy, int n, const weight *W, size_t ldw,          \
                                int rows, int cols, const float *x, size_t ldx, const float *b,    \
                                int accumulate)                                                    \
    {                                                                                              \
        int j = 0;                                                                                 \
        if (n == 1)                                                                                \
            for (; j + ROWS_1 <= rows; j += ROWS_1)                                                \
                block_##suffix(y + j, ldy, 1, W + (size_t)j * ldw, ldw, ROWS_1, cols, x, ldx,      \
                               b ? b + j : NULL, accumulate);                                      \
        for (; j + ROWS_N <= rows; j += ROWS_N)                                                    \
            for (int r = 0; r < n; r += MAX_N)                                                     \
                rows_##suffix(y + (size_t)r * ldy + j, ldy, n - r < MAX_N ? n - r : MAX_N,         \
                              W + (size_t)j * ldw, ldw, cols, x + (size_t)r * ldx, ldx,            \
                              b ? b + j : NULL, accumulate);                                       \
        for (; j < rows; j++)                                                                      \
            for (int r = 0; r < n; r++)                                                            \
                block_##suffix(y + (size_t)r * ldy + j, ldy, 1, W + (size_t)j * ldw, ldw, 1,       \
                               cols, x + (size_t)r * ldx, ldx, b ? b + j : NULL, accumulate);      \
    }

#define SAME(w) (w)
DEFINE_LINEAR(f32, float, load_f32, SAME)
DEFINE_LINEAR(bf16, uint16_t, load_bf16, float_from_bf16)

static float dot(const float *a, const float *b, size_t n)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
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

/* ---- Conversion -------------------------------------------------------------------------- */

static void f32_from_bf16(float *out, const uint16_t *in, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        out[k] = float_from_bf16(in[k]);
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
    .add_tanh_dot = add_tanh_dot,
    .add_tanh_dot_backward = add_tanh_dot_backward,
    .gru_gates = gru_gates,
    .dot = dot,
    .axpy = axpy,
    .f32_from_bf16 = f32_from_bf16,
    .bf16_from_f32 = bf16_from_f32,
};
