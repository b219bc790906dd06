#include "core/hash.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

as_hash_key as_hash_key_new(void)
{
    as_hash_key key;
    if (getrandom(&key, sizeof key, GRND_NONBLOCK) == (ssize_t)sizeof key)
        return key;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return (as_hash_key){(uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec, (uintptr_t)&key};
}

static uint64_t rotated(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* SipRound. */
static void mix(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotated(v[1], 13) ^ v[0];
    v[3] = rotated(v[3], 16) ^ v[2];
    v[0] = rotated(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotated(v[1], 17) ^ v[2];
    v[3] = rotated(v[3], 21) ^ v[0];
    v[2] = rotated(v[2], 32);
}

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v);
    v[0] ^= word;
}

uint64_t as_hash_bytes(const as_hash_key *key, const char *bytes, size_t len)
{
    uint64_t v[4] = {key->k0 ^ 0x736f6d6570736575, key->k1 ^ 0x646f72616e646f6d,
                     key->k0 ^ 0x6c7967656e657261, key->k1 ^ 0x7465646279746573};
    uint64_t word;
    size_t at = 0;
    for (; len - at >= sizeof word; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        absorb(v, word);
    }
    word = (uint64_t)len << 56;
    for (size_t k = 0; at + k < len; k++)
        word |= (uint64_t)(unsigned char)bytes[at + k] << 8 * k;
    absorb(v, word);
    v[2] ^= 0xff;
    for (int k = 0; k < 3; k++)
        mix(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t as_hash_pair(const as_hash_key *key, int left, int right)
{
    const int pair[2] = {left, right};
    return as_hash_bytes(key, (const char *)pair, sizeof pair);
}

/* FNV-1a (Fowler, Noll, Vo), with the length at the end. */
uint64_t as_hash_fold(uint64_t fingerprint, const char *bytes, size_t len)
{
    const uint64_t prime = 0x100000001b3;
    for (size_t k = 0; k < len; k++)
        fingerprint = (fingerprint ^ (unsigned char)bytes[k]) * prime;
    return (fingerprint ^ (0x100 + (uint64_t)len)) * prime;
}
