/* The float formats of model files: F32, F16 (IEEE 754 half) and BF16 (the upper half of F32).
 *
 * Buffers are the caller's and may be unaligned on the side that holds a file's bytes (void *).
 * Numbers in memory and in files are little-endian. None can fail. All are thread-safe. */
#ifndef AS_CORE_DTYPE_H
#define AS_CORE_DTYPE_H

#include "core/mat.h"

/* Bytes of one number: 4 or 2. */
size_t as_dtype_bytes(as_dtype dtype);
/* "F32", "F16", "BF16", as safetensors writes them. */
const char *as_dtype_name(as_dtype dtype);

/* n numbers from F32 to `dtype`, to nearest, ties to even; what does not fit becomes infinite.
 * out may be in. */
void as_dtype_from_f32(void *out, as_dtype dtype, const float *in, size_t n);
/* n numbers of `dtype` to F32, exactly. `in` may be the last bytes of `out`: n numbers wait at the
 * end of the room that they will fill. */
void as_f32_from_dtype(float *out, const void *in, as_dtype dtype, size_t n);

/* Index of the first infinity or NaN among n numbers; n when all are finite. */
size_t as_dtype_not_finite(const void *data, as_dtype dtype, size_t n);

#endif
