/* Hashes for tables whose keys come from files: keyed with a secret of the table's own, so that
 * nobody can write a file whose strings all land in one place, which would make loading it take
 * hours. Where things lie in such a table differs from run to run; nothing may depend on it. */
#ifndef AS_CORE_HASH_H
#define AS_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct as_hash_key {
    uint64_t k0, k1;
} as_hash_key;

/* A fresh secret from the system. Cannot fail: where the system has none, the clock and an address
 * must do. Thread-safe. */
as_hash_key as_hash_key_new(void);

/* SipHash-1-3 of `len` bytes (Aumasson, Bernstein 2012, with one round per word and three at the
 * end). All bits are equally good. Cannot fail. */
uint64_t as_hash_bytes(const as_hash_key *key, const char *bytes, size_t len);

/* The same of two numbers. */
uint64_t as_hash_pair(const as_hash_key *key, int left, int right);

/* Not for tables: what a fingerprint becomes by `len` more bytes and their end, the same in every
 * process. Tells things apart that nobody made to look alike. Begin with any number. */
uint64_t as_hash_fold(uint64_t fingerprint, const char *bytes, size_t len);

#endif
