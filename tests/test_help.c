/* The list of keys: whatever a key does, wherever the focus is, the list says so. */
#include "golden.h"
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/help.h"

enum { MOST_BINDINGS = 512 };

typedef struct binding {
    as_string section; /* of the heading above it */
    as_key key;
    unsigned mods;
} binding;

static binding listed[MOST_BINDINGS];
static int n_listed;

/* ---- what the list says ---- */

static as_key key_named(const char *name, size_t len)
{
    static const struct {
        const char *name;
        as_key key;
    } names[] = {
        {"←", AS_KEY_LEFT},       {"→", AS_KEY_RIGHT},        {"↑", AS_KEY_UP},
        {"↓", AS_KEY_DOWN},       {"Home", AS_KEY_HOME},      {"End", AS_KEY_END},
        {"PgUp", AS_KEY_PAGE_UP}, {"PgDn", AS_KEY_PAGE_DOWN}, {"⌫", AS_KEY_BACKSPACE},
        {"Del", AS_KEY_DELETE},   {"Ins", AS_KEY_INSERT},     {"Enter", AS_KEY_ENTER},
        {"Space", AS_KEY_SPACE},  {"Tab", AS_KEY_TAB},        {"Esc", AS_KEY_ESCAPE},
        {"+", AS_KEY_PLUS},       {"−", AS_KEY_MINUS},
    };
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (strlen(names[k].name) == len && memcmp(names[k].name, name, len) == 0)
            return names[k].key;
    if (name[0] == 'F' && len > 1)
        return (as_key)(AS_KEY_F1 + atoi(name + 1) - 1);
    if (len == 1 && name[0] >= '0' && name[0] <= '9')
        return (as_key)(AS_KEY_0 + name[0] - '0');
    if (len == 1 && name[0] >= 'A' && name[0] <= 'Z')
        return (as_key)(AS_KEY_A + name[0] - 'A');
    return AS_KEY_NONE; /* "abc", "·ing": no keys */
}

/* "Ctrl+Shift+" and the like off the front of a name. */
static size_t modifiers(const char *text, size_t len, unsigned *mods)
{
    static const char *const names[] = {"Shift+", "Ctrl+", "Alt+"};
    size_t at = 0;
    for (size_t k = 0; k < 3; k++) {
        size_t n = strlen(names[k]);
        if (len - at > n && memcmp(text + at, names[k], n) == 0) {
            *mods = at == 0 ? 1u << k : *mods | 1u << k;
            at += n;
            k = (size_t)-1; /* another may follow */
        }
    }
    return at;
}

static void read_keys(as_string section, const char *keys)
{
    unsigned mods = 0;
    while (*keys) {
        const char *end = strstr(keys, "  ");
        size_t len = end ? (size_t)(end - keys) : strlen(keys);
        size_t at = modifiers(keys, len, &mods);
        as_key key = key_named(keys + at, len - at);
        if (key != AS_KEY_NONE) {
            assert_true(n_listed < MOST_BINDINGS);
            listed[n_listed++] = (binding){section, key, mods};
        }
        keys += len + (end ? 2 : 0);
    }
}

static int read_list(void **state)
{
    (void)state;
    int n;
    const as_help_line *lines = as_help_lines(&n);
    as_string section = lines[0].text;
    for (int k = 0; k < n; k++) {
        if (lines[k].keys)
            read_keys(section, lines[k].keys);
        else
            section = lines[k].text;
    }
    return 0;
}

static bool is_listed(as_string section, as_key key, unsigned mods)
{
    for (int k = 0; k < n_listed; k++)
        if ((listed[k].section == section || listed[k].section == AS_STR_HELP_EVERYWHERE) &&
            listed[k].key == key && listed[k].mods == mods)
            return true;
    return false;
}

/* ---- what keys do ---- */

/* Places where the focus can be. */
typedef struct place {
    const char *name;
    as_string section, also; /* where its keys are listed */
    bool text;               /* what moves the caret selects with Shift, as the list says */
} place;

static const place places[] = {
    {"field", AS_STR_HELP_FIELD, AS_STR_HELP_FIELD, true},
    {"target", AS_STR_HELP_TRANSLATION, AS_STR_HELP_FIELD, true},
    {"heatmap", AS_STR_HELP_MAP, AS_STR_HELP_MAP, false},
    {"diagram of a step", AS_STR_HELP_DIAGRAM, AS_STR_HELP_MAP, false},
    {"tree", AS_STR_HELP_BEAM, AS_STR_HELP_CONTROLS, false},
    {"candidates", AS_STR_HELP_STEP, AS_STR_HELP_CONTROLS, false},
    {"word", AS_STR_HELP_STEP, AS_STR_HELP_FIELD, true},
    {"save_path", AS_STR_HELP_SAVING, AS_STR_HELP_FIELD, true},
    {"colours", AS_STR_HELP_CONTROLS, AS_STR_HELP_CONTROLS, false},
    {"step", AS_STR_HELP_CONTROLS, AS_STR_HELP_CONTROLS, false},
    {"terms", AS_STR_HELP_CONTROLS, AS_STR_HELP_CONTROLS, false},
};

/* drive_focus, remembering how many Tabs it takes from the heatmap. */
static void focus(as_view *view, const char *name)
{
    enum { KNOWN = 16 };
    static const char *names[KNOWN];
    static int tabs[KNOWN], n_known;
    if (strcmp(name, "heatmap") == 0) {
        drive_key(view, AS_KEY_ENTER, 0); /* from the field */
        return;
    }
    int k = 0;
    while (k < n_known && strcmp(names[k], name) != 0)
        k++;
    if (k == n_known) {
        char got[32];
        assert_true(n_known < KNOWN);
        names[n_known++] = name;
        while (strcmp(drive_string(view, "focus", got, sizeof got), name) != 0) {
            drive_key(view, AS_KEY_TAB, 0);
            assert_true(++tabs[k] < 64);
        }
        return;
    }
    for (int t = 0; t < tabs[k]; t++)
        drive_key(view, AS_KEY_TAB, 0);
}

/* In the middle of things, so that every key has something to do: two texts to undo and one to do
 * again, a selection, a pin, a sharpness, a scrolled matrix. */
static as_view *prepare(const place *at)
{
    as_view *view = drive_new();
    drive_show(view, "one two three", "un deux trois");
    drive_key(view, AS_KEY_F9, 0); /* slower: it can be faster, too */
    drive_type(view, "x");
    drive_answer_traced(view, fake_translation("one two threex", "un deux trois", true),
                        &fake_config);
    drive_type(view, " y");
    drive_letter(view, 'Z', AS_MOD_CTRL);
    drive_answer_traced(view, fake_translation("one two threex", "un deux trois", true),
                        &fake_config);
    drive_key(view, AS_KEY_LEFT, AS_MOD_CTRL);
    drive_key(view, AS_KEY_LEFT, 0);
    drive_key(view, AS_KEY_LEFT, AS_MOD_SHIFT);
    drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    drive_key(view, AS_KEY_PLUS, AS_MOD_ALT);
    bool staged = strncmp(at->name, "diagram", 7) == 0;
    focus(view, "heatmap");
    if (!staged) {
        for (int k = 0; k < 3; k++)
            drive_key(view, AS_KEY_DOWN, 0);
        drive_key(view, AS_KEY_RIGHT, 0);
        drive_key(view, AS_KEY_UP, AS_MOD_SHIFT); /* two rows are chosen */
    } else {
        drive_key(view, AS_KEY_F7, 0);
        for (int k = 0; k < 7; k++)
            drive_key(view, AS_KEY_RIGHT, 0);
    }
    if (strcmp(at->name, "tree") == 0) {
        drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
        drive_focus(view, "tree");
        drive_key(view, AS_KEY_UP, 0);
        drive_key(view, AS_KEY_UP, 0);
        drive_key(view, AS_KEY_RIGHT, 0);
        drive_key(view, AS_KEY_ENTER, 0); /* there is something at both sides */
        drive_answer(view, fake_translation("one two threex", "un deux", true));
    } else if (strcmp(at->name, "step") == 0 || strcmp(at->name, "terms") == 0) {
        focus(view, at->name);
        drive_key(view, AS_KEY_RIGHT, 0);
    } else if (strcmp(at->name, "save_path") == 0) {
        assert_true(as_view_propose_path(view, "/p/a b.png", NULL));
        drive_key(view, AS_KEY_LEFT, AS_MOD_CTRL); /* there is something at both sides */
        drive_type(view, "x");                     /* to be undone there */
        drive_key(view, AS_KEY_LEFT, AS_MOD_CTRL | AS_MOD_SHIFT);
        assert_true(as_view_set_completions(view, (const char *[]){"/p/a", "/p/b"}, 2, NULL));
    } else if (!staged && strcmp(at->name, "heatmap") != 0) {
        focus(view, at->name);
    }
    if (strcmp(at->name, "colours") == 0) /* where the first tab is not the one on show */
        drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    if (strcmp(at->name, "word") == 0) {
        drive_type(view, "abc ");
        drive_type(view, "de"); /* to be undone there, as the size is elsewhere */
    }
    drive_key(view, AS_KEY_PLUS, AS_MOD_CTRL);
    drive_letter(view, 'Z', AS_MOD_CTRL); /* there is something to redo */
    as_request request;
    while (as_view_take_request(view, &request))
        continue;
    return view;
}

/* The state and what is asked for, after a key; free. */
static char *after(const place *at, as_key key, unsigned mods)
{
    as_view *view = prepare(at);
    drive_key(view, key, mods);
    json_t *dump = drive_dump(view);
    char *state = json_dumps(dump, JSON_SORT_KEYS);
    json_decref(dump);
    as_request request;
    size_t len = strlen(state);
    state = realloc(state, len + 256);
    while (as_view_take_request(view, &request) && len < strlen(state) + 200)
        len += (size_t)sprintf(state + len, " %d", (int)request.kind);
    as_view_free(view);
    return state;
}

/* Does the key do what it does not do with fewer modifiers? */
static bool is_a_binding(const place *at, as_key key, unsigned mods, const char *nothing)
{
    char *with = after(at, key, mods);
    bool own = strcmp(with, nothing) != 0;
    for (unsigned fewer = 0; fewer < mods && own; fewer++) {
        if ((fewer & mods) != fewer)
            continue;
        char *without = after(at, key, fewer);
        own = strcmp(with, without) != 0;
        free(without);
    }
    free(with);
    return own;
}

static bool is_told(const place *at, as_key key, unsigned mods)
{
    if (is_listed(at->section, key, mods) || is_listed(at->also, key, mods))
        return true;
    bool moves = key >= AS_KEY_LEFT && key <= AS_KEY_PAGE_DOWN;
    return at->text && moves && (mods & AS_MOD_SHIFT) &&
           is_listed(AS_STR_HELP_FIELD, key, mods & ~(unsigned)AS_MOD_SHIFT);
}

static void every_key_is_listed(void **state)
{
    (void)state;
    static const unsigned mods[] = {0, AS_MOD_SHIFT, AS_MOD_CTRL, AS_MOD_CTRL | AS_MOD_SHIFT,
                                    AS_MOD_ALT};
    int missing = 0, found = 0;
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        char *nothing = after(&places[p], AS_KEY_NONE, 0);
        for (int key = AS_KEY_NONE + 1; key < AS_N_KEYS; key++) {
            for (size_t m = 0; m < sizeof mods / sizeof mods[0]; m++) {
                if (!is_a_binding(&places[p], (as_key)key, mods[m], nothing))
                    continue;
                found++;
                if (is_told(&places[p], (as_key)key, mods[m]))
                    continue;
                missing++;
                print_error("%s: key %d with modifiers %u is not listed\n", places[p].name, key,
                            mods[m]);
            }
        }
        free(nothing);
    }
    assert_int_equal(missing, 0);
    assert_true(found > 150); /* the places are what they seem */
}

/* And the other way round: what is listed for a place does something there. */
static void what_is_listed_does_something(void **state)
{
    (void)state;
    int idle = 0;
    for (int k = 0; k < n_listed; k++) {
        bool works = false, known = false;
        for (size_t p = 0; p < sizeof places / sizeof places[0] && !works; p++) {
            const place *at = &places[p];
            if (listed[k].section != at->section && listed[k].section != AS_STR_HELP_EVERYWHERE)
                continue;
            known = true;
            char *nothing = after(at, AS_KEY_NONE, 0);
            char *with = after(at, listed[k].key, listed[k].mods);
            works = strcmp(with, nothing) != 0;
            free(with);
            free(nothing);
        }
        if (known && !works)
            print_error("listed, but idle: key %d with modifiers %u in section %d\n",
                        (int)listed[k].key, listed[k].mods, (int)listed[k].section);
        idle += known && !works;
    }
    assert_int_equal(idle, 0);
}

/* ---- the card ---- */

/* At every size all lines can be scrolled to, and no two lie on each other. */
static void all_lines_can_be_seen(void **state)
{
    (void)state;
    int n;
    const as_help_line *lines = as_help_lines(&n);
    for (float width = 480; width < 2000; width += 190) {
        for (float height = 320; height < 1200; height += 220) {
            as_view *view = drive_new();
            drive_resize(view, width, height);
            drive_key(view, AS_KEY_F1, 0);
            bool *seen = calloc((size_t)n, sizeof *seen);
            for (int page = 0; page < 40; page++) {
                as_draw_list list = {0};
                drive_frame(view, &list);
                for (int k = 0; k < n; k++)
                    seen[k] =
                        seen[k] || drive_list_says(&list, as_str(AS_LANGUAGE_EN, lines[k].text));
                as_draw_finish(&list);
                drive_key(view, AS_KEY_PAGE_DOWN, 0);
            }
            for (int k = 0; k < n; k++)
                assert_true(seen[k]);
            free(seen);
            as_view_free(view);
        }
    }
}

/* Where whole sections would scroll beside a column that is half empty, they are broken, and each
 * part has the heading. */
static void the_columns_are_filled_before_it_scrolls(void **state)
{
    (void)state;
    static const float heights[] = {900, 800, 760};
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    const char *everywhere = as_str(AS_LANGUAGE_EN, AS_STR_HELP_EVERYWHERE);
    for (int k = 0; k < 3; k++) {
        as_box window = {0, 0, 1280, heights[k]};
        as_draw_list list = {0};
        as_pen pen = {&list, &theme, &fixed_metrics, AS_LANGUAGE_EN};
        int n_headings = 0;
        assert_true(as_help_scroll_most(window, &theme) == 0);
        as_help_draw(&pen, window, 0);
        for (size_t d = 0; d < list.n; d++)
            n_headings +=
                list.items[d].tag == AS_DRAW_TEXT && list.items[d].text_len == strlen(everywhere) &&
                memcmp(list.text + list.items[d].text, everywhere, strlen(everywhere)) == 0;
        assert_int_equal(n_headings, k == 0 ? 1 : 2);
        as_draw_finish(&list);
    }
}

static void it_scrolls_and_closes(void **state)
{
    (void)state;
    as_view *view = drive_new();
    drive_resize(view, 800, 500);
    drive_key(view, AS_KEY_F1, 0);
    assert_true(drive_number(view, "help_scroll") == 0);
    drive_key(view, AS_KEY_END, 0);
    double most = drive_number(view, "help_scroll");
    assert_true(most > 100);
    drive_key(view, AS_KEY_DOWN, 0);
    assert_true(drive_number(view, "help_scroll") == most);
    drive_wheel(view, 0, -1, 0);
    assert_true(drive_number(view, "help_scroll") == most - 60);
    drive_key(view, AS_KEY_HOME, 0);
    assert_true(drive_number(view, "help_scroll") == 0);
    drive_key(view, AS_KEY_SPACE, 0);
    json_t *dump = drive_dump(view);
    assert_true(json_is_false(json_object_get(dump, "help")));
    json_decref(dump);
    as_view_free(view);
}

static void looks(void **state)
{
    (void)state;
    as_theme theme = as_theme_make(AS_THEME_DARK, 1);
    as_draw_list list = {0};
    as_pen pen = {&list, &theme, &fixed_metrics, AS_LANGUAGE_ZH};
    as_help_draw(&pen, (as_box){0, 0, 800, 500}, 30);
    golden_list("help_chinese", &list);
    as_draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_listed),
        cmocka_unit_test(what_is_listed_does_something),
        cmocka_unit_test(all_lines_can_be_seen),
        cmocka_unit_test(the_columns_are_filled_before_it_scrolls),
        cmocka_unit_test(it_scrolls_and_closes),
        cmocka_unit_test(looks),
    };
    return cmocka_run_group_tests(tests, read_list, NULL);
}
