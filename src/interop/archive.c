#include "interop/archive.h"

#include "interop/regular.h"

#include <zip.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADERS = 30 + 46,        /* bytes of an entry's two headers, before the name in each */
    END_RECORD = 22,          /* of the archive */
    UNPACKED_PER_BYTE = 16,   /* weights do not deflate; a file may hold some arrays of zeros */
    UNPACKED_FREE = 16 << 20, /* which in a small file may be most of it */
    SKIP_BYTES = 1 << 14,
};

struct as_archive {
    zip_t *zip;
    as_archive_entry *entries;
    int n;
    uint64_t file_bytes;
};

/* libzip's reason as ours. Ends the zip_error_t. */
static bool fail_zip(zip_error_t *why, const char *what, as_error *err)
{
    int code = zip_error_code_zip(why);
    char reason[AS_PRINTABLE];
    if (code == ZIP_ER_MEMORY)
        as_fail_memory(err, "a ZIP archive");
    else if (code == ZIP_ER_EXISTS)
        as_fail(err, AS_ERR_FORMAT, "%s: two entries have one name", what);
    else
        as_fail(err, zip_error_system_type(why) == ZIP_ET_SYS ? AS_ERR_SYSTEM : AS_ERR_FORMAT,
                "%s: %s", what, as_printable(reason, sizeof reason, zip_error_strerror(why)));
    zip_error_fini(why);
    return false;
}

/* ---- The directory ------------------------------------------------------------------------ */

/* Bytes that an entry takes in the file at least, in the directory and before its data too. */
static uint64_t extent(zip_t *zip, zip_uint64_t k, const zip_stat_t *stat)
{
    uint64_t bytes = HEADERS + 2 * strlen(stat->name) + stat->comp_size;
    zip_int16_t n = zip_file_extra_fields_count(zip, k, ZIP_FL_LOCAL);
    for (zip_int16_t j = 0; j < n; j++) {
        zip_uint16_t id, len = 0;
        if (zip_file_extra_field_get(zip, k, (zip_uint16_t)j, &id, &len, ZIP_FL_LOCAL))
            bytes += 4 + (uint64_t)len;
    }
    return bytes;
}

static bool check_entry(const zip_stat_t *stat, uint64_t file_bytes, as_error *err)
{
    enum {
        WANTED =
            ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD
    };
    if ((stat->valid & WANTED) != WANTED)
        return as_fail(err, AS_ERR_FORMAT, "the directory does not give its sizes");
    if (stat->encryption_method != ZIP_EM_NONE)
        return as_fail(err, AS_ERR_FORMAT, "it is encrypted");
    if (stat->comp_method != ZIP_CM_STORE && stat->comp_method != ZIP_CM_DEFLATE)
        return as_fail(err, AS_ERR_FORMAT,
                       "packed by method %u, expected 0 (stored) or 8 (deflated)",
                       stat->comp_method);
    if (stat->comp_size > file_bytes)
        return as_fail(err, AS_ERR_FORMAT, "it claims %" PRIu64 " bytes, the file has %" PRIu64,
                       (uint64_t)stat->comp_size, file_bytes);
    if (stat->comp_method == ZIP_CM_STORE && stat->size != stat->comp_size)
        return as_fail(err, AS_ERR_FORMAT,
                       "stored, but %" PRIu64 " bytes are said to be %" PRIu64 " unpacked",
                       (uint64_t)stat->comp_size, (uint64_t)stat->size);
    return true;
}

/* Entry k; *packed and *unpacked grow by what it takes in the file and by what it becomes. */
static bool read_entry(as_archive *archive, int k, uint64_t *packed, uint64_t *unpacked,
                       as_error *err)
{
    zip_stat_t stat;
    char name[AS_PRINTABLE];
    if (zip_stat_index(archive->zip, (zip_uint64_t)k, ZIP_FL_ENC_RAW, &stat) != 0)
        return as_fail(err, AS_ERR_FORMAT, "entry %d of the ZIP archive has no directory entry", k);
    if (!check_entry(&stat, archive->file_bytes, err))
        return as_fail_in(err, "entry %s", as_printable(name, sizeof name, stat.name));
    uint64_t most = archive->file_bytes * UNPACKED_PER_BYTE + UNPACKED_FREE;
    if (stat.size > most - *unpacked)
        return as_fail(err, AS_ERR_LIMIT,
                       "entry %s unpacks to %" PRIu64 " bytes; all entries of a file of %" PRIu64
                       " may unpack to %" PRIu64,
                       as_printable(name, sizeof name, stat.name), (uint64_t)stat.size,
                       archive->file_bytes, most);
    *unpacked += stat.size;
    *packed += extent(archive->zip, (zip_uint64_t)k, &stat);
    if (*packed > archive->file_bytes)
        return as_fail(err, AS_ERR_FORMAT,
                       "entry %s: the entries so far take %" PRIu64 " bytes, the file has %" PRIu64
                       " (they overlap)",
                       as_printable(name, sizeof name, stat.name), *packed, archive->file_bytes);
    archive->entries[k] = (as_archive_entry){.name = stat.name, .bytes = (size_t)stat.size};
    return true;
}

static bool read_directory(as_archive *archive, as_error *err)
{
    zip_int64_t n = zip_get_num_entries(archive->zip, 0);
    if (n < 0 || n > AS_ARCHIVE_MAX_ENTRIES)
        return as_fail(err, AS_ERR_LIMIT, "%" PRId64 " entries, at most %d are accepted",
                       (int64_t)n, AS_ARCHIVE_MAX_ENTRIES);
    if (n == 0)
        return as_fail(err, AS_ERR_FORMAT, "the ZIP archive is empty");
    archive->entries = calloc((size_t)n, sizeof *archive->entries);
    if (!archive->entries)
        return as_fail_memory(err, "the directory");
    archive->n = (int)n;
    uint64_t packed = END_RECORD, unpacked = 0;
    for (int k = 0; k < archive->n; k++)
        if (!read_entry(archive, k, &packed, &unpacked, err))
            return false;
    return true;
}

/* ---- Opening ------------------------------------------------------------------------------- */

/* Takes the source over, NULL with `why` set when it could not be made. */
static bool open_source(zip_source_t *source, zip_error_t *why, uint64_t file_bytes,
                        as_archive **out, as_error *err)
{
    static const char what[] = "not a ZIP archive that can be read";
    if (!source)
        return fail_zip(why, what, err);
    as_archive *archive = calloc(1, sizeof *archive);
    if (!archive) {
        zip_source_free(source);
        zip_error_fini(why);
        return as_fail_memory(err, "a ZIP archive");
    }
    archive->file_bytes = file_bytes;
    archive->zip = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, why);
    if (!archive->zip) {
        zip_source_free(source);
        free(archive);
        return fail_zip(why, what, err);
    }
    zip_error_fini(why);
    if (!read_directory(archive, err)) {
        as_archive_free(archive);
        return false;
    }
    *out = archive;
    return true;
}

bool as_archive_parse(const void *bytes, size_t len, as_archive **out, as_error *err)
{
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(bytes, len, 0, &why);
    return open_source(source, &why, len, out, err);
}

bool as_archive_open(const char *path, as_archive **out, as_error *err)
{
    uint64_t bytes = 0;
    FILE *stream = as_regular_open(path, &bytes, err);
    if (!stream)
        return false;
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_filep_create(stream, 0, -1, &why);
    if (!source)
        fclose(stream);
    return open_source(source, &why, bytes, out, err);
}

void as_archive_free(as_archive *archive)
{
    if (!archive)
        return;
    zip_discard(archive->zip);
    free(archive->entries);
    free(archive);
}

int as_archive_count(const as_archive *archive)
{
    return archive->n;
}

const as_archive_entry *as_archive_at(const as_archive *archive, int k)
{
    return &archive->entries[k];
}

int as_archive_lookup(const as_archive *archive, const char *name)
{
    return (int)zip_name_locate(archive->zip, name, ZIP_FL_ENC_RAW);
}

/* ---- Reading an entry ---------------------------------------------------------------------- */

bool as_archive_stream_open(as_archive *archive, int k, as_archive_stream *out, as_error *err)
{
    const as_archive_entry *entry = &archive->entries[k];
    *out = (as_archive_stream){.entry = entry, .left = entry->bytes};
    out->file = zip_fopen_index(archive->zip, (zip_uint64_t)k, 0);
    if (out->file)
        return true;
    zip_error_t *why = zip_get_error(archive->zip);
    as_status status = zip_error_code_zip(why) == ZIP_ER_MEMORY ? AS_ERR_SYSTEM : AS_ERR_FORMAT;
    return as_fail(err, status, "cannot be read: %s", zip_error_strerror(why));
}

#define OVERLONG "it goes on after the %zu bytes that the directory gives it"

/* The next bytes, at most len. 0 at the end; the library checks the checksum there. */
static bool read_some(as_archive_stream *stream, void *to, size_t len, size_t *got, as_error *err)
{
    zip_int64_t n = zip_fread(stream->file, to, len);
    if (n < 0)
        return as_fail(err, AS_ERR_FORMAT, "its bytes are broken: %s",
                       zip_error_strerror(zip_file_get_error(stream->file)));
    *got = (size_t)n;
    return true;
}

bool as_archive_stream_read(as_archive_stream *stream, void *to, size_t len, as_error *err)
{
    unsigned char *at = to;
    while (len > 0) {
        size_t got = 0;
        if (!read_some(stream, at, len, &got, err))
            return false;
        if (got == 0)
            return as_fail(err, AS_ERR_FORMAT, "it ends at byte %zu, expected %zu more",
                           stream->entry->bytes - stream->left, len);
        if (got > stream->left)
            return as_fail(err, AS_ERR_FORMAT, OVERLONG, stream->entry->bytes);
        at += got;
        len -= got;
        stream->left -= got;
    }
    return true;
}

bool as_archive_stream_skip(as_archive_stream *stream, size_t len, as_error *err)
{
    unsigned char unused[SKIP_BYTES];
    while (len > 0) {
        size_t n = len < sizeof unused ? len : sizeof unused;
        if (!as_archive_stream_read(stream, unused, n, err))
            return false;
        len -= n;
    }
    return true;
}

bool as_archive_stream_finish(as_archive_stream *stream, as_error *err)
{
    unsigned char beyond;
    size_t got = 0;
    bool ok = as_archive_stream_skip(stream, stream->left, err) &&
              read_some(stream, &beyond, 1, &got, err);
    if (ok && got > 0)
        ok = as_fail(err, AS_ERR_FORMAT, OVERLONG, stream->entry->bytes);
    as_archive_stream_close(stream);
    return ok;
}

void as_archive_stream_close(as_archive_stream *stream)
{
    if (stream->file)
        zip_fclose(stream->file);
    *stream = (as_archive_stream){0};
}
