/* The header of a .npy file: magic, version, and a Python dict literal that says what follows.
 * NumPy Enhancement Proposal 1; versions 1.0, 2.0 and 3.0 differ in the length's width and in the
 * dict's encoding alone. Any padding is accepted: Marian's headers are not aligned to 64 bytes. */
#ifndef AS_INTEROP_NPY_H
#define AS_INTEROP_NPY_H

#include "interop/arrays.h"

enum {
    AS_NPY_PREFIX = 12, /* bytes that tell the header's length, in every version */
    AS_NPY_MAX_HEADER = 1 << 16,
};

/* The bytes of a whole header, magic included, from the first AS_NPY_PREFIX bytes of a file; the
 * numbers begin there. Errors: FORMAT (no .npy file, an unknown version), LIMIT. */
bool as_npy_header_bytes(const unsigned char prefix[AS_NPY_PREFIX], size_t *out, as_error *err);

/* Fills type, rank, shape, start, first and stride from a header of exactly that many bytes.
 * Refused by name: big-endian numbers, Python objects, structures, and types that as_array_type
 * lacks. Errors: FORMAT, LIMIT (rank). */
bool as_npy_header_parse(const unsigned char *header, size_t len, as_array *out, as_error *err);

#endif
