#include "interop/npz.h"

#include "core/memory.h"
#include "interop/npy.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 1 << 20 };

static const char suffix[] = ".npy";
static const char text_prefix[] = "special:";

/* Reads the header at the start of an entry. */
static bool read_header(as_archive_stream *stream, as_array *out, as_error *err)
{
    unsigned char header[AS_NPY_PREFIX + AS_NPY_MAX_HEADER];
    size_t len;
    if (!as_archive_stream_read(stream, header, AS_NPY_PREFIX, err) ||
        !as_npy_header_bytes(header, &len, err))
        return false;
    if (len < AS_NPY_PREFIX)
        return as_fail(err, AS_ERR_FORMAT, "%zu bytes, too few for a .npy header", len);
    return as_archive_stream_read(stream, header + AS_NPY_PREFIX, len - AS_NPY_PREFIX, err) &&
           as_npy_header_parse(header, len, out, err);
}

/* The text that follows the header, up to its padding. */
static bool read_text(as_arrays *arrays, as_archive_stream *stream, const char *name,
                      const as_array *array, as_error *err)
{
    size_t len = stream->left;
    if (array->type != AS_ARRAY_I8 && array->type != AS_ARRAY_U8)
        return as_fail(err, AS_ERR_FORMAT, "it holds %s, expected the int8 of a text",
                       as_array_type_name(array->type));
    if (len > MAX_TEXT)
        return as_fail(err, AS_ERR_LIMIT, "a text of %zu bytes, expected at most %d", len,
                       MAX_TEXT);
    char *text = malloc(len + 1);
    if (!text)
        return as_fail_memory(err, "a text");
    bool ok = as_archive_stream_read(stream, text, len, err);
    if (ok) {
        text[len] = '\0';
        size_t used = strlen(text);
        for (size_t k = used; ok && k < len; k++)
            if (text[k] != '\0')
                ok =
                    as_fail(err, AS_ERR_FORMAT, "the text goes on after its end at byte %zu", used);
        ok = ok && as_arrays_add_text(arrays, name, text, used, err);
    }
    free(text);
    return ok;
}

/* The array's numbers fill the entry, no more and no less. */
static bool check_length(const as_array *array, size_t numbers_bytes, as_error *err)
{
    size_t want = as_array_type_bytes(array->type);
    bool fits = true;
    for (int k = 0; fits && k < array->rank; k++)
        fits = as_mul_size(want, array->shape[k], &want);
    char shape[96];
    if (!fits || want != numbers_bytes)
        return as_fail(err, AS_ERR_FORMAT, "%zu bytes of numbers do not make the shape %s of %s",
                       numbers_bytes, as_array_shape_text(shape, array),
                       as_array_type_name(array->type));
    return true;
}

static bool read_stream(as_arrays *arrays, as_archive_stream *stream, int k, as_error *err)
{
    const char *name = stream->entry->name;
    size_t len = strlen(name), tail = sizeof suffix - 1;
    as_array array;
    if (len <= tail || strcmp(name + len - tail, suffix) != 0)
        return as_fail(err, AS_ERR_FORMAT, "not a .npy file");
    if (!read_header(stream, &array, err) || !check_length(&array, stream->left, err))
        return false;
    array.entry = k;
    if (strncmp(name, text_prefix, sizeof text_prefix - 1) != 0)
        return as_arrays_add(arrays, name, len - tail, &array, err);
    char *stem = strndup(name, len - tail);
    bool ok = stem ? read_text(arrays, stream, stem, &array, err) : as_fail_memory(err, "a text");
    free(stem);
    return ok;
}

static bool read_entry(as_arrays *arrays, int k, as_error *err)
{
    as_archive_stream stream;
    char shown[AS_PRINTABLE];
    if (!as_archive_stream_open(as_arrays_archive(arrays), k, &stream, err))
        return false;
    bool ok = read_stream(arrays, &stream, k, err) ||
              as_fail_in(err, "entry %s", as_printable(shown, sizeof shown, stream.entry->name));
    as_archive_stream_close(&stream);
    return ok;
}

/* Takes the archive over. */
static bool read_archive(as_archive *archive, as_arrays **out, as_error *err)
{
    as_arrays *arrays;
    if (!as_arrays_new(archive, &arrays, err))
        return false;
    for (int k = 0; k < as_archive_count(archive); k++)
        if (!read_entry(arrays, k, err)) {
            as_arrays_free(arrays);
            return false;
        }
    *out = arrays;
    return true;
}

bool as_npz_open(const char *path, as_arrays **out, as_error *err)
{
    as_archive *archive;
    return as_archive_open(path, &archive, err) && read_archive(archive, out, err);
}

bool as_npz_parse(const void *bytes, size_t len, as_arrays **out, as_error *err)
{
    as_archive *archive;
    return as_archive_parse(bytes, len, &archive, err) && read_archive(archive, out, err);
}
