#include "core/dtype.h"

#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "model files are little-endian and their numbers are copied as they lie"
#endif

enum { CHUNK = 1024 }; /* numbers converted at a time, so that unaligned bytes stay bytes */

size_t as_dtype_bytes(as_dtype dtype)
{
    return dtype == AS_F32 ? 4 : 2;
}

const char *as_dtype_name(as_dtype dtype)
{
    switch (dtype) {
    case AS_F32:
        return "F32";
    case AS_F16:
        return "F16";
    case AS_BF16:
        return "BF16";
    }
    return "?";
}

static uint32_t bits_from_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint16_t f16_from_f32(float x)
{
    uint32_t bits = bits_from_float(x), sign = bits >> 16 & 0x8000, abs = bits & 0x7fffffff;
    if (abs > 0x7f800000)
        return (uint16_t)(sign | 0x7e00); /* NaN */
    if (abs >= 0x477ff000)
        return (uint16_t)(sign | 0x7c00); /* 65520 and more round to infinity */
    if (abs < 0x38800000) {
        /* Below 2^-14 a half counts in steps of 2^-24, which are the steps of floats in [0.5, 1):
         * the addition rounds. */
        float stepped = float_from_bits(abs) + 0.5f;
        return (uint16_t)(sign | (bits_from_float(stepped) - bits_from_float(0.5f)));
    }
    uint32_t even = abs >> 13 & 1;
    return (uint16_t)(sign | (abs - (112u << 23) + 0xfff + even) >> 13); /* bias 127 to 15 */
}

static float f32_from_f16(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31;
    uint32_t fraction = half & 0x3ff;
    if (exponent == 0) { /* subnormal: fraction * 2^-24 */
        float magnitude = (float)fraction * 0x1p-24f;
        return float_from_bits(sign | bits_from_float(magnitude));
    }
    if (exponent == 31)
        return float_from_bits(sign | 0x7f800000 | fraction << 13);
    return float_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

/* At most CHUNK numbers, aligned buffers. */
static void chunk_from_f32(uint16_t *out, as_dtype dtype, const float *in, size_t n)
{
    if (dtype == AS_BF16) {
        as_kernels_best()->bf16_from_f32(out, in, n);
        return;
    }
    for (size_t k = 0; k < n; k++)
        out[k] = f16_from_f32(in[k]);
}

void as_dtype_from_f32(void *out, as_dtype dtype, const float *in, size_t n)
{
    if (dtype == AS_F32) {
        memcpy(out, in, n * sizeof *in);
        return;
    }
    uint16_t chunk[CHUNK];
    unsigned char *to = out;
    for (size_t done = 0; done < n; done += CHUNK) {
        size_t count = n - done < CHUNK ? n - done : CHUNK;
        chunk_from_f32(chunk, dtype, in + done, count);
        memcpy(to + done * sizeof *chunk, chunk, count * sizeof *chunk);
    }
}

void as_f32_from_dtype(float *out, const void *in, as_dtype dtype, size_t n)
{
    if (dtype == AS_F32) {
        memcpy(out, in, n * sizeof *out);
        return;
    }
    uint16_t chunk[CHUNK];
    const unsigned char *from = in;
    for (size_t done = 0; done < n; done += CHUNK) {
        size_t count = n - done < CHUNK ? n - done : CHUNK;
        memcpy(chunk, from + done * sizeof *chunk, count * sizeof *chunk);
        if (dtype == AS_BF16)
            as_kernels_best()->f32_from_bf16(out + done, chunk, count);
        else
            for (size_t k = 0; k < count; k++)
                out[done + k] = f32_from_f16(chunk[k]);
    }
}

/* The bits of a format, repeated in every lane of a 64-bit word. */
typedef struct lanes {
    uint64_t exponent, lowest, sign; /* lowest: the last bit of the exponent */
} lanes;

static const lanes lanes_of[] = {
    [AS_F32] = {0x7f8000007f800000, 0x0080000000800000, 0x8000000080000000},
    [AS_F16] = {0x7c007c007c007c00, 0x0400040004000400, 0x8000800080008000},
    [AS_BF16] = {0x7f807f807f807f80, 0x0080008000800080, 0x8000800080008000},
};

/* A number is infinite or NaN when every bit of its exponent is set. Adding the exponent's lowest
 * bit then carries into the sign, which was masked out: whole words of numbers are tested at once,
 * no lane reaching into the next. */
static bool words_finite(const unsigned char *bytes, size_t n_words, const lanes *l)
{
    uint64_t carried = 0;
    for (size_t k = 0; k < n_words; k++) {
        uint64_t word;
        memcpy(&word, bytes + k * sizeof word, sizeof word);
        carried |= (word & l->exponent) + l->lowest;
    }
    return (carried & l->sign) == 0;
}

size_t as_dtype_not_finite(const void *data, as_dtype dtype, size_t n)
{
    const unsigned char *bytes = data;
    const lanes *l = &lanes_of[dtype];
    size_t size = as_dtype_bytes(dtype), per_word = 8 / size, n_words = n / per_word;
    size_t k = words_finite(bytes, n_words, l) ? n_words * per_word : 0;
    for (; k < n; k++) {
        uint32_t one = 0;
        memcpy(&one, bytes + k * size, size);
        uint32_t exponent = (uint32_t)l->exponent & (size == 2 ? 0xffff : 0xffffffff);
        if ((one & exponent) == exponent)
            return k;
    }
    return n;
}
