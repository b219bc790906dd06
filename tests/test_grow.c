/* Arrays that grow one item at a time. */
#include "failing_alloc.h"

#include "core/grow.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* What was put there stays, however often it moves; there is never less room than items. */
static void items_stay(void **state)
{
    (void)state;
    enum { N = 1000 };
    int *items = NULL, capacity = 0, moves = 0;
    for (int n = 0; n < N; n++) {
        int before = capacity;
        items = as_grown(items, n, &capacity, sizeof *items);
        assert_non_null(items);
        assert_true(capacity > n);
        moves += capacity != before;
        items[n] = n;
    }
    for (int n = 0; n < N; n++)
        assert_int_equal(items[n], n);
    assert_true(moves < 12);
    free(items);
}

static void a_failure_leaves_it_as_it_was(void **state)
{
    (void)state;
    int capacity = 0, most = INT_MAX / 2 + 1;
    char *items = as_grown(NULL, 0, &capacity, 1);
    assert_non_null(items);
    items[0] = 'a';
    int before = capacity;
    failing_alloc_arm(1, false);
    assert_ptr_equal(as_grown(items, before - 1, &capacity, 1), items); /* there is room */
    assert_null(as_grown(items, before, &capacity, 1));
    assert_true(failing_alloc_disarm());
    assert_int_equal(capacity, before);
    assert_int_equal(items[0], 'a');
    assert_null(as_grown(items, most, &most, 1));
    assert_null(as_grown(items, before, &capacity, (size_t)-1 / 2));
    assert_int_equal(capacity, before);
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_stay),
        cmocka_unit_test(a_failure_leaves_it_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
