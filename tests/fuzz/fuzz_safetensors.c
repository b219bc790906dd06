/* A whole file, and a header alone with as much data behind it as its first byte says. */
#include "check.h"

#include "core/dtype.h"
#include "core/safetensors.h"

#include <string.h>

/* What a parsed file promises: tensors in order, end to end, together all of the data. */
static void check_file(const as_safetensors *file, const uint8_t *data, size_t data_len)
{
    size_t end = 0;
    for (int k = 0; k < as_safetensors_count(file); k++) {
        const as_st_tensor *t = as_safetensors_at(file, k);
        size_t count = t->rank == 2 ? t->shape[0] * t->shape[1] : t->shape[0];
        CHECK(t->rank == 1 || t->rank == 2);
        CHECK(t->bytes == count * as_dtype_bytes(t->dtype));
        CHECK(t->offset == end);
        CHECK(t->data == (data ? data + end : NULL));
        CHECK(as_safetensors_lookup(file, t->name) == t);
        if (data)
            CHECK(as_dtype_not_finite(t->data, t->dtype, count) <= count);
        end += t->bytes;
    }
    CHECK(end == data_len);
    size_t len = 0;
    const char *config = as_safetensors_metadata(file, "config", &len);
    CHECK(!config || strlen(config) == len);
}

static void check_error(const as_error *err)
{
    CHECK(err->status != AS_OK && err->message[0] != '\0');
    CHECK(!strchr(err->message, '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_safetensors *file;
    as_error err = {0};
    size_t header_len;
    if (as_safetensors_parse(data, size, &file, &err)) {
        CHECK(as_safetensors_header_length(data, size, &header_len, NULL));
        check_file(file, data + 8 + header_len, size - 8 - header_len);
        as_safetensors_free(file);
    } else {
        check_error(&err);
    }
    if (size == 0)
        return 0;
    if (as_safetensors_parse_header(data + 1, size - 1, data[0], &file, &err)) {
        check_file(file, NULL, data[0]);
        as_safetensors_free(file);
    } else {
        check_error(&err);
    }
    return 0;
}
