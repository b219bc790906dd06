/* Whole files: read into memory, written whole or not at all. */
#ifndef AS_CORE_FILE_H
#define AS_CORE_FILE_H

#include "core/error.h"

#include <stddef.h>
#include <stdio.h>

/* Reads a regular file (or a pipe) of at most `limit` bytes. *out is the caller's (free), with a
 * NUL after its *len bytes. The message names the path. */
bool as_file_read(const char *path, size_t limit, unsigned char **out, size_t *len, as_error *err);

/* A file that appears under its name only when complete: a temporary name in the same folder,
 * fsync, rename, fsync of the folder. */
typedef struct as_file_writer {
    FILE *stream; /* write here; errors are found by commit */
    char *path, *temporary;
    bool replace;
} as_file_writer;

/* `replace` false: commit fails with ARGUMENT when the name is taken, never overwriting. */
bool as_file_writer_open(as_file_writer *w, const char *path, bool replace, as_error *err);
bool as_file_writer_commit(as_file_writer *w, as_error *err);
/* Removes the temporary file. Safe after commit and on a zeroed writer. */
void as_file_writer_abort(as_file_writer *w);

#endif
