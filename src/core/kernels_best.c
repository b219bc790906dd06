#include "core/kernels_tables.h"

#include <stdbool.h>

typedef struct candidate {
    const as_kernels *table;
    bool (*runs_here)(void);
} candidate;

static bool always(void)
{
    return true;
}

#if defined(__x86_64__)
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

/* Narrowest first. */
static const candidate candidates[] = {
    {&as_kernels_table_plain, always},
#if defined(__x86_64__)
    {&as_kernels_table_avx2, has_avx2},
    {&as_kernels_table_avx512, has_avx512},
#endif
};

#define N_CANDIDATES ((int)(sizeof candidates / sizeof candidates[0]))

const as_kernels *as_kernels_plain(void)
{
    return &as_kernels_table_plain;
}

const as_kernels *as_kernels_best(void)
{
    const as_kernels *best = as_kernels_plain();
    for (int k = 0; k < N_CANDIDATES; k++)
        if (candidates[k].runs_here())
            best = candidates[k].table;
    return best;
}

int as_kernels_all(const as_kernels *out[AS_MAX_KERNELS])
{
    _Static_assert(sizeof candidates / sizeof candidates[0] <= AS_MAX_KERNELS,
                   "AS_MAX_KERNELS is too small");
    int n = 0;
    for (int k = 0; k < N_CANDIDATES; k++)
        if (candidates[k].runs_here())
            out[n++] = candidates[k].table;
    return n;
}
