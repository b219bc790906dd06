/* Rows of a vocabulary carried over to another, by hand. */
#include "failing_alloc.h"
#include "train/carry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SPECIALS "<pad>\n<s>\n</s>\n<unk>\n"
#define MARK "\xE2\x96\x81"

static const char old_pieces[] = SPECIALS "a\nb\nc\n" MARK "a\nab\n" MARK "abc\n";
static const char old_merges[] = "a b\nab c\n"; /* abc is made, but is no piece */
static const char new_pieces[] = SPECIALS MARK "a\nabb\nabc\nabz\nb\n" MARK "ab\n";

enum { OLD = 10, NEW = 10, N = 2 };

typedef struct side {
    as_tokenizer tokenizer;
    as_vocab *vocab;
    as_bpe *bpe;
} side;

static side side_new(const char *pieces, const char *merges)
{
    side s = {{0}, NULL, NULL};
    as_error err = {0};
    assert_true(as_vocab_parse(pieces, strlen(pieces), &s.vocab, &err));
    assert_true(as_bpe_parse(merges, strlen(merges), &s.bpe, &err));
    s.tokenizer = (as_tokenizer){.unit = AS_UNIT_BPE, .vocab = s.vocab, .bpe = s.bpe};
    return s;
}

static void side_finish(side *s)
{
    as_vocab_free(s->vocab);
    as_bpe_free(s->bpe);
}

static as_mat matrix(float *x, int rows)
{
    return (as_mat){.data = x, .dtype = AS_F32, .rows = rows, .cols = N, .stride = N};
}

static void test_rows(void **state)
{
    (void)state;
    side old = side_new(old_pieces, old_merges), fresh = side_new(new_pieces, "");
    float from[OLD * N], to[NEW * N];
    for (int id = 0; id < OLD; id++) {
        from[id * N] = (float)(1 << id);
        from[id * N + 1] = (float)-id;
    }
    for (int k = 0; k < NEW * N; k++)
        to[k] = 0.25f;
    as_mat a = matrix(from, OLD), b = matrix(to, NEW);
    as_error err = {0};
    assert_true(as_carry_rows(&b, &fresh.tokenizer, &a, &old.tokenizer, &err));
    const float want[NEW * N] = {
        1, 0, 2, -1, 4, -2, 8, -3, /* the specials */
        128, -7,                   /* _a, number 7 before */
        (256 + 32) / 2.0f, -6.5f,  /* abb: ab + b */
        (16 + 32 + 64) / 3.0f, -5, /* abc: made by the merges, then its characters */
        0.25f, 0.25f,              /* z is unknown */
        32, -5,                    /* b */
        (128 + 32) / 2.0f, -6,     /* _ab: _a + b */
    };
    for (int k = 0; k < NEW * N; k++)
        assert_float_equal(to[k], want[k], 1e-5);
    side_finish(&old);
    side_finish(&fresh);
}

typedef struct carrying {
    side old, fresh;
} carrying;

static bool carry(void *data)
{
    carrying *c = data;
    float from[OLD * N] = {0}, to[NEW * N] = {0};
    as_mat a = matrix(from, OLD), b = matrix(to, NEW);
    as_error err = {0};
    return as_carry_rows(&b, &c->fresh.tokenizer, &a, &c->old.tokenizer, &err);
}

static void test_memory(void **state)
{
    (void)state;
    carrying c = {side_new(old_pieces, old_merges), side_new(new_pieces, "")};
    assert_true(failing_alloc_try_all(carry, &c) >= 3);
    side_finish(&c.old);
    side_finish(&c.fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
