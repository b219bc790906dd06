#include "train/footprint.h"

#include "core/memory.h"

#include <stdint.h>
#include <unistd.h>

size_t as_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t bytes;
    if (pages <= 0 || page <= 0 || !as_mul_size((size_t)pages, (size_t)page, &bytes))
        return SIZE_MAX;
    return bytes;
}

bool as_footprint_check(const as_settings *settings, size_t n, size_t memory, as_error *err)
{
    bool averages = settings->average > 0 || settings->average_last > 0;
    size_t n_blocks =
        3 + (size_t)settings->threads + (averages ? 1 : 0) + (size_t)settings->average_last;
    const double gigabyte = 1e9, bytes = (double)n_blocks * (double)n * sizeof(float);
    if (bytes <= (double)memory)
        return true;
    return as_fail(err, AS_ERR_LIMIT,
                   "%.1f M numbers, %zu times (weights, Adam, a gradient for each of %d threads, "
                   "averages): %.1f GB of memory, but this machine has %.1f GB",
                   (double)n / 1e6, n_blocks, settings->threads, bytes / gigabyte,
                   (double)memory / gigabyte);
}
