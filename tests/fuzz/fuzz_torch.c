/* A checkpoint of torch. */
#include "arrays.h"

#include "interop/torch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_arrays(as_torch_parse, data, size);
    return 0;
}
