/* Reading and writing .safetensors: an 8-byte little-endian header length, a JSON header, data.
 * Everything is checked: header length, JSON, dtypes, shapes against byte ranges, order, overlap,
 * holes, alignment of the end, duplicate names. Parsing works on memory and never reads past it. */
#ifndef AS_CORE_SAFETENSORS_H
#define AS_CORE_SAFETENSORS_H

#include "core/error.h"
#include "core/mat.h"

#include <stddef.h>

enum { AS_ST_MAX_RANK = 2 };

typedef struct as_st_tensor {
    const char *name;          /* borrowed from the file object */
    as_dtype dtype;
    int rank;                  /* 1 or 2 */
    size_t shape[AS_ST_MAX_RANK];
    const unsigned char *data; /* borrowed; unaligned */
    size_t bytes;
} as_st_tensor;

typedef struct as_safetensors as_safetensors;

/* Takes a whole file in memory; `bytes` must outlive the object. Errors: FORMAT, LIMIT, SYSTEM. */
bool as_safetensors_parse(const void *bytes, size_t len, as_safetensors **out, as_error *err);
void as_safetensors_free(as_safetensors *file);
int as_safetensors_count(const as_safetensors *file);
const as_st_tensor *as_safetensors_at(const as_safetensors *file, int k);
const as_st_tensor *as_safetensors_lookup(const as_safetensors *file, const char *name);
/* A __metadata__ string, NUL-terminated, or NULL. Borrowed. len may be NULL. */
const char *as_safetensors_metadata(const as_safetensors *file, const char *key, size_t *len);

typedef struct as_st_metadata {
    const char *key, *value;
} as_st_metadata;

/* Writes path whole or not at all (temporary name in the same folder, fsync, rename). Floats come
 * from `f32` arrays and are converted to `dtype`. An existing file is replaced. */
typedef struct as_st_source {
    const char *name;
    int rank;
    size_t shape[AS_ST_MAX_RANK];
    as_dtype dtype; /* how it is stored */
    const float *f32;
} as_st_source;

bool as_safetensors_write(const char *path, const as_st_source *tensors, int n_tensors,
                          const as_st_metadata *metadata, int n_metadata, as_error *err);

#endif
