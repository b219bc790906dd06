/* The list of branches, and how a typed word goes with what is before it. */
#include "core/memory.h"
#include "failing_alloc.h"
#include "fake_translation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "view/branch.h"

static const char source[] = "one two three";

static void a_branch_keeps_what_was_before_it(void **state)
{
    (void)state;
    as_branches list = {0};
    as_translation *tr = fake_translation(source, "un deux trois", false);
    as_branch_choice choice = {.model = 3, .source = source, .source_len = 13, .t = 1, .id = 9};
    assert_true(as_branches_add(&list, &choice, tr, NULL, NULL));
    as_prefix prefix = as_branch_prefix(&list.items[0]);
    assert_int_equal(prefix.n_ids, 2);
    assert_int_equal(prefix.ids[0], tr->target.tokens[0].id);
    assert_int_equal(prefix.ids[1], 9);
    assert_null(prefix.text);
    bool marks[4], want[] = {false, true, false, false};
    as_branch_marks(&list.items[0], tr, marks);
    assert_memory_equal(marks, want, sizeof want);

    as_branch_choice word = {.model = 3,
                             .source = source,
                             .source_len = 13,
                             .t = 2,
                             .id = -1,
                             .word = "drei",
                             .word_len = 4,
                             .joint = AS_JOINT_SPACE};
    tr->target.tokens[0].id = tr->target.tokens[1].id = AS_UNK;
    tr->forced[1] = true; /* it was typed; the other is the model's */
    assert_true(as_branches_add(&list, &word, tr, marks, NULL)); /* after the first */
    prefix = as_branch_prefix(&list.items[1]);
    assert_int_equal(prefix.n_ids, 2);
    assert_null(prefix.unknown[0]);
    assert_string_equal(prefix.unknown[1], tr->target.tokens[1].piece);
    assert_memory_equal(prefix.text, "drei", 4);
    assert_int_equal(prefix.joint, AS_JOINT_SPACE);
    tr->forced[0] = tr->forced[1] = tr->forced[2] = tr->forced[3] = true; /* two pieces of it */
    bool both[] = {false, true, true, true};
    as_branch_marks(&list.items[1], tr, marks);
    assert_memory_equal(marks, both, sizeof both);

    assert_true(as_branch_is_of(&list.items[0], 3, source, 13));
    assert_false(as_branch_is_of(&list.items[0], 2, source, 13));
    assert_false(as_branch_is_of(&list.items[0], 3, source, 12));
    assert_false(as_branch_is_of(&list.items[0], 3, "one two threE", 13));
    as_branches_finish(&list);
    as_translation_free(tr);
}

/* "L'accord est signé." in pieces: L' | accord | est | sign | é | . | </s> */
static as_sentence pieces(void)
{
    static char text[] = "L'accord est sign\u00e9.";
    static as_token tokens[] = {
        {.surface = "L'", .word = 0, .start = 0, .len = 2},
        {.surface = "accord", .word = 1, .start = 2, .len = 6},
        {.surface = "est", .word = 2, .start = 9, .len = 3},
        {.surface = "sign", .word = 3, .start = 13, .len = 4},
        {.surface = "\u00e9", .word = 3, .start = 17, .len = 2},
        {.surface = ".", .word = 4, .start = 19, .len = 1},
        {.surface = "</s>", .word = -1, .start = 20, .special = true},
    };
    return (as_sentence){.text = text, .text_len = 20, .tokens = tokens, .n = 7, .n_words = 5};
}

static void a_word_goes_with_what_is_before_it(void **state)
{
    (void)state;
    static const struct {
        int t;
        const char *word;
        as_joint joint;
        size_t skip;
    } cases[] = {
        {0, "Un", AS_JOINT_START, 0},    {1, "eau", AS_JOINT_NONE, 0}, /* L'eau */
        {2, "fut", AS_JOINT_SPACE, 0},   {4, "ature", AS_JOINT_NONE, 0},
        {4, " hier", AS_JOINT_SPACE, 0}, {2, "·s", AS_JOINT_NONE, 2},
        {5, "!", AS_JOINT_NONE, 0},      {5, "hier", AS_JOINT_SPACE, 0},
        {6, "Oui", AS_JOINT_SPACE, 0},   {6, "..", AS_JOINT_NONE, 0},
        {0, "·x", AS_JOINT_START, 2},
    };
    as_sentence s = pieces();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t skip;
        as_joint joint =
            as_branch_joint(&s, cases[k].t, cases[k].word, strlen(cases[k].word), &skip);
        if (joint != cases[k].joint || skip != cases[k].skip)
            fail_msg("'%s' at %d: joint %d, skip %zu", cases[k].word, cases[k].t, (int)joint, skip);
    }
    as_token characters[] = {
        {.surface = "\u4f60", .word = 0, .start = 0, .len = 3},
        {.surface = "\u597d", .word = 1, .start = 3, .len = 3},
        {.surface = "</s>", .word = -1, .start = 6, .special = true},
    };
    char hello[] = "\u4f60\u597d";
    as_sentence chinese = {
        .text = hello, .text_len = 6, .tokens = characters, .n = 3, .n_words = 2};
    size_t skip;
    assert_int_equal(as_branch_joint(&chinese, 1, "\u4eec", 3, &skip), AS_JOINT_NONE);
    assert_int_equal(as_branch_joint(&chinese, 2, "\u4eec", 3, &skip), AS_JOINT_NONE);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    as_translation *tr = fake_translation(source, "un deux", false);
    as_branch_choice choice = {
        .source = source, .source_len = 13, .t = 1, .id = -1, .word = "x", .word_len = 1};
    bool failed = true;
    for (long k = 1; failed; k++) {
        long before = failing_alloc_live();
        as_branches list = {0};
        failing_alloc_arm(k, false);
        bool added = as_branches_add(&list, &choice, tr, NULL, NULL);
        failed = failing_alloc_disarm();
        assert_int_equal(added, !failed);
        assert_int_equal(list.n, added);
        as_branches_finish(&list);
        assert_int_equal(failing_alloc_live(), before);
    }
    as_translation_free(tr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_branch_keeps_what_was_before_it),
        cmocka_unit_test(a_word_goes_with_what_is_before_it),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
