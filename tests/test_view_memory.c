/* A sitting at the window in which every allocation fails once: nothing crashes, nothing leaks, the
 * text is never half changed, and the window goes on. */
#include "failing_alloc.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Gives the pending request this translation, or frees it. Returns NULL: it is used up. */
static as_translation *give(as_view *view, as_translation *translation)
{
    as_request request;
    uint64_t generation = 0;
    while (as_view_take_request(view, &request)) {
        if (request.kind == AS_REQUEST_TRANSLATE)
            generation = request.generation;
    }
    as_view_result result = {
        .generation = generation, .translation = translation, .config = &fake_config};
    if (translation)
        result.tree = fake_tree(translation);
    as_view_set_translation(view, &result);
    return NULL;
}

/* The same for what it is compared with. */
static as_translation *give_second(as_view *view, as_translation *translation)
{
    as_request request;
    uint64_t generation = 0;
    while (as_view_take_request(view, &request)) {
        if (request.kind == AS_REQUEST_COMPARE)
            generation = request.generation;
    }
    as_view_result result = {
        .generation = generation, .translation = translation, .config = &fake_config};
    as_view_set_second(view, &result);
    return NULL;
}

static void sit(as_view *view, as_translation **first, as_translation **second,
                as_translation **third, as_translation **compared)
{
    static const as_card_figure figures[] = {{"bleu", "test.tsv", 40}, {"aer", "", 50}};
    const as_view_model models[] = {{.name = "one",
                                     .score = "additive",
                                     .card = "a card",
                                     .path = "/one",
                                     .about = &fake_about,
                                     .figures = figures,
                                     .n_figures = 2},
                                    {.name = "two"}};
    as_draw_list list = {0};
    static const char *const sentences[] = {"an example"};
    as_view_set_models(view, models, 2, 0, NULL);
    as_view_set_sentences(view, AS_SENTENCES_EXAMPLES, sentences, 1, NULL);
    drive_letter(view, 'E', AS_MOD_CTRL);
    drive_key(view, AS_KEY_ENTER, 0);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_type(view, "Hello");
    drive_type(view, " world");
    *first = give(view, *first);
    as_view_frame(view, 0, &list, NULL);
    drive_compose(view, "日", 3);
    as_view_frame(view, 10, &list, NULL);
    drive_paste(view, "日本");
    *second = give(view, *second);
    drive_letter(view, 'B', AS_MOD_CTRL); /* another way: a candidate, then a word */
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_ENTER, 0);
    *third = give(view, *third);
    drive_letter(view, 'C', AS_MOD_ALT); /* compared, with the same labels: a difference, too */
    *compared = give_second(view, *compared);
    drive_letter(view, 'W', AS_MOD_ALT);
    as_view_frame(view, 12, &list, NULL);
    drive_letter(view, 'C', AS_MOD_ALT);
    drive_letter(view, 'L', AS_MOD_ALT); /* lines */
    as_view_frame(view, 13, &list, NULL);
    drive_letter(view, 'L', AS_MOD_ALT);
    drive_type(view, "mot");
    as_view_frame(view, 15, &list, NULL);
    drive_key(view, AS_KEY_ENTER, 0);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL); /* the beam */
    for (float y = 230; y < 500; y += 20)                 /* some of its nodes */
        drive_click(view, 930, y, 1000 + (uint64_t)y);
    as_view_frame(view, 17, &list, NULL);
    drive_letter(view, 'T', AS_MOD_CTRL); /* a target of one's own */
    drive_type(view, " x");
    as_view_frame(view, 18, &list, NULL);
    drive_letter(view, 'R', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_letter(view, 'S', AS_MOD_CTRL);
    as_view_propose_path(view, "/p/a.png", NULL);
    drive_type(view, "b");
    as_view_set_completions(view, sentences, 1, NULL);
    drive_key(view, AS_KEY_DOWN, 0);
    as_view_frame(view, 19, &list, NULL);
    drive_key(view, AS_KEY_ENTER, 0);
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_type(view, "c.svg");
    drive_key(view, AS_KEY_ENTER, 0);
    as_view_saved(view, "/p/c.svg");
    drive_move(view, 400, 400);
    as_view_frame(view, 20, &list, NULL);
    drive_key(view, AS_KEY_BACKSPACE, 0);
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_letter(view, 'X', AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_letter(view, 'C', AS_MOD_CTRL | AS_MOD_SHIFT);
    drive_letter(view, 'M', AS_MOD_CTRL | AS_MOD_SHIFT);
    as_view_frame(view, 30, &list, NULL);
    as_draw_finish(&list);
}

static void every_allocation_may_fail_once(void **state)
{
    (void)state;
    bool failed = true;
    long k = 0;
    while (failed) {
        long before = failing_alloc_live();
        as_translation *first = fake_translation("Hello world", "Bonjour monde", true);
        as_translation *second = fake_translation("Hello Japan", "Bonjour Japon", false);
        as_translation *third = fake_translation("Hello Japan", "Bon Japon", false);
        as_translation *compared = fake_translation("Hello Japan", "Bon Japon", false);
        as_view *view = NULL;
        failing_alloc_arm(++k, false);
        if (as_view_new(&fixed_metrics, &view, NULL))
            sit(view, &first, &second, &third, &compared);
        failed = failing_alloc_disarm();
        if (view) { /* it goes on as if nothing had been */
            as_draw_list list = {0};
            as_error err = {0};
            if (!as_view_frame(view, 40, &list, &err))
                fail_msg("after failure %ld: %s", k, err.message);
            as_draw_finish(&list);
            assert_true(as_view_set_source(view, "after", 5, NULL));
        }
        as_view_free(view);
        as_translation_free(first);
        as_translation_free(second);
        as_translation_free(third);
        as_translation_free(compared);
        assert_int_equal(failing_alloc_live(), before);
    }
    assert_true(k > 30);
}

static void all_allocations_may_fail_from_some_point(void **state)
{
    (void)state;
    bool failed = true;
    for (long k = 1; failed; k++) {
        as_translation *first = fake_translation("Hello world", "Bonjour monde", true);
        as_translation *second = fake_translation("Hello Japan", "Bonjour Japon", false);
        as_translation *third = fake_translation("Hello Japan", "Bon Japon", false);
        as_translation *compared = fake_translation("Hello Japan", "Bon Japon", false);
        as_view *view = NULL;
        failing_alloc_arm(k, true);
        if (as_view_new(&fixed_metrics, &view, NULL))
            sit(view, &first, &second, &third, &compared);
        failed = failing_alloc_disarm();
        as_view_free(view);
        as_translation_free(first);
        as_translation_free(second);
        as_translation_free(third);
        as_translation_free(compared);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail_once),
        cmocka_unit_test(all_allocations_may_fail_from_some_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
