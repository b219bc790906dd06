/* A .npz file. */
#include "arrays.h"

#include "interop/npz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_arrays(as_npz_parse, data, size);
    return 0;
}
