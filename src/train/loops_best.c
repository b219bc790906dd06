#include "train/loops_tables.h"

#include <string.h>

const as_loops *as_loops_for(const as_kernels *kernels)
{
#if defined(__x86_64__)
    if (strcmp(kernels->name, "avx512") == 0)
        return &as_loops_table_avx512;
    if (strcmp(kernels->name, "avx2") == 0)
        return &as_loops_table_avx2;
#endif
    return &as_loops_table_plain;
}

const as_loops *as_loops_best(void)
{
    return as_loops_for(as_kernels_best());
}
