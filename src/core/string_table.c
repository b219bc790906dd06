#include "core/string_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The slot that holds the string, or the empty one where it belongs. */
static size_t find_slot(const as_string_table *table, const char *bytes, size_t len)
{
    size_t mask = table->n_slots - 1, slot = (size_t)as_hash_bytes(&table->key, bytes, len) & mask;
    for (; table->slots[slot] >= 0; slot = (slot + 1) & mask) {
        const as_table_string *s = &table->strings[table->slots[slot]];
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
    as_table_string *strings = realloc(table->strings, (size_t)capacity * sizeof *strings);
    if (!strings)
        return false;
    table->strings = strings;
    size_t n_slots = 2 * (size_t)capacity; /* at most half full */
    int *slots = malloc(n_slots * sizeof *slots);
    if (!slots)
        return false;
    if (table->n_slots == 0)
        table->key = as_hash_key_new();
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
    table->strings[table->n] = (as_table_string){bytes, len};
    return table->n++;
}

void as_string_table_finish(as_string_table *table)
{
    free(table->strings);
    free(table->slots);
    *table = (as_string_table){0};
}
