#include "arrays.h"

#include "core/dtype.h"

#include <stdlib.h>
#include <string.h>

static void check_error(const as_error *err)
{
    CHECK(err->status != AS_OK && err->message[0] != '\0' && !strchr(err->message, '\n'));
}

static void check_array(as_arrays *arrays, const as_array *array)
{
    as_error err = {0};
    const as_archive_entry *entry = as_archive_at(as_arrays_archive(arrays), array->entry);
    CHECK(array->count <= entry->bytes);
    CHECK(as_arrays_lookup(arrays, array->name) == array);
    float *numbers = malloc((array->count + 1) * sizeof *numbers);
    CHECK(numbers);
    if (as_arrays_fetch(arrays, array, numbers, &err))
        CHECK(as_dtype_not_finite(numbers, AS_F32, array->count) == array->count);
    else
        check_error(&err);
    free(numbers);
}

void check_arrays(arrays_parser parse, const uint8_t *data, size_t size)
{
    as_arrays *arrays;
    as_error err = {0};
    if (!parse(data, size, &arrays, &err)) {
        check_error(&err);
        return;
    }
    for (int k = 0; k < as_arrays_count(arrays); k++)
        check_array(arrays, as_arrays_at(arrays, k));
    const char *text = as_arrays_text(arrays, "special:model.yml");
    CHECK(!text || strlen(text) <= 1 << 20);
    as_arrays_free(arrays);
}
