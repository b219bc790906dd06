#include "core/safetensors.h"

#include "core/dtype.h"
#include "core/memory.h"

#include <jansson.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LENGTH_BYTES = 8,
    MAX_DEPTH = 3,        /* { tensor { shape [ */
    MAX_VALUES = 1 << 16, /* commas and brackets: what parsing may allocate */
};

struct as_safetensors {
    json_t *header;         /* owns the names and the metadata */
    const json_t *metadata; /* inside header, or NULL */
    as_st_tensor *tensors;  /* in the order of their data */
    int count;
};

/* A run of the file's bytes. */
typedef struct span {
    const unsigned char *bytes;
    size_t len;
} span;

bool as_safetensors_header_length(const void *bytes, size_t file_len, size_t *out, as_error *err)
{
    if (file_len < LENGTH_BYTES)
        return as_fail(err, AS_ERR_FORMAT,
                       "%zu bytes, expected at least the 8 of the header's length", file_len);
    const unsigned char *digits = bytes;
    uint64_t len = 0;
    for (int k = LENGTH_BYTES - 1; k >= 0; k--)
        len = len << 8 | digits[k];
    size_t rest = file_len - LENGTH_BYTES;
    if (len > AS_ST_MAX_HEADER)
        return as_fail(err, AS_ERR_LIMIT,
                       "the header claims %" PRIu64 " bytes, expected at most %d (is this a "
                       "safetensors file?)",
                       len, AS_ST_MAX_HEADER);
    if (len > rest)
        return as_fail(err, AS_ERR_FORMAT, "the header claims %" PRIu64 " bytes, but %zu follow",
                       len, rest);
    *out = (size_t)len;
    return true;
}

/* Bounds what the JSON parser will allocate and how deep it will go, before it runs. Text that is
 * not JSON may be judged wrongly here, but never past the end; the parser refuses it afterwards. */
static bool check_nesting(span header, as_error *err)
{
    int depth = 0, values = 0;
    bool in_string = false;
    for (size_t k = 0; k < header.len; k++) {
        unsigned char c = header.bytes[k];
        if (in_string) {
            if (c == '\\')
                k++;
            else if (c == '"')
                in_string = false;
            continue;
        }
        in_string = c == '"';
        if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        values += c == ',' || c == '{' || c == '[';
        if (depth > MAX_DEPTH)
            return as_fail(err, AS_ERR_FORMAT,
                           "the header nests more than %d levels deep at byte %zu", MAX_DEPTH, k);
        if (values > MAX_VALUES)
            return as_fail(err, AS_ERR_LIMIT, "the header has more than %d values", MAX_VALUES);
    }
    return true;
}

static bool load_header(span header, json_t **out, as_error *err)
{
    if (header.len == 0 || header.bytes[0] != '{')
        return as_fail(err, AS_ERR_FORMAT, "the header does not begin with {");
    if (!check_nesting(header, err))
        return false;
    json_error_t why;
    *out = json_loadb((const char *)header.bytes, header.len, JSON_REJECT_DUPLICATES, &why);
    if (*out)
        return true;
    if (why.text[0] == '\0' || json_error_code(&why) == json_error_out_of_memory)
        return as_fail_memory(err, "the header");
    char reason[AS_PRINTABLE];
    return as_fail(err, AS_ERR_FORMAT, "the header is not valid JSON at byte %d: %s", why.position,
                   as_printable(reason, sizeof reason, why.text));
}

/* A JSON integer that a size_t holds: digits only, so 1.0, 1e3 and -1 are refused. */
static bool size_from_json(const json_t *json, size_t *out)
{
    if (!json_is_integer(json) || json_integer_value(json) < 0 ||
        (unsigned long long)json_integer_value(json) > SIZE_MAX)
        return false;
    *out = (size_t)json_integer_value(json);
    return true;
}

static bool read_dtype(const json_t *json, as_st_tensor *tensor, as_error *err)
{
    static const as_dtype known[] = {AS_F32, AS_F16, AS_BF16};
    if (!json_is_string(json))
        return as_fail(err, AS_ERR_FORMAT, "\"dtype\" is missing or not a string");
    for (int k = 0; k < 3; k++)
        if (strcmp(json_string_value(json), as_dtype_name(known[k])) == 0) {
            tensor->dtype = known[k];
            return true;
        }
    char name[AS_PRINTABLE];
    return as_fail(err, AS_ERR_FORMAT, "dtype %s, expected F32, F16 or BF16",
                   as_printable(name, sizeof name, json_string_value(json)));
}

static bool read_shape(const json_t *json, as_st_tensor *tensor, as_error *err)
{
    if (!json_is_array(json))
        return as_fail(err, AS_ERR_FORMAT, "\"shape\" is missing or not a list");
    size_t rank = json_array_size(json);
    if (rank < 1 || rank > AS_ST_MAX_RANK)
        return as_fail(err, AS_ERR_FORMAT, "%zu dimensions, expected 1 or 2", rank);
    tensor->rank = (int)rank;
    for (size_t k = 0; k < rank; k++)
        if (!size_from_json(json_array_get(json, k), &tensor->shape[k]))
            return as_fail(err, AS_ERR_FORMAT, "dimension %zu of \"shape\" is not a count", k);
    return true;
}

/* Where the data lies, inside data_len bytes, and as long as the shape says. */
static bool read_offsets(const json_t *json, size_t data_len, as_st_tensor *tensor, as_error *err)
{
    size_t begin, end, count = tensor->shape[0], want;
    if (!json_is_array(json) || json_array_size(json) != 2 ||
        !size_from_json(json_array_get(json, 0), &begin) ||
        !size_from_json(json_array_get(json, 1), &end))
        return as_fail(err, AS_ERR_FORMAT, "\"data_offsets\" is not a list of two counts");
    if (begin > end)
        return as_fail(err, AS_ERR_FORMAT, "data begins at %zu, after its end %zu", begin, end);
    if (end > data_len)
        return as_fail(err, AS_ERR_FORMAT,
                       "data ends at %zu, but the file has only %zu bytes of it", end, data_len);
    if ((tensor->rank == 2 && !as_mul_size(count, tensor->shape[1], &count)) ||
        !as_mul_size(count, as_dtype_bytes(tensor->dtype), &want))
        return as_fail(err, AS_ERR_LIMIT, "the shape has more numbers than memory can address");
    if (end - begin != want)
        return as_fail(err, AS_ERR_FORMAT, "%zu bytes of data, but its shape takes %zu",
                       end - begin, want);
    tensor->offset = begin;
    tensor->bytes = want;
    return true;
}

static bool read_tensor(const json_t *json, size_t data_len, as_st_tensor *tensor, as_error *err)
{
    if (!json_is_object(json) || json_object_size(json) != 3)
        return as_fail(err, AS_ERR_FORMAT,
                       "expected an object of \"dtype\", \"shape\" and \"data_offsets\"");
    return read_dtype(json_object_get(json, "dtype"), tensor, err) &&
           read_shape(json_object_get(json, "shape"), tensor, err) &&
           read_offsets(json_object_get(json, "data_offsets"), data_len, tensor, err);
}

static bool check_metadata(json_t *metadata, as_error *err)
{
    if (!json_is_object(metadata))
        return as_fail(err, AS_ERR_FORMAT, "__metadata__ is not an object");
    const char *key;
    json_t *value;
    json_object_foreach (metadata, key, value) {
        char name[AS_PRINTABLE];
        if (!json_is_string(value))
            return as_fail(err, AS_ERR_FORMAT, "__metadata__ %s is not a string",
                           as_printable(name, sizeof name, key));
    }
    return true;
}

static int compare_places(const void *a, const void *b)
{
    const as_st_tensor *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Sorts the tensors by place; together they must cover the data, none overlapping. */
static bool check_layout(as_safetensors *file, size_t data_len, as_error *err)
{
    if (file->count > 0)
        qsort(file->tensors, (size_t)file->count, sizeof *file->tensors, compare_places);
    size_t expected = 0;
    char name[AS_PRINTABLE];
    for (int k = 0; k < file->count; k++) {
        const as_st_tensor *t = &file->tensors[k];
        if (t->offset != expected)
            return as_fail(err, AS_ERR_FORMAT, "tensor %s: data begins at %zu, expected %zu (%s)",
                           as_printable(name, sizeof name, t->name), t->offset, expected,
                           t->offset < expected ? "it overlaps the tensor before" : "a hole");
        expected += t->bytes;
    }
    if (expected != data_len)
        return as_fail(err, AS_ERR_FORMAT, "%zu bytes of data, but the tensors take %zu", data_len,
                       expected);
    return true;
}

static bool read_entries(as_safetensors *file, size_t data_len, as_error *err)
{
    file->tensors = calloc(json_object_size(file->header) + 1, sizeof *file->tensors);
    if (!file->tensors)
        return as_fail_memory(err, "the list of tensors");
    const char *key;
    json_t *value;
    json_object_foreach (file->header, key, value) {
        if (strcmp(key, "__metadata__") == 0) {
            if (!check_metadata(value, err))
                return false;
            file->metadata = value;
            continue;
        }
        as_st_tensor *tensor = &file->tensors[file->count++];
        tensor->name = key;
        char name[AS_PRINTABLE];
        if (!read_tensor(value, data_len, tensor, err))
            return as_fail_in(err, "tensor %s", as_printable(name, sizeof name, key));
    }
    return check_layout(file, data_len, err);
}

bool as_safetensors_parse_header(const void *header, size_t header_len, size_t data_len,
                                 as_safetensors **out, as_error *err)
{
    as_safetensors *file = calloc(1, sizeof *file);
    if (!file)
        return as_fail_memory(err, "the list of tensors");
    if (!load_header((span){header, header_len}, &file->header, err) ||
        !read_entries(file, data_len, err)) {
        as_safetensors_free(file);
        return false;
    }
    *out = file;
    return true;
}

bool as_safetensors_parse(const void *bytes, size_t len, as_safetensors **out, as_error *err)
{
    size_t header_len;
    if (!as_safetensors_header_length(bytes, len, &header_len, err))
        return false;
    const unsigned char *header = (const unsigned char *)bytes + LENGTH_BYTES;
    if (!as_safetensors_parse_header(header, header_len, len - LENGTH_BYTES - header_len, out, err))
        return false;
    for (int k = 0; k < (*out)->count; k++)
        (*out)->tensors[k].data = header + header_len + (*out)->tensors[k].offset;
    return true;
}

void as_safetensors_free(as_safetensors *file)
{
    if (!file)
        return;
    json_decref(file->header);
    free(file->tensors);
    free(file);
}

int as_safetensors_count(const as_safetensors *file)
{
    return file->count;
}

const as_st_tensor *as_safetensors_at(const as_safetensors *file, int k)
{
    return &file->tensors[k];
}

const as_st_tensor *as_safetensors_lookup(const as_safetensors *file, const char *name)
{
    for (int k = 0; k < file->count; k++)
        if (strcmp(file->tensors[k].name, name) == 0)
            return &file->tensors[k];
    return NULL;
}

const char *as_safetensors_metadata(const as_safetensors *file, const char *key, size_t *len)
{
    const json_t *value = json_object_get(file->metadata, key);
    if (value && len)
        *len = json_string_length(value);
    return json_string_value(value);
}
