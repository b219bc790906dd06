#include "core/safetensors.h"

#include "core/dtype.h"
#include "core/file.h"
#include "core/memory.h"

#include <jansson.h>
#include <utf8proc.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_BYTES = 8, CHUNK = 4096 };

static size_t source_count(const as_st_source *t)
{
    return t->rank == 2 ? t->shape[0] * t->shape[1] : t->shape[0];
}

/* What the reader would refuse is refused here. Adds the tensor's bytes to *end. */
static bool check_source(const as_st_source *t, size_t *end, as_error *err)
{
    size_t count = t->shape[0], bytes;
    if (t->rank < 1 || t->rank > AS_ST_MAX_RANK)
        return as_fail(err, AS_ERR_ARGUMENT, "%d dimensions, expected 1 or 2", t->rank);
    if ((t->rank == 2 && !as_mul_size(count, t->shape[1], &count)) ||
        !as_mul_size(count, as_dtype_bytes(t->dtype), &bytes) || !as_add_size(*end, bytes, end) ||
        *end > INT64_MAX)
        return as_fail(err, AS_ERR_LIMIT, "the shape has more numbers than memory can address");
    return true;
}

static bool is_utf8(const char *text)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text;
    for (size_t left = strlen(text); left > 0;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t n = utf8proc_iterate(at, (utf8proc_ssize_t)left, &c);
        if (n <= 0)
            return false;
        at += n;
        left -= (size_t)n;
    }
    return true;
}

static bool add_metadata(json_t *header, const as_st_metadata *metadata, int n_metadata,
                         as_error *err)
{
    json_t *object = json_object();
    if (json_object_set_new(header, "__metadata__", object) != 0)
        return as_fail_memory(err, "the header");
    for (int k = 0; k < n_metadata; k++) {
        char key[AS_PRINTABLE];
        as_printable(key, sizeof key, metadata[k].key);
        if (!is_utf8(metadata[k].key) || !is_utf8(metadata[k].value))
            return as_fail(err, AS_ERR_ARGUMENT, "metadata %s is not valid UTF-8", key);
        if (json_object_get(object, metadata[k].key))
            return as_fail(err, AS_ERR_ARGUMENT, "metadata %s is given twice", key);
        if (json_object_set_new(object, metadata[k].key, json_string(metadata[k].value)) != 0)
            return as_fail_memory(err, "the header");
    }
    return true;
}

static bool add_tensor(json_t *header, const as_st_source *t, size_t *end, as_error *err)
{
    size_t begin = *end;
    if (!is_utf8(t->name) || strcmp(t->name, "__metadata__") == 0)
        return as_fail(err, AS_ERR_ARGUMENT, "this name cannot be written");
    if (json_object_get(header, t->name))
        return as_fail(err, AS_ERR_ARGUMENT, "given twice");
    if (!check_source(t, end, err))
        return false;
    json_t *shape = json_pack("[I]", (json_int_t)t->shape[0]);
    if (t->rank == 2)
        json_array_append_new(shape, json_integer((json_int_t)t->shape[1]));
    if (json_array_size(shape) != (size_t)t->rank) {
        json_decref(shape);
        return as_fail_memory(err, "the header");
    }
    json_t *entry = json_pack("{s:s,s:o,s:[I,I]}", "dtype", as_dtype_name(t->dtype), "shape", shape,
                              "data_offsets", (json_int_t)begin, (json_int_t)*end);
    if (json_object_set_new(header, t->name, entry) != 0)
        return as_fail_memory(err, "the header");
    return true;
}

/* The header as JSON text, the caller's (free). */
static char *header_text(const as_st_source *tensors, int n_tensors, const as_st_metadata *metadata,
                         int n_metadata, as_error *err)
{
    char *text = NULL, name[AS_PRINTABLE];
    size_t end = 0;
    json_t *header = json_object();
    if (!header) {
        as_fail_memory(err, "the header");
        return NULL;
    }
    if (n_metadata > 0 && !add_metadata(header, metadata, n_metadata, err))
        goto done;
    for (int k = 0; k < n_tensors; k++)
        if (!add_tensor(header, &tensors[k], &end, err)) {
            as_fail_in(err, "tensor %s", as_printable(name, sizeof name, tensors[k].name));
            goto done;
        }
    text = json_dumps(header, JSON_COMPACT);
    if (!text)
        as_fail_memory(err, "the header");
done:
    json_decref(header);
    return text;
}

/* The length, the header, and spaces so that the data starts on a cache line. */
static bool write_header(FILE *stream, const char *text, as_error *err)
{
    size_t len = strlen(text), padded = (LENGTH_BYTES + len + 63) / 64 * 64 - LENGTH_BYTES;
    if (padded > AS_ST_MAX_HEADER)
        return as_fail(err, AS_ERR_LIMIT, "the header takes %zu bytes, expected at most %d", padded,
                       AS_ST_MAX_HEADER);
    for (int k = 0; k < LENGTH_BYTES; k++)
        fputc((int)((uint64_t)padded >> 8 * k & 0xff), stream);
    fprintf(stream, "%s%*s", text, (int)(padded - len), "");
    return true;
}

/* A number that is not finite, or not any more in the narrower format, is refused. */
static bool write_data(FILE *stream, const as_st_source *t, as_error *err)
{
    union {
        float f32[CHUNK];
        uint16_t half[CHUNK];
    } chunk;
    size_t n = source_count(t), size = as_dtype_bytes(t->dtype);
    for (size_t done = 0; done < n; done += CHUNK) {
        size_t count = n - done < CHUNK ? n - done : CHUNK;
        as_dtype_from_f32(&chunk, t->dtype, t->f32 + done, count);
        size_t bad = as_dtype_not_finite(&chunk, t->dtype, count);
        if (bad < count)
            return as_fail(err, AS_ERR_ARGUMENT, "tensor %s: number %zu is %g, not finite as %s",
                           t->name, done + bad, (double)t->f32[done + bad],
                           as_dtype_name(t->dtype));
        if (fwrite(&chunk, size, count, stream) != count)
            return true; /* the stream remembers; commit reports it */
    }
    return true;
}

bool as_safetensors_write(const char *path, const as_st_source *tensors, int n_tensors,
                          const as_st_metadata *metadata, int n_metadata, as_error *err)
{
    as_file_writer writer = {0};
    char *text = header_text(tensors, n_tensors, metadata, n_metadata, err);
    bool ok = text && as_file_writer_open(&writer, path, true, err) &&
              write_header(writer.stream, text, err);
    for (int k = 0; ok && k < n_tensors; k++)
        ok = write_data(writer.stream, &tensors[k], err);
    ok = ok && as_file_writer_commit(&writer, err);
    as_file_writer_abort(&writer);
    free(text);
    return ok;
}
