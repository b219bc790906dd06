/* The model's card: what it says, in both languages, and the tab that shows it. */
#include "failing_alloc.h"
#include "golden.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/model_card.h"

static const as_card_figure figures[] = {{"bleu", "eval test.tsv", 48.33}, {"unheard_of", "", -3}};

static as_card make_card(const as_model_about *about)
{
    as_card card;
    assert_true(as_card_init(&card, "/models/eng-fra.safetensors", about, figures, 2, NULL));
    return card;
}

static float draw(as_draw_list *list, const as_card *card, float w, as_language language)
{
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    as_pen pen = {list, &theme, &fixed_metrics, language};
    return as_card_draw(&pen, card, "English → French", 100, 50, w);
}

static void looks(void **state)
{
    (void)state;
    as_card card = make_card(&fake_about);
    as_draw_list list = {0};
    draw(&list, &card, 340, AS_LANGUAGE_EN);
    golden_list("model_card", &list);
    as_draw_reset(&list);
    draw(&list, &card, 340, AS_LANGUAGE_ZH);
    golden_list("model_card_chinese", &list);
    as_draw_finish(&list);
    as_card_finish(&card);
}

/* At every width: what it measures is what it draws, and it lies inside. */
static void it_is_as_high_as_it_says(void **state)
{
    (void)state;
    as_card card = make_card(&fake_about);
    float before = 0;
    for (float w = 200; w < 900; w += 7) {
        as_draw_list list = {0};
        float h = draw(&list, &card, w, AS_LANGUAGE_EN);
        assert_true(h == draw(NULL, &card, w, AS_LANGUAGE_EN));
        assert_true(before == 0 || h <= before); /* wider is lower */
        before = h;
        for (size_t k = 0; k < list.n; k++) {
            assert_true(list.items[k].box.y > 50 && list.items[k].box.y < 50 + h);
            assert_true(list.items[k].box.x >= 100 && list.items[k].box.x <= 100 + w);
        }
        as_draw_finish(&list);
    }
    as_card_finish(&card);
}

static void who_asks_follows_the_model(void **state)
{
    (void)state;
    static const struct {
        as_score_kind score;
        as_query query;
        const char *says;
    } models[] = {
        {AS_SCORE_ADDITIVE, AS_QUERY_PREVIOUS, "sₜ₋₁, the state before the word"},
        {AS_SCORE_GENERAL, AS_QUERY_CURRENT, "sₜ, the new state"},
        {AS_SCORE_ADDITIVE, AS_QUERY_HALF, "s′ₜ, half-way between the two states"},
        {AS_SCORE_NONE, AS_QUERY_PREVIOUS, "nobody: c is the same in every step"},
    };
    for (size_t k = 0; k < sizeof models / sizeof models[0]; k++) {
        as_model_about about = fake_about;
        about.config.score = models[k].score;
        about.config.query = models[k].query;
        as_card card = make_card(&about);
        as_draw_list list = {0};
        draw(&list, &card, 800, AS_LANGUAGE_EN);
        assert_true(drive_list_says(&list, models[k].says));
        assert_true(drive_list_says(&list, "48.33"));
        assert_true(drive_list_says(&list, "unheard_of"));
        as_draw_finish(&list);
        as_card_finish(&card);
    }
}

static void what_is_unknown_is_left_out(void **state)
{
    (void)state;
    as_card card;
    assert_true(as_card_init(&card, NULL, NULL, NULL, 0, NULL));
    as_draw_list list = {0};
    float h = draw(&list, &card, 340, AS_LANGUAGE_EN);
    assert_true(h < 60); /* the heading alone */
    as_draw_finish(&list);
    as_card_finish(&card);
}

static void memory_runs_out(void **state)
{
    (void)state;
    bool failed = true;
    long k = 0;
    while (failed) {
        long before = failing_alloc_live();
        as_card card;
        as_error err = {0};
        failing_alloc_arm(++k, false);
        bool ok = as_card_init(&card, "b", &fake_about, figures, 2, &err);
        failed = failing_alloc_disarm();
        assert_true(ok == !failed);
        assert_true(ok || err.status == AS_ERR_SYSTEM);
        if (ok)
            as_card_finish(&card);
        assert_int_equal(failing_alloc_live(), before);
    }
    assert_true(k > 1);
}

/* ---- in the window ---- */

static void keys_and_clicks_show_it(void **state)
{
    (void)state;
    as_view *view = drive_new();
    char got[32];
    drive_show(view, "one two", "un deux");
    assert_string_equal(drive_string(view, "tab", got, sizeof got), "step");
    drive_key(view, (as_key)(AS_KEY_0 + 3), AS_MOD_CTRL);
    assert_string_equal(drive_string(view, "tab", got, sizeof got), "model");
    assert_true(drive_says(view, "CC BY 2.0 FR"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_string_equal(drive_string(view, "tab", got, sizeof got), "step");
    assert_false(drive_says(view, "CC BY 2.0 FR"));
    drive_click(view, (float)drive_number(view, "controls.tab_model.x") + 5,
                (float)drive_number(view, "controls.tab_model.y") + 5, 0);
    assert_true(drive_says(view, "CC BY 2.0 FR"));
    drive_focus(view, "tab_step");
    drive_key(view, AS_KEY_SPACE, 0);
    assert_string_equal(drive_string(view, "tab", got, sizeof got), "step");
    as_view_free(view);
}

static void names_follow_the_language(void **state)
{
    (void)state;
    as_view *view = drive_new();
    assert_true(drive_says(view, "English → French ▾"));
    drive_key(view, AS_KEY_F5, 0);
    assert_true(drive_says(view, "英语 → 法语 ▾"));
    assert_true(drive_says(view, "加性注意力 · Bahdanau 2015"));
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_TITLE, &request));
    assert_non_null(strstr(request.text, "英语 → 法语"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(drive_says(view, "English → French ▾"));
    as_view_free(view);
}

/* The key opens a closed panel, and one undo takes both back. */
static void the_key_opens_the_panel(void **state)
{
    (void)state;
    as_view *view = drive_new();
    char got[32];
    drive_key(view, AS_KEY_F6, 0);
    drive_key(view, (as_key)(AS_KEY_0 + 3), AS_MOD_CTRL);
    assert_true(drive_number(view, "panel.w") > 0);
    assert_true(drive_says(view, "CC BY 2.0 FR")); /* without any text, too */
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_string_equal(drive_string(view, "tab", got, sizeof got), "step");
    json_t *dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(dump, "panel")));
    json_decref(dump);
    as_view_free(view);
}

static void a_low_window_scrolls_it(void **state)
{
    (void)state;
    as_view *view = drive_new();
    drive_resize(view, 1100, 360);
    drive_key(view, (as_key)(AS_KEY_0 + 3), AS_MOD_CTRL);
    double x = drive_number(view, "panel.x"), y = drive_number(view, "panel.y");
    drive_move(view, (float)x + 60, (float)y + 100);
    drive_wheel(view, 0, 50, 0);
    assert_true(drive_number(view, "panel_scroll") > 20);
    as_view_free(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks),
        cmocka_unit_test(it_is_as_high_as_it_says),
        cmocka_unit_test(who_asks_follows_the_model),
        cmocka_unit_test(what_is_unknown_is_left_out),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(keys_and_clicks_show_it),
        cmocka_unit_test(names_follow_the_language),
        cmocka_unit_test(the_key_opens_the_panel),
        cmocka_unit_test(a_low_window_scrolls_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
