/* Saving from the window: the name that is proposed, the path that is typed, the questions, and
 * that what is saved is what is seen. */
#include "view_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "view/file_name.h"

static int set_up(void **state)
{
    as_view *view = drive_new();
    drive_show(view, "one two three", "un deux trois");
    *state = view;
    return 0;
}

static void assert_name(const char *text, const char *want)
{
    char got[AS_FILE_NAME_MAX];
    assert_string_equal(as_file_name_of(got, text, strlen(text)), want);
}

static void names_end_with_a_word(void **state)
{
    (void)state;
    assert_name("The agreement on the European Economic Area was signed",
                "the-agreement-on-the-european-economic");
    assert_name("My parents are not at home, but you can wait here.",
                "my-parents-are-not-at-home-but-you-can");
    assert_name("The Agreement: on/the area .", "the-agreement-on-the-area");
    assert_name("I don't know $HOME ~ ../x", "i-don-t-know-home-x");
    assert_name("... !", "alignment");
    assert_name("", "alignment");
    assert_name("Donaudampfschifffahrtselektrizitätenhauptbetriebswerk",
                "donaudampfschifffahrtselektrizitätenhau");
    assert_name("我們簽署了一份非常長的協議以及許多其他重要的文件", "我們簽署了一份非常長的協議");
    assert_name("Été à Noël", "Été-à-noël");
}

/* ---- driving ---- */

static void assert_path(as_view *view, const char *want)
{
    json_t *dump = drive_dump(view);
    const json_t *path = json_object_get(json_object_get(dump, "saving"), "path");
    if (want)
        assert_string_equal(json_string_value(path), want);
    else
        assert_null(path);
    json_decref(dump);
}

static void assert_asked(as_view *view, bool want)
{
    json_t *dump = drive_dump(view);
    json_t *saving = json_object_get(dump, "saving");
    assert_int_equal(json_is_true(json_object_get(saving, "asked")), want);
    json_decref(dump);
}

/* Answers what is proposed with this folder. */
static void propose(as_view *view, const char *folder)
{
    as_request request;
    char path[128];
    assert_true(drive_take(view, AS_REQUEST_PROPOSE, &request));
    snprintf(path, sizeof path, "%s/%s", folder, request.text);
    assert_true(as_view_propose_path(view, path, NULL));
}

static void begin(as_view *view)
{
    drive_letter(view, 'S', AS_MOD_CTRL);
    propose(view, "/p");
}

static void assert_saves(as_view *view, const char *path, bool replace)
{
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_SAVE, &request));
    assert_string_equal(request.text, path);
    assert_int_equal(request.replace, replace);
}

static void assert_nothing_asked_for(as_view *view)
{
    as_request request;
    assert_false(drive_take(view, AS_REQUEST_SAVE, &request));
}

static void retype(as_view *view, const char *text)
{
    drive_letter(view, 'A', AS_MOD_CTRL);
    drive_type(view, text);
}

/* ---- the bar ---- */

static void enter_saves_and_says_where(void **state)
{
    as_view *view = *state;
    begin(view);
    drive_assert_focus(view, "save_path");
    assert_path(view, "/p/one-two-three.png");
    assert_true(drive_number(view, "anchor") == 3); /* the name is selected, its ending is not */
    assert_true(drive_number(view, "caret") == 16);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_saves(view, "/p/one-two-three.png", false);
    as_view_saved(view, "/p/one-two-three.png");
    assert_path(view, NULL);
    drive_assert_focus(view, "field");
    assert_true(drive_says(view, "saved /p/one-two-three.png"));
}

static void escape_saves_nothing(void **state)
{
    as_view *view = *state;
    drive_focus(view, "heatmap");
    begin(view);
    drive_type(view, "x");
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_path(view, NULL);
    drive_assert_focus(view, "heatmap");
    assert_nothing_asked_for(view);
    drive_assert_source(view, "one two three");
    begin(view);
    drive_focus(view, "save_cancel");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_path(view, NULL);
    begin(view);
    drive_focus(view, "save"); /* Esc means the same on every part of the bar */
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_path(view, NULL);
}

static void typing_takes_the_name_s_place(void **state)
{
    as_view *view = *state;
    begin(view);
    drive_type(view, "figure 1");
    assert_path(view, "/p/figure 1.png");
    drive_letter(view, 'Z', AS_MOD_CTRL); /* its own undo */
    assert_path(view, "/p/one-two-three.png");
    drive_assert_source(view, "one two three");
    retype(view, "a.pdf"); /* without a folder: the one proposed */
    drive_key(view, AS_KEY_ENTER, 0);
    assert_saves(view, "/p/a.pdf", false);
    retype(view, "~/b.SVG");
    drive_focus(view, "save"); /* the button does it, too */
    drive_key(view, AS_KEY_SPACE, 0);
    assert_saves(view, "~/b.SVG", false);
}

static void an_unknown_ending_is_refused(void **state)
{
    as_view *view = *state;
    static const char *const bad[] = {"/p/a.gif", "/p/a", "/p/a.", "/p.png/a"};
    begin(view);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        retype(view, bad[k]);
        drive_key(view, AS_KEY_ENTER, 0);
        assert_nothing_asked_for(view);
        assert_path(view, bad[k]); /* nothing is lost */
        assert_true(drive_says(view, "the name ends in none of: .png, .svg, .pdf or .html, "
                                     ".tsv, .json or .npy"));
    }
    drive_type(view, ".svg");
    assert_false(drive_says(view, "the name ends in none of: .png, .svg, .pdf or .html, "
                                  ".tsv, .json or .npy"));
    drive_key(view, AS_KEY_ENTER, 0);
    assert_saves(view, "/p.png/a.svg", false);
}

static void a_file_that_is_there_is_asked_about(void **state)
{
    as_view *view = *state;
    begin(view);
    drive_key(view, AS_KEY_ENTER, 0);
    assert_saves(view, "/p/one-two-three.png", false);
    as_view_ask_replace(view, "/p/one-two-three.png");
    assert_true(drive_says(view, "this file exists; Enter once more replaces it: "
                                 "/p/one-two-three.png"));
    assert_true(drive_says(view, "Replace"));
    drive_type(view, "x"); /* another name: another question */
    assert_asked(view, false);
    assert_true(drive_says(view, "Save"));
    drive_key(view, AS_KEY_ENTER, 0);
    assert_saves(view, "/p/x.png", false);
    as_view_ask_replace(view, "/p/x.png");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_saves(view, "/p/x.png", true);
    as_view_set_status(view, "/p/x.png: Permission denied", true);
    assert_path(view, "/p/x.png");
}

/* ---- what is there ---- */

static void list(as_view *view, const char *asked_for)
{
    static const char *const there[] = {"/p/a.png", "/p/sub/"};
    as_request request;
    assert_true(drive_take(view, AS_REQUEST_COMPLETE, &request));
    assert_true(request.saving);
    assert_string_equal(request.text, asked_for);
    assert_true(as_view_set_completions(view, there, 2, NULL));
}

static void folders_are_gone_into_with_the_name(void **state)
{
    as_view *view = *state;
    as_request request;
    begin(view);
    assert_false(drive_take(view, AS_REQUEST_COMPLETE, &request)); /* nobody has asked */
    drive_key(view, AS_KEY_DOWN, 0);
    list(view, "/p/");
    assert_true(drive_says(view, "a.png") && drive_says(view, "sub/"));
    drive_key(view, AS_KEY_UP, 0); /* the last is nearest */
    drive_key(view, AS_KEY_ENTER, 0);
    assert_path(view, "/p/sub/one-two-three.png");
    list(view, "/p/sub/");
    drive_type(view, "mine");
    assert_path(view, "/p/sub/mine.png");
    list(view, "/p/sub/mine");
    drive_key(view, AS_KEY_TAB, 0);
    drive_assert_focus(view, "save_list");
    drive_key(view, AS_KEY_ENTER, 0); /* a file: its name is taken, and asked about when saved */
    assert_path(view, "/p/a.png");
    assert_nothing_asked_for(view);
    retype(view, "/q/");
    drive_key(view, AS_KEY_ENTER, 0); /* a folder that is typed */
    assert_path(view, "/q/one-two-three.png");
    assert_nothing_asked_for(view);
}

static void the_list_is_pointed_at(void **state)
{
    as_view *view = *state;
    begin(view);
    drive_key(view, AS_KEY_UP, 0);
    list(view, "/p/");
    float x = (float)drive_number(view, "controls.save_list.x") + 20;
    float y = (float)drive_number(view, "controls.save_list.y");
    float h = (float)drive_number(view, "controls.save_list.h") / 2;
    assert_true(y + 2 * h <= (float)drive_number(view, "controls.save_path.y") + 1);
    drive_click(view, x, y + 1.5f * h, 0);
    assert_path(view, "/p/sub/one-two-three.png");
    drive_assert_focus(view, "save_path");
}

/* ---- the menu ---- */

static int n_items(as_view *view)
{
    json_t *dump = drive_dump(view);
    int n = (int)json_array_size(json_object_get(json_object_get(dump, "menu"), "items"));
    json_decref(dump);
    return n;
}

static void open_menu(as_view *view, int n_down)
{
    drive_focus(view, "export");
    drive_key(view, AS_KEY_ENTER, 0);
    for (int k = 0; k < n_down; k++)
        drive_key(view, AS_KEY_DOWN, 0);
}

static void the_menu_offers_every_kind(void **state)
{
    as_view *view = *state;
    static const char *const endings[] = {".png", ".svg", ".pdf", ".html", ".tsv", ".json", ".npy"};
    for (int k = 0; k < 7; k++) {
        char want[64];
        open_menu(view, k);
        drive_key(view, AS_KEY_ENTER, 0);
        propose(view, "/p");
        snprintf(want, sizeof want, "/p/one-two-three%s", endings[k]);
        assert_path(view, want);
        drive_key(view, AS_KEY_ENTER, 0);
        assert_saves(view, want, false);
        as_view_saved(view, want);
        drive_assert_focus(view, "export");
    }
    begin(view); /* the key goes on with the picture that was saved last */
    assert_path(view, "/p/one-two-three.html");
    drive_type(view, "mine");
    open_menu(view, 1); /* another kind, while one is at it */
    drive_key(view, AS_KEY_ENTER, 0);
    assert_path(view, "/p/mine.svg");
    drive_assert_focus(view, "save_path");
}

static void numbers_are_those_of_one(void **state)
{
    as_view *view = *state;
    open_menu(view, 0);
    int n = n_items(view);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_letter(view, 'C', AS_MOD_ALT);
    open_menu(view, 0);
    assert_int_equal(n_items(view), n - 3);
    drive_key(view, AS_KEY_ESCAPE, 0);
    begin(view);
    retype(view, "/p/a.tsv");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_nothing_asked_for(view);
    assert_true(drive_says(view, "a comparison is a picture: .png, .svg, .pdf or .html"));
}

static void nothing_is_no_file(void **state)
{
    as_view *view = *state;
    as_request request;
    assert_true(as_view_set_source(view, "", 0, NULL));
    drive_letter(view, 'S', AS_MOD_CTRL);
    assert_false(drive_take(view, AS_REQUEST_PROPOSE, &request));
    assert_true(drive_says(view, "nothing to save yet"));
    drive_show(view, "one two three", "un deux trois");
    begin(view);
    assert_true(as_view_set_source(view, "", 0, NULL)); /* gone while one types the name */
    drive_focus(view, "save");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_nothing_asked_for(view);
    assert_true(drive_says(view, "nothing to save yet"));
}

/* ---- what is saved ---- */

static void the_tree_is_saved_as_it_is_seen(void **state)
{
    as_view *view = *state;
    as_draw_list list = {0};
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    double y = drive_number(view, "controls.tree.y"), h;
    drive_focus(view, "tree");
    begin(view);
    assert_path(view, "/p/one-two-three-tree.png");
    assert_true(drive_says(view, "Save tree as"));
    drive_figure(view, &list);
    assert_true(drive_list_says(&list, "#6") && !drive_list_says(&list, "#3"));
    drive_focus(view, "tree");
    drive_key(view, AS_KEY_ENTER, 0); /* a row is opened */
    h = drive_number(view, "controls.tree.h");
    drive_figure(view, &list);
    assert_true(drive_list_says(&list, "#3"));
    as_draw_finish(&list);
    drive_focus(view, "save_path");
    retype(view, "/p/a.json");
    drive_key(view, AS_KEY_ENTER, 0);
    assert_nothing_asked_for(view);
    assert_true(drive_says(view, "a tree is a picture: .png, .svg, .pdf or .html"));
    drive_key(view, AS_KEY_ESCAPE, 0); /* and in the window it lies where it lay */
    assert_true(drive_number(view, "controls.tree.y") == y);
    assert_true(drive_number(view, "controls.tree.h") == h);
}

/* The diagram is a step's; what is saved is the matrix, and the bar says so. */
static void beside_the_diagram_the_matrix_is_saved(void **state)
{
    as_view *view = *state;
    as_draw_list list = {0};
    drive_key(view, AS_KEY_F7, 0);
    begin(view);
    assert_true(drive_says(view, "Save matrix as"));
    drive_figure(view, &list);
    assert_true(drive_list_says(&list, "source x"));
    as_draw_finish(&list);
}

/* The theme of the window, and numbers as they are read. */
static void files_hold_what_is_seen(void **state)
{
    as_view *view = *state;
    as_draw_list list = {0};
    as_saving saving;
    as_buffer out = {0};
    as_view_set_theme(view, AS_THEME_DARK);
    drive_letter(view, 'T', AS_MOD_ALT);
    drive_figure(view, &list);
    as_rgba ground = as_theme_make(AS_THEME_DARK, 1).surface, got = list.items[0].colour;
    assert_true(got.r == ground.r && got.g == ground.g && got.b == ground.b);
    as_draw_finish(&list);
    assert_true(as_view_saving(view, &saving, NULL));
    assert_true(as_saving_numbers(&saving, AS_FILE_TSV, &out, NULL));
    assert_memory_equal(out.text, "\tun\tdeux\ttrois\t</s>\none\t", 24);
    as_buffer_reset(&out);
    assert_true(as_saving_numbers(&saving, AS_FILE_JSON, &out, NULL));
    json_t *json = json_loadb(out.text, out.len, 0, NULL);
    assert_true(json_array_size(json_object_get(json, "alpha")) == 4);
    json_t *reading = json_object_get(json, "reading");
    assert_true(json_is_true(json_object_get(reading, "transposed")));
    json_decref(json);
    as_buffer_finish(&out);
}

/* However long a path is, what is asked about it is said first and whole. */
static void a_long_path_hides_no_question(void **state)
{
    as_view *view = *state;
    char path[2000] = "/", got[1024];
    while (strlen(path) < sizeof path - 8)
        strcat(path, "été/");
    begin(view);
    as_view_ask_replace(view, path);
    drive_string(view, "message", got, sizeof got);
    assert_non_null(strstr(got, "Enter once more replaces it: /été"));
    assert_string_equal(got + strlen(got) - strlen("…"), "…");
}

static void looks(void **state)
{
    as_view *view = *state;
    as_draw_list frame = {0};
    begin(view);
    drive_key(view, AS_KEY_DOWN, 0);
    list(view, "/p/");
    drive_key(view, AS_KEY_DOWN, 0);
    as_view_set_language(view, AS_LANGUAGE_ZH);
    as_view_ask_replace(view, "/p/one-two-three.png");
    drive_resize(view, 800, 500);
    drive_frame(view, &frame);
    assert_true(drive_list_says(&frame, "另存为") && drive_list_says(&frame, "替换"));
    as_draw_finish(&frame);
    for (float w = 40; w < 700; w += 60) { /* in no window is a box less than nothing */
        drive_resize(view, w, 300);
        drive_frame(view, &frame);
        for (size_t k = 0; k < frame.n; k++)
            assert_true(frame.items[k].tag == AS_DRAW_CLIP || frame.items[k].box.w >= 0);
        as_draw_finish(&frame);
    }
}

static void a_field_without_room_is_not_drawn(void **state)
{
    as_view *view = *state;
    as_draw_list frame = {0};
    drive_resize(view, 58, 516);
    begin(view);
    drive_frame(view, &frame);
    for (size_t k = 0; k < frame.n; k++)
        assert_true(frame.items[k].tag != AS_DRAW_TEXT || frame.items[k].size > 0);
    as_draw_finish(&frame);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_end_with_a_word),
        TEST(enter_saves_and_says_where),
        TEST(escape_saves_nothing),
        TEST(typing_takes_the_name_s_place),
        TEST(an_unknown_ending_is_refused),
        TEST(a_file_that_is_there_is_asked_about),
        TEST(folders_are_gone_into_with_the_name),
        TEST(the_list_is_pointed_at),
        TEST(the_menu_offers_every_kind),
        TEST(numbers_are_those_of_one),
        TEST(nothing_is_no_file),
        TEST(the_tree_is_saved_as_it_is_seen),
        TEST(beside_the_diagram_the_matrix_is_saved),
        TEST(files_hold_what_is_seen),
        TEST(a_long_path_hides_no_question),
        TEST(looks),
        TEST(a_field_without_room_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
