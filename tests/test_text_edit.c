/* The text field: clusters, words, selection, undo, paste, composition. */
#include "view/text_edit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KEY(c) ((as_key)(AS_KEY_A + ((c) - 'A')))

static as_edit_action press(as_text_edit *e, as_key key, unsigned mods)
{
    as_edit_action action;
    as_error err = {0};
    if (!as_text_edit_key(e, key, mods, &action, &err))
        fail_msg("%s", err.message);
    return action;
}

static void type(as_text_edit *e, const char *text)
{
    as_error err = {0};
    if (!as_text_edit_type(e, text, strlen(text), &err))
        fail_msg("%s", err.message);
}

/* Types every byte sequence of a character on its own, as a keyboard does. */
static void type_slowly(as_text_edit *e, const char *text)
{
    for (size_t k = 0; text[k];) {
        size_t n = 1;
        while (((unsigned char)text[k + n] & 0xc0) == 0x80)
            n++;
        as_error err = {0};
        assert_true(as_text_edit_type(e, text + k, n, &err));
        k += n;
    }
}

static void set(as_text_edit *e, const char *text)
{
    assert_true(as_text_edit_set(e, text, strlen(text), NULL));
}

static void assert_state(const as_text_edit *e, const char *text, size_t caret, size_t anchor)
{
    assert_string_equal(e->text, text);
    assert_int_equal(e->len, strlen(text));
    assert_int_equal(e->caret, caret);
    assert_int_equal(e->anchor, anchor);
}

/* What a reader takes for one character, and its bytes. */
static const char *const clusters[] = {
    "e\u0301",                                    /* e and a combining acute: NFD */
    "\u1112\u1161\u11ab",                         /* Hangul from conjoining jamo */
    "\U0001F468\u200D\U0001F469\u200D\U0001F467", /* a family joined by ZWJ */
    "\U0001F1EB\U0001F1F7",                       /* a flag: two regional indicators */
    "\U0001F44D\U0001F3FD",                       /* a thumb and its skin tone */
    "\u0915\u094d\u200d",                         /* ka, virama, joiner */
    "a\u0325\u0308",                              /* two marks on one letter */
};
enum { N_CLUSTERS = sizeof clusters / sizeof clusters[0] };

static void arrows_step_over_whole_clusters(void **state)
{
    (void)state;
    for (int k = 0; k < N_CLUSTERS; k++) {
        char text[128];
        strcat(strcat(strcpy(text, "x"), clusters[k]), "y");
        size_t n = strlen(clusters[k]);
        as_text_edit e = {0};
        set(&e, text);
        press(&e, AS_KEY_LEFT, 0);
        assert_int_equal(e.caret, n + 1);
        press(&e, AS_KEY_LEFT, 0);
        assert_int_equal(e.caret, 1);
        press(&e, AS_KEY_RIGHT, AS_MOD_SHIFT);
        assert_int_equal(e.caret, n + 1);
        assert_int_equal(e.anchor, 1);
        as_text_edit_finish(&e);
    }
}

static void backspace_and_delete_take_whole_clusters(void **state)
{
    (void)state;
    for (int k = 0; k < N_CLUSTERS; k++) {
        char text[128];
        strcat(strcat(strcpy(text, "x"), clusters[k]), "y");
        as_text_edit e = {0};
        set(&e, text);
        press(&e, AS_KEY_LEFT, 0);
        assert_int_equal(press(&e, AS_KEY_BACKSPACE, 0), AS_EDIT_CHANGED);
        assert_state(&e, "xy", 1, 1);
        press(&e, KEY('Z'), AS_MOD_CTRL);
        assert_string_equal(e.text, text);
        press(&e, AS_KEY_HOME, 0);
        press(&e, AS_KEY_RIGHT, 0);
        press(&e, AS_KEY_DELETE, 0);
        assert_state(&e, "xy", 1, 1);
        as_text_edit_finish(&e);
    }
}

static void the_caret_never_rests_inside_a_cluster(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "e\u0301");
    as_text_edit_place(&e, 1, false); /* between the letter and its accent */
    assert_int_equal(e.caret, 3);
    /* A letter typed before an accent takes it over; the caret moves behind the pair. */
    set(&e, "\u0301");
    press(&e, AS_KEY_HOME, 0);
    type(&e, "e");
    assert_state(&e, "e\u0301", 3, 3);
    as_text_edit_finish(&e);
}

static void words_and_lines(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "one two  three");
    press(&e, AS_KEY_LEFT, AS_MOD_CTRL);
    assert_int_equal(e.caret, 9);
    press(&e, AS_KEY_LEFT, AS_MOD_CTRL);
    assert_int_equal(e.caret, 4);
    press(&e, AS_KEY_RIGHT, AS_MOD_CTRL | AS_MOD_SHIFT);
    assert_int_equal(e.anchor, 4);
    assert_int_equal(e.caret, 7);
    press(&e, AS_KEY_END, 0);
    press(&e, AS_KEY_BACKSPACE, AS_MOD_CTRL);
    assert_string_equal(e.text, "one two  ");
    press(&e, AS_KEY_HOME, 0);
    press(&e, AS_KEY_DELETE, AS_MOD_CTRL);
    assert_string_equal(e.text, " two  ");
    press(&e, AS_KEY_END, AS_MOD_SHIFT);
    assert_int_equal(e.anchor, 0);
    assert_int_equal(e.caret, 6);
    as_text_edit_finish(&e);
}

static void a_plain_arrow_leaves_the_selection_at_its_edge(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "abcdef");
    as_text_edit_place(&e, 2, false);
    as_text_edit_place(&e, 4, true);
    press(&e, AS_KEY_LEFT, 0);
    assert_state(&e, "abcdef", 2, 2);
    as_text_edit_place(&e, 4, true);
    press(&e, AS_KEY_RIGHT, 0);
    assert_state(&e, "abcdef", 4, 4);
    as_text_edit_finish(&e);
}

static void typing_takes_the_place_of_the_selection(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "abcdef");
    as_text_edit_place(&e, 1, false);
    as_text_edit_place(&e, 4, true);
    type(&e, "X");
    assert_state(&e, "aXef", 2, 2);
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_state(&e, "abcdef", 4, 1); /* the selection comes back with it */
    press(&e, KEY('Y'), AS_MOD_CTRL);
    assert_state(&e, "aXef", 2, 2);
    press(&e, KEY('A'), AS_MOD_CTRL);
    press(&e, AS_KEY_BACKSPACE, 0);
    assert_state(&e, "", 0, 0);
    as_text_edit_finish(&e);
}

static void a_word_is_one_step_of_undo(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "");
    type_slowly(&e, "one two été");
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "one two ");
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "one ");
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "");
    assert_int_equal(press(&e, KEY('Z'), AS_MOD_CTRL), AS_EDIT_MOVED); /* nothing left */
    for (int k = 0; k < 3; k++)
        assert_int_equal(press(&e, KEY('Z'), AS_MOD_CTRL | AS_MOD_SHIFT), AS_EDIT_CHANGED);
    assert_state(&e, "one two été", 13, 13);
    as_text_edit_finish(&e);
}

static void suggest(as_text_edit *e, const char *text)
{
    as_error err = {0};
    if (!as_text_edit_suggest(e, text, strlen(text), &err))
        fail_msg("%s", err.message);
}

/* A suggestion is nobody's until it is edited; then both are undone one after the other here, and at
 * once by whoever looks at the clock. */
static void a_suggestion_is_accepted_by_the_first_edit(void **state)
{
    (void)state;
    as_undo_clock clock = {0};
    as_text_edit e = {.clock = &clock};
    set(&e, "");
    suggest(&e, "le chat");
    assert_true(e.suggested);
    press(&e, AS_KEY_LEFT, AS_MOD_CTRL); /* the caret moves in it */
    assert_int_equal(as_text_edit_undo_time(&e), 0);
    suggest(&e, "le chien"); /* a better one */
    assert_string_equal(e.text, "le chien");
    as_text_edit_withdraw(&e);
    assert_string_equal(e.text, "");
    suggest(&e, "le chat");
    press(&e, AS_KEY_LEFT, AS_MOD_CTRL);
    type(&e, "gros ");
    assert_string_equal(e.text, "le gros chat");
    assert_false(e.suggested);
    assert_false(as_text_edit_suggest(&e, "x", 1, NULL));
    as_text_edit_withdraw(&e); /* there is nothing to take back */
    assert_string_equal(e.text, "le gros chat");
    assert_int_equal(as_text_edit_undo_time(&e), 1);
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "le chat");
    assert_int_equal(as_text_edit_undo_time(&e), 1); /* the same time */
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "");
    assert_int_equal(as_text_edit_undo_time(&e), 0);
    suggest(&e, "un chien"); /* another stands there when it is redone */
    press(&e, KEY('Y'), AS_MOD_CTRL);
    assert_string_equal(e.text, "le chat");
    press(&e, KEY('Y'), AS_MOD_CTRL);
    assert_string_equal(e.text, "le gros chat");
    as_text_edit_finish(&e);
}

static void moving_ends_a_step_and_typing_forgets_redo(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "");
    type_slowly(&e, "ab");
    press(&e, AS_KEY_LEFT, 0);
    press(&e, AS_KEY_RIGHT, 0);
    type_slowly(&e, "cd");
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "ab");
    type(&e, "x");
    assert_int_equal(press(&e, KEY('Y'), AS_MOD_CTRL), AS_EDIT_MOVED);
    assert_string_equal(e.text, "abx");
    for (int k = 0; k < 3; k++)
        press(&e, AS_KEY_BACKSPACE, 0);
    press(&e, KEY('Z'), AS_MOD_CTRL); /* backspaces in a row are one step */
    assert_string_equal(e.text, "abx");
    press(&e, AS_KEY_HOME, 0);
    press(&e, AS_KEY_DELETE, 0);
    press(&e, AS_KEY_DELETE, 0);
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_state(&e, "abx", 0, 0);
    as_text_edit_finish(&e);
}

static void a_paste_is_one_line_and_one_step(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "");
    type_slowly(&e, "go");
    const char pasted[] = " one\r\ntwo\nthree\rfour\tfive\u2028six\xc2\x85seven\0eight";
    assert_true(as_text_edit_paste(&e, pasted, sizeof pasted - 1, NULL));
    assert_string_equal(e.text, "go one two three four five six seven eight");
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_string_equal(e.text, "go");
    as_text_edit_finish(&e);
}

static void a_paste_does_not_reorder_the_line(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "");
    const char pasted[] = "a\u202Abc\u202Ed\u2066\u2069e\u200Ff\u2065\u202A";
    assert_true(as_text_edit_paste(&e, pasted, sizeof pasted - 1, NULL));
    assert_string_equal(e.text, "abcde\u200Ff\u2065");
    as_text_edit_finish(&e);
}

static void ten_thousand_characters(void **state)
{
    (void)state;
    char *text = malloc(10000 * 2 + 1);
    for (int k = 0; k < 10000; k++)
        memcpy(text + 2 * k, k % 7 == 6 ? " \n" : "é", 3);
    as_text_edit e = {0};
    set(&e, "");
    assert_true(as_text_edit_paste(&e, text, 20000, NULL));
    assert_true(e.len > 18000 && e.len <= 20000);
    assert_null(strchr(e.text, '\n'));
    assert_int_equal(e.caret, e.len);
    press(&e, KEY('Z'), AS_MOD_CTRL);
    assert_int_equal(e.len, 0);
    as_text_edit_finish(&e);
    free(text);
}

static void too_much_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    as_text_edit e = {0};
    as_error err = {0};
    set(&e, "kept");
    char *text = malloc(AS_TEXT_EDIT_MAX);
    memset(text, 'a', AS_TEXT_EDIT_MAX);
    assert_false(as_text_edit_paste(&e, text, AS_TEXT_EDIT_MAX, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_state(&e, "kept", 4, 4);
    assert_false(as_text_edit_set(&e, text, AS_TEXT_EDIT_MAX + 1, &err));
    assert_state(&e, "kept", 4, 4);
    as_text_edit_finish(&e);
    free(text);
}

static void invalid_bytes_become_replacement_characters(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "");
    assert_true(as_text_edit_type(&e,
                                  "a\xff"
                                  "b",
                                  3, NULL));
    assert_string_equal(e.text, "a\ufffd"
                                "b");
    as_text_edit_finish(&e);
}

static void a_composition_is_shown_but_is_not_text(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "ab");
    as_text_edit_place(&e, 1, false);
    assert_true(as_text_edit_compose(&e, "に", 3, 3, NULL));
    assert_string_equal(e.text, "ab");
    assert_string_equal(e.composition, "に");
    assert_true(as_text_edit_compose(&e, "にほ", 6, 4, NULL)); /* inside a character: after it */
    assert_int_equal(e.composition_caret, 6);
    type(&e, "日本");
    assert_null(e.composition);
    assert_state(&e, "a日本b", 7, 7);
    assert_true(as_text_edit_compose(&e, "x", 1, 1, NULL));
    assert_true(as_text_edit_compose(&e, "", 0, 0, NULL));
    assert_null(e.composition);
    assert_string_equal(e.text, "a日本b");
    /* it takes the place of a selection at once */
    as_text_edit_select_all(&e);
    assert_true(as_text_edit_compose(&e, "z", 1, 1, NULL));
    assert_state(&e, "", 0, 0);
    as_text_edit_finish(&e);
}

static void clipboard_keys_only_ask(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "abc");
    assert_int_equal(press(&e, KEY('C'), AS_MOD_CTRL), AS_EDIT_COPY);
    assert_int_equal(press(&e, AS_KEY_INSERT, AS_MOD_CTRL), AS_EDIT_COPY);
    assert_int_equal(press(&e, KEY('X'), AS_MOD_CTRL), AS_EDIT_CUT);
    assert_int_equal(press(&e, AS_KEY_DELETE, AS_MOD_SHIFT), AS_EDIT_CUT);
    assert_int_equal(press(&e, KEY('V'), AS_MOD_CTRL), AS_EDIT_PASTE);
    assert_int_equal(press(&e, AS_KEY_INSERT, AS_MOD_SHIFT), AS_EDIT_PASTE);
    assert_int_equal(press(&e, KEY('C'), 0), AS_EDIT_NONE);
    assert_int_equal(press(&e, AS_KEY_LEFT, AS_MOD_ALT), AS_EDIT_NONE);
    assert_state(&e, "abc", 3, 3);
    as_text_edit_finish(&e);
}

static void double_click_takes_the_word(void **state)
{
    (void)state;
    as_text_edit e = {0};
    set(&e, "one été three");
    size_t from, to;
    for (size_t at = 4; at < 9; at++) {
        as_text_edit_select_word(&e, at);
        as_text_edit_selection(&e, &from, &to);
        assert_int_equal(from, 4);
        assert_int_equal(to, 9);
    }
    as_text_edit_select_word(&e, e.len);
    as_text_edit_selection(&e, &from, &to);
    assert_int_equal(from, 10);
    assert_int_equal(to, e.len);
    as_text_edit_finish(&e);
}

static void an_empty_field_takes_every_key(void **state)
{
    (void)state;
    as_text_edit e = {0};
    for (int key = 0; key < AS_N_KEYS; key++) {
        for (unsigned mods = 0; mods < 8; mods++)
            press(&e, (as_key)key, mods);
    }
    as_text_edit_select_word(&e, 0);
    as_text_edit_place(&e, 99, true);
    assert_int_equal(e.len, 0);
    assert_int_equal(e.caret, 0);
    as_text_edit_finish(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_step_over_whole_clusters),
        cmocka_unit_test(backspace_and_delete_take_whole_clusters),
        cmocka_unit_test(the_caret_never_rests_inside_a_cluster),
        cmocka_unit_test(words_and_lines),
        cmocka_unit_test(a_plain_arrow_leaves_the_selection_at_its_edge),
        cmocka_unit_test(typing_takes_the_place_of_the_selection),
        cmocka_unit_test(a_word_is_one_step_of_undo),
        cmocka_unit_test(a_suggestion_is_accepted_by_the_first_edit),
        cmocka_unit_test(moving_ends_a_step_and_typing_forgets_redo),
        cmocka_unit_test(a_paste_is_one_line_and_one_step),
        cmocka_unit_test(a_paste_does_not_reorder_the_line),
        cmocka_unit_test(ten_thousand_characters),
        cmocka_unit_test(too_much_is_refused_and_changes_nothing),
        cmocka_unit_test(invalid_bytes_become_replacement_characters),
        cmocka_unit_test(a_composition_is_shown_but_is_not_text),
        cmocka_unit_test(clipboard_keys_only_ask),
        cmocka_unit_test(double_click_takes_the_word),
        cmocka_unit_test(an_empty_field_takes_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
