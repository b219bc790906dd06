/* Reading and writing .safetensors: an 8-byte little-endian header length, a JSON header, data.
 * Everything is checked: header length, JSON, dtypes, shapes against byte ranges, order, overlap,
 * holes, duplicate names, every byte of the data claimed. Parsing works on memory and never reads
 * past it. */
#ifndef AS_CORE_SAFETENSORS_H
#define AS_CORE_SAFETENSORS_H

#include "core/error.h"
#include "core/mat.h"

#include <stddef.h>

enum { AS_ST_MAX_RANK = 2, AS_ST_MAX_HEADER = 16 << 20 };

typedef struct as_st_tensor {
    const char *name; /* borrowed from the file object */
    as_dtype dtype;
    int rank; /* 1 or 2 */
    size_t shape[AS_ST_MAX_RANK];
    const unsigned char *data; /* borrowed; unaligned; NULL when only the header was read */
    size_t offset, bytes;      /* offset counts from the first byte after the header */
} as_st_tensor;

typedef struct as_safetensors as_safetensors;

/* Takes a whole file in memory; `bytes` must outlive the object. Values are not looked at: the
 * caller asks as_dtype_not_finite. Messages name the tensor, not the file.
 * Errors: FORMAT, LIMIT, SYSTEM. */
bool as_safetensors_parse(const void *bytes, size_t len, as_safetensors **out, as_error *err);
/* The same from the header alone (without its length), when data_len bytes follow it elsewhere.
 * Nothing of `header` is kept. */
bool as_safetensors_parse_header(const void *header, size_t header_len, size_t data_len,
                                 as_safetensors **out, as_error *err);
/* The header's length from the first 8 bytes of a file of file_len bytes; FORMAT, LIMIT. */
bool as_safetensors_header_length(const void *bytes, size_t file_len, size_t *out, as_error *err);
void as_safetensors_free(as_safetensors *file);
/* Tensors in the order of their data. */
int as_safetensors_count(const as_safetensors *file);
const as_st_tensor *as_safetensors_at(const as_safetensors *file, int k);
const as_st_tensor *as_safetensors_lookup(const as_safetensors *file, const char *name);
/* A __metadata__ string, NUL-terminated, or NULL. Borrowed. len may be NULL. */
const char *as_safetensors_metadata(const as_safetensors *file, const char *key, size_t *len);

typedef struct as_st_metadata {
    const char *key, *value;
} as_st_metadata;

typedef struct as_st_source {
    const char *name;
    int rank;
    size_t shape[AS_ST_MAX_RANK];
    as_dtype dtype; /* how it is stored */
    const float *f32;
} as_st_source;

/* Writes path whole or not at all (temporary name in the same folder, fsync, rename), tensors in
 * the order given, the data starting on a multiple of 64. An existing file is replaced.
 * Errors: ARGUMENT (a number that is not finite as `dtype`, a name given twice, text that is not
 * UTF-8), LIMIT, SYSTEM. */
bool as_safetensors_write(const char *path, const as_st_source *tensors, int n_tensors,
                          const as_st_metadata *metadata, int n_metadata, as_error *err);

#endif
