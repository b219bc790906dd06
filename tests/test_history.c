/* The list of changed settings: undo, redo, joining, and when each happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "view/history.h"

enum { THEME = 1, SIZE };

static as_change change(int what, int before, int after)
{
    return (as_change){what, before, after, 0};
}

static void changes_come_back_in_reverse(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    as_undo_clock clock = {0};
    assert_null(as_history_undoable(&h));
    as_history_add(&h, &clock, change(THEME, 0, 1), false);
    as_history_add(&h, &clock, change(SIZE, 5, 6), false);
    assert_int_equal(as_history_undoable(&h)->what, SIZE);
    as_history_undone(&h);
    assert_int_equal(as_history_undoable(&h)->what, THEME);
    assert_int_equal(as_history_redoable(&h)->what, SIZE);
    as_history_redone(&h);
    assert_null(as_history_redoable(&h));
    as_history_undone(&h);
    as_history_add(&h, &clock, change(THEME, 1, 2), false); /* the undone one is gone */
    assert_null(as_history_redoable(&h));
    as_history_undone(&h);
    assert_int_equal(as_history_undoable(&h)->after, 1);
    as_history_forget_undone(&h);
    assert_null(as_history_redoable(&h));
}

static void every_change_knows_when_it_happened(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    as_undo_clock clock = {0};
    as_history_add(&h, &clock, change(THEME, 0, 1), false);
    assert_int_equal(as_history_undoable(&h)->at, 1);
    assert_int_equal(as_undo_clock_tick(&clock), 2); /* a text, say */
    as_undo_clock_hold(&clock);
    as_history_add(&h, &clock, change(SIZE, 5, 6), false);
    assert_int_equal(as_undo_clock_tick(&clock), 3); /* together with it */
    as_undo_clock_hold(&clock); /* one inside another is one */
    assert_int_equal(as_undo_clock_tick(&clock), 3);
    as_undo_clock_go(&clock);
    assert_int_equal(as_undo_clock_tick(&clock), 3);
    as_undo_clock_go(&clock);
    assert_int_equal(as_history_undoable(&h)->at, 3);
    assert_int_equal(as_undo_clock_tick(&clock), 4);
}

static void a_drag_is_one_change(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    as_undo_clock clock = {0};
    as_history_add(&h, &clock, change(SIZE, 0, 1), true);
    as_history_add(&h, &clock, change(SIZE, 1, 2), true);
    as_history_add(&h, &clock, change(SIZE, 2, 3), true);
    assert_int_equal(h.n, 1);
    assert_int_equal(as_history_undoable(&h)->before, 0);
    assert_int_equal(as_history_undoable(&h)->after, 3);
    as_history_add(&h, &clock, change(SIZE, 3, 0), true); /* back where it began */
    assert_int_equal(h.n, 0);
    as_history_add(&h, &clock, change(SIZE, 0, 1), false);
    as_history_add(&h, &clock, change(SIZE, 1, 2), false);
    as_history_add(&h, &clock, change(THEME, 0, 1), true); /* another setting */
    as_undo_clock_tick(&clock);
    as_history_add(&h, &clock, change(THEME, 1, 2), true); /* the text changed in between */
    assert_int_equal(h.n, 4);
}

static void the_oldest_go_first(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    as_undo_clock clock = {0};
    for (int k = 0; k < AS_HISTORY_MAX + 10; k++)
        as_history_add(&h, &clock, change(SIZE, k, k + 1), false);
    int n = 0, before = -1;
    const as_change *c;
    for (; (c = as_history_undoable(&h)); n++) {
        before = c->before;
        as_history_undone(&h);
    }
    assert_int_equal(n, AS_HISTORY_MAX);
    assert_int_equal(before, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_come_back_in_reverse),
        cmocka_unit_test(every_change_knows_when_it_happened),
        cmocka_unit_test(a_drag_is_one_change),
        cmocka_unit_test(the_oldest_go_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
