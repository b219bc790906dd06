/* The clock of the step diagram, and the slider and the scrolling that go with it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "view/play.h"
#include "view/scroll.h"
#include "view/sharpness.h"
#include "view/slider.h"

/* Lets the clock run from what is due to what is due; returns how many stages came on. */
static int run_to_the_end(as_play *play, int T, int *t, uint64_t *now)
{
    int stages = 0;
    as_play_run(play, true, *now);
    for (int k = 0; k < 100000; k++) {
        uint64_t due = as_play_due_ms(play, *now);
        if (due == UINT64_MAX)
            return stages;
        assert_true(due > *now);
        *now = due;
        stages += as_play_tick(play, t, T, *now) && play->running;
    }
    fail_msg("it does not end");
    return 0;
}

static void it_goes_through_every_stage_and_stops(void **state)
{
    (void)state;
    as_play play = {.speed = AS_PLAY_USUAL};
    uint64_t now = 1000;
    int t = 0;
    assert_int_equal(run_to_the_end(&play, 3, &t, &now), 3 * AS_N_STAGES - 1);
    assert_int_equal(t, 2);
    assert_int_equal(play.stage, AS_STAGE_WORD);
    assert_false(play.running);
    uint64_t usual = now - 1000;
    play = (as_play){.speed = AS_PLAY_USUAL + 1};
    t = 0;
    now = 1000;
    run_to_the_end(&play, 3, &t, &now);
    assert_true(now - 1000 <= usual / 2 + 200 && now - 1000 >= usual / 2 - 200);
}

static void a_stage_moves_and_then_stands(void **state)
{
    (void)state;
    as_play play = {.speed = AS_PLAY_USUAL};
    as_play_show(&play, AS_STAGE_SCORES, 500);
    assert_true(as_play_progress(&play, 500) == 0);
    assert_true(as_play_progress(&play, 100) == 0); /* before its time */
    float last = 0;
    uint64_t now = 500;
    int frames = 0;
    for (; as_play_due_ms(&play, now) != UINT64_MAX;
         frames++) { /* not playing: it ends by itself */
        now = as_play_due_ms(&play, now);
        assert_true(as_play_progress(&play, now) > last);
        last = as_play_progress(&play, now);
    }
    assert_true(last == 1);
    assert_true(frames > 20 && now < 2000);
    int t = 0;
    assert_false(as_play_tick(&play, &t, 3, now + 100000));
}

static void a_sleep_skips_nothing(void **state)
{
    (void)state;
    as_play play = {.speed = AS_PLAY_USUAL};
    int t = 0;
    as_play_run(&play, true, 0);
    assert_true(as_play_tick(&play, &t, 5, 1000000)); /* the machine slept: one stage on */
    assert_int_equal(play.stage, AS_STAGE_SCORES);
    assert_false(as_play_tick(&play, &t, 5, 1000001));
}

static void speeds_are_clamped(void **state)
{
    (void)state;
    as_play play = {0};
    as_play_set_speed(&play, 99);
    assert_int_equal(play.speed, AS_PLAY_SPEEDS - 1);
    as_play_set_speed(&play, -3);
    assert_int_equal(play.speed, 0);
    assert_string_equal(as_play_speed_name(AS_PLAY_USUAL), "1");
}

static void places_of_a_slider_round_trip(void **state)
{
    (void)state;
    for (int n = 1; n < 400; n += 7) {
        as_slider s = {.box = {100, 20, 900, 30}, .n = n};
        for (s.at = 0; s.at < n; s.at++) {
            float x = as_slider_x(&s, s.at);
            assert_true(x >= 100 && x <= 1000);
            assert_int_equal(as_slider_at(&s, x), s.at);
        }
        s.at = n / 2;
        assert_int_equal(as_slider_at(&s, -1e9f), n > 1 ? 0 : s.at);
        assert_int_equal(as_slider_at(&s, 1e9f), n - 1);
        assert_int_equal(as_slider_at(&s, NAN), s.at);
    }
    as_slider nowhere = {.n = 5, .at = 2};
    assert_int_equal(as_slider_at(&nowhere, 10), 2);
}

static void keys_move_a_slider(void **state)
{
    (void)state;
    as_slider s = {.n = 12, .at = 5, .page = 5};
    const struct {
        as_key key;
        int to;
    } cases[] = {{AS_KEY_LEFT, 4},     {AS_KEY_RIGHT, 6},     {AS_KEY_UP, 6},   {AS_KEY_DOWN, 4},
                 {AS_KEY_PAGE_UP, 10}, {AS_KEY_PAGE_DOWN, 0}, {AS_KEY_HOME, 0}, {AS_KEY_END, 11}};
    int at = -1;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_true(as_slider_key(&s, cases[k].key, &at));
        assert_int_equal(at, cases[k].to);
    }
    assert_false(as_slider_key(&s, AS_KEY_TAB, &at));
    s.at = 11;
    assert_true(as_slider_key(&s, AS_KEY_RIGHT, &at));
    assert_int_equal(at, 11);
}

static void a_thumb_dragged_scrolls_as_far(void **state)
{
    (void)state;
    as_scroll s = {.whole = 5000, .seen = 300};
    for (s.at = 0; s.at <= 4700; s.at += 10) {
        float start, length = as_scroll_thumb(s, &start);
        assert_true(length >= 20 && start >= 0 && start + length <= 300.01f);
        as_scroll dragged = s;
        dragged.at = 17;
        assert_float_equal(as_scroll_dragged(dragged, start), s.at, 1);
    }
    assert_false(as_scroll_needed((as_scroll){300, 300, 0}));
    assert_float_equal(as_scroll_clamped((as_scroll){300, 400, 50}), 0, 0);
    assert_float_equal(as_scroll_shown((as_scroll){1000, 100, 0}, 500, 20), 420, 0);
    assert_float_equal(as_scroll_shown((as_scroll){1000, 100, 900}, 500, 20), 500, 0);
    assert_float_equal(as_scroll_shown((as_scroll){1000, 100, 450}, 500, 20), 450, 0);
}

static void the_sharpness_rises_and_is_trained_in_the_middle(void **state)
{
    (void)state;
    for (int k = 1; k < AS_SHARPNESS_PLACES; k++)
        assert_true(as_sharpness_tau(k) > as_sharpness_tau(k - 1));
    assert_true(as_sharpness_tau(AS_SHARPNESS_TRAINED) == 1);
    assert_true(as_sharpness_tau(-1) == 0.1 && as_sharpness_tau(100) == 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_through_every_stage_and_stops),
        cmocka_unit_test(a_stage_moves_and_then_stands),
        cmocka_unit_test(a_sleep_skips_nothing),
        cmocka_unit_test(speeds_are_clamped),
        cmocka_unit_test(places_of_a_slider_round_trip),
        cmocka_unit_test(keys_move_a_slider),
        cmocka_unit_test(a_thumb_dragged_scrolls_as_far),
        cmocka_unit_test(the_sharpness_rises_and_is_trained_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
