/* Vocabularies: a good one, a table of bad ones, every truncation. */
#include "core/vocab.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SPECIALS "<pad>\n<s>\n</s>\n<unk>\n"

/* A copy that ends where the text ends, so that sanitizers see a read past it. */
static bool parse_exact(const char *text, size_t len, as_vocab **out, as_error *err)
{
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    bool ok = as_vocab_parse(copy, len, out, err);
    free(copy);
    return ok;
}

static void pieces_are_found_by_text_and_by_id(void **state)
{
    (void)state;
    static const char text[] = SPECIALS "▁\n▁l'\naccord\né\n家族\n👨‍👩‍👧";
    as_vocab *vocab;
    as_error err;
    for (int newline = 0; newline <= 1; newline++) {
        char ended[sizeof text + 1];
        snprintf(ended, sizeof ended, "%s%s", text, newline ? "\n" : "");
        assert_true(parse_exact(ended, strlen(ended), &vocab, &err));
        assert_int_equal(as_vocab_size(vocab), 10);
        assert_string_equal(as_vocab_piece(vocab, AS_PAD), "<pad>");
        assert_string_equal(as_vocab_piece(vocab, AS_BOS), "<s>");
        assert_string_equal(as_vocab_piece(vocab, AS_EOS), "</s>");
        assert_string_equal(as_vocab_piece(vocab, AS_UNK), "<unk>");
        assert_string_equal(as_vocab_piece(vocab, 6), "accord");
        assert_string_equal(as_vocab_piece(vocab, 9), "👨‍👩‍👧");
        for (int id = 0; id < 10; id++) {
            const char *piece = as_vocab_piece(vocab, id);
            assert_int_equal(as_vocab_lookup(vocab, piece, strlen(piece)), id);
        }
        assert_int_equal(as_vocab_lookup(vocab, "accor", 5), -1);
        assert_int_equal(as_vocab_lookup(vocab, "accords", 7), -1);
        assert_int_equal(as_vocab_lookup(vocab, "", 0), -1);
        assert_int_equal(as_vocab_lookup(vocab, "accord\0", 7), -1);
        as_vocab_free(vocab);
    }
    as_vocab_free(NULL);
}

static void bad_vocabularies_are_refused_with_a_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t len; /* 0: strlen */
        const char *message;
    } cases[] = {
        {"", 0, "vocabulary of 0 lines; it must begin with <pad> <s> </s> <unk>"},
        {"<pad>\n<s>\n</s>\n", 0, "vocabulary of 3 lines; it must begin with <pad> <s> </s> <unk>"},
        {"<s>\n", 0, "vocabulary line 1: \"<s>\" instead of <pad>"},
        {"<pad>\n<s>\n<unk>\n</s>\n", 0, "vocabulary line 3: \"<unk>\" instead of </s>"},
        {"<pad>\r\n<s>\r\n", 0, "vocabulary line 1: the piece has a control character"},
        {"\xef\xbb\xbf<pad>\n", 0, "vocabulary line 1: \"?<pad>\" instead of <pad>"},
        {SPECIALS "a\n\nb\n", 0, "vocabulary line 6: the piece is empty"},
        {SPECIALS "\n", 0, "vocabulary line 5: the piece is empty"},
        {SPECIALS "a\nb\na\n", 0, "vocabulary line 7: \"a\" stands on line 5 too"},
        {SPECIALS "</s>\n", 0, "vocabulary line 5: \"</s>\" stands on line 3 too"},
        {SPECIALS "a b\n", 0, "vocabulary line 5: the piece has a space"},
        {SPECIALS "a\u2028b\n", 0, "vocabulary line 5: the piece has a line break"},
        {SPECIALS "a\tb\n", 0, "vocabulary line 5: the piece has a control character"},
        {SPECIALS "a\0b\n", sizeof SPECIALS - 1 + 4,
         "vocabulary line 5: the piece has a control character"},
        /* what a message quotes is cut between characters and cannot turn its line around */
        {SPECIALS "\u202ea\n\u202ea\n", 0, "vocabulary line 6: \"?a\" stands on line 5 too"},
        {"aéééééééééééééééééééééééééééééééééééééééé\n", 0,
         "vocabulary line 1: \"aééééééééééééééééééééééééééééééééééééé…\" instead of <pad>"},
        {SPECIALS "ok\n\xc3\n", 0, "vocabulary line 6: the piece is not UTF-8"},
        {SPECIALS "\xed\xa0\x80\n", 0, "vocabulary line 5: the piece is not UTF-8"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t len = cases[k].len ? cases[k].len : strlen(cases[k].text);
        as_vocab *vocab = (as_vocab *)state;
        as_error err;
        assert_false(parse_exact(cases[k].text, len, &vocab, &err));
        assert_string_equal(err.message, cases[k].message);
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_ptr_equal(vocab, state);
        assert_false(parse_exact(cases[k].text, len, &vocab, NULL));
    }
}

static void no_bytes_at_all(void **state)
{
    (void)state;
    as_vocab *vocab;
    as_error err;
    assert_false(as_vocab_parse(NULL, 0, &vocab, &err));
    assert_string_equal(err.message,
                        "vocabulary of 0 lines; it must begin with <pad> <s> </s> <unk>");
}

static void a_piece_may_be_long_but_not_endless(void **state)
{
    (void)state;
    size_t head = strlen(SPECIALS), len = head + AS_MAX_PIECE_BYTES;
    char *text = malloc(len + 1);
    as_vocab *vocab;
    as_error err;
    memcpy(text, SPECIALS, head);
    memset(text + head, 'x', AS_MAX_PIECE_BYTES + 1);
    assert_true(parse_exact(text, len, &vocab, &err));
    as_vocab_free(vocab);
    assert_false(parse_exact(text, len + 1, &vocab, &err));
    assert_string_equal(err.message, "vocabulary line 5: the piece is too long");
    free(text);
}

static void every_truncation_is_a_vocabulary_or_an_error(void **state)
{
    (void)state;
    static const char text[] = SPECIALS "▁\né\n家\nz\n";
    /* cut inside a character, or right after a newline or a whole piece */
    static const char *const good_ends[] = {"<unk>", "<unk>\n", "▁",    "▁\n", "é",
                                            "é\n",   "家",      "家\n", "z",   "z\n"};
    size_t n_good = 0;
    for (size_t len = 0; len < sizeof text; len++) {
        as_vocab *vocab;
        as_error err = {0};
        bool ok = parse_exact(text, len, &vocab, &err);
        bool want = false;
        for (size_t k = 0; k < sizeof good_ends / sizeof *good_ends; k++) {
            size_t end = strlen(good_ends[k]);
            want |= len >= strlen(SPECIALS) - 1 && len >= end &&
                    memcmp(text + len - end, good_ends[k], end) == 0;
        }
        assert_int_equal(ok, want);
        n_good += ok;
        if (ok)
            as_vocab_free(vocab);
        else
            assert_int_equal(err.status, AS_ERR_FORMAT);
    }
    assert_int_equal(n_good, 10);
}

/* 100,000 pieces: found in about constant time. */
static void a_large_vocabulary(void **state)
{
    (void)state;
    enum { N = 100000 };
    char *text = malloc(strlen(SPECIALS) + N * 8);
    size_t len = (size_t)sprintf(text, SPECIALS);
    for (int k = 0; k < N; k++)
        len += (size_t)sprintf(text + len, "p%d\n", k);
    as_vocab *vocab;
    as_error err;
    assert_true(as_vocab_parse(text, len, &vocab, &err));
    assert_int_equal(as_vocab_size(vocab), N + AS_N_SPECIAL);
    for (int k = 0; k < N; k++) {
        char piece[16];
        int n = sprintf(piece, "p%d", k);
        assert_int_equal(as_vocab_lookup(vocab, piece, (size_t)n), k + AS_N_SPECIAL);
    }
    as_vocab_free(vocab);
    free(text);
}

static void too_many_pieces_are_refused(void **state)
{
    (void)state;
    size_t room = strlen(SPECIALS) + (size_t)AS_MAX_PIECES * 9, len;
    char *text = malloc(room);
    as_vocab *vocab;
    as_error err;
    len = (size_t)sprintf(text, SPECIALS);
    for (int k = 0; k <= AS_MAX_PIECES - AS_N_SPECIAL; k++)
        len += (size_t)sprintf(text + len, "p%d\n", k);
    assert_false(as_vocab_parse(text, len, &vocab, &err));
    assert_string_equal(err.message, "vocabulary of more than 1000000 pieces");
    assert_int_equal(err.status, AS_ERR_LIMIT);
    free(text);
}

static bool parse_job(void *data)
{
    as_vocab *vocab = NULL;
    as_error err = {0};
    bool ok = as_vocab_parse(data, strlen(data), &vocab, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    as_vocab_free(vocab);
    return ok;
}

static void failing_allocations(void **state)
{
    (void)state;
    char text[1024];
    size_t len = (size_t)sprintf(text, SPECIALS);
    for (int k = 0; k < 100; k++)
        len += (size_t)sprintf(text + len, "p%d\n", k);
    assert_true(failing_alloc_try_all(parse_job, text) >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_found_by_text_and_by_id),
        cmocka_unit_test(bad_vocabularies_are_refused_with_a_sentence),
        cmocka_unit_test(no_bytes_at_all),
        cmocka_unit_test(a_piece_may_be_long_but_not_endless),
        cmocka_unit_test(every_truncation_is_a_vocabulary_or_an_error),
        cmocka_unit_test(a_large_vocabulary),
        cmocka_unit_test(too_many_pieces_are_refused),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests_name("vocab", tests, NULL, NULL);
}
