/* Arrays that grow one item at a time. */
#ifndef AS_CORE_GROW_H
#define AS_CORE_GROW_H

#include <stddef.h>

/* Room for an item of `size` bytes behind the n that an array has: where they fill its *capacity,
 * that doubles. Returns the array, which may have moved; the caller's, release with free(). NULL
 * when memory is short or it has INT_MAX / 2 items: the old one is then as it was. An array that is
 * NULL with a *capacity of 0 begins. */
void *as_grown(void *items, int n, int *capacity, size_t size);

#endif
