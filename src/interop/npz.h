/* .npz files: a ZIP archive of .npy files, as numpy.savez, numpy.savez_compressed, Marian and
 * Theano Nematus write them. The arrays carry the entries' names without ".npy"; a name that begins
 * with "special:" is a text, as Marian keeps its configuration: int8, NUL-padded. */
#ifndef AS_INTEROP_NPZ_H
#define AS_INTEROP_NPZ_H

#include "interop/arrays.h"

/* *out is the caller's; free with as_arrays_free. Messages name the entry, not the file.
 * Errors: SYSTEM, FORMAT, LIMIT. */
bool as_npz_open(const char *path, as_arrays **out, as_error *err);
/* The same for a file in memory, which must outlive the table. */
bool as_npz_parse(const void *bytes, size_t len, as_arrays **out, as_error *err);

#endif
