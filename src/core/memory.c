#include "core/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, MIN_BLOCK = 1 << 16 };

struct as_arena_block {
    struct as_arena_block *next;
    size_t size, used; /* bytes behind the header */
    alignas(ALIGNMENT) unsigned char data[];
};

bool as_mul_size(size_t a, size_t b, size_t *out)
{
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *out = a * b;
    return true;
}

bool as_add_size(size_t a, size_t b, size_t *out)
{
    if (a > SIZE_MAX - b)
        return false;
    *out = a + b;
    return true;
}

/* Bytes for count elements, rounded up to whole cache lines, at least one. */
static bool rounded_bytes(size_t count, size_t size, size_t *out)
{
    size_t bytes;
    if (!as_mul_size(count, size, &bytes) || !as_add_size(bytes, ALIGNMENT - 1, &bytes))
        return false;
    bytes -= bytes % ALIGNMENT;
    *out = bytes ? bytes : ALIGNMENT;
    return true;
}

void *as_alloc(size_t count, size_t size)
{
    size_t bytes;
    if (!rounded_bytes(count, size, &bytes))
        return NULL;
    void *p = aligned_alloc(ALIGNMENT, bytes);
    if (p)
        memset(p, 0, bytes);
    return p;
}

static struct as_arena_block *block_new(size_t bytes)
{
    size_t total;
    if (bytes < MIN_BLOCK)
        bytes = MIN_BLOCK;
    if (!as_add_size(bytes, sizeof(struct as_arena_block), &total))
        return NULL;
    struct as_arena_block *block = aligned_alloc(ALIGNMENT, total);
    if (!block)
        return NULL;
    block->next = NULL;
    block->size = bytes;
    block->used = 0;
    return block;
}

void *as_arena_alloc(as_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!rounded_bytes(count, size, &bytes))
        return NULL;
    struct as_arena_block *block = arena->current;
    while (block && block->size - block->used < bytes) {
        if (!block->next)
            break;
        block = block->next;
    }
    if (!block || block->size - block->used < bytes) {
        struct as_arena_block *fresh = block_new(bytes);
        if (!fresh)
            return NULL;
        if (block)
            block->next = fresh;
        else
            arena->first = fresh;
        block = fresh;
    }
    arena->current = block;
    void *p = block->data + block->used;
    block->used += bytes;
    return p;
}

void as_arena_reset(as_arena *arena)
{
    for (struct as_arena_block *block = arena->first; block; block = block->next)
        block->used = 0;
    arena->current = arena->first;
}

void as_arena_finish(as_arena *arena)
{
    struct as_arena_block *block = arena->first;
    while (block) {
        struct as_arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena->first = arena->current = NULL;
}
