/* Allocations that fail on demand and leaks that are counted, for programs linked with
 * -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=free.
 *
 * Only calls from our own objects are seen: what libraries allocate inside never fails here. */
#ifndef AS_FAILING_ALLOC_H
#define AS_FAILING_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* The k-th allocation from now on (from 1) fails; with `and_later` all after it fail too. */
void failing_alloc_arm(long k, bool and_later);
/* No more failures. True when one happened since it was armed. */
bool failing_alloc_disarm(void);
/* Blocks allocated and not yet freed. */
long failing_alloc_live(void);

/* Runs `job` with the first allocation failing, then the second, and so on until it succeeds: a
 * job that fails must return false and leave nothing allocated; one that succeeds must have freed
 * all it made. Returns how many failures were tried. Fails the running cmocka test otherwise. */
long failing_alloc_try_all(bool (*job)(void *), void *data);

#endif
