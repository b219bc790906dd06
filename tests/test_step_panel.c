/* The Step tab: where its parts lie, a score taken apart, and the tab as a golden draw list. */
#include "fake_translation.h"
#include "golden.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/sharpness.h"
#include "view/step_panel.h"

static const char source[] = "The agreement on the European Economic Area was signed .";
static const char target[] = "L' accord sur la zone a été signé .";

typedef struct fixture {
    as_translation *translation;
    as_trace *trace;
    as_result result;
    as_terms terms;
    as_step_view what;
    as_theme theme;
    as_draw_list list;
    as_pen pen;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->translation = fake_translation(source, target, true);
    f->trace = fake_trace(f->translation);
    f->theme = as_theme_make(AS_THEME_LIGHT, 1);
    assert_true(as_result_init(&f->result, f->translation, NULL, &fake_config, NULL));
    assert_true(as_terms_init(&f->terms, f->trace, NULL));
    f->result.trace = f->trace;
    f->pen = (as_pen){&f->list, &f->theme, &fixed_metrics, AS_LANGUAGE_EN};
    f->what = (as_step_view){.result = &f->result,
                             .terms = &f->terms,
                             .t = 4,
                             .i = 6,
                             .term = -1,
                             .candidate = -1,
                             .sharpness = AS_SHARPNESS_TRAINED};
    as_terms_of_cell(&f->terms, f->trace, 4, 6);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    as_terms_finish(&f->terms);
    as_result_finish(&f->result);
    as_translation_free(f->translation);
    as_trace_free(f->trace);
    as_draw_finish(&f->list);
    free(f);
    return 0;
}

static void draw(fixture *f, float height)
{
    as_step_plan plan;
    as_step_plan_make(&plan, &f->what, height, &f->theme);
    as_draw_reset(&f->list);
    as_step_panel_draw(&f->pen, &plan, &f->what, (as_box){900, 100, 340, plan.height}, false);
}

static void the_whole_step(void **state)
{
    fixture *f = *state;
    draw(f, 900);
    golden_list("step_panel", &f->list);
}

static void a_low_and_dark_one_in_chinese(void **state)
{
    fixture *f = *state;
    f->theme = as_theme_make(AS_THEME_DARK, 1);
    f->pen.language = AS_LANGUAGE_ZH;
    f->translation->temperature = 0.5;
    f->what.sharpness = 7;
    f->what.term = 2;
    draw(f, 300);
    golden_list("step_panel_low", &f->list);
}

static void every_stage(void **state)
{
    static const char *const names[AS_N_STAGES] = {"step_panel_query", "step_panel_scores",
                                                   "step_panel_weights", "step_panel_context",
                                                   "step_panel_word"};
    fixture *f = *state;
    f->what.staged = true;
    for (int stage = 0; stage < AS_N_STAGES; stage++) {
        f->what.stage = (as_stage)stage;
        draw(f, 600);
        golden_list(names[stage], &f->list);
    }
}

static bool overlaps(float a, float a_h, float b, float b_h)
{
    return a < b + b_h - 0.01f && b < a + a_h - 0.01f;
}

/* What is taken hold of lies inside the content and nothing over anything else. */
/* Bars in the accent's colour on this line of the list. */
static int n_bars_beside(const as_draw_list *list, const as_theme *theme, const char *value)
{
    int n = 0;
    for (size_t k = 0; k < list->n; k++) {
        const as_draw *d = &list->items[k];
        if (d->tag != AS_DRAW_TEXT || d->text_len != strlen(value) ||
            memcmp(list->text + d->text, value, d->text_len) != 0)
            continue;
        for (size_t j = k; j-- > 0 && list->items[j].tag == AS_DRAW_RECT;)
            n += memcmp(&list->items[j].colour, &theme->accent, sizeof theme->accent) == 0;
    }
    return n;
}

static void what_is_written_as_nought_has_no_bar(void **state)
{
    fixture *f = *state;
    as_column c = {.pen = f->pen, .w = 300, .line = 20};
    as_column_bar(&c, "a", 0.004f, "0.00", false);
    as_column_bar(&c, "b", 0.004f, "0.00 bit", false);
    as_column_bar(&c, "c", 0.0001f, "0.0001", false);
    as_column_bar(&c, "d", 0.0001f, "< 0.001", false);
    assert_int_equal(n_bars_beside(&f->list, &f->theme, "0.00"), 0);
    assert_int_equal(n_bars_beside(&f->list, &f->theme, "0.00 bit"), 0);
    assert_int_equal(n_bars_beside(&f->list, &f->theme, "0.0001"), 1);
    assert_int_equal(n_bars_beside(&f->list, &f->theme, "< 0.001"), 1);
}

static void what_is_taken_hold_of_lies_apart(void **state)
{
    fixture *f = *state;
    as_box column = {900, 100, 340, 0};
    for (float height = 100; height < 1200; height += 100) {
        as_step_plan plan;
        as_step_plan_make(&plan, &f->what, height, &f->theme);
        as_box terms = as_step_terms_box(&plan, column, &f->theme);
        as_box slider = as_step_sharpness_box(&plan, column, &f->theme);
        assert_true(terms.w == 340 && slider.w == 340);
        assert_false(overlaps(terms.y, terms.h, slider.y, slider.h));
        assert_true(slider.y + slider.h < 100 + plan.height);
        int seen[2] = {0, 0};
        for (float y = 100; y < 100 + plan.height; y += 1) {
            int k = as_step_candidate_at(&plan, column, 950, y);
            assert_true(k >= -1 && k < plan.n_candidates);
            if (k >= 0) {
                seen[k]++;
                assert_false(overlaps(y, 1, terms.y, terms.h) ||
                             overlaps(y, 1, slider.y, slider.h));
            }
        }
        assert_true(plan.n_candidates == 2 && seen[0] > 10 && seen[1] > 10);
        assert_int_equal(as_step_candidate_at(&plan, column, 899, 100 + plan.height / 3), -1);
    }
}

static void without_a_trace_there_is_nothing_to_take_apart(void **state)
{
    fixture *f = *state;
    as_terms none;
    assert_true(as_terms_init(&none, NULL, NULL));
    f->what.terms = &none;
    as_step_plan plan;
    as_step_plan_make(&plan, &f->what, 900, &f->theme);
    assert_true(as_step_terms_box(&plan, (as_box){0, 0, 340, 0}, &f->theme).w == 0);
    assert_true(plan.top[AS_STEP_SHARPNESS] > 0);
    as_terms_of_cell(&none, NULL, 0, 0); /* nothing happens */
    assert_int_equal(as_terms_at(&none, (as_box){0, 0, 10, 10}, 5), -1);
    as_terms_finish(&none);
}

static void terms_are_sorted_and_sum_to_the_score(void **state)
{
    fixture *f = *state;
    as_terms *terms = &f->terms;
    for (int t = 0; t < f->trace->T; t++)
        for (int i = 0; i < f->trace->S; i++) {
            as_terms_of_cell(terms, f->trace, t, i);
            double sum = 0, e = (double)f->translation->energy[t * f->trace->S + i];
            char *seen = calloc((size_t)terms->n, 1);
            for (int k = 0; k < terms->n; k++) {
                sum += (double)terms->value[k];
                assert_true(k == 0 || terms->value[k] < terms->value[k - 1] ||
                            (terms->value[k] == terms->value[k - 1] &&
                             terms->place[k] > terms->place[k - 1]));
                seen[terms->place[k]]++;
            }
            for (int k = 0; k < terms->n; k++)
                assert_int_equal(seen[k], 1);
            free(seen);
            assert_float_equal(sum, e, 1e-5);
            assert_float_equal(terms->up + terms->down, e, 1e-5);
            assert_true(terms->up >= 0 && terms->down <= 0);
        }
}

/* Every bar answers to the place where it is drawn, be there fewer or more terms than pixels. */
static void bars_are_hit_where_they_are_drawn(void **state)
{
    fixture *f = *state;
    for (float w = 5; w < 400; w += 13) {
        as_box box = {50, 10, w, 40};
        int last = -1;
        for (float x = 50; x < 50 + w; x += 0.25f) {
            int k = as_terms_at(&f->terms, box, x);
            assert_true(k >= last && k < f->terms.n);
            last = k;
            as_draw_reset(&f->list);
            as_terms_draw(&f->pen, &f->terms, box, k);
            for (size_t n = 0; n < f->list.n; n++) {
                const as_draw *d = &f->list.items[n];
                if (d->tag == AS_DRAW_RECT &&
                    memcmp(&d->colour, &f->theme.mark, sizeof d->colour) == 0)
                    assert_true(x >= d->box.x - 0.01f && x <= d->box.x + d->box.w + 1.01f);
            }
        }
        assert_int_equal(as_terms_at(&f->terms, box, 49), -1);
        assert_int_equal(as_terms_at(&f->terms, box, 50 + w), -1);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_whole_step),
        TEST(what_is_written_as_nought_has_no_bar),
        TEST(a_low_and_dark_one_in_chinese),
        TEST(every_stage),
        TEST(what_is_taken_hold_of_lies_apart),
        TEST(without_a_trace_there_is_nothing_to_take_apart),
        TEST(terms_are_sorted_and_sum_to_the_score),
        TEST(bars_are_hit_where_they_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
