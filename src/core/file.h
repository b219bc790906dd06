/* Whole files: read into memory, written whole or not at all. Messages name the path. */
#ifndef AS_CORE_FILE_H
#define AS_CORE_FILE_H

#include "core/error.h"

#include <stddef.h>
#include <stdio.h>

/* Reads a file, pipe or device of at most `limit` bytes. *out is the caller's (free), with a NUL
 * after its *len bytes. SYSTEM (open, read, memory; a folder), LIMIT. */
bool as_file_read(const char *path, size_t limit, unsigned char **out, size_t *len, as_error *err);

/* Whether two names mean the same regular file, or are the same name of none that exists. */
bool as_file_same(const char *a, const char *b);

/* A file that appears under its name only when complete: a temporary name in the same folder,
 * fsync, rename, fsync of the folder. A symbolic link is followed: what it points to is replaced,
 * not the link. A replaced file keeps its permissions. A device or pipe (/dev/stdout) is written
 * to directly. Not for two threads at once. */
typedef struct as_file_writer {
    FILE *stream;    /* write here; errors are found by commit */
    char *path;      /* links resolved */
    char *temporary; /* NULL when writing directly */
    bool replace;
} as_file_writer;

/* ARGUMENT for an empty name, and with `replace` false when the name is taken: never overwriting.
 * On failure *w is zeroed and no file is left. */
bool as_file_writer_open(as_file_writer *w, const char *path, bool replace, as_error *err);
/* On failure the temporary file is removed and what stood under the name before is unchanged. *w
 * is zeroed either way. */
bool as_file_writer_commit(as_file_writer *w, as_error *err);
/* Removes the temporary file. Safe after commit and on a zeroed writer. */
void as_file_writer_abort(as_file_writer *w);

#endif
