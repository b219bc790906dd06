/* Gold alignments: reading them, and links of attention between their words, worked by hand. */
#include "core/gold.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing_alloc.h"

enum { MAX_PIECES = 16 };

/* A translation of a pair's own texts, cut into pieces that follow each other there, then </s>. */
typedef struct cut {
    as_translation translation;
    as_token tokens[2][MAX_PIECES];
} cut;

static void cut_side(as_sentence *sentence, as_token *tokens, const as_gold_side *side,
                     const char *const *pieces)
{
    size_t at = 0;
    int n = 0;
    for (; pieces[n] != NULL; n++) {
        size_t len = strlen(pieces[n]);
        if (strcmp(pieces[n], " ") != 0 && side->text[at] == ' ')
            at++;
        assert_memory_equal(side->text + at, pieces[n], len);
        tokens[n] = (as_token){.start = at, .len = len};
        at += len;
    }
    assert_int_equal(at, side->len);
    tokens[n++] = (as_token){.special = true};
    *sentence =
        (as_sentence){.text = side->text, .text_len = side->len, .tokens = tokens, .n = n};
}

static void cut_pair(cut *out, const as_gold_pair *pair, const char *const *source,
                     const char *const *target, float *alpha)
{
    *out = (cut){.translation = {.alpha = alpha}};
    cut_side(&out->translation.source, out->tokens[0], &pair->source, source);
    cut_side(&out->translation.target, out->tokens[1], &pair->target, target);
}

static void parse(as_gold_pair *pair, const char *line)
{
    as_error err = {0};
    if (!as_gold_parse(line, strlen(line), pair, &err))
        fail_msg("%s", err.message);
}

/* The links as "0-0 1-1". */
static void assert_links(const as_gold_pair *pair, const cut *c, int shift, const char *want)
{
    as_link *links = NULL;
    int n = 0;
    char text[256] = "";
    assert_true(as_gold_links(pair, &c->translation, shift, &links, &n, NULL));
    for (int k = 0; k < n; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d-%d", k ? " " : "",
                 links[k].source, links[k].target);
    free(links);
    assert_string_equal(text, want);
}

/* ---- reading ---- */

static void reads_four_columns(void **state)
{
    (void)state;
    as_gold_pair pair;
    parse(&pair, "each of them\tchacun d' eux\t0-0 2-2\t1-1\r");
    assert_string_equal(pair.source.text, "each of them");
    assert_string_equal(pair.target.text, "chacun d' eux");
    assert_int_equal(pair.source.n, 3);
    assert_int_equal(pair.target.words[1].start, 7);
    assert_int_equal(pair.target.words[1].len, 2);
    assert_int_equal(pair.n_sure, 2);
    assert_int_equal(pair.n_possible, 1);
    assert_int_equal(pair.possible[0].source, 1);
    as_gold_finish(&pair);
}

static void joins_words_as_they_are_written(void **state)
{
    (void)state;
    as_gold_pair pair;
    parse(&pair, "cafe\xcc\x81 in COVID-19\t在 1990 年 ， “ 中国 ” ok go\t\t");
    assert_string_equal(pair.source.text, "café in COVID-19");
    assert_string_equal(pair.target.text, "在1990年，“中国” ok go");
    assert_int_equal(pair.target.n, 9);
    assert_int_equal(pair.target.words[8].len, 2);
    assert_memory_equal(pair.target.text + pair.target.words[5].start, "中国", strlen("中国"));
    as_gold_finish(&pair);
}

static void scores_annotated_words_only(void **state)
{
    (void)state;
    as_gold_pair pair;
    parse(&pair, "a b c\tx y z\t0-0 1-1 2-2\t0-1\t1 2\t0 1");
    assert_int_equal(pair.n_sure, 1);
    assert_int_equal(pair.sure[0].source, 1);
    assert_int_equal(pair.n_possible, 0);
    as_link links[] = {{0, 0}, {2, 1}, {1, 2}, {1, 0}};
    assert_int_equal(as_gold_keep_scored(&pair, links, 4), 2);
    assert_int_equal(links[1].source, 1);
    as_gold_finish(&pair);
}

static void names_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } bad[] = {
        {"", "1 column between tabs, expected 4 (source, target, sure links, possible links) or 6"},
        {"a\tb\t0-0",
         "3 columns between tabs, expected 4 (source, target, sure links, possible links) or 6"},
        {"a\tb\t0-0\t\t0",
         "5 columns between tabs, expected 4 (source, target, sure links, possible links) or 6"},
        {"a\tb\t\t\t0\t0\t",
         "7 columns between tabs, expected 4 (source, target, sure links, possible links) or 6"},
        {"a  b\tx\t\t", "source: word 2: nothing, expected a word between single spaces"},
        {"a\t\t\t", "target: word 1: nothing, expected a word between single spaces"},
        {"a\tx\xff\t\t", "target: word 1: invalid UTF-8 at byte 1 (0xFF)"},
        {"a\tか \xe3\x82\x99\t\t",
         "target: a word begins with a combining mark, expected whole characters"},
        {"a\tx\t0-0 0:0\t", "sure links: link 2: '0:0', expected source-target as in 0-1"},
        {"a\tx\t0-0\t0-1", "possible links: link 1: 0-1, expected at most 0-0 for 1 and 1 words"},
        {"a\tx\t\t\t1\t0", "annotated source positions: 1, expected at most 0 for 1 words"},
        {"a\tx\t\t\t0\t0 99999999999999999999",
         "annotated target positions: 999999999999, expected at most 0 for 1 words"},
        {"a\tx\t\t\t0\t0  0",
         "annotated target positions: no number at byte 2, expected positions between single "
         "spaces"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        as_error err = {0};
        as_gold_pair pair;
        assert_false(as_gold_parse(bad[k].line, strlen(bad[k].line), &pair, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_string_equal(err.message, bad[k].message);
    }
}

static void refuses_too_many_words(void **state)
{
    (void)state;
    char *line = malloc(2 * (AS_GOLD_MAX_WORDS + 1) + 8);
    assert_non_null(line);
    for (int k = 0; k <= AS_GOLD_MAX_WORDS; k++)
        memcpy(line + 2 * k, "a ", 2);
    strcpy(line + 2 * AS_GOLD_MAX_WORDS + 1, "\tx\t\t");
    as_error err = {0};
    as_gold_pair pair;
    assert_false(as_gold_parse(line, strlen(line), &pair, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    strcpy(line + 2 * AS_GOLD_MAX_WORDS - 1, "\tx\t\t");
    parse(&pair, line);
    assert_int_equal(pair.source.n, AS_GOLD_MAX_WORDS);
    as_gold_finish(&pair);
    free(line);
}

/* ---- links ---- */

/* The worked matrix of test_measures.c: Obama welcomes Netanyahu </s> from seven pieces of three
 * words. */
static void merges_the_published_matrix(void **state)
{
    (void)state;
    float alpha[4 * 7] = {
        0.723834f,   0.0471278f, 0.126415f,  0.000413103f, 0.000774298f, 0.000715227f, 0.10072f,
        0.00572539f, 0.743366f,  0.0342341f, 0.000315413f, 0.00550132f,  0.00150629f,  0.209351f,
        0.0122618f,  0.0073559f, 0.909192f,  0.000606444f, 0.00614908f,  0.00256837f,  0.0618667f,
        0.00110054f, 0.0214063f, 0.0759918f, 0.000446028f, 0.104856f,    0.0435644f,   0.752634f,
    };
    const char *const source[] = {"Obama", "empfaengt", "Net", "any", "ah", "u", NULL};
    const char *const target[] = {"Obama", "welcomes", "Netanyahu", NULL};
    as_gold_pair pair;
    cut c;
    parse(&pair, "Obama empfaengt Netanyahu\tObama welcomes Netanyahu\t0-0 1-1 2-2\t");
    cut_pair(&c, &pair, source, target, alpha);
    assert_links(&pair, &c, 0, "0-0 1-1 2-2");
    assert_links(&pair, &c, 1, "1-0 2-1"); /* the row of </s> has most of its mass on </s> */
    assert_links(&pair, &c, -1, "0-1 1-2");
    as_gold_finish(&pair);
}

static void sums_the_source_and_averages_the_target(void **state)
{
    (void)state;
    /* Rows x, y, z, </s>; columns a, b, c, </s>. The pieces' own largest are c, a, a. */
    float alpha[4 * 4] = {
        0.30f, 0.25f, 0.40f, 0.05f, /* x: ab 0.55 */
        0.35f, 0.00f, 0.30f, 0.35f, /* y: tied, ab first */
        0.50f, 0.00f, 0.50f, 0.00f, /* z: with y, ab 0.425 and c 0.40 */
        0.00f, 0.00f, 0.00f, 1.00f,
    };
    const char *const source[] = {"a", "b", "c", NULL}, *const target[] = {"x", "y", "z", NULL};
    as_gold_pair pair;
    cut c;
    parse(&pair, "ab c\tx yz\t0-0 0-1\t");
    cut_pair(&c, &pair, source, target, alpha);
    assert_links(&pair, &c, 0, "0-0 0-1");
    alpha[4 + 2] = 0.5f, alpha[4] = 0.15f; /* now ab 0.325 and c 0.5 */
    assert_links(&pair, &c, 0, "0-0 1-1");
    as_gold_finish(&pair);
}

static void shares_a_piece_by_its_characters(void **state)
{
    (void)state;
    /* 中国人 | 们 over the words 中 国人们: two thirds of the first piece are of the second word.
     */
    float alpha[3 * 3] = {
        0.60f, 0.10f, 0.30f, /* x: 中 0.2, 国人们 0.5, </s> 0.3 */
        0.00f, 0.20f, 0.80f, /* y: </s> */
        0.00f, 0.00f, 1.00f,
    };
    const char *const source[] = {"中国人", "们", NULL}, *const target[] = {"x", "y", NULL};
    as_gold_pair pair;
    cut c;
    parse(&pair, "中 国人们\tx y\t1-0\t");
    cut_pair(&c, &pair, source, target, alpha);
    assert_links(&pair, &c, 0, "1-0");
    as_gold_finish(&pair);
    /* The same on the other side: row 中国人 counts a third for the word 中, all for 国人们 with
     * 们. */
    float turned[3 * 3] = {
        0.60f, 0.40f, 0.00f, /* 中国人: x */
        0.00f, 0.90f, 0.10f, /* 们: y; 国人们: x 0.4, y 1.17 */
        0.00f, 0.00f, 1.00f,
    };
    parse(&pair, "x y\t中 国人们\t0-0\t");
    cut_pair(&c, &pair, target, source, turned);
    assert_links(&pair, &c, 0, "0-0 1-1");
    as_gold_finish(&pair);
}

static void gives_a_lone_space_to_the_word_after_it(void **state)
{
    (void)state;
    float alpha[4 * 4] = {
        0.40f, 0.30f, 0.20f, 0.10f, /* x: a 0.4, b with its space 0.5 */
        0.10f, 0.10f, 0.10f, 0.70f, /* the space before y */
        0.90f, 0.00f, 0.10f, 0.00f, /* y: with the space a 1.0, b 0.3, </s> 0.7 */
        0.00f, 0.00f, 0.00f, 1.00f,
    };
    const char *const source[] = {"a", " ", "b", NULL}, *const target[] = {"x", " ", "y", NULL};
    as_gold_pair pair;
    cut c;
    parse(&pair, "a b\tx y\t\t");
    cut_pair(&c, &pair, source, target, alpha);
    assert_links(&pair, &c, 0, "1-0 0-1");
    as_gold_finish(&pair);
}

/* S = {0-0, 1-1, 2-2}, P = S and {3-2, 6-3} (Och and Ney 2003). */
static void scores_as_the_identities_say(void **state)
{
    (void)state;
    as_gold_pair pair;
    parse(&pair, "a b c d e f g\tw x y z\t0-0 1-1 2-2\t3-2 6-3");
    as_link all[] = {{0, 0}, {1, 1}, {2, 2}, {6, 3}}, wrong[] = {{0, 0}, {1, 2}, {2, 2}};
    as_aer aer = {0};
    as_aer_add(&aer, all, 4, pair.sure, pair.n_sure, pair.possible, pair.n_possible);
    assert_true(as_aer_value(&aer) == 0);
    aer = (as_aer){0};
    as_aer_add(&aer, wrong, 3, pair.sure, pair.n_sure, pair.possible, pair.n_possible);
    assert_true(fabs(as_aer_value(&aer) - 1.0 / 3) < 1e-15);
    as_gold_finish(&pair);
}

static void refuses_a_translation_of_other_texts(void **state)
{
    (void)state;
    float alpha[4] = {1, 0, 0, 1};
    const char *const source[] = {"a", NULL}, *const target[] = {"x", NULL};
    as_gold_pair pair, other;
    cut c;
    as_link *links = NULL;
    int n = 0;
    as_error err = {0};
    parse(&pair, "a\tx\t\t");
    parse(&other, "a\ty\t\t");
    cut_pair(&c, &pair, source, target, alpha);
    assert_false(as_gold_links(&other, &c.translation, 0, &links, &n, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_null(links);
    as_gold_finish(&pair);
    as_gold_finish(&other);
}

static bool parse_and_link(void *data)
{
    (void)data;
    static const char line[] = "e\xcc\x81 b\tx y\t0-0\t1-1\t0 1\t0 1";
    float alpha[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const char *const source[] = {"\xc3\xa9", "b", NULL}, *const target[] = {"x", "y", NULL};
    as_gold_pair pair;
    cut c;
    as_link *links = NULL;
    int n = 0;
    if (!as_gold_parse(line, strlen(line), &pair, NULL))
        return false;
    cut_pair(&c, &pair, source, target, alpha);
    bool ok = as_gold_links(&pair, &c.translation, 0, &links, &n, NULL);
    free(links);
    as_gold_finish(&pair);
    return ok;
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(parse_and_link, NULL) > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_four_columns),
        cmocka_unit_test(joins_words_as_they_are_written),
        cmocka_unit_test(scores_annotated_words_only),
        cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(refuses_too_many_words),
        cmocka_unit_test(merges_the_published_matrix),
        cmocka_unit_test(sums_the_source_and_averages_the_target),
        cmocka_unit_test(shares_a_piece_by_its_characters),
        cmocka_unit_test(gives_a_lone_space_to_the_word_after_it),
        cmocka_unit_test(scores_as_the_identities_say),
        cmocka_unit_test(refuses_a_translation_of_other_texts),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
