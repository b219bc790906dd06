/* An open model file: its header in memory, its tensors fetched one by one. Not installed. */
#ifndef AS_CORE_MODEL_FILE_H
#define AS_CORE_MODEL_FILE_H

#include "core/params.h"
#include "core/safetensors.h"

typedef struct as_model_file {
    as_safetensors *header;
    int fd;            /* -1 when the tensors' data lie in memory */
    size_t data_start; /* of the data in the file */
    size_t bytes;      /* the whole file */
} as_model_file;

/* Opens a regular file and reads its header. Nothing to close on failure; messages do not name the
 * file. Errors: SYSTEM, FORMAT, LIMIT. */
bool as_model_file_open(const char *path, as_model_file *out, as_error *err);
/* The same for a file in memory, which must outlive it. */
bool as_model_file_parse(const void *bytes, size_t len, as_model_file *out, as_error *err);
/* Copies the tensor's bytes. SYSTEM, or FORMAT when the file became shorter. */
bool as_model_file_fetch(const as_model_file *file, const as_st_tensor *tensor, void *to,
                         as_error *err);
void as_model_file_close(as_model_file *file);

/* Where a parameter's tensor goes in a block of memory. */
typedef struct as_placing {
    as_param_spec spec;
    const as_st_tensor *tensor;
    as_dtype dtype; /* in memory: matrices of BF16 stay so, all else becomes F32 */
    size_t offset;  /* in bytes, a multiple of 64 */
} as_placing;

/* Checks that the file has every parameter of the config, each of the right shape, and no other
 * tensor; only then is the block (*bytes long) known to be no more than about twice the file.
 * places holds AS_MAX_PARAMS, in the order of the table. FORMAT names the tensor. */
bool as_model_file_place(const as_model_file *file, const as_config *config, as_placing *places,
                         int *n_places, size_t *bytes, as_error *err);

#endif
