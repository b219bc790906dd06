/* Byte-pair encoding: hand-made merges, a plain reimplementation over random ones, bad tables. */
#include "core/bpe.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static as_bpe *bpe_of(const char *merges)
{
    as_bpe *bpe;
    as_error err;
    size_t len = strlen(merges);
    char *exact = malloc(len ? len : 1);
    assert_non_null(exact);
    memcpy(exact, merges, len);
    if (!as_bpe_parse(exact, len, &bpe, &err))
        fail_msg("%s", err.message);
    free(exact);
    return bpe;
}

/* The pieces of an ASCII word, with a space between. */
static const char *pieces_of(const as_bpe *bpe, const char *word)
{
    static char out[256];
    size_t lens[64], used = 0;
    int n = (int)strlen(word);
    as_arena scratch = {0};
    for (int k = 0; k < n; k++)
        lens[k] = 1;
    n = as_bpe_join(bpe, word, lens, n, &scratch);
    as_arena_finish(&scratch);
    out[0] = '\0';
    for (int k = 0; k < n; k++) {
        used += (size_t)sprintf(out + used, "%s%.*s", k ? " " : "", (int)lens[k], word);
        word += lens[k];
    }
    assert_int_equal(*word, '\0');
    return out;
}

static void merges_apply_best_first_and_left_to_right(void **state)
{
    (void)state;
    static const struct {
        const char *merges, *word, *want;
    } cases[] = {
        {"", "abc", "a b c"},
        {"a b", "", ""},
        {"a b", "a", "a"},
        {"a b", "abab", "ab ab"},
        {"a b\nab c\n", "abcab", "abc ab"},
        {"b c\na b\n", "abc", "a bc"},
        {"a b\nb c\n", "abc", "ab c"},
        {"a b\nc d\nab cd\n", "abcdab", "abcd ab"},
        {"a a", "aaaaa", "aa aa a"},
        {"a a\naa a\n", "aaa", "aaa"},
        {"a a\naa a\n", "aaaaa", "aa aaa"},
        {"a a\naa aa\n", "aaaaaa", "aaaa aa"},
        /* a worse merge makes room for a better one */
        {"xa b\nx a\n", "xab", "xab"},
        {"l o\nlo w\ne r\n", "lower", "low er"},
        {"q z", "abc", "a b c"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        as_bpe *bpe = bpe_of(cases[k].merges);
        assert_string_equal(pieces_of(bpe, cases[k].word), cases[k].want);
        as_bpe_free(bpe);
    }
    as_bpe_free(NULL);

    as_bpe *bpe;
    assert_true(as_bpe_parse(NULL, 0, &bpe, NULL));
    assert_string_equal(pieces_of(bpe, "ab"), "a b");
    as_bpe_free(bpe);
}

/* xorshift64 (Marsaglia 2003): the same tables on every machine. */
static unsigned random_below(unsigned n, unsigned long long *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (unsigned)(*seed >> 33) % n;
}

enum { MAX_TABLE = 24, PIECE = 12 };
typedef struct table {
    char left[MAX_TABLE][PIECE], right[MAX_TABLE][PIECE];
    int n;
} table;

static int rank_of(const table *t, const char *left, const char *right)
{
    for (int k = 0; k < t->n; k++) {
        if (strcmp(t->left[k], left) == 0 && strcmp(t->right[k], right) == 0)
            return k;
    }
    return -1;
}

/* Merges of letters and of what earlier merges made, in a random order. */
static void random_table(table *t, unsigned long long *seed)
{
    t->n = 0;
    int want = 1 + (int)random_below(MAX_TABLE, seed);
    for (int k = 0; k < want; k++) {
        char side[2][PIECE];
        for (int s = 0; s < 2; s++) {
            unsigned pick = random_below((unsigned)t->n + 3, seed);
            if (pick < 3)
                sprintf(side[s], "%c", 'a' + (int)pick);
            else
                snprintf(side[s], PIECE, "%s%s", t->left[pick - 3], t->right[pick - 3]);
        }
        if (strlen(side[0]) + strlen(side[1]) >= PIECE || rank_of(t, side[0], side[1]) >= 0)
            continue;
        strcpy(t->left[t->n], side[0]);
        strcpy(t->right[t->n++], side[1]);
    }
    for (int k = t->n - 1; k > 0; k--) {
        int other = (int)random_below((unsigned)k + 1, seed);
        for (int c = 0; c < PIECE; c++) {
            char left = t->left[k][c], right = t->right[k][c];
            t->left[k][c] = t->left[other][c];
            t->right[k][c] = t->right[other][c];
            t->left[other][c] = left;
            t->right[other][c] = right;
        }
    }
}

/* The definition: while a known pair is left, join the best, the leftmost of equals. */
static void plain_join(const table *t, const char *word, char *out)
{
    char pieces[64][PIECE], joined[PIECE];
    int n = 0;
    for (; *word; word++)
        sprintf(pieces[n++], "%c", *word);
    for (;;) {
        int best = -1, at = -1;
        for (int k = 0; k + 1 < n; k++) {
            int rank = rank_of(t, pieces[k], pieces[k + 1]);
            if (rank >= 0 && (best < 0 || rank < best)) {
                best = rank;
                at = k;
            }
        }
        if (best < 0)
            break;
        size_t len = strlen(pieces[at]);
        strcpy(pieces[at] + len, memcpy(joined, pieces[at + 1], PIECE));
        memmove(pieces[at + 1], pieces[at + 2], sizeof *pieces * (size_t)(n - at - 2));
        n--;
    }
    out[0] = '\0';
    for (int k = 0; k < n; k++)
        out += sprintf(out, "%s%s", k ? " " : "", pieces[k]);
}

static void random_tables_join_as_defined(void **state)
{
    (void)state;
    unsigned long long seed = 7;
    for (int round = 0; round < 1000; round++) {
        table t;
        char merges[1024] = "", word[33], want[128];
        random_table(&t, &seed);
        for (int k = 0; k < t.n; k++)
            sprintf(merges + strlen(merges), "%s %s\n", t.left[k], t.right[k]);
        as_bpe *bpe = bpe_of(merges);
        for (int w = 0; w < 20; w++) {
            int n = (int)random_below(sizeof word, &seed);
            for (int k = 0; k < n; k++)
                word[k] = (char)('a' + random_below(3, &seed));
            word[n] = '\0';
            plain_join(&t, word, want);
            assert_string_equal(pieces_of(bpe, word), want);
        }
        as_bpe_free(bpe);
    }
}

static void bad_merges_are_refused_with_a_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t len; /* 0: strlen */
        const char *message;
    } cases[] = {
        {"\n", 0, "merges line 1: no space between two pieces"},
        {"a b\n\nc d\n", 0, "merges line 2: no space between two pieces"},
        {"a b\nab", 0, "merges line 2: no space between two pieces"},
        {"a ", 0, "merges line 1: the right piece is empty"},
        {" b", 0, "merges line 1: the left piece is empty"},
        {" ", 0, "merges line 1: the left piece is empty"},
        {"a b c\n", 0, "merges line 1: the right piece has a space"},
        {"a  b\n", 0, "merges line 1: the right piece has a space"},
        {"a b\r\n", 0, "merges line 1: the right piece has a control character"},
        {"a\tb\n", 0, "merges line 1: no space between two pieces"},
        {"a\0 b", 4, "merges line 1: the left piece has a control character"},
        {"x y\n\xff b\n", 0, "merges line 2: the left piece is not UTF-8"},
        {"x y\na \xe2\x96\n", 0, "merges line 2: the right piece is not UTF-8"},
        {"a b\nb c\na b\n", 0, "merges line 3: the pair of line 1 again"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t len = cases[k].len ? cases[k].len : strlen(cases[k].text);
        as_bpe *bpe = (as_bpe *)state;
        as_error err;
        assert_false(as_bpe_parse(cases[k].text, len, &bpe, &err));
        assert_string_equal(err.message, cases[k].message);
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_ptr_equal(bpe, state);
    }
}

static void too_many_merges_are_refused(void **state)
{
    (void)state;
    size_t len = 2 * ((size_t)AS_MAX_MERGES + 1);
    char *text = malloc(len);
    as_bpe *bpe;
    as_error err;
    for (size_t k = 0; k < len; k += 2)
        memcpy(text + k, "x\n", 2);
    assert_false(as_bpe_parse(text, len, &bpe, &err));
    assert_string_equal(err.message, "1000001 merges; at most 1000000 are accepted");
    assert_int_equal(err.status, AS_ERR_LIMIT);
    free(text);
}

static void every_truncation_is_a_table_or_an_error(void **state)
{
    (void)state;
    static const char text[] = "▁l '\né e\nab cd\n";
    for (size_t len = 0; len < sizeof text; len++) {
        char *exact = malloc(len ? len : 1);
        as_bpe *bpe;
        as_error err = {0};
        memcpy(exact, text, len);
        if (as_bpe_parse(exact, len, &bpe, &err)) {
            /* whole lines, or a last right piece that happens to be whole characters */
            assert_true(len == 0 || text[len - 1] != ' ');
            as_bpe_free(bpe);
        } else {
            assert_int_equal(err.status, AS_ERR_FORMAT);
            assert_true(strncmp(err.message, "merges line ", 12) == 0);
        }
        free(exact);
    }
}

/* A million symbols that all join: n log n, not n squared. */
static void a_long_word_takes_no_more_than_it_must(void **state)
{
    (void)state;
    enum { N_SYMBOLS = 1 << 20 };
    as_bpe *bpe = bpe_of("a a\naa aa\naaaa aaaa\naaaaaaaa aaaaaaaa\n"
                         "aaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaa\n");
    char *word = malloc(N_SYMBOLS);
    size_t *lens = malloc(N_SYMBOLS * sizeof *lens);
    as_arena scratch = {0};
    memset(word, 'a', N_SYMBOLS);
    for (int k = 0; k < N_SYMBOLS; k++)
        lens[k] = 1;
    clock_t before = clock();
    int n = as_bpe_join(bpe, word, lens, N_SYMBOLS, &scratch);
    assert_true(clock() - before < 30 * CLOCKS_PER_SEC); /* about 0.5 s; squared would be hours */
    assert_int_equal(n, N_SYMBOLS / 32);
    for (int k = 0; k < n; k++)
        assert_int_equal(lens[k], 32);
    as_arena_finish(&scratch);
    free(lens);
    free(word);
    as_bpe_free(bpe);
}

static bool parse_job(void *data)
{
    as_bpe *bpe = NULL;
    as_error err = {0};
    bool ok = as_bpe_parse(data, strlen(data), &bpe, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    as_bpe_free(bpe);
    return ok;
}

static bool join_job(void *data)
{
    size_t lens[] = {1, 1, 1};
    as_arena scratch = {0};
    int n = as_bpe_join(data, "abc", lens, 3, &scratch);
    as_arena_finish(&scratch);
    if (n < 0)
        assert_true(lens[0] == 1 && lens[1] == 1 && lens[2] == 1);
    else
        assert_int_equal(n, 2);
    return n >= 0;
}

static void failing_allocations(void **state)
{
    (void)state;
    char merges[2048] = "";
    for (int k = 0; k < 100; k++)
        sprintf(merges + strlen(merges), "l%d r%d\n", k, k);
    assert_true(failing_alloc_try_all(parse_job, merges) >= 12);
    as_bpe *bpe = bpe_of("a b\n");
    assert_true(failing_alloc_try_all(join_job, bpe) >= 2);
    as_bpe_free(bpe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merges_apply_best_first_and_left_to_right),
        cmocka_unit_test(random_tables_join_as_defined),
        cmocka_unit_test(bad_merges_are_refused_with_a_sentence),
        cmocka_unit_test(too_many_merges_are_refused),
        cmocka_unit_test(every_truncation_is_a_table_or_an_error),
        cmocka_unit_test(a_long_word_takes_no_more_than_it_must),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests_name("bpe", tests, NULL, NULL);
}
