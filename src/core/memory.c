#include "core/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 64, MIN_BLOCK = 1 << 16, HUGE_PAGE = 1 << 21 };

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

/* *bytes or, when that fills huge pages, whole huge pages: matrices are read down their columns,
 * where every row is another page. NULL when memory is short. */
static void *allocate(size_t *bytes)
{
    size_t whole;
    if (*bytes < HUGE_PAGE || !as_add_size(*bytes, HUGE_PAGE - 1, &whole))
        return aligned_alloc(ALIGNMENT, *bytes);
    *bytes = whole - whole % HUGE_PAGE;
    void *p = aligned_alloc(HUGE_PAGE, *bytes);
#if defined(MADV_HUGEPAGE)
    if (p)
        (void)madvise(p, *bytes, MADV_HUGEPAGE); /* a wish: small pages do as well */
#endif
    return p;
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
    void *p = allocate(&bytes);
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
    struct as_arena_block *block = allocate(&total);
    if (!block)
        return NULL;
    block->next = NULL;
    block->size = total - sizeof *block;
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
