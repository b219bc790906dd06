/* Numbers as text, and the equations of a step with the numbers in them. */
#include "fake_translation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/equations.h"
#include "view/format.h"
#include "view/result.h"

static void assert_fixed(double x, int decimals, const char *want)
{
    char got[AS_FORMAT_MAX];
    assert_string_equal(as_format_fixed(got, x, decimals), want);
}

static void numbers_with_fixed_decimals(void **state)
{
    (void)state;
    assert_fixed(0.81449, 4, "0.8145");
    assert_fixed(1, 4, "1.0000");
    assert_fixed(0.99999, 4, "1.0000");
    assert_fixed(-0.00001, 3, "0.000"); /* no minus nought */
    assert_fixed(-3.925, 2, "−3.92");   /* 3.925 lies below itself in binary */
    assert_fixed(12.05, 0, "12");
    assert_fixed(0, 9, "0.000000000");
    assert_fixed(123456789.5, 1, "123456789.5");
    assert_fixed(NAN, 2, "n/a");
    assert_fixed(INFINITY, 2, "∞");
    assert_fixed(-INFINITY, 2, "−∞");
    assert_fixed(1e300, 2, ">10⁹");
}

static void assert_share(double x, int decimals, const char *want)
{
    char got[AS_FORMAT_MAX];
    assert_string_equal(as_format_share(got, x, decimals), want);
}

static void shares_that_are_not_nought_do_not_say_so(void **state)
{
    (void)state;
    assert_share(0.0004, 3, "< 0.001");
    assert_share(1e-30, 4, "< 0.0001");
    assert_share(0.0006, 3, "0.001");
    assert_share(0, 3, "0.000");
    assert_share(1, 3, "1.000");
    assert_share(-1e-9, 4, "0.0000"); /* what rounding leaves of nothing */
    assert_share(NAN, 3, "n/a");
}

static void subscripts_and_cuts(void **state)
{
    (void)state;
    char out[AS_FORMAT_MAX], four[4], eight[8];
    assert_string_equal(as_format_subscript(out, 0), "₀");
    assert_string_equal(as_format_subscript(out, 1987), "₁₉₈₇");
    assert_string_equal(as_format_cut(eight, sizeof eight, "1234567"), "1234567");
    assert_string_equal(as_format_cut(eight, sizeof eight, "12345678"), "1234…");
    assert_string_equal(as_format_cut(eight, sizeof eight, "123éé678"), "123…");
    assert_string_equal(as_format_cut(four, sizeof four, "abcdef"), "…");
}

static void assert_equation(const as_equation *eq, const char *text, const char *value)
{
    assert_string_equal(eq->text, text);
    assert_string_equal(eq->value, value);
}

static void a_step_of_the_additive_model(void **state)
{
    (void)state;
    as_translation *tr = fake_translation("a b c", "u v w", true);
    size_t S = 4, at = 2 * S + 1; /* t = 3, i = 2 */
    tr->alpha[at] = 0.25f;
    tr->energy[at] = -1.5f;
    tr->logp[2] = logf(0.625f);
    const float c[4] = {1, 2, 2, 4};
    memcpy(tr->c + 2 * 4, c, sizeof c); /* its length is 5 */
    as_result r;
    assert_true(as_result_init(&r, tr, NULL, &fake_config, NULL));
    as_equation eq[AS_EQUATIONS_MAX];
    assert_int_equal(as_equations(eq, &r, 2, 1), 5);
    assert_equation(&eq[0], "e₃,ᵢ = vₐᵀ tanh(Wₐ s₂ + Uₐ hᵢ + bₐ)", "e₃,₂ = −1.500");
    assert_equation(&eq[1], "α₃  = softmax(e₃)", "α₃,₂ = 0.2500");
    assert_equation(&eq[2], "c₃  = Σᵢ α₃,ᵢ hᵢ", "‖c₃‖ = 5.00");
    assert_equation(&eq[3], "s₃  = GRU(s₂, [y₂; c₃])", "");
    assert_equation(&eq[4], "y₃  ~ softmax(Wₒ [s₃; c₃; y₂] + bₒ)", "P(y₃) = 0.625");
    tr->alpha[at] = 1e-6f;
    tr->logp[2] = -20;
    as_equations(eq, &r, 2, 1);
    assert_string_equal(eq[1].value, "α₃,₂ < 0.0001");
    assert_string_equal(eq[1].number, "< 0.0001");
    assert_string_equal(eq[4].value, "P(y₃) < 0.001");
    as_result_finish(&r);
    as_translation_free(tr);
}

static void the_tanh_readout_has_a_line_of_its_own(void **state)
{
    (void)state;
    as_translation *tr = fake_translation("a", "u", false);
    as_config config = fake_config;
    config.readout = AS_READOUT_TANH;
    as_result r;
    assert_true(as_result_init(&r, tr, NULL, &config, NULL));
    as_equation eq[AS_EQUATIONS_MAX];
    assert_int_equal(as_equations(eq, &r, 0, 0), 6);
    assert_equation(&eq[2], "c₁  = Σᵢ α₁,ᵢ hᵢ", ""); /* the states were not kept */
    assert_string_equal(eq[4].text, "r₁  = tanh(Wᵣ [s₁; c₁; y₀] + bᵣ)");
    assert_string_equal(eq[5].text, "y₁  ~ softmax(Wₒ r₁ + bₒ)");
    as_result_finish(&r);
    as_translation_free(tr);
}

static void imported_settings_have_their_lines(void **state)
{
    (void)state;
    as_translation *tr = fake_translation("a b c", "u v", true);
    as_config config = fake_config;
    config.query = AS_QUERY_CURRENT;
    config.readout = AS_READOUT_AFFINE;
    config.feed = AS_FEED_READOUT;
    config.reads = AS_READS_NO_WORD;
    config.norm = AS_NORM_MARIAN;
    as_result r;
    as_equation eq[AS_EQUATIONS_MAX];
    assert_true(as_result_init(&r, tr, NULL, &config, NULL));
    assert_int_equal(as_equations(eq, &r, 1, 0), 7);
    assert_string_equal(eq[0].text, "s₂  = GRU(s₁, [y₁; r₁])");
    assert_string_equal(eq[4].text, "r₂  = Wᵣ [s₂; c₂] + bᵣ");
    assert_string_equal(eq[5].text, "y₂  ~ softmax(Wₒ r₂ + bₒ)");
    assert_string_equal(eq[6].text, "W x  ↦ g ∘ (W x − μ)/σ");
    as_result_finish(&r);
    config.feed = AS_FEED_NOTHING;
    assert_true(as_result_init(&r, tr, NULL, &config, NULL));
    as_equations(eq, &r, 1, 0);
    assert_string_equal(eq[0].text, "s₂  = GRU(s₁, y₁)");
    as_result_finish(&r);
    as_translation_free(tr);
}

static void every_score_query_and_readout_has_its_lines(void **state)
{
    (void)state;
    static const struct {
        as_score_kind score;
        as_query query;
        as_readout readout;
        const char *lines[8];
    } want[] = {
        {AS_SCORE_ADDITIVE,
         AS_QUERY_HALF,
         AS_READOUT_TANH,
         {"s′₂  = GRU₁(s₁, y₁)", "e₂,ᵢ = vₐᵀ tanh(Wₐ s′₂ + Uₐ hᵢ + bₐ)", "α₂  = softmax(e₂)",
          "c₂  = Σᵢ α₂,ᵢ hᵢ", "s₂  = GRU₂(s′₂, c₂)", "r₂  = tanh(Wᵣ [s₂; c₂; y₁] + bᵣ)",
          "y₂  ~ softmax(Wₒ r₂ + bₒ)"}},
        {AS_SCORE_ADDITIVE,
         AS_QUERY_CURRENT,
         AS_READOUT_TANH,
         {"s₂  = GRU(s₁, [y₁; c₁])", "e₂,ᵢ = vₐᵀ tanh(Wₐ s₂ + Uₐ hᵢ + bₐ)", "α₂  = softmax(e₂)",
          "c₂  = Σᵢ α₂,ᵢ hᵢ", "r₂  = tanh(Wᵣ [s₂; c₂; y₁] + bᵣ)", "y₂  ~ softmax(Wₒ r₂ + bₒ)"}},
        {AS_SCORE_GENERAL,
         AS_QUERY_PREVIOUS,
         AS_READOUT_MAXOUT,
         {"e₂,ᵢ = s₁ᵀ Wₐ hᵢ", "α₂  = softmax(e₂)", "c₂  = Σᵢ α₂,ᵢ hᵢ", "s₂  = GRU(s₁, [y₁; c₂])",
          "r₂  = maxout(Wᵣ [s₂; c₂; y₁] + bᵣ)", "y₂  ~ softmax(Wₒ r₂ + bₒ)"}},
        {AS_SCORE_DOT,
         AS_QUERY_CURRENT,
         AS_READOUT_LINEAR,
         {"s₂  = GRU(s₁, [y₁; c₁])", "e₂,ᵢ = s₂ᵀ hᵢ", "α₂  = softmax(e₂)", "c₂  = Σᵢ α₂,ᵢ hᵢ",
          "y₂  ~ softmax(Wₒ [s₂; c₂; y₁] + bₒ)"}},
        {AS_SCORE_SCALED_DOT,
         AS_QUERY_PREVIOUS,
         AS_READOUT_LINEAR,
         {"e₂,ᵢ = (W_q s₁)ᵀ (W_k hᵢ) / √A", "α₂  = softmax(e₂)", "c₂  = Σᵢ α₂,ᵢ hᵢ",
          "s₂  = GRU(s₁, [y₁; c₂])", "y₂  ~ softmax(Wₒ [s₂; c₂; y₁] + bₒ)"}},
        {AS_SCORE_NONE,
         AS_QUERY_PREVIOUS,
         AS_READOUT_LINEAR,
         {"c₂  = [→h₄; ←h₁]", "s₂  = GRU(s₁, [y₁; c₂])", "y₂  ~ softmax(Wₒ [s₂; c₂; y₁] + bₒ)"}},
    };
    as_translation *tr = fake_translation("a b c", "u v", true);
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        as_config config = fake_config;
        config.score = want[k].score;
        config.query = want[k].query;
        config.readout = want[k].readout;
        tr->no_attention = !as_config_attends(&config);
        as_result r;
        assert_true(as_result_init(&r, tr, NULL, &config, NULL));
        as_equation eq[AS_EQUATIONS_MAX];
        int n = as_equations(eq, &r, 1, 0), n_marked = 0;
        for (int line = 0; line < n; line++) {
            assert_non_null(want[k].lines[line]);
            assert_string_equal(eq[line].text, want[k].lines[line]);
            assert_int_equal(eq[line].marked, strncmp(eq[line].text, "α", strlen("α")) == 0);
            n_marked += eq[line].marked;
            if (strncmp(eq[line].text, "c", 1) == 0)
                assert_int_equal(strncmp(eq[line].value, "‖c₂‖ = ", strlen("‖c₂‖ = ")), 0);
        }
        assert_null(want[k].lines[n]);
        assert_int_equal(n_marked, as_config_attends(&config));
        as_result_finish(&r);
    }
    as_translation_free(tr);
}

static void what_a_row_says(void **state)
{
    (void)state;
    as_translation *tr = fake_translation("a b c", "u", false);
    const float rows[2][4] = {{0.5f, 0.125f, 0.25f, 0.125f}, {0, 0, 1, 0}};
    memcpy(tr->alpha, rows, sizeof rows);
    as_result r;
    assert_true(as_result_init(&r, tr, NULL, NULL, NULL));
    assert_float_equal(r.entropy[0], 1.75, 1e-6); /* 1/2 + 3/8 + 1/2 + 3/8 bit */
    assert_float_equal(r.entropy[1], 0, 1e-6);
    assert_float_equal(r.coverage[2], 1.25, 1e-6);
    assert_float_equal(r.row_max[0], 0.5, 0);
    assert_int_equal(as_result_second(&r, 0), 2);
    assert_int_equal(as_result_rank(&r, 0, 0), 1);
    assert_int_equal(as_result_rank(&r, 0, 1), 3); /* equal weights by position */
    assert_int_equal(as_result_rank(&r, 0, 3), 4);
    assert_string_equal(r.candidates[1], "#3"); /* without a vocabulary */
    as_result_finish(&r);
    as_translation_free(tr);
}

static void candidates_have_their_pieces_names(void **state)
{
    (void)state;
    static const char pieces[] = "<pad>\n<s>\n</s>\n<unk>\n▁zone\n▁\nté\n▁la";
    as_vocab *vocab;
    as_error err = {0};
    assert_true(as_vocab_parse(pieces, sizeof pieces - 1, &vocab, &err));
    as_translation *tr = fake_translation("a", "u", false);
    const int ids[4] = {4, 5, 6, 2};
    for (int k = 0; k < 4; k++)
        tr->candidates[k].id = ids[k];
    as_result r;
    assert_true(as_result_init(&r, tr, vocab, NULL, &err));
    assert_string_equal(r.candidates[0], "zone");
    assert_string_equal(r.candidates[1], "␣");
    assert_string_equal(r.candidates[2], "·té"); /* goes on with a word */
    assert_string_equal(r.candidates[3], "</s>");
    as_result_finish(&r);
    tr->candidates[3].id = 8; /* one past the end */
    assert_false(as_result_init(&r, tr, vocab, NULL, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    as_translation_free(tr);
    as_vocab_free(vocab);
}

/* One piece with the space mark and one without: both can be candidates at once. */
static void a_word_and_its_continuation_are_told_apart(void **state)
{
    (void)state;
    static const char words[] = "<pad>\n<s>\n</s>\n<unk>\n▁adop\nadop";
    static const char characters[] = "<pad>\n<s>\n</s>\n<unk>\n▁\na";
    const struct {
        const char *pieces;
        const char *first, *second;
    } cases[] = {{words, "adop", "·adop"}, {characters, "␣", "a"}};
    for (int c = 0; c < 2; c++) {
        as_vocab *vocab;
        as_error err = {0};
        assert_true(as_vocab_parse(cases[c].pieces, strlen(cases[c].pieces), &vocab, &err));
        as_translation *tr = fake_translation("a", "u", false);
        for (int k = 0; k < 4; k++)
            tr->candidates[k].id = AS_N_SPECIAL + k % 2;
        as_result r;
        assert_true(as_result_init(&r, tr, vocab, NULL, &err));
        assert_string_equal(r.candidates[0], cases[c].first);
        assert_string_equal(r.candidates[1], cases[c].second);
        as_result_finish(&r);
        as_translation_free(tr);
        as_vocab_free(vocab);
    }
}

static void assert_word(const as_sentence *s, int k, int first, int past)
{
    int from, to;
    as_token_word(s, k, &from, &to);
    assert_int_equal(from, first);
    assert_int_equal(to, past);
}

static void pieces_know_their_word(void **state)
{
    (void)state;
    as_sentence s = fake_sentence("sig n é en ▁ août");
    s.tokens[1].word = s.tokens[2].word = s.tokens[0].word;
    s.tokens[4].word = s.tokens[5].word; /* a lone space goes with the word after it */
    for (int k = 0; k < 3; k++)
        assert_word(&s, k, 0, 3);
    assert_word(&s, 3, 3, 4);
    assert_word(&s, 4, 4, 6);
    assert_word(&s, 5, 5, 6);
    assert_word(&s, 6, 6, 7); /* </s> */
    as_sentence_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_with_fixed_decimals),
        cmocka_unit_test(shares_that_are_not_nought_do_not_say_so),
        cmocka_unit_test(subscripts_and_cuts),
        cmocka_unit_test(a_step_of_the_additive_model),
        cmocka_unit_test(the_tanh_readout_has_a_line_of_its_own),
        cmocka_unit_test(imported_settings_have_their_lines),
        cmocka_unit_test(every_score_query_and_readout_has_its_lines),
        cmocka_unit_test(what_a_row_says),
        cmocka_unit_test(candidates_have_their_pieces_names),
        cmocka_unit_test(a_word_and_its_continuation_are_told_apart),
        cmocka_unit_test(pieces_know_their_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
