/* Sizes that cannot wrap, and an arena for memory that lives as long as one job. */
#ifndef AS_CORE_MEMORY_H
#define AS_CORE_MEMORY_H

#include "core/error.h"

#include <stddef.h>

/* a * b and a + b into *out; false, with *out untouched, when the result does not fit. */
bool as_mul_size(size_t a, size_t b, size_t *out);
bool as_add_size(size_t a, size_t b, size_t *out);

/* count * size bytes, zeroed, aligned to 64 (a cache line, and the widest vector). NULL when the
 * product wraps or memory is short. The caller's; release with free(). Zero bytes give a valid
 * pointer. */
void *as_alloc(size_t count, size_t size);

/* An arena hands out memory that is released all at once. Blocks never move. Not thread-safe:
 * one arena per thread. A zeroed arena is empty and ready. */
typedef struct as_arena {
    struct as_arena_block *first, *current;
} as_arena;

/* count * size bytes aligned to 64, NOT zeroed; NULL when memory is short. Valid until reset. */
void *as_arena_alloc(as_arena *arena, size_t count, size_t size);

/* Forgets every allocation and keeps the blocks for reuse: no malloc the next time round. */
void as_arena_reset(as_arena *arena);

/* Releases the blocks. The arena is then empty and ready again. */
void as_arena_finish(as_arena *arena);

#endif
