/* Files of links: what is refused and where; links of words as links of tokens, whatever the pieces
 * are; the guided loss. */
#include "train/guided.h"
#include "train/links.h"
#include "train/pieces.h"

#include "failing_alloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, text, size);
    return copy;
}

static bool parse(const char *text, int n_pairs, as_link_file *out, as_error *err)
{
    char place[] = "pairs.tsv";
    const as_tsv pairs = {.place = place, .n = n_pairs};
    return as_link_file_parse("pairs.links", copy_of(text), strlen(text), &pairs, out, err);
}

static void test_rows(void **state)
{
    (void)state;
    /* The last line feed may be missing; a blank line has no links. */
    const char *texts[] = {"0-0 1-2\n\n 2-1\t0-3 \r\n", "0-0 1-2\n\n 2-1\t0-3 "};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        as_link_file file;
        as_link *links;
        int n;
        as_error err = {0};
        if (!parse(texts[k], 3, &file, &err))
            fail_msg("%s", err.message);
        assert_true(as_link_file_row(&file, 0, 2, 3, &links, &n, NULL));
        assert_int_equal(n, 2);
        assert_true(links[1].source == 1 && links[1].target == 2);
        free(links);
        assert_true(as_link_file_row(&file, 1, 1, 1, &links, &n, NULL));
        assert_int_equal(n, 0);
        free(links);
        assert_true(as_link_file_row(&file, 2, 3, 4, &links, &n, NULL));
        assert_int_equal(n, 2);
        free(links);
        assert_false(as_link_file_row(&file, 2, 3, 3, &links, &n, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_string_equal(
            err.message,
            "pairs.links:3: link 2: 0-3, expected at most 2-2 for 3 and 3 words");
        as_link_file_finish(&file);
        as_link_file_finish(&file);
    }
}

static void test_number_of_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "pairs.links: 0 lines, expected 3, as many as pairs.tsv has"},
        {"0-0\n0-0", "pairs.links: 2 lines, expected 3, as many as pairs.tsv has"},
        {"0-0\n0-0\n", "pairs.links: 2 lines, expected 3, as many as pairs.tsv has"},
        {"0-0\n\n\n\n0-0", "pairs.links: 5 lines, expected 3, as many as pairs.tsv has"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        as_link_file file;
        as_error err = {0};
        assert_false(parse(cases[k].text, 3, &file, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_string_equal(err.message, cases[k].message);
    }
    as_link_file none;
    assert_true(parse("", 0, &none, NULL));
    as_link_file_finish(&none);
}

/* ---- from words to tokens ---- */

static void read_pieces(as_pieces *pieces, as_unit unit)
{
    as_error err = {0};
    if (!as_pieces_parse(unit,
                         unit == AS_UNIT_CHAR
                             ? "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\n我\n爱\n你"
                             : "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\n▁ab\n▁c\n▁我爱\n我\n爱\n你",
                         "▁ a\n▁a b\n▁ c\n▁ 我\n▁我 爱", pieces, &err))
        fail_msg("%s", err.message);
}

static as_sentence tokens(as_unit unit, const char *text)
{
    as_pieces pieces;
    as_sentence sentence;
    as_error err = {0};
    read_pieces(&pieces, unit);
    as_tokenizer tokenizer = as_pieces_tokenizer(&pieces);
    if (!as_tokenize(&tokenizer, text, strlen(text), &sentence, &err))
        fail_msg("%s", err.message);
    as_pieces_finish(&pieces);
    return sentence;
}

/* `want`: for each target token the positions it is linked to, a letter each, '.' after each token.
 */
static void check(as_unit unit, const char *source, const char *target, const as_link *links, int n,
                  const char *want)
{
    as_sentence x = tokens(unit, source), y = tokens(unit, target);
    as_arena arena = {0};
    as_token_links found;
    char got[200];
    size_t len = 0;
    assert_true(as_token_links_make(links, n, &x, &y, &arena, &found, NULL));
    for (int t = 0; t < y.n; t++) {
        for (int k = found.from[t]; k < found.from[t + 1]; k++) {
            assert_in_range(found.i[k], 0, x.n - 1);
            got[len++] = (char)('a' + found.i[k]);
        }
        got[len++] = '.';
    }
    got[len] = '\0';
    assert_string_equal(got, want);
    as_arena_finish(&arena);
    as_sentence_finish(&x);
    as_sentence_finish(&y);
}

static void test_pieces_share_the_links_of_their_word(void **state)
{
    (void)state;
    /* ▁ab c b | ▁c | </s> */
    const as_link one[] = {{0, 0}};
    check(AS_UNIT_BPE, "abcb c", "abc c", one, 1, "abc.abc...");
    const as_link crossing[] = {{1, 0}, {0, 1}, {0, 1}};
    check(AS_UNIT_BPE, "abcb c", "abc c", crossing, 3, "d.d.abc..");
    const as_link both[] = {{1, 0}, {0, 0}};
    check(AS_UNIT_BPE, "abcb c", "abc c", both, 2, "abcd.abcd...");
    check(AS_UNIT_BPE, "abcb c", "abc c", NULL, 0, "....");
}

/* ▁我爱 is two words in one piece: it has the links of both, and whoever is linked to one of them
 * looks at it. */
static void test_pieces_of_several_words(void **state)
{
    (void)state;
    const as_link links[] = {{0, 0}, {1, 1}, {2, 2}};
    check(AS_UNIT_BPE, "我爱你", "c c c", links, 3, "a.a.b..");
    check(AS_UNIT_BPE, "c c c", "我爱你", links, 3, "ab.c..");
    check(AS_UNIT_BPE, "c c", "c我爱", (as_link[]){{0, 1}, {1, 2}}, 2, ".a.b..");
    check(AS_UNIT_BPE, "c", "我爱", (as_link[]){{0, 1}}, 1, "a..");
}

/* A space goes with the word after it. */
static void test_characters(void **state)
{
    (void)state;
    const as_link links[] = {{1, 0}, {0, 1}};
    check(AS_UNIT_CHAR, "ab c", "a bc", links, 2, "cd.ab.ab.ab..");
}

static void test_texts_without_words(void **state)
{
    (void)state;
    check(AS_UNIT_BPE, "", "c", NULL, 0, "..");
    check(AS_UNIT_BPE, "c", "", NULL, 0, ".");
}

static bool make_links(void *data)
{
    const as_sentence *sides = data;
    const as_link links[] = {{0, 0}, {1, 1}};
    as_arena arena = {0};
    as_token_links found;
    as_link_file file = {0};
    as_link *row = NULL;
    int n;
    char place[] = "t", *text = malloc(8);
    if (!text)
        return false;
    memcpy(text, "0-0 1-1\n", 8);
    const as_tsv pairs = {.place = place, .n = 1};
    bool done = as_link_file_parse("l", text, 8, &pairs, &file, NULL) &&
                as_link_file_row(&file, 0, 2, 2, &row, &n, NULL) &&
                as_token_links_make(links, 2, &sides[0], &sides[1], &arena, &found, NULL);
    free(row);
    as_link_file_finish(&file);
    as_arena_finish(&arena);
    return done;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    as_sentence sides[] = {tokens(AS_UNIT_BPE, "abc c"), tokens(AS_UNIT_BPE, "c abc")};
    assert_true(failing_alloc_try_all(make_links, sides) > 4);
    as_sentence_finish(&sides[0]);
    as_sentence_finish(&sides[1]);
}

/* ---- the loss ---- */

static void test_guided_loss(void **state)
{
    (void)state;
    const int from[] = {0, 2, 2, 3}, i[] = {0, 3, 1};
    const as_token_links links = {from, i}, none = {0};
    const float alpha[] = {0.5f, 0.25f, 0.125f, 0.125f}, certain[] = {0, 1, 0, 0};
    assert_true(fabs(as_guided_loss(&links, 0, alpha) - -log(0.625)) < 1e-12);
    assert_true(as_guided_loss(&links, 1, alpha) == 0);
    assert_true(fabs(as_guided_loss(&links, 2, alpha) - -log(0.25)) < 1e-12);
    assert_true(as_guided_loss(&links, 2, certain) == 0);
    assert_true(as_guided_loss(&none, 0, alpha) == 0);

    float d[] = {1, 2, 3, 4};
    as_guided_backward(d, &links, 0, alpha, 0.5);
    assert_true(fabsf(d[0] - 0.2f) < 1e-6f && d[1] == 2 && d[2] == 3 && fabsf(d[3] - 3.2f) < 1e-6f);
    as_guided_backward(d, &links, 1, alpha, 0.5);
    as_guided_backward(d, &none, 0, alpha, 0.5);
    assert_true(fabsf(d[0] - 0.2f) < 1e-6f && d[1] == 2);
}

/* No weight at all on what is linked: a large loss, but finite, with a gradient that is too. */
static void test_no_mass(void **state)
{
    (void)state;
    const int from[] = {0, 1}, i[] = {0};
    const as_token_links links = {from, i};
    const float alpha[] = {0, 1};
    float d[] = {0, 0};
    double loss = as_guided_loss(&links, 0, alpha);
    assert_true(loss > 60 && isfinite(loss));
    as_guided_backward(d, &links, 0, alpha, 1);
    assert_true(isfinite(d[0]) && d[0] < 0 && d[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_number_of_lines),
        cmocka_unit_test(test_pieces_share_the_links_of_their_word),
        cmocka_unit_test(test_pieces_of_several_words),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_texts_without_words),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_guided_loss),
        cmocka_unit_test(test_no_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
