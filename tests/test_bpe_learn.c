/* Learning: known answers, a plain reimplementation over random corpora, limits, bad input. */
#include "core/bpe.h"
#include "core/text.h"
#include "core/tokenize.h"
#include "train/bpe_learn.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define HEAD "<pad>\n<s>\n</s>\n<unk>\n▁\n"

enum { MAX_LINES = 64 };

typedef struct learned {
    char *merges, *vocab;
} learned;

/* Learns from newline-separated lines. */
static learned learn(const char *text, int n_pieces)
{
    const char *lines[MAX_LINES];
    size_t lens[MAX_LINES];
    int n = 0;
    for (const char *at = text; *at; n++) {
        assert_true(n < MAX_LINES);
        lines[n] = at;
        lens[n] = strcspn(at, "\n");
        at += lens[n] + (at[lens[n]] == '\n');
    }
    learned out;
    as_error err;
    if (!as_bpe_learn(lines, lens, n, n_pieces, &out.merges, &out.vocab, &err))
        fail_msg("%s", err.message);
    return out;
}

static void assert_learns(const char *text, int n_pieces, const char *merges, const char *vocab)
{
    learned got = learn(text, n_pieces);
    assert_string_equal(got.merges, merges);
    assert_string_equal(got.vocab, vocab);
    free(got.merges);
    free(got.vocab);
}

static void known_answers(void **state)
{
    (void)state;
    /* nothing to learn from */
    assert_learns("", 100, "", HEAD);
    assert_learns("\n \n", 100, "", HEAD);
    /* characters seen less than three times are left out; pairs do not cross them */
    assert_learns("ab ab", 100, "", HEAD);
    assert_learns("ab ab ab", 100, "▁a b\n", HEAD "b\n▁a\n▁ab\n");
    assert_learns("axb ayb azb", 100, "", HEAD "b\n▁a\n");
    /* by count: b c (6), then ▁a bc and ▁b bc (3) */
    assert_learns("abc abc abc bbc bbc bbc", 100, "b c\n▁a bc\n▁b bc\n",
                  HEAD "b\nc\n▁a\n▁b\nbc\n▁abc\n▁bbc\n");
}

static void ties_go_to_the_first_text(void **state)
{
    (void)state;
    /* ▁d e, ▁b c and ▁b d three times each */
    assert_learns("de de de bd bd bd bc bc bc", 100, "▁b c\n▁b d\n▁d e\n",
                  HEAD "▁b\nc\nd\ne\n▁d\n▁bc\n▁bd\n▁de\n");
}

static void punctuation_and_digits_stay_alone(void **state)
{
    (void)state;
    learned got = learn("1992... 1992... 1992... </s> </s> </s>", 1000);
    assert_string_equal(got.merges, "");
    free(got.merges);
    free(got.vocab);
}

static void the_size_is_kept(void **state)
{
    (void)state;
    static const char text[] = "the cat\nthe hat\nthe that\nthe chat\nthe heat\nthat hat\n";
    size_t last = 0;
    for (int n = 5; n <= 40; n++) {
        learned got = learn(text, n);
        as_vocab *vocab;
        as_bpe *bpe;
        assert_true(as_vocab_parse(got.vocab, strlen(got.vocab), &vocab, NULL));
        assert_true(as_bpe_parse(got.merges, strlen(got.merges), &bpe, NULL));
        assert_true(as_vocab_size(vocab) <= n);
        /* one more piece each, until pairs run out */
        assert_true((size_t)as_vocab_size(vocab) >= last);
        last = (size_t)as_vocab_size(vocab);
        if (n <= 12)
            assert_int_equal(last, n);
        as_vocab_free(vocab);
        as_bpe_free(bpe);
        free(got.merges);
        free(got.vocab);
    }
    assert_true(last < 40);
}

static void characters_are_grapheme_clusters(void **state)
{
    (void)state;
    /* NFD and NFC are the same character; a flag, a family and a vowel sign are not split. */
    assert_learns("e\u0301e\u0301 \u00e9\u00e9 \u00e9\u00e9", 100, "▁é é\n", HEAD "é\n▁é\n▁éé\n");
    assert_learns(
        "🇫🇷 🇫🇷 🇫🇷 👨‍👩‍👧 👨‍👩‍👧 👨‍👩‍👧", 100,
        "", HEAD "▁🇫🇷\n▁👨‍👩‍👧\n");
    assert_learns("कि कि कि", 100, "", HEAD "▁कि\n");
    assert_learns("家族 家族 家族", 100, "▁家 族\n", HEAD "▁家\n族\n▁家族\n");
}

static void character_vocabularies(void **state)
{
    (void)state;
    const char *lines[] = {"aaab", "ab c'", "a b!", "e\u0301e\u0301\u00e9"};
    size_t lens[] = {4, 5, 4, 8};
    char *vocab;
    as_error err;
    assert_true(as_char_vocab_learn(lines, lens, 4, 100, &vocab, &err));
    assert_string_equal(vocab, HEAD "a\nb\né\n");
    free(vocab);
    assert_true(as_char_vocab_learn(lines, lens, 4, 6, &vocab, &err));
    assert_string_equal(vocab, HEAD "a\n");
    free(vocab);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    const char *lines[] = {"fine", "caf\xe9"};
    size_t lens[] = {4, 4};
    char *merges = (char *)state, *vocab = (char *)state;
    as_error err;
    assert_false(as_bpe_learn(lines, lens, 2, 100, &merges, &vocab, &err));
    assert_string_equal(err.message, "line 2: invalid UTF-8 at byte 3 (0xE9)");
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_false(as_char_vocab_learn(lines, lens, 2, 100, &vocab, &err));
    assert_string_equal(err.message, "line 2: invalid UTF-8 at byte 3 (0xE9)");
    static const int sizes[] = {-1, 0, 4, 1000001};
    for (size_t k = 0; k < 4; k++) {
        char want[128];
        snprintf(want, sizeof want, "a vocabulary of %d pieces; 5 to 1000000 are possible",
                 sizes[k]);
        assert_false(as_bpe_learn(lines, lens, 1, sizes[k], &merges, &vocab, &err));
        assert_string_equal(err.message, want);
        assert_int_equal(err.status, AS_ERR_ARGUMENT);
        assert_false(as_char_vocab_learn(lines, lens, 1, sizes[k], &vocab, &err));
        assert_string_equal(err.message, want);
    }
    assert_ptr_equal(merges, state);
    assert_ptr_equal(vocab, state);
}

/* xorshift64 (Marsaglia 2003): the same corpora on every machine. */
static unsigned random_below(unsigned n, unsigned long long *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (unsigned)(*seed >> 33) % n;
}

/* The algorithm as the paper writes it: count every pair anew, join the best, repeat. Words are
 * ASCII letters. */

enum { MAX_WORDS = 128, MAX_SYMBOLS = 16, SYMBOL = 20 };

typedef struct plain_word {
    char symbols[MAX_SYMBOLS][SYMBOL];
    int n;
} plain_word;

typedef struct plain_pair {
    char left[SYMBOL], right[SYMBOL];
    int count;
} plain_pair;

static bool comes_first(const plain_pair *a, const plain_pair *b)
{
    if (a->count != b->count)
        return a->count > b->count;
    int order = strcmp(a->left, b->left);
    return (order ? order : strcmp(a->right, b->right)) < 0;
}

static plain_pair best_pair(const plain_word *words, int n_words)
{
    static plain_pair pairs[MAX_WORDS * MAX_SYMBOLS];
    int n = 0, best = -1;
    for (int w = 0; w < n_words; w++) {
        for (int k = 0; k + 1 < words[w].n; k++) {
            int p = 0;
            while (p < n && (strcmp(pairs[p].left, words[w].symbols[k]) != 0 ||
                             strcmp(pairs[p].right, words[w].symbols[k + 1]) != 0))
                p++;
            if (p == n) {
                strcpy(pairs[n].left, words[w].symbols[k]);
                strcpy(pairs[n].right, words[w].symbols[k + 1]);
                pairs[n++].count = 0;
            }
            pairs[p].count++;
        }
    }
    for (int p = 0; p < n; p++) {
        if (best < 0 || comes_first(&pairs[p], &pairs[best]))
            best = p;
    }
    return best < 0 ? (plain_pair){"", "", 0} : pairs[best];
}

static void join_plainly(plain_word *word, const plain_pair *pair)
{
    for (int k = 0; k + 1 < word->n; k++) {
        if (strcmp(word->symbols[k], pair->left) != 0 ||
            strcmp(word->symbols[k + 1], pair->right) != 0)
            continue;
        strcat(word->symbols[k], pair->right);
        memmove(word->symbols[k + 1], word->symbols[k + 2],
                sizeof *word->symbols * (size_t)(word->n - k - 2));
        word->n--;
    }
}

/* The first `n_merges` merges that the paper's loop makes. */
static void learn_plainly(const char *text, int n_merges, char *out)
{
    static plain_word words[MAX_WORDS];
    int n_words = 0;
    for (const char *at = text; *at;) {
        plain_word *word = &words[n_words++];
        for (word->n = 0; *at && *at != ' '; at++, word->n++)
            sprintf(word->symbols[word->n], "%s%c", word->n == 0 ? AS_SPACE_MARK : "", *at);
        at += *at == ' ';
    }
    out[0] = '\0';
    for (int n = 0; n < n_merges; n++) {
        plain_pair best = best_pair(words, n_words);
        if (best.count < 2)
            break;
        out += sprintf(out, "%s %s\n", best.left, best.right);
        for (int w = 0; w < n_words; w++)
            join_plainly(&words[w], &best);
    }
}

static void random_corpora_learn_as_defined(void **state)
{
    (void)state;
    unsigned long long seed = 11;
    for (int round = 0; round < 300; round++) {
        /* Every character often enough to be taken, whatever the rest. */
        char text[2048] = "a a a b b b c c c xaaa xbbb xccc xxxx", want[8192];
        int n_words = 5 + (int)random_below(60, &seed), letters = 2 + (int)random_below(2, &seed);
        for (int w = 0; w < n_words; w++) {
            size_t len = strlen(text);
            text[len++] = ' ';
            for (int k = 1 + (int)random_below(9, &seed); k > 0; k--)
                text[len++] = (char)('a' + random_below((unsigned)letters, &seed));
            text[len] = '\0';
        }
        int n_merges = (int)random_below(60, &seed);
        learn_plainly(text, n_merges, want);
        /* specials, "▁", and the characters a b c x with and without the mark */
        learned got = learn(text, 13 + n_merges);
        assert_string_equal(got.merges, want);
        free(got.merges);
        free(got.vocab);
    }
}

static void the_order_of_lines_does_not_matter(void **state)
{
    (void)state;
    learned a = learn("the cat\nthe hat sat\nthat chat\nhat\nthe that\n", 60);
    learned b = learn("hat\nthe that\nthat chat\nthe cat\nthe hat sat\n", 60);
    assert_string_equal(a.merges, b.merges);
    assert_string_equal(a.vocab, b.vocab);
    free(a.merges);
    free(a.vocab);
    free(b.merges);
    free(b.vocab);
}

/* What is learned gives each training word as one piece when there is room. */
static void learned_merges_build_the_learned_pieces(void **state)
{
    (void)state;
    learned got = learn("lower lower lower newer newer newer widest widest widest", 1000);
    as_vocab *vocab;
    as_bpe *bpe;
    assert_true(as_vocab_parse(got.vocab, strlen(got.vocab), &vocab, NULL));
    assert_true(as_bpe_parse(got.merges, strlen(got.merges), &bpe, NULL));
    as_sentence s;
    const char *text = "newer widest lower";
    assert_true(
        as_tokenize(&(as_tokenizer){.unit = AS_UNIT_BPE, .vocab = vocab, .bpe = bpe}, text, strlen(text), &s, NULL));
    assert_int_equal(s.n, 4);
    assert_string_equal(s.tokens[0].piece, "▁newer");
    assert_string_equal(s.tokens[1].piece, "▁widest");
    assert_string_equal(s.tokens[2].piece, "▁lower");
    as_sentence_finish(&s);
    as_vocab_free(vocab);
    as_bpe_free(bpe);
    free(got.merges);
    free(got.vocab);
}

/* A line of 300,000 letters without a space, and its like. */
static void texts_without_spaces_cost_no_more(void **state)
{
    (void)state;
    enum { N = 300000 };
    static char text[N];
    unsigned long long seed = 5;
    for (int k = 0; k < N; k++)
        text[k] = (char)('a' + random_below(8, &seed));
    const char *lines[] = {text};
    size_t lens[] = {N};
    char *merges, *vocab;
    clock_t before = clock();
    assert_true(as_bpe_learn(lines, lens, 1, 2000, &merges, &vocab, NULL));
    assert_true(clock() - before < 60 * CLOCKS_PER_SEC);
    free(merges);
    free(vocab);
}

/* Characters and pieces that no vocabulary may hold are not learned. */
static void endless_characters_are_left_out(void **state)
{
    (void)state;
    enum { N_MARKS = AS_MAX_PIECE_BYTES / 2, LONG = 1 + 2 * N_MARKS, SHORT = 1 + 2 * 100, N = 60 };
    static char endless[LONG], row[N * SHORT];
    for (int k = 0; k < LONG; k++)
        endless[k] = k == 0 ? 'a' : "\u0301"[(k - 1) % 2];
    for (int k = 0; k < N; k++)
        memcpy(row + k * SHORT, endless, SHORT);
    const char *lines[] = {endless, endless, endless, row, row, row};
    size_t lens[] = {LONG, LONG, LONG, sizeof row, sizeof row, sizeof row};
    char *merges, *vocab_text;
    as_vocab *vocab;
    as_bpe *bpe = NULL;
    as_error err;
    assert_true(as_bpe_learn(lines, lens, 6, 1000, &merges, &vocab_text, &err));
    if (!as_vocab_parse(vocab_text, strlen(vocab_text), &vocab, &err) ||
        !as_bpe_parse(merges, strlen(merges), &bpe, &err))
        fail_msg("%s", err.message);
    assert_true(as_vocab_size(vocab) > 7);
    as_vocab_free(vocab);
    as_bpe_free(bpe);
    free(merges);
    free(vocab_text);
}

static bool learn_job(void *data)
{
    (void)data;
    const char *lines[] = {"the cat sat on the mat", "the hat that sat",
                           "é 1992 l'accord l'accord"};
    size_t lens[] = {22, 16, 25};
    char *merges = NULL, *vocab = NULL;
    as_error err = {0};
    bool ok = as_bpe_learn(lines, lens, 3, 100, &merges, &vocab, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    free(merges);
    free(vocab);
    return ok;
}

static bool learn_characters_job(void *data)
{
    (void)data;
    const char *lines[] = {"the cat sat on the mat"};
    size_t lens[] = {22};
    char *vocab = NULL;
    as_error err = {0};
    bool ok = as_char_vocab_learn(lines, lens, 1, 100, &vocab, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    free(vocab);
    return ok;
}

static void failing_allocations(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(learn_job, NULL) > 50);
    assert_true(failing_alloc_try_all(learn_characters_job, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(ties_go_to_the_first_text),
        cmocka_unit_test(punctuation_and_digits_stay_alone),
        cmocka_unit_test(the_size_is_kept),
        cmocka_unit_test(characters_are_grapheme_clusters),
        cmocka_unit_test(character_vocabularies),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(random_corpora_learn_as_defined),
        cmocka_unit_test(the_order_of_lines_does_not_matter),
        cmocka_unit_test(learned_merges_build_the_learned_pieces),
        cmocka_unit_test(texts_without_spaces_cost_no_more),
        cmocka_unit_test(endless_characters_are_left_out),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests_name("bpe_learn", tests, NULL, NULL);
}
