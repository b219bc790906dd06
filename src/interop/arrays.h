/* What every model file of another toolkit comes down to: named arrays, and texts beside them.
 *
 * The table knows names, types and shapes; numbers stay in the file until they are fetched, as F32.
 * Names are unique. A shape never has more numbers than the entry that holds them has room for, so
 * that a caller may allocate what a shape says. One table is for one thread. */
#ifndef AS_INTEROP_ARRAYS_H
#define AS_INTEROP_ARRAYS_H

#include "interop/archive.h"

enum { AS_ARRAY_MAX_RANK = 4 };

/* Little-endian. Those after AS_ARRAY_BF16 are known by size alone and never fetched. */
typedef enum as_array_type {
    AS_ARRAY_F32,
    AS_ARRAY_F64,
    AS_ARRAY_F16,
    AS_ARRAY_BF16,
    AS_ARRAY_I8,
    AS_ARRAY_I16,
    AS_ARRAY_I32,
    AS_ARRAY_I64,
    AS_ARRAY_U8,
    AS_ARRAY_BOOL,
} as_array_type;

size_t as_array_type_bytes(as_array_type type);
const char *as_array_type_name(as_array_type type); /* "float32", "int8", … */

typedef struct as_array {
    const char *name; /* borrowed from the table */
    as_array_type type;
    int rank; /* 0 to AS_ARRAY_MAX_RANK */
    size_t shape[AS_ARRAY_MAX_RANK];
    size_t count; /* product of the shape; 1 for rank 0 */

    /* Where the numbers lie: number (i, j, …) is `first` + i stride[0] + j stride[1] + … numbers
     * after byte `start` of entry `entry`. */
    int entry;
    size_t start, first, stride[AS_ARRAY_MAX_RANK];
} as_array;

typedef struct as_arrays as_arrays;

/* A table over an archive, which becomes its own (on failure it is freed). Errors: SYSTEM. */
bool as_arrays_new(as_archive *archive, as_arrays **out, as_error *err);
void as_arrays_free(as_arrays *arrays);
as_archive *as_arrays_archive(as_arrays *arrays);

/* Adds an array after checking that its numbers lie inside its entry; count and name are filled in
 * here, from the shape and from the len bytes at `name`. Errors: FORMAT (a name given twice, a
 * shape larger than the entry), SYSTEM. */
bool as_arrays_add(as_arrays *arrays, const char *name, size_t len, const as_array *array,
                   as_error *err);
/* Adds a text, copied. Errors: FORMAT (a name given twice), SYSTEM. */
bool as_arrays_add_text(as_arrays *arrays, const char *name, const char *text, size_t len,
                        as_error *err);

/* Arrays in the order they were added. */
int as_arrays_count(const as_arrays *arrays);
const as_array *as_arrays_at(const as_arrays *arrays, int k);
const as_array *as_arrays_lookup(const as_arrays *arrays, const char *name);
/* A text, NUL-terminated, or NULL. Borrowed. */
const char *as_arrays_text(const as_arrays *arrays, const char *name);

/* Its numbers in row-major order into out [count]. float64 is rounded. Errors: FORMAT (not floats,
 * a number that is not finite, broken bytes), SYSTEM. */
bool as_arrays_fetch(as_arrays *arrays, const as_array *array, float *out, as_error *err);

/* "[3, 5]" into out, for messages; returns out. */
const char *as_array_shape_text(char out[96], const as_array *array);

#endif
