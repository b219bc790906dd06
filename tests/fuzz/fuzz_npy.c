/* A .npy header. */
#include "check.h"

#include "interop/npy.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_array array;
    as_error err = {0};
    size_t len;
    if (as_npy_header_parse(data, size, &array, &err)) {
        CHECK(as_npy_header_bytes(data, &len, NULL) && len == size);
        CHECK(array.rank >= 0 && array.rank <= AS_ARRAY_MAX_RANK);
        CHECK(array.start == size && array.first == 0);
        CHECK(as_array_type_bytes(array.type) >= 1);
    } else {
        CHECK(err.status != AS_OK && err.message[0] != '\0' && !strchr(err.message, '\n'));
    }
    return 0;
}
