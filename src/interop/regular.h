/* Opening files that must be regular ones: neither a folder nor a pipe that would make us wait. */
#ifndef AS_INTEROP_REGULAR_H
#define AS_INTEROP_REGULAR_H

#include "core/error.h"

#include <stdint.h>
#include <stdio.h>

/* A stream to read from, the caller's (fclose), and the file's length. NULL with a message that
 * does not name the file: SYSTEM, FORMAT. */
FILE *as_regular_open(const char *path, uint64_t *bytes, as_error *err);

/* The first bytes of a regular file into out[size]; *len: how many there are. */
bool as_regular_head(const char *path, unsigned char *out, size_t size, size_t *len, as_error *err);

#endif
