/* Strings numbered in the order they arrive, found by content. */
#ifndef AS_CORE_STRING_TABLE_H
#define AS_CORE_STRING_TABLE_H

#include "core/hash.h"

#include <stdbool.h>
#include <stddef.h>

/* One numbered string: bytes that somebody else owns, which must outlive the table. */
typedef struct as_table_string {
    const char *bytes;
    size_t len;
} as_table_string;

/* A zeroed table is empty and ready. Not thread-safe while it grows. */
typedef struct as_string_table {
    as_table_string *strings; /* [n], by id */
    int n, capacity;
    int *slots;     /* open addressing: id, or -1 */
    size_t n_slots; /* a power of two, or 0 */
    as_hash_key key;
} as_string_table;

/* The id of a string, or -1. Cannot fail. */
int as_string_table_lookup(const as_string_table *table, const char *bytes, size_t len);

/* The id of a string, added when it is new; *added, when not NULL, tells. The bytes are borrowed,
 * not copied. -1 when memory is short (the table stays as it was). */
int as_string_table_add(as_string_table *table, const char *bytes, size_t len, bool *added);

/* Releases the table, not the strings. It is then empty and ready again. */
void as_string_table_finish(as_string_table *table);

#endif
