/* What the fuzz targets demand of a table of arrays, however its file was made. */
#ifndef AS_FUZZ_ARRAYS_H
#define AS_FUZZ_ARRAYS_H

#include "check.h"

#include "interop/arrays.h"

typedef bool (*arrays_parser)(const void *bytes, size_t len, as_arrays **out, as_error *err);

/* Parses, and fetches every array: refused with a message, or numbers that are all finite, and
 * never more of them than the file could hold. */
void check_arrays(arrays_parser parse, const uint8_t *data, size_t size);

#endif
