#include "core/string_table.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a (Fowler, Noll, Vo), folded so that the low bits depend on all of it. */
static size_t hash(const char *bytes, size_t len)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t k = 0; k < len; k++)
        h = (h ^ (unsigned char)bytes[k]) * UINT64_C(1099511628211);
    return (size_t)(h ^ (h >> 32));
}

/* The slot that holds the string, or the empty one where it belongs. */
static size_t find_slot(const as_string_table *table, const char *bytes, size_t len)
{
    size_t mask = table->n_slots - 1, slot = hash(bytes, len) & mask;
    for (; table->slots[slot] >= 0; slot = (slot + 1) & mask) {
        const as_string *s = &table->strings[table->slots[slot]];
        if (s->len == len && memcmp(s->bytes, bytes, len) == 0)
            break;
    }
    return slot;
}

int as_string_table_lookup(const as_string_table *table, const char *bytes, size_t len)
{
    return table->n_slots ? table->slots[find_slot(table, bytes, len)] : -1;
}

static bool grow(as_string_table *table)
{
    if (table->capacity > INT_MAX / 4)
        return false;
    int capacity = table->capacity ? 2 * table->capacity : 64;
    as_string *strings = realloc(table->strings, (size_t)capacity * sizeof *strings);
    if (!strings)
        return false;
    table->strings = strings;
    size_t n_slots = 2 * (size_t)capacity; /* at most half full */
    int *slots = malloc(n_slots * sizeof *slots);
    if (!slots)
        return false;
    free(table->slots);
    table->slots = slots;
    table->n_slots = n_slots;
    table->capacity = capacity;
    for (size_t k = 0; k < n_slots; k++)
        slots[k] = -1;
    for (int id = 0; id < table->n; id++)
        slots[find_slot(table, strings[id].bytes, strings[id].len)] = id;
    return true;
}

int as_string_table_add(as_string_table *table, const char *bytes, size_t len, bool *added)
{
    int id = as_string_table_lookup(table, bytes, len);
    if (added)
        *added = id < 0;
    if (id >= 0)
        return id;
    if (table->n == table->capacity && !grow(table))
        return -1;
    table->slots[find_slot(table, bytes, len)] = table->n;
    table->strings[table->n] = (as_string){bytes, len};
    return table->n++;
}

void as_string_table_finish(as_string_table *table)
{
    free(table->strings);
    free(table->slots);
    *table = (as_string_table){0};
}
