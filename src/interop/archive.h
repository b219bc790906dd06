/* ZIP archives, which NumPy's .npz and torch's checkpoints are, read through libzip.
 *
 * Entries are stored or deflated; ZIP64 fields and data descriptors are read. An archive is refused
 * when its directory and its entries disagree, when a name comes twice, when the entries together
 * are longer than the file (they overlap), when one is encrypted, and when they claim to unpack to
 * far more than the file can hold honestly. Reading takes memory for the directory alone.
 * One archive is for one thread. */
#ifndef AS_INTEROP_ARCHIVE_H
#define AS_INTEROP_ARCHIVE_H

#include "core/error.h"

#include <stddef.h>

enum { AS_ARCHIVE_MAX_ENTRIES = 1 << 14 };

typedef struct as_archive as_archive;

typedef struct as_archive_entry {
    const char *name; /* as in the file, NUL-terminated; borrowed from the archive */
    size_t bytes;     /* unpacked; a claim that reading checks */
} as_archive_entry;

/* Opens a regular file. *out is the caller's; free with as_archive_free. Messages name the entry,
 * not the file. Errors: SYSTEM, FORMAT, LIMIT. */
bool as_archive_open(const char *path, as_archive **out, as_error *err);
/* The same for a file in memory, which must outlive the archive. */
bool as_archive_parse(const void *bytes, size_t len, as_archive **out, as_error *err);
void as_archive_free(as_archive *archive);

int as_archive_count(const as_archive *archive);
const as_archive_entry *as_archive_at(const as_archive *archive, int k);
/* The number of the entry of that name, or -1. */
int as_archive_lookup(const as_archive *archive, const char *name);

/* An entry that is read from its start to its end. Messages do not name it. */
typedef struct as_archive_stream {
    void *file; /* libzip's; NULL when closed */
    const as_archive_entry *entry;
    size_t left; /* bytes not read yet */
} as_archive_stream;

/* On failure *out is closed. */
bool as_archive_stream_open(as_archive *archive, int k, as_archive_stream *out, as_error *err);
/* Exactly the next len bytes; FORMAT when the entry ends before or its packed bytes are broken. */
bool as_archive_stream_read(as_archive_stream *stream, void *to, size_t len, as_error *err);
bool as_archive_stream_skip(as_archive_stream *stream, size_t len, as_error *err);
/* Reads the rest, so that the checksum of the whole entry is checked, and closes. */
bool as_archive_stream_finish(as_archive_stream *stream, as_error *err);
/* Closes without reading on. Safe on a closed or zeroed stream. */
void as_archive_stream_close(as_archive_stream *stream);

#endif
