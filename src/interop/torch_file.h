/* Checkpoints of torch.save (torch 1.6 and later): a ZIP archive with a pickle, NAME/data.pkl, and
 * one file of numbers per storage, NAME/data/0 and so on. The table has the tensors of the pickled
 * state dict: the dict itself, or the one that it holds as "model_state". */
#ifndef AS_INTEROP_TORCH_FILE_H
#define AS_INTEROP_TORCH_FILE_H

#include "interop/arrays.h"

/* *out is the caller's; free with as_arrays_free. Messages do not name the file.
 * Errors: SYSTEM, FORMAT (also the form of before torch 1.6, by name), LIMIT. */
bool as_torch_open(const char *path, as_arrays **out, as_error *err);
/* The same for a file in memory, which must outlive the table. */
bool as_torch_parse(const void *bytes, size_t len, as_arrays **out, as_error *err);

#endif
