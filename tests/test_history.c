/* The list of changed settings: undo, redo, joining, and its order beside the steps of the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "view/history.h"

enum { THEME = 1, SIZE };

static as_change change(int what, int before, int after, size_t text_position)
{
    return (as_change){what, before, after, text_position};
}

static void changes_come_back_in_reverse(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    assert_null(as_history_undoable(&h, 0, false));
    as_history_add(&h, change(THEME, 0, 1, 0), false);
    as_history_add(&h, change(SIZE, 5, 6, 0), false);
    assert_int_equal(as_history_undoable(&h, 0, false)->what, SIZE);
    as_history_undone(&h);
    assert_int_equal(as_history_undoable(&h, 0, false)->what, THEME);
    assert_int_equal(as_history_redoable(&h, 0, false)->what, SIZE);
    as_history_redone(&h);
    assert_null(as_history_redoable(&h, 0, false));
    as_history_undone(&h);
    as_history_add(&h, change(THEME, 1, 2, 0), false); /* the undone one is gone */
    assert_null(as_history_redoable(&h, 0, false));
    as_history_undone(&h);
    assert_int_equal(as_history_undoable(&h, 0, false)->after, 1);
    as_history_forget_undone(&h);
    assert_null(as_history_redoable(&h, 0, false));
}

static void steps_of_the_text_keep_their_turn(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    as_history_add(&h, change(THEME, 0, 1, 3), false); /* after three steps of the text */
    assert_null(as_history_undoable(&h, 5, true));     /* two more: they go first */
    assert_non_null(as_history_undoable(&h, 3, true));
    assert_non_null(as_history_undoable(&h, 5, false)); /* the text has forgotten them */
    as_history_undone(&h);
    assert_null(as_history_redoable(&h, 1, true)); /* the text must come up to it first */
    assert_non_null(as_history_redoable(&h, 3, true));
    assert_non_null(as_history_redoable(&h, 1, false));
}

static void a_drag_is_one_change(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    as_history_add(&h, change(SIZE, 0, 1, 0), true);
    as_history_add(&h, change(SIZE, 1, 2, 0), true);
    as_history_add(&h, change(SIZE, 2, 3, 0), true);
    assert_int_equal(h.n, 1);
    assert_int_equal(as_history_undoable(&h, 0, false)->before, 0);
    assert_int_equal(as_history_undoable(&h, 0, false)->after, 3);
    as_history_add(&h, change(SIZE, 3, 0, 0), true); /* back where it began */
    assert_int_equal(h.n, 0);
    as_history_add(&h, change(SIZE, 0, 1, 0), false);
    as_history_add(&h, change(SIZE, 1, 2, 0), false);
    as_history_add(&h, change(THEME, 0, 1, 0), true); /* another setting */
    as_history_add(&h, change(THEME, 1, 2, 1), true); /* the text changed in between */
    assert_int_equal(h.n, 4);
}

static void the_oldest_go_first(void **state)
{
    (void)state;
    static as_history h;
    h = (as_history){0};
    for (int k = 0; k < AS_HISTORY_MAX + 10; k++)
        as_history_add(&h, change(SIZE, k, k + 1, 0), false);
    int n = 0, before = -1;
    const as_change *c;
    for (; (c = as_history_undoable(&h, 0, false)); n++) {
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
        cmocka_unit_test(steps_of_the_text_keep_their_turn),
        cmocka_unit_test(a_drag_is_one_change),
        cmocka_unit_test(the_oldest_go_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
