/* BLEU by length as bars: whole pictures against tests/golden. */
#include "view/bars.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing_alloc.h"
#include "golden.h"
#include "view_driver.h"

static void labels_say_their_range(void **state)
{
    (void)state;
    static const char *const want[AS_N_LANGUAGES][3] = {{"up to 15", "16 to 30", "over 30"},
                                                        {"至多 15", "16 至 30", "超过 30"}};
    as_lengths lengths = as_lengths_default();
    for (int l = 0; l < AS_N_LANGUAGES; l++) {
        for (int b = 0; b < 3; b++) {
            char label[AS_BARS_LABEL];
            assert_string_equal(as_bars_label(label, &lengths, b, (as_language)l), want[l][b]);
        }
    }
}

/* BLEU 50 and 100 by hand: halves of all n-grams, and all of them; the third has no sentence. */
static void make_scores(as_corpus_scores scores[3])
{
    memset(scores, 0, 3 * sizeof *scores);
    for (int b = 0; b < 2; b++) {
        for (int n = 0; n < AS_BLEU_ORDER; n++) {
            scores[b].bleu.totals[n] = 10;
            scores[b].bleu.matches[n] = b == 0 ? 5 : 10;
        }
        scores[b].bleu.hypothesis_length = scores[b].bleu.reference_length = 10;
        scores[b].n_sentences = 3 + b;
    }
}

static void scores_as_a_picture(void **state)
{
    (void)state;
    static const struct {
        const char *golden;
        as_bars_options options;
    } cases[] = {
        {"bars", {"eng-fra · test.tsv", AS_THEME_PAPER, AS_LANGUAGE_EN}},
        {"bars_dark_chinese", {NULL, AS_THEME_DARK, AS_LANGUAGE_ZH}},
    };
    as_lengths lengths = as_lengths_default();
    as_corpus_scores scores[3];
    make_scores(scores);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        as_draw_list list = {0};
        float width, height;
        assert_true(as_bars_frame(&lengths, scores, &cases[k].options, &fixed_metrics, &list,
                                  &width, &height, NULL));
        golden_list(cases[k].golden, &list);
        as_draw_finish(&list);
    }
}

/* Sixteen buckets, none with a sentence. */
static void many_and_empty_buckets_fit(void **state)
{
    (void)state;
    as_lengths lengths;
    as_corpus_scores scores[AS_LENGTH_BOUNDS_MAX + 1] = {0};
    const as_bars_options options = {"", AS_THEME_LIGHT, AS_LANGUAGE_EN};
    as_draw_list list = {0};
    float width, height;
    assert_true(as_lengths_parse("1,2,3,4,5,6,7,8,9,10,11,12,13,14,4000", &lengths, NULL));
    assert_true(
        as_bars_frame(&lengths, scores, &options, &fixed_metrics, &list, &width, &height, NULL));
    for (size_t k = 1; k < list.n; k++) {
        assert_int_not_equal(list.items[k].tag, AS_DRAW_RECT); /* no bar */
        assert_true(list.items[k].box.x >= 0 && list.items[k].box.x <= width);
        assert_true(list.items[k].box.y >= 0 && list.items[k].box.y <= height);
    }
    as_draw_finish(&list);
}

static bool draw(void *data)
{
    as_lengths lengths = as_lengths_default();
    const as_bars_options options = {"x", AS_THEME_LIGHT, AS_LANGUAGE_EN};
    as_draw_list list = {0};
    float width, height;
    bool ok = as_bars_frame(&lengths, data, &options, &fixed_metrics, &list, &width, &height, NULL);
    as_draw_finish(&list);
    return ok;
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    as_corpus_scores scores[3];
    make_scores(scores);
    assert_true(failing_alloc_try_all(draw, scores) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_say_their_range),
        cmocka_unit_test(scores_as_a_picture),
        cmocka_unit_test(many_and_empty_buckets_fit),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
