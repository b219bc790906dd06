/* Vocabularies learned from both sides of a corpus together. */
#include "train/pieces.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Names on both sides, and words of one side only. */
static const char corpus[] = "the lowest house of Tomson\tla maison basse de Tomson\n"
                             "the house of Tomson\tla maison de Tomson\n"
                             "the lowest of the low\tla plus basse\n"
                             "Tomson the lowest\tTomson basse\n"
                             "(\xC3\xA9) \xC3\xA9 \xC3\xA9 \xC3\xA9\tz z z\n";

static void parse(as_tsv *tsv)
{
    char *copy = strdup(corpus);
    assert_non_null(copy);
    assert_true(as_tsv_parse("pairs.tsv", copy, strlen(corpus), tsv, NULL));
}

static void learn(as_unit unit, as_pieces *source, as_pieces *target)
{
    const double weight = 1;
    as_tsv tsv;
    as_error err = {0};
    parse(&tsv);
    if (!as_pieces_learn_joint(&tsv, &weight, 1, unit, 1000, source, target, &err))
        fail_msg("%s", err.message);
    as_tsv_finish(&tsv);
}

static bool knows(const as_pieces *pieces, const char *piece)
{
    return as_vocab_lookup(pieces->vocab, piece, strlen(piece)) >= 0;
}

static void test_each_keeps_what_it_uses(void **state)
{
    (void)state;
    as_pieces source, target;
    learn(AS_UNIT_BPE, &source, &target);
    assert_string_equal(source.bpe_text, target.bpe_text);
    assert_true(knows(&source, "▁Tomson") && knows(&target, "▁Tomson"));
    assert_true(knows(&source, "▁lowest") && !knows(&target, "▁lowest"));
    assert_true(knows(&target, "▁basse") && !knows(&source, "▁basse"));
    /* Characters of either side stay on both. */
    assert_true(knows(&source, "▁z") && knows(&target, "▁z"));
    assert_true(knows(&source, "▁\xC3\xA9") && knows(&target, "▁\xC3\xA9"));
    as_pieces_finish(&source);
    as_pieces_finish(&target);
}

/* A name that the corpus has, and one that falls into characters of which the source alone has
 * some: the same tokens on both sides. */
static void test_names_fall_into_the_same_pieces(void **state)
{
    (void)state;
    static const char *const names[] = {"Tomson", "hTz\xC3\xA9"};
    as_pieces source, target;
    learn(AS_UNIT_BPE, &source, &target);
    as_tokenizer x = as_pieces_tokenizer(&source), y = as_pieces_tokenizer(&target);
    for (size_t k = 0; k < 2; k++) {
        as_sentence a, b;
        assert_true(as_tokenize(&x, names[k], strlen(names[k]), &a, NULL));
        assert_true(as_tokenize(&y, names[k], strlen(names[k]), &b, NULL));
        assert_int_equal(a.n, b.n);
        for (int t = 0; t < a.n; t++)
            assert_string_equal(a.tokens[t].piece, b.tokens[t].piece);
        as_sentence_finish(&a);
        as_sentence_finish(&b);
    }
    as_pieces_finish(&source);
    as_pieces_finish(&target);
}

static void test_characters(void **state)
{
    (void)state;
    as_pieces source, target;
    learn(AS_UNIT_CHAR, &source, &target);
    assert_string_equal(source.vocab_text, target.vocab_text);
    assert_true(knows(&source, "z") && knows(&source, "\xC3\xA9"));
    as_pieces_finish(&source);
    as_pieces_finish(&target);
}

static bool learn_all(void *data)
{
    const as_tsv *tsv = data;
    const double weight = 1;
    as_pieces source, target;
    if (!as_pieces_learn_joint(tsv, &weight, 1, AS_UNIT_BPE, 100, &source, &target, NULL))
        return false;
    as_pieces_finish(&source);
    as_pieces_finish(&target);
    return true;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    as_tsv tsv;
    parse(&tsv);
    assert_true(failing_alloc_try_all(learn_all, &tsv) > 10);
    as_tsv_finish(&tsv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_keeps_what_it_uses),
        cmocka_unit_test(test_names_fall_into_the_same_pieces),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
