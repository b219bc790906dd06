/* Hashes of what comes from files: SipHash-1-3 itself, and strings chosen to collide where the hash
 * is known beforehand. */
#include "core/hash.h"
#include "core/string_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* From CPython 3.11, whose hash of bytes is SipHash-1-3 with a key of zeros under PYTHONHASHSEED=0:
 * hash(b"hello") & (2**64 - 1). */
static void test_known_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {
        {"a", 0x407448d2b89b1813},
        {"hello", 0xe2e77b41cb4e1f9e},
        {"eight by", 0xd54cf3f0e0ee2aad},
        {"fifteen bytes!!", 0x4ca305e7872b2b69},
    };
    const as_hash_key zero = {0, 0};
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        assert_true(as_hash_bytes(&zero, known[k].text, strlen(known[k].text)) == known[k].hash);
}

static void test_keys_differ(void **state)
{
    (void)state;
    as_hash_key a = as_hash_key_new(), b = as_hash_key_new();
    assert_memory_not_equal(&a, &b, sizeof a);
    assert_true(as_hash_pair(&a, 1, 2) == as_hash_pair(&a, 1, 2));
    assert_true(as_hash_pair(&a, 1, 2) != as_hash_pair(&a, 2, 1));
    assert_true(as_hash_pair(&a, 1, 2) != as_hash_pair(&b, 1, 2));
}

/* FNV-1a, the hash that an attacker would hope for. */
static uint64_t fnv_1a(const char *text)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3;
    return h ^ h >> 32;
}

/* The most slots in use one after the other: what a search may have to walk over. */
static size_t longest_run(const as_string_table *table)
{
    size_t longest = 0, run = 0;
    for (size_t k = 0; k < table->n_slots; k++) {
        run = table->slots[k] >= 0 ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static void test_crafted_strings_do_not_gather(void **state)
{
    (void)state;
    enum { N = 4096, SIZE = 12 };
    static char text[N][SIZE];
    as_string_table table = {0};
    for (unsigned k = 0, n = 0; n < N; k++) {
        snprintf(text[n], SIZE, "%x", k);
        if ((fnv_1a(text[n]) & 0x3fff) < 0x100) /* a 64th of any table of up to 16384 slots */
            n++;
    }
    for (int n = 0; n < N; n++)
        assert_int_equal(as_string_table_add(&table, text[n], strlen(text[n]), NULL), n);
    for (int n = 0; n < N; n++)
        assert_int_equal(as_string_table_lookup(&table, text[n], strlen(text[n])), n);
    /* At most half full, runs of chance end within a few dozen; crafted ones would hold all N. */
    assert_true(longest_run(&table) < 512);
    as_string_table_finish(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_keys_differ),
        cmocka_unit_test(test_crafted_strings_do_not_gather),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
