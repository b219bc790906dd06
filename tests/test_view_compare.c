/* Comparing in the window: what is asked for, the panes, linked pointing, the difference. */
#include "golden_view.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "one two three", target[] = "un deux trois";

static int start(void **state)
{
    *state = drive_new();
    drive_show(*state, source, target);
    return 0;
}

static int end(void **state)
{
    as_view_free(*state);
    return 0;
}

static void answer_second(as_view *view, as_translation *translation)
{
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    as_view_result result = {.generation = request.generation,
                             .translation = translation,
                             .config = &fake_config,
                             .decode_ms = 2};
    assert_true(as_view_set_second(view, &result));
}

/* The same words with other weights: every row looks at the first source word. */
static as_translation *other_weights(void)
{
    as_translation *tr = fake_translation(source, target, false);
    for (int t = 0; t < tr->target.n; t++)
        for (int i = 0; i < tr->source.n; i++)
            tr->alpha[t * tr->source.n + i] = i == 0 ? 0.7f : 0.1f;
    return tr;
}

static void compare_models(as_view *view)
{
    drive_letter(view, 'C', AS_MOD_ALT);
    answer_second(view, other_weights());
}

static void pane_middle(as_view *view, const char *pane, int row, int column, float *x, float *y)
{
    char path[64];
    double box[4];
    static const char *const names[] = {"cells.x", "cells.y", "cell_w", "cell_h"};
    for (int k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "compare.%s.%s", pane, names[k]);
        box[k] = drive_number(view, path);
    }
    *x = (float)(box[0] + (column + 0.5) * box[2]);
    *y = (float)(box[1] + (row + 0.5) * box[3]);
}

static void another_model_gets_the_same_target(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_letter(view, 'C', AS_MOD_ALT);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_int_equal(request.model, 1);
    assert_string_equal(request.text, source);
    assert_string_equal(request.target, target);
    as_view_result stale = {.generation = request.generation - 1, .translation = other_weights()};
    assert_false(as_view_set_second(view, &stale));
    assert_true(drive_says(view, "Translating…"));
    as_view_result failed = {.generation = request.generation, .message = "no such word"};
    assert_true(as_view_set_second(view, &failed));
    assert_true(drive_says(view, "no such word"));
}

/* A model with the same pieces gets those that the first one chose, not those of their text;
 * whether it has them is known to who has both. */
static void the_tokens_of_the_target_go_along(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_letter(view, 'C', AS_MOD_ALT);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_null(request.target_tokens); /* nobody has said whose they are */
    as_view_set_source(view, "one two", 7, NULL);
    assert_true(drive_take(view, AS_REQUEST_TRANSLATE, &request));
    as_view_result result = {.generation = request.generation,
                             .translation = fake_translation("one two", "un deux", false),
                             .target_tokenizer = 77};
    assert_true(as_view_set_translation(view, &result));
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_string_equal(request.target, "un deux");
    assert_ptr_equal(request.target_tokens, &as_view_translation(view)->target);
    assert_int_equal(request.target_tokenizer, 77);
    as_view_share_target(view, AS_SECOND_MODEL, false);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_null(request.target);
    assert_null(request.target_tokens);
}

static void panes_and_their_difference(void **state)
{
    as_view *view = *state;
    compare_models(view);
    assert_true(drive_says(view, "difference") && drive_says(view, "same target, forced"));
    /* the fake weights are largest on the diagonal, the others at the first word */
    assert_true(drive_says(view, "same best source 1 of 4"));
    golden_frame("compare", view);
    golden_figure("figure_compare", view);
}

static void pointing_is_linked(void **state)
{
    as_view *view = *state;
    compare_models(view);
    float x, y;
    pane_middle(view, "second", 2, 1, &x, &y);
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 2, 1);
    assert_true(drive_says(view, "trois ← two"));
    assert_true(drive_says(view, "0.1000")); /* the second's weight */
    golden_frame("compare_hovered", view);
    pane_middle(view, "difference", 0, 0, &x, &y);
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 0, 0);
    char want[16];
    double alpha = (double)as_view_translation(view)->alpha[0];
    snprintf(want, sizeof want, "%.4f", alpha - 0.7);
    assert_true(drive_says(view, want));
    drive_click(view, x, y, 10);
    drive_assert_cell(view, "pin", 0, 0);
}

/* How often a label is drawn in bold, that is, marked. */
static int n_bold(as_view *view, const char *label)
{
    as_draw_list list = {0};
    int n = 0;
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        n += d->tag == AS_DRAW_TEXT && d->font == AS_FONT_BOLD && d->text_len == strlen(label) &&
             memcmp(list.text + d->text, label, strlen(label)) == 0;
    }
    as_draw_finish(&list);
    return n;
}

/* The vocabularies cut "european area" and "zone" another way: pieces of one pane are linked with
 * all of the other that share a character with them. */
static void pieces_are_linked_with_all_they_share(void **state)
{
    as_view *view = *state;
    float x, y;
    drive_type(view, " four");
    drive_answer(view, fake_translation("euro|pean ar|ea", "zo|ne bleue", true));
    drive_letter(view, 'C', AS_MOD_ALT);
    answer_second(view, fake_translation("e|urop|ean area", "z|one bleue", true));

    drive_cell_middle(view, 1, 1, &x, &y); /* ne, pean */
    drive_move(view, x, y);
    assert_int_equal(n_bold(view, "pean"), 1);
    assert_int_equal(n_bold(view, "ne"), 1);
    assert_int_equal(n_bold(view, "one"), 1);
    assert_int_equal(n_bold(view, "z"), 0);
    assert_int_equal(n_bold(view, "urop"), 1);
    assert_int_equal(n_bold(view, "ean"), 1);
    assert_int_equal(n_bold(view, "e"), 0);
    assert_int_equal(n_bold(view, "area"), 0);

    pane_middle(view, "second", 1, 1, &x, &y); /* one, urop */
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 0, 0);
    assert_int_equal(n_bold(view, "euro") + n_bold(view, "pean"), 2);
    assert_int_equal(n_bold(view, "zo") + n_bold(view, "ne"), 2);
    assert_int_equal(n_bold(view, "urop") + n_bold(view, "one"), 2);
    assert_int_equal(n_bold(view, "e") + n_bold(view, "ean") + n_bold(view, "z"), 0);

    /* and the tooltip says what the four cells have together */
    const float *alpha = as_view_translation(view)->alpha;
    char want[16];
    double sum = (double)alpha[0] + (double)alpha[1] + (double)alpha[5] + (double)alpha[6];
    snprintf(want, sizeof want, "%.4f", sum / 2);
    assert_true(drive_says(view, want));

    pane_middle(view, "second", 1, 3, &x, &y); /* area */
    drive_click(view, x, y, 10);
    drive_assert_cell(view, "pin", 0, 2); /* ar: the first of them */
    assert_int_equal(n_bold(view, "area"), 1);
    assert_int_equal(n_bold(view, "z") + n_bold(view, "one"), 2);
}

/* Where a text stands; x < 0: nowhere. */
static as_box box_of_text(as_view *view, const char *text)
{
    as_draw_list list = {0};
    as_box box = {-1, -1, 0, 0};
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        if (d->tag == AS_DRAW_TEXT && d->text_len == strlen(text) &&
            memcmp(list.text + d->text, text, strlen(text)) == 0)
            box = d->box;
    }
    as_draw_finish(&list);
    return box;
}

static void measures_say_what_they_are(void **state)
{
    static const struct {
        const char *shown, *title, *note;
    } measures[] = {
        {"same best source 1 of 4", "Same best source",
         "rows whose largest weight is at the same place in both"},
        {"log P −1.43 | −1.43", "log P of the whole translation",
         "natural logarithm, the sum over its tokens"},
    };
    as_view *view = *state;
    compare_models(view);
    for (int low = 0; low < 2; low++) {
        for (size_t k = 0; k < sizeof measures / sizeof measures[0]; k++) {
            as_box at = box_of_text(view, measures[k].shown);
            assert_true(at.x >= 0);
            assert_false(drive_says(view, measures[k].title));
            drive_move(view, at.x + 20, at.y - 4);
            assert_true(drive_says(view, measures[k].title));
            assert_true(drive_says(view, measures[k].note));
            drive_move(view, at.x + 20, at.y - 80);
        }
        drive_resize(view, 900, 500);
    }
    float x, y; /* in a low card the numbers of a pinned cell are there instead */
    drive_cell_middle(view, 0, 0, &x, &y);
    drive_click(view, x, y, 10);
    as_box line = box_of_text(view, "P 0.9800 | 0.9800");
    assert_true(line.x >= 0);
    drive_move(view, line.x, line.y - 4);
    assert_false(drive_says(view, measures[1].title));
}

/* In the smallest window the measures give way to the cells, and a cell's tooltip tells of it. */
static void a_very_low_card_has_cells_and_no_measures(void **state)
{
    as_view *view = *state;
    compare_models(view);
    assert_true(drive_says(view, "log P −1.43 | −1.43"));
    drive_resize(view, 480, 320);
    assert_false(drive_says(view, "log P −1.43 | −1.43"));
    assert_true(drive_number(view, "map.cells.h") >= 8);
    assert_true(drive_number(view, "map.cells.y") + drive_number(view, "map.cells.h") <
                drive_number(view, "controls.play.y"));
    float x = (float)drive_number(view, "map.cells.x"),
          y = (float)drive_number(view, "map.cells.y");
    drive_move(view, x + 4, y + 4);
    assert_true(drive_has_tooltip(view));
}

static void other_rows_have_no_difference(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'C', AS_MOD_ALT);
    answer_second(view, fake_translation(source, "un deux", false));
    assert_true(drive_says(view, "rows and columns differ: no difference map"));
    json_t *dump = drive_dump(view), *compare = json_object_get(dump, "compare");
    assert_true(json_is_null(json_object_get(compare, "difference")));
    assert_int_equal(json_integer_value(json_object_get(compare, "same_best")), -1);
    json_decref(dump);
    float x, y; /* the source is the same text: its words answer to each other */
    pane_middle(view, "second", 0, 3, &x, &y);
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 0, 3);
}

/* A second model without attention has no colours: the bar stands beside the first. */
static void the_bar_is_where_colours_are(void **state)
{
    as_view *view = *state;
    as_translation *none = other_weights();
    none->no_attention = true;
    drive_letter(view, 'C', AS_MOD_ALT);
    answer_second(view, none);
    assert_false(drive_says(view, "rows and columns differ: no difference map"));
    assert_true(drive_number(view, "map.bar.w") > 0);
}

/* While the second is made anew the first stays where it is. */
static void panes_do_not_jump(void **state)
{
    as_view *view = *state;
    compare_models(view);
    double x = drive_number(view, "map.cells.x"), w = drive_number(view, "map.cells.w");
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT); /* another sharpness: both are made anew */
    drive_answer(view, fake_translation(source, target, true));
    json_t *dump = drive_dump(view), *compare = json_object_get(dump, "compare");
    assert_true(json_is_null(json_object_get(compare, "second")));
    json_decref(dump);
    for (float narrow = 400; narrow >= 0; narrow -= 100) { /* nor by a window that was narrower */
        assert_true(drive_number(view, "map.cells.x") == x);
        assert_true(drive_number(view, "map.cells.w") == w);
        drive_resize(view, narrow, 800);
        drive_number(view, "map.cells.w");
        drive_resize(view, 1280, 800);
    }
}

static void a_sentence_is_kept(void **state)
{
    as_view *view = *state;
    as_request request;
    drive_focus(view, "compare");
    drive_key(view, AS_KEY_ENTER, 0);
    drive_key(view, AS_KEY_END, 0); /* "this sentence, kept …" */
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_string_equal(request.text, source);
    assert_null(request.target); /* another sentence's own translation */
    drive_show(view, "four five", "quatre cinq");
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_string_equal(request.text, source);
    assert_int_equal(request.model, 0);
    as_view_result result = {.generation = request.generation,
                             .translation = fake_translation(source, target, false),
                             .decode_ms = 3.25};
    assert_true(as_view_set_second(view, &result));
    assert_true(drive_says(view, source)); /* above its pane */
    assert_true(drive_says(view, "decoded in 6.1 | 3.3 ms") ||
                drive_says(view, "decoded in 6.1 | 3.2 ms"));
}

/* Models of these languages, the first in use; NULL: not known. */
static void set_languages(as_view *view, const char *const *languages, int n)
{
    as_view_model models[4];
    as_model_about abouts[4];
    assert_true(n <= 4);
    for (int k = 0; k < n; k++) {
        abouts[k] = fake_about;
        abouts[k].languages = (char *)languages[k];
        models[k] = (as_view_model){.name = "a model", .about = &abouts[k]};
    }
    assert_true(as_view_set_models(view, models, n, 0, NULL));
    drive_answer(view, fake_translation(source, target, false));
}

/* What Alt+C brings at first; then nothing is compared again, and what was is forgotten. */
static as_second usual_second(const char *const *languages, int n, const char *recent,
                              as_request *request)
{
    as_view *view = drive_new();
    drive_show(view, source, target);
    set_languages(view, languages, n);
    if (recent)
        assert_true(as_view_set_sentences(view, AS_SENTENCES_RECENT, &recent, 1, NULL));
    drive_letter(view, 'C', AS_MOD_ALT);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, request));
    as_second second = as_view_second(view);
    second.text = second.text ? "a sentence" : NULL;
    as_view_free(view);
    return second;
}

/* A model of the same languages before a sentence, that before a model of the same source. */
static void what_tells_most_is_compared_at_first(void **state)
{
    static const char *const alike[] = {"eng-fra", NULL, "eng-deu", "eng-fra"};
    static const char *const source_alike[] = {"eng-fra", "deu-eng", "eng-deu"};
    static const char *const unlike[] = {"eng-fra", "deu-eng"};
    as_request request;
    (void)state;
    assert_int_equal(usual_second(alike, 4, "four", &request).model, 3);
    assert_non_null(usual_second(source_alike, 3, "four", &request).text);
    assert_int_equal(usual_second(source_alike, 3, source, &request).model,
                     2); /* the present one */
    assert_int_equal(usual_second(source_alike, 3, NULL, &request).model, 2);
    assert_int_equal(usual_second(unlike, 2, NULL, &request).model, 1);
    assert_non_null(usual_second(unlike, 1, NULL, &request).text); /* it is kept */
}

/* No German model is asked how it comes to a French sentence. */
static void a_target_is_for_models_of_its_language(void **state)
{
    static const char *const languages[] = {"eng-fra", "eng-deu", "spa-fra"};
    as_view *view = *state;
    as_request request;
    set_languages(view, languages, 3);
    assert_true(as_view_compare(view, &(as_second){1, NULL}, NULL));
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_null(request.target);
    drive_focus(view, "compare");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_false(drive_says(view, "the same target, forced on it"));
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_true(as_view_compare(view, &(as_second){2, NULL}, NULL));
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_string_equal(request.target, target);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(drive_says(view, "the same target, forced on it"));
    drive_key(view, AS_KEY_END, 0); /* the last one */
    drive_key(view, AS_KEY_ENTER, 0);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_null(request.target);
    assert_false(as_view_shares_target(view, AS_SECOND_MODEL));
    as_view_share_target(view, AS_SECOND_MODEL, true);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_string_equal(request.target, target);
}

/* What a session had is compared with again, before there is a translation. */
static void it_is_restored(void **state)
{
    as_view *view = drive_new(); /* without a translation */
    as_request request;
    as_second second = as_view_second(view);
    assert_true(second.model == -1 && !second.text);
    assert_true(as_view_compare(view, &(as_second){1, NULL}, NULL));
    drive_show(view, source, target);
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_int_equal(request.model, 1);
    assert_int_equal(as_view_second(view).model, 1);

    assert_true(as_view_compare(view, &(as_second){-1, "four five"}, NULL));
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_string_equal(request.text, "four five");
    assert_int_equal(as_view_second(view).model, -1);
    assert_string_equal(as_view_second(view).text, "four five");
    as_view_show_lines(view, true); /* it goes on behind the lines */
    assert_true(as_view_shows_lines(view));
    assert_string_equal(as_view_second(view).text, "four five");

    as_error err;
    assert_false(as_view_compare(view, &(as_second){7, NULL}, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_true(as_view_compare(view, &(as_second){-1, NULL}, NULL));
    assert_null(as_view_second(view).text);
    as_view_free(view);
    (void)state;
}

static void it_is_undone_and_read_alike(void **state)
{
    as_view *view = *state;
    compare_models(view);
    drive_letter(view, 'T', AS_MOD_ALT);
    assert_int_equal((int)drive_number(view, "compare.second.rows"), 4);
    drive_letter(view, 'W', AS_MOD_ALT);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(drive_number(view, "compare_with") == 2);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(drive_number(view, "compare_with") == 0);
    drive_letter(view, 'Y', AS_MOD_CTRL);
    assert_true(drive_number(view, "compare_with") == 2);
    drive_letter(view, 'C', AS_MOD_ALT);
    assert_true(drive_number(view, "compare_with") == 0);
}

static void panes_scroll_together(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(80, 80));
    drive_letter(view, 'C', AS_MOD_ALT);
    answer_second(view, fake_translation_of_size(80, 80));
    float x, y;
    pane_middle(view, "second", 3, 3, &x, &y);
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_PRESS, .x = x, .y = y});
    drive_move(view, x - 20, y - 30);
    drive_move(view, x - 50, y - 60);
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_RELEASE, .x = x - 50, .y = y - 60});
    assert_true(drive_number(view, "map.scroll_x") == 50);
    assert_true(drive_number(view, "map.scroll_y") == 60);
    assert_true(drive_number(view, "compare.second.scroll_y") == 60);
    assert_true(drive_number(view, "compare.difference.scroll_y") == 60);
}

static bool has_tooltip(as_view *view)
{
    json_t *dump = drive_dump(view);
    bool has = !json_is_null(json_object_get(dump, "tooltip"));
    json_decref(dump);
    return has;
}

/* A low card has no room beside a cell: its numbers stand below the panes, and nothing covers them.
 */
static void a_low_card_tells_below_the_panes(void **state)
{
    as_view *view = *state;
    drive_resize(view, 800, 500);
    compare_models(view);
    assert_true(drive_says(view, "same best source 1 of 4"));
    drive_key(view, AS_KEY_ESCAPE, 0);
    float x, y;
    drive_cell_middle(view, 0, 0, &x, &y);
    drive_click(view, x, y, 10);
    drive_assert_cell(view, "pin", 0, 0);
    assert_false(has_tooltip(view));
    char want[32];
    double alpha = (double)as_view_translation(view)->alpha[0];
    assert_true(drive_says(view, "un ← one"));
    snprintf(want, sizeof want, "α %.4f | 0.7000", alpha);
    assert_true(drive_says(view, want));
    snprintf(want, sizeof want, "Δα %.4f", alpha - 0.7);
    assert_true(drive_says(view, want));
    assert_true(drive_says(view, "P 0.9800 | 0.9800"));
    drive_resize(view, 1280, 800);
    assert_true(has_tooltip(view));
}

/* A label of the second pane tells what the second model does. */
static void labels_tell_of_their_own_pane(void **state)
{
    as_view *view = *state;
    compare_models(view);
    float x, y;
    pane_middle(view, "second", 0, 0, &x, &y);
    drive_move(view, x, y);
    drive_move(view, x + 6, (float)drive_number(view, "compare.second.cells.y") - 12);
    drive_assert_cell(view, "hover", -1, 0);
    assert_true(drive_says(view, "2.800")); /* 4 x 0.7: coverage */
}

/* A second sentence may be longer: what has no counterpart tells of itself. */
static void what_is_not_linked_tells_of_itself(void **state)
{
    as_view *view = *state;
    drive_letter(view, 'C', AS_MOD_ALT);
    answer_second(view, fake_translation("one two three four five six", "un deux trois", false));
    float x, y;
    pane_middle(view, "second", 0, 5, &x, &y);
    drive_move(view, x, y);
    drive_assert_cell(view, "hover", 0, -1);
    assert_true(drive_says(view, "un ← six"));
}

/* From the lines Alt+C leads back to the comparison that is behind them, which they say. */
static void it_comes_out_from_behind(void **state)
{
    as_view *view = *state;
    as_key shown_by[] = {(as_key)(AS_KEY_A + 'L' - 'A'), AS_KEY_F7};
    const char *note = as_str(AS_LANGUAGE_EN, AS_STR_COMPARE_HIDDEN);
    compare_models(view);
    assert_false(drive_says(view, note));
    for (size_t k = 0; k < 2; k++) {
        drive_key(view, shown_by[k], k == 0 ? AS_MOD_ALT : 0);
        assert_true(drive_number(view, "compare_with") == 2);
        assert_true(drive_says(view, note));
        drive_letter(view, 'C', AS_MOD_ALT);
        char show[16];
        assert_string_equal(drive_string(view, "show", show, sizeof show), "matrix");
        assert_true(drive_number(view, "compare_with") == 2);
    }
    drive_letter(view, 'C', AS_MOD_ALT);
    assert_true(drive_number(view, "compare_with") == 0);
    drive_key(view, AS_KEY_F7, 0);
    assert_false(drive_says(view, note));
}

/* A model is not compared with itself: the two trade places, and so again when it is undone. */
static void the_second_model_trades_places(void **state)
{
    as_view *view = *state;
    compare_models(view);
    as_view_choose_model(view, 1);
    drive_answer(view, other_weights());
    assert_true(drive_number(view, "compare_with") == 1);
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_COMPARE, &request));
    assert_int_equal(request.model, 0);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(drive_number(view, "model") == 0);
    assert_true(drive_number(view, "compare_with") == 2);
    drive_letter(view, 'C', AS_MOD_ALT); /* off; the model that was compared with is chosen */
    as_view_choose_model(view, 1);
    drive_letter(view, 'C', AS_MOD_ALT);
    assert_true(drive_number(view, "compare_with") == 1);
}

static bool is_there(as_view *view, const char *name)
{
    json_t *dump = drive_dump(view);
    bool there = json_is_object(json_object_get(dump, name));
    json_decref(dump);
    return there;
}

/* What leads into the panel leads there from a comparison, too, which Ctrl+Z brings back. */
static void the_panel_takes_its_room_back(void **state)
{
    static const struct {
        char key;
        unsigned mods;
        const char *focus;
    } ways[] = {{'O', AS_MOD_CTRL, "path"}, {'B', AS_MOD_CTRL, "candidates"}};
    as_view *view = *state;
    compare_models(view);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        assert_true(is_there(view, "compare"));
        drive_letter(view, ways[k].key, ways[k].mods);
        assert_false(is_there(view, "compare"));
        drive_assert_focus(view, ways[k].focus);
        drive_key(view, AS_KEY_ESCAPE, 0);
        drive_letter(view, 'Z', AS_MOD_CTRL);
    }
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    assert_false(is_there(view, "compare"));
    assert_true(is_there(view, "panel"));
    drive_letter(view, 'Z', AS_MOD_CTRL);
    assert_true(is_there(view, "compare"));
    drive_key(view, AS_KEY_F6, 0); /* shows it, whether or not it was open before */
    assert_false(is_there(view, "compare"));
    assert_true(is_there(view, "panel"));
    drive_key(view, AS_KEY_F6, 0);
    assert_false(is_there(view, "panel"));
}

/* However long the labels of the columns are; and the last one, the end of the sentence, is whole.
 */
static void panes_stand_level(void **state)
{
    as_view *view = *state;
    assert_true(as_view_compare(view, &(as_second){-1, "unforgettable agreements"}, NULL));
    answer_second(view, fake_translation("unforgettable agreements", "un deux trois", false));
    for (int low = 0; low < 2; low++) {
        assert_true(drive_number(view, "map.cells.y") ==
                    drive_number(view, "compare.second.cells.y"));
        as_draw_list list = {0};
        int n = 0;
        drive_frame(view, &list);
        for (size_t k = 0; k < list.n; k++) {
            const as_draw *d = &list.items[k];
            if (d->tag != AS_DRAW_TEXT || d->angle != 45 || d->text_len != 4 ||
                memcmp(list.text + d->text, "</s>", 4) != 0)
                continue;
            assert_true(d->max_width >= 4 * d->size / 2);
            n++;
        }
        as_draw_finish(&list);
        assert_int_equal(n, 2);
        drive_resize(view, 800, 500);
    }
}

/* What of the panel had the keyboard is not on show: keys go to the field then, as what is typed.
 */
static void what_it_covers_has_no_keys(void **state)
{
    static const struct {
        int key;
        const char *focus;
    } ways[] = {{AS_KEY_A + 'O' - 'A', "path"},
                {AS_KEY_A + 'B' - 'A', "candidates"},
                {AS_KEY_0 + 2, "tree"}};
    as_view *view = *state;
    as_request request;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        drive_key(view, (as_key)ways[k].key, AS_MOD_CTRL);
        drive_focus(view, ways[k].focus);
        compare_models(view);
        drive_assert_focus(view, "field");
        drive_key(view, AS_KEY_DOWN, 0); /* to the matrix, and a row down */
        drive_key(view, AS_KEY_DOWN, 0);
        drive_key(view, AS_KEY_ENTER, 0);
        assert_int_equal((int)drive_number(view, "node"), -1);
        drive_type(view, "x");
        drive_assert_source(view, "one two threex");
        drive_key(view, AS_KEY_ENTER, 0);
        assert_false(drive_take(view, AS_REQUEST_OPEN_PATH, &request));
        drive_show(view, source, target);
        drive_key(view, AS_KEY_F6, 0); /* the panel again */
    }
}

static void small_dark_and_chinese(void **state)
{
    as_view *view = *state;
    as_view_set_theme(view, AS_THEME_DARK);
    as_view_set_language(view, AS_LANGUAGE_ZH);
    drive_resize(view, 800, 500);
    compare_models(view);
    golden_frame("compare_small", view);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(another_model_gets_the_same_target),
        TEST(the_tokens_of_the_target_go_along),
        TEST(panes_and_their_difference),
        TEST(pointing_is_linked),
        TEST(pieces_are_linked_with_all_they_share),
        TEST(measures_say_what_they_are),
        TEST(a_very_low_card_has_cells_and_no_measures),
        TEST(other_rows_have_no_difference),
        TEST(the_bar_is_where_colours_are),
        TEST(panes_do_not_jump),
        TEST(a_sentence_is_kept),
        TEST(what_tells_most_is_compared_at_first),
        TEST(a_target_is_for_models_of_its_language),
        TEST(it_is_restored),
        TEST(it_is_undone_and_read_alike),
        TEST(panes_scroll_together),
        TEST(a_low_card_tells_below_the_panes),
        TEST(labels_tell_of_their_own_pane),
        TEST(what_is_not_linked_tells_of_itself),
        TEST(it_comes_out_from_behind),
        TEST(the_second_model_trades_places),
        TEST(the_panel_takes_its_room_back),
        TEST(panes_stand_level),
        TEST(what_it_covers_has_no_keys),
        TEST(small_dark_and_chinese),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
