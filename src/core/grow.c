#include "core/grow.h"

#include <limits.h>
#include <stdlib.h>

#include "core/memory.h"

enum { AT_FIRST = 8 };

void *as_grown(void *items, int n, int *capacity, size_t size)
{
    size_t bytes;
    if (n < *capacity)
        return items;
    if (*capacity > INT_MAX / 2)
        return NULL;
    int more = *capacity > 0 ? 2 * *capacity : AT_FIRST;
    void *moved = as_mul_size((size_t)more, size, &bytes) ? realloc(items, bytes) : NULL;
    if (moved)
        *capacity = more;
    return moved;
}
