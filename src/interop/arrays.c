#include "interop/arrays.h"

#include "core/dtype.h"
#include "core/grow.h"
#include "core/memory.h"
#include "core/string_table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 12 }; /* numbers converted at a time */

static const struct {
    const char *name;
    size_t bytes;
} types[] = {
    [AS_ARRAY_F32] = {"float32", 4}, [AS_ARRAY_F64] = {"float64", 8},
    [AS_ARRAY_F16] = {"float16", 2}, [AS_ARRAY_BF16] = {"bfloat16", 2},
    [AS_ARRAY_I8] = {"int8", 1},     [AS_ARRAY_I16] = {"int16", 2},
    [AS_ARRAY_I32] = {"int32", 4},   [AS_ARRAY_I64] = {"int64", 8},
    [AS_ARRAY_U8] = {"uint8", 1},    [AS_ARRAY_BOOL] = {"bool", 1},
};

typedef struct text_entry {
    const char *name, *text;
} text_entry;

struct as_arrays {
    as_archive *archive;
    as_arena names; /* and texts */
    as_array *arrays;
    int n, capacity;
    as_string_table by_name;
    text_entry *texts;
    int n_texts;
};

size_t as_array_type_bytes(as_array_type type)
{
    return types[type].bytes;
}

const char *as_array_type_name(as_array_type type)
{
    return types[type].name;
}

/* ---- The table ----------------------------------------------------------------------------- */

bool as_arrays_new(as_archive *archive, as_arrays **out, as_error *err)
{
    as_arrays *arrays = calloc(1, sizeof *arrays);
    if (!arrays) {
        as_archive_free(archive);
        return as_fail_memory(err, "the arrays");
    }
    arrays->archive = archive;
    *out = arrays;
    return true;
}

void as_arrays_free(as_arrays *arrays)
{
    if (!arrays)
        return;
    as_archive_free(arrays->archive);
    as_arena_finish(&arrays->names);
    as_string_table_finish(&arrays->by_name);
    free(arrays->arrays);
    free(arrays->texts);
    free(arrays);
}

as_archive *as_arrays_archive(as_arrays *arrays)
{
    return arrays->archive;
}

/* A NUL-terminated copy that lives as long as the table, or NULL. */
static char *keep(as_arrays *arrays, const char *text, size_t len)
{
    char *copy = as_arena_alloc(&arrays->names, len + 1, 1);
    if (!copy)
        return NULL;
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* The product of the shape, and one past the last number that it reaches from byte `start` on. */
static bool measure(const as_array *array, size_t *count, size_t *end)
{
    *count = 1;
    for (int k = 0; k < array->rank; k++)
        if (!as_mul_size(*count, array->shape[k], count))
            return false;
    size_t last = array->first, step;
    for (int k = 0; k<array->rank && * count> 0; k++)
        if (!as_mul_size(array->shape[k] - 1, array->stride[k], &step) ||
            !as_add_size(last, step, &last))
            return false;
    return as_add_size(last, *count > 0, end);
}

static bool check_extent(const as_arrays *arrays, as_array *array, as_error *err)
{
    const as_archive_entry *entry = as_archive_at(arrays->archive, array->entry);
    size_t room = entry->bytes > array->start ? entry->bytes - array->start : 0, end = 0;
    room /= types[array->type].bytes;
    char shape[96];
    /* A stride of 0 would make many numbers out of few. */
    if (!measure(array, &array->count, &end) || end > room || array->count > room)
        return as_fail(err, AS_ERR_FORMAT,
                       "its shape %s of %s wants more than the %zu numbers that are there",
                       as_array_shape_text(shape, array), types[array->type].name, room);
    return true;
}

static bool grow(as_arrays *arrays)
{
    as_array *list = as_grown(arrays->arrays, arrays->n, &arrays->capacity, sizeof *list);
    if (list)
        arrays->arrays = list;
    return list != NULL;
}

bool as_arrays_add(as_arrays *arrays, const char *name, size_t len, const as_array *array,
                   as_error *err)
{
    char shown[AS_PRINTABLE];
    char *copy = keep(arrays, name, len);
    if (!copy || !grow(arrays))
        return as_fail_memory(err, "the arrays");
    as_array added = *array;
    added.name = copy;
    if (!check_extent(arrays, &added, err))
        return as_fail_in(err, "array %s", as_printable(shown, sizeof shown, copy));
    bool is_new;
    if (as_string_table_add(&arrays->by_name, copy, len, &is_new) < 0)
        return as_fail_memory(err, "the arrays");
    if (!is_new)
        return as_fail(err, AS_ERR_FORMAT, "array %s comes twice",
                       as_printable(shown, sizeof shown, copy));
    arrays->arrays[arrays->n++] = added;
    return true;
}

bool as_arrays_add_text(as_arrays *arrays, const char *name, const char *text, size_t len,
                        as_error *err)
{
    char shown[AS_PRINTABLE];
    if (as_arrays_text(arrays, name))
        return as_fail(err, AS_ERR_FORMAT, "text %s comes twice",
                       as_printable(shown, sizeof shown, name));
    text_entry *list = realloc(arrays->texts, ((size_t)arrays->n_texts + 1) * sizeof *list);
    if (!list)
        return as_fail_memory(err, "the arrays");
    arrays->texts = list;
    text_entry added = {keep(arrays, name, strlen(name)), keep(arrays, text, len)};
    if (!added.name || !added.text)
        return as_fail_memory(err, "the arrays");
    arrays->texts[arrays->n_texts++] = added;
    return true;
}

int as_arrays_count(const as_arrays *arrays)
{
    return arrays->n;
}

const as_array *as_arrays_at(const as_arrays *arrays, int k)
{
    return &arrays->arrays[k];
}

const as_array *as_arrays_lookup(const as_arrays *arrays, const char *name)
{
    int k = as_string_table_lookup(&arrays->by_name, name, strlen(name));
    return k < 0 ? NULL : &arrays->arrays[k];
}

const char *as_arrays_text(const as_arrays *arrays, const char *name)
{
    for (int k = 0; k < arrays->n_texts; k++)
        if (strcmp(arrays->texts[k].name, name) == 0)
            return arrays->texts[k].text;
    return NULL;
}

const char *as_array_shape_text(char out[96], const as_array *array)
{
    size_t used = (size_t)snprintf(out, 96, "[");
    for (int k = 0; k < array->rank; k++) /* four numbers of 20 digits and what separates them */
        used += (size_t)snprintf(out + used, 96 - used, k ? ", %zu" : "%zu", array->shape[k]);
    snprintf(out + used, 96 - used, "]");
    return out;
}

/* ---- Numbers ------------------------------------------------------------------------------- */

/* n numbers of a float type, at any alignment, to F32. */
static void convert(float *out, const unsigned char *in, as_array_type type, size_t n)
{
    switch (type) {
    case AS_ARRAY_F32:
        as_f32_from_dtype(out, in, AS_F32, n);
        break;
    case AS_ARRAY_F16:
        as_f32_from_dtype(out, in, AS_F16, n);
        break;
    case AS_ARRAY_BF16:
        as_f32_from_dtype(out, in, AS_BF16, n);
        break;
    case AS_ARRAY_F64:
        for (size_t k = 0; k < n; k++) {
            double wide;
            memcpy(&wide, in + k * sizeof wide, sizeof wide);
            out[k] = (float)wide;
        }
        break;
    default:
        assert(false);
    }
}

/* The next n numbers of an entry. */
static bool read_numbers(as_archive_stream *stream, as_array_type type, float *out, size_t n,
                         as_error *err)
{
    unsigned char chunk[CHUNK * sizeof(double)];
    for (size_t done = 0; done < n;) {
        size_t now = n - done < CHUNK ? n - done : CHUNK;
        if (!as_archive_stream_read(stream, chunk, now * types[type].bytes, err))
            return false;
        convert(out + done, chunk, type, now);
        done += now;
    }
    return true;
}

static bool is_row_major(const as_array *array)
{
    size_t step = 1;
    for (int k = array->rank - 1; k >= 0; k--) {
        if (array->shape[k] > 1 && array->stride[k] != step)
            return false;
        step *= array->shape[k];
    }
    return true;
}

/* out in row-major order from the numbers that lie as the strides say; from[0] is number `first`.
 */
static void gather(float *out, const float *from, const as_array *array)
{
    size_t index[AS_ARRAY_MAX_RANK] = {0};
    for (size_t k = 0; k < array->count; k++) {
        size_t at = 0;
        for (int d = 0; d < array->rank; d++)
            at += index[d] * array->stride[d];
        out[k] = from[at];
        for (int d = array->rank - 1; d >= 0 && ++index[d] == array->shape[d]; d--)
            index[d] = 0;
    }
}

static bool read_strided(as_archive_stream *stream, const as_array *array, float *out,
                         as_error *err)
{
    size_t end = array->first + 1;
    for (int k = 0; k < array->rank; k++)
        end += (array->shape[k] - 1) * array->stride[k];
    size_t span = end - array->first; /* no more than the entry holds: check_extent */
    float *numbers = as_alloc(span, sizeof *numbers);
    if (!numbers)
        return as_fail_memory(err, "the numbers of an array");
    bool ok = read_numbers(stream, array->type, numbers, span, err);
    if (ok)
        gather(out, numbers, array);
    free(numbers);
    return ok;
}

static bool fetch(as_arrays *arrays, const as_array *array, float *out, as_error *err)
{
    if (array->type > AS_ARRAY_BF16)
        return as_fail(err, AS_ERR_FORMAT, "it holds %s, expected floats", types[array->type].name);
    as_archive_stream stream;
    if (!as_archive_stream_open(arrays->archive, array->entry, &stream, err))
        return false;
    size_t before = array->start + array->first * types[array->type].bytes;
    bool ok = array->count == 0 ||
              (as_archive_stream_skip(&stream, before, err) &&
               (is_row_major(array) ? read_numbers(&stream, array->type, out, array->count, err)
                                    : read_strided(&stream, array, out, err)));
    ok = ok && as_archive_stream_finish(&stream, err);
    as_archive_stream_close(&stream);
    if (!ok)
        return false;
    size_t bad = as_dtype_not_finite(out, AS_F32, array->count);
    if (bad < array->count)
        return as_fail(err, AS_ERR_FORMAT, "number %zu of %zu is not finite", bad, array->count);
    return true;
}

bool as_arrays_fetch(as_arrays *arrays, const as_array *array, float *out, as_error *err)
{
    char name[AS_PRINTABLE];
    return fetch(arrays, array, out, err) ||
           as_fail_in(err, "array %s", as_printable(name, sizeof name, array->name));
}
