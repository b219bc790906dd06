/* Ten thousand random events: whatever happens, frames are complete and finite, the tooltip keeps
 * off its row, and undo leads back to the first state. */
#include "view_driver.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N_EVENTS = 10000 };
static const char first_text[] = "the first text, e\u0301t\u00e9";

/* xorshift64 (Marsaglia 2003): the same events on every machine. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static int below(uint64_t *state, int n)
{
    return (int)(next_random(state) >> 33) % n;
}

static const char *random_text(uint64_t *rng)
{
    static const char *const texts[] = {
        "a",          "b",         " ",        "word ",  "\u0301", "é",      "👨",     "\u200d",
        "👩",          "한",        "\u1112",   "\u1161", "שלום",   "مرحبا",  "漢字",  "\U0001F1EB",
        "\U0001F1F7", "x\ny\r\nz", "\xff\xfe", "",       "...",    "\u3000", "don't", "1992",
    };
    return texts[below(rng, sizeof texts / sizeof texts[0])];
}

/* What the events are to reach, each at least once, and a change of it to be taken back. */
enum { BRANCH, TARGET, NODE, ROW, COMPARE, PLAY, LINES, TRANSPOSED, WIDTH, N_PLACES };
static const char *const places[N_PLACES] = {"a branch",
                                             "a target of one's own",
                                             "a node of the beam",
                                             "a row of it, opened",
                                             "a comparison",
                                             "playing",
                                             "lines",
                                             "the matrix on its side",
                                             "another width of the beam"};

typedef struct travels {
    int reached[N_PLACES]; /* times that it was so and had not been */
    int left[N_PLACES];    /* times that undo led away */
    int here[N_PLACES];    /* after the last event; 0: as at the start */
} travels;

static bool says(const json_t *dump, const char *key, const char *value)
{
    const char *got = json_string_value(json_object_get(dump, key));
    return got && strcmp(got, value) == 0;
}

static void look_around(as_view *view, travels *t, bool undone)
{
    json_t *dump = drive_dump(view), *chip;
    size_t k;
    int node = (int)json_integer_value(json_object_get(dump, "node"));
    bool given = !says(dump, "given", ""), row = false;
    json_array_foreach (json_object_get(dump, "chips"), k, chip)
        row = row || json_is_true(json_object_get(chip, "open"));
    const int here[N_PLACES] = {
        [BRANCH] = json_is_true(json_object_get(dump, "led")) && node < 0 && !given,
        [TARGET] = given,
        [NODE] = node >= 0,
        [ROW] = row,
        [COMPARE] = json_is_object(json_object_get(dump, "compare")),
        [PLAY] = json_is_true(json_object_get(dump, "playing")),
        [LINES] = says(dump, "show", "lines"),
        [TRANSPOSED] =
            json_is_true(json_object_get(json_object_get(dump, "reading"), "transposed")),
        [WIDTH] = (int)json_integer_value(json_object_get(dump, "beam_width")) - AS_VIEW_BEAM,
    };
    for (int p = 0; p < N_PLACES; p++) {
        t->reached[p] += here[p] && here[p] != t->here[p];
        t->left[p] += undone && t->here[p] && here[p] != t->here[p];
    }
    memcpy(t->here, here, sizeof here);
    json_decref(dump);
}

/* For a comparison, as often as not one of the same size: then there is a difference to draw. */
static as_translation *some_translation(const as_view *view, as_request_kind kind, uint64_t *rng)
{
    const as_translation *first = as_view_translation(view);
    if (kind == AS_REQUEST_COMPARE && first && below(rng, 2))
        return fake_translation_of_size(first->target.n, first->source.n);
    return fake_translation_of_size(1 + below(rng, 40), 1 + below(rng, 40));
}

/* Answers like a worker: mostly the newest request, sometimes an old one, or with an error. */
static void answer(as_view *view, uint64_t *rng)
{
    as_request request;
    while (as_view_take_request(view, &request)) {
        assert_non_null(request.text);
        assert_int_equal(request.text[request.text_len], '\0');
        if (request.kind == AS_REQUEST_COMPLETE)
            assert_true(as_view_set_completions(view, (const char *[]){"/a/", "/b.safetensors"},
                                                below(rng, 3), NULL));
        if (request.kind == AS_REQUEST_PROPOSE)
            assert_true(as_view_propose_path(view, "/p/a.png", NULL));
        if (request.kind == AS_REQUEST_SAVE && below(rng, 2))
            as_view_saved(view, request.text);
        else if (request.kind == AS_REQUEST_SAVE)
            as_view_ask_replace(view, request.text);
        if (request.kind == AS_REQUEST_OPEN_PATH && below(rng, 4) == 0)
            as_view_choose_model(view, below(rng, 3));
        if (request.kind == AS_REQUEST_PASTE)
            drive_paste(view, random_text(rng));
        if (request.kind != AS_REQUEST_TRANSLATE && request.kind != AS_REQUEST_COMPARE)
            continue;
        as_view_result result = {.generation = request.generation - (below(rng, 5) == 0),
                                 .config = below(rng, 2) ? &fake_config : NULL};
        if (below(rng, 10) == 0)
            result.message = "no luck";
        else
            result.translation = some_translation(view, request.kind, rng);
        if (result.translation)
            result.tree = fake_tree(result.translation);
        if (request.kind == AS_REQUEST_COMPARE)
            as_view_set_second(view, &result);
        else
            as_view_set_translation(view, &result);
    }
}

static void point(as_view *view, uint64_t *rng, uint64_t now)
{
    float x = (float)below(rng, 1400) - 50, y = (float)below(rng, 900) - 50;
    if (below(rng, 3) == 0)
        drive_click(view, x, y, now);
    else if (below(rng, 8) == 0)
        as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_PRESS,
                                        .x = x,
                                        .y = y,
                                        .time_ms = now}); /* held: a drag */
    else
        drive_move(view, x, y);
}

static void rare_event(as_view *view, uint64_t *rng)
{
    switch (below(rng, 7)) {
    case 0:
        drive_resize(view, (float)below(rng, 2000), (float)below(rng, 1200));
        break;
    case 1:
        drive_resize(view, NAN, -INFINITY);
        drive_wheel(view, NAN, INFINITY, 0);
        drive_move(view, NAN, NAN);
        break;
    case 2:
        as_view_input(view, &(as_input){.kind = AS_INPUT_FOCUS, .focused = below(rng, 2)});
        break;
    case 3:
        as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_LEAVE});
        break;
    case 4:
        as_view_set_status(view, random_text(rng), below(rng, 2));
        break;
    case 5:
        drive_resize(view, 1280, 800);
        break;
    default:
        drive_wheel(view, 3e38f, -3e38f, 0);
        break;
    }
}

/* Steps back, looking at each where it leads. */
static void go_back(as_view *view, uint64_t *rng, travels *t)
{
    look_around(view, t, false);
    for (int k = 1 + below(rng, 6); k > 0; k--) {
        drive_letter(view, 'Z', AS_MOD_CTRL);
        look_around(view, t, true);
    }
}

/* Keys that lead, from wherever it is, to what chance alone would hardly come to. */
static void walk_somewhere(as_view *view, uint64_t *rng)
{
    static const as_key arrows[] = {AS_KEY_UP, AS_KEY_DOWN, AS_KEY_LEFT, AS_KEY_RIGHT};
    int n = 1 + below(rng, 4);
    answer(view, rng); /* there is something to be led another way */
    switch (below(rng, 6)) {
    case 0: /* another candidate */
        drive_letter(view, 'B', AS_MOD_CTRL);
        drive_key(view, AS_KEY_DOWN, 0);
        drive_key(view, AS_KEY_ENTER, 0);
        break;
    case 1: /* a target */
        drive_letter(view, 'T', AS_MOD_CTRL);
        drive_type(view, random_text(rng));
        break;
    case 2: /* along the tree */
        drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
        for (int k = 0; k < 60; k++) {
            json_t *dump = drive_dump(view);
            bool there = says(dump, "focus", "tree");
            json_decref(dump);
            if (there)
                break;
            drive_key(view, AS_KEY_TAB, 0);
        }
        for (int k = 0; k < n; k++)
            drive_key(view, arrows[below(rng, 4)], 0);
        if (below(rng, 2))
            drive_key(view, AS_KEY_ENTER, 0); /* a row */
        break;
    case 3:
        drive_letter(view, "LTC"[below(rng, 3)], AS_MOD_ALT);
        break;
    case 4:
        drive_key(view, AS_KEY_F8, 0);
        break;
    default:
        drive_key(view, arrows[2 + below(rng, 2)], AS_MOD_ALT);
        break;
    }
}

static void random_event(as_view *view, uint64_t *rng, uint64_t now, travels *t)
{
    int kind = below(rng, 104);
    if (kind >= 100) {
        walk_somewhere(view, rng);
        if (below(rng, 2))
            go_back(view, rng, t);
    } else if (kind < 15)
        drive_type(view, random_text(rng));
    else if (kind < 45)
        drive_key(view, (as_key)below(rng, AS_N_KEYS), (unsigned)below(rng, 8));
    else if (kind < 70)
        point(view, rng, now);
    else if (kind < 76)
        drive_wheel(view, (float)below(rng, 7) - 3, (float)below(rng, 7) - 3,
                    (unsigned)below(rng, 4));
    else if (kind < 81)
        drive_compose(view, random_text(rng), (size_t)below(rng, 5));
    else if (kind < 83)
        drive_paste(view, random_text(rng));
    else if (kind < 86)
        rare_event(view, rng);
    else /* often enough that not every result is dimmed, waiting for the next */
        answer(view, rng);
}

static void check_list(as_view *view, uint64_t now)
{
    as_draw_list list = {0};
    assert_true(as_view_frame(view, now, &list, NULL));
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        assert_true(isfinite(d->box.x) && isfinite(d->box.y) && isfinite(d->box.w) &&
                    isfinite(d->box.h));
        assert_true(d->text + d->text_len <= list.text_len);
        if (d->tag == AS_DRAW_TEXT)
            assert_true(d->size > 0 && d->max_width >= 0);
        if (d->tag == AS_DRAW_RECT || d->tag == AS_DRAW_CELLS)
            assert_true(d->box.w >= 0 && d->box.h >= 0);
    }
    as_draw_finish(&list);
}

static double number_at(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* True when there was a tooltip of the matrix's cell to check. */
static bool check_tooltip(as_view *view)
{
    bool seen = false;
    json_t *dump = drive_dump(view), *tip = json_object_get(dump, "tooltip");
    const json_t *map = json_object_get(dump, "map"), *compare = json_object_get(dump, "compare");
    json_t *cell = json_object_get(map, "place"), *other = json_object_get(compare, "other");
    int pane = (int)json_integer_value(json_object_get(compare, "pane"));
    if (pane > 0 && json_is_null(json_object_get(dump, "pin"))) {
        map = json_object_get(compare, pane == 1 ? "second" : "difference"); /* rows of its own */
        cell = pane == 1 ? other : cell;
    }
    const char *show = json_string_value(json_object_get(dump, "show"));
    bool of_control = json_is_true(json_object_get(dump, "control_tip"));
    if (json_is_object(tip) && json_is_array(cell) && !of_control && strcmp(show, "matrix") == 0) {
        double y = number_at(tip, "y"), h = number_at(tip, "h"), x = number_at(tip, "x");
        assert_true(x >= -0.01 && y >= -0.01);
        assert_true(x + number_at(tip, "w") <= number_at(dump, "width") + 0.01);
        assert_true(y + h <= number_at(dump, "height") + 0.01);
        int t = (int)json_integer_value(json_array_get(cell, 0));
        int i = (int)json_integer_value(json_array_get(cell, 1));
        double row_h = number_at(map, "cell_h");
        double cells_y = number_at(json_object_get(map, "cells"), "y");
        double cells_h = number_at(json_object_get(map, "cells"), "h");
        double top = cells_y + t * row_h - number_at(map, "scroll_y"), bottom = top + row_h;
        if (top < cells_y)
            top = cells_y; /* only what is in view of the row */
        if (bottom > cells_y + cells_h)
            bottom = cells_y + cells_h;
        if (t >= 0 && i >= 0)
            assert_true(y + h <= top + 0.01 || y >= bottom - 0.01);
        seen = t >= 0 && i >= 0;
    }
    json_decref(dump);
    return seen;
}

/* `first`: the state before all events. */
static void undo_everything(as_view *view, const json_t *first)
{
    drive_resize(view, 1280, 800);
    for (int k = 0; k < 8; k++)
        drive_key(view, AS_KEY_ESCAPE, 0); /* menu, help, playing, node, pin, diagram, focus */
    drive_compose(view, "", 0);
    for (int k = 0; k < 2 * N_EVENTS; k++)
        drive_letter(view, 'Z', AS_MOD_CTRL);
    json_t *dump = drive_dump(view);
    assert_string_equal(json_string_value(json_object_get(dump, "source")), first_text);
    static const char *const settings[] = {"theme", "colormap",  "range",   "language",     "zoom",
                                           "model", "sharpness", "reading", "compare_with", "led",
                                           "tab",   "node",      "look",    "beam_width"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        assert_true(
            json_equal(json_object_get(dump, settings[k]), json_object_get(first, settings[k])));
    json_decref(dump);
}

static int n_tooltips; /* that all runs have checked beside a cell */

static void run(uint64_t seed)
{
    as_view *view = drive_new();
    assert_true(as_view_set_source(view, first_text, strlen(first_text), NULL));
    static const char *const sentences[] = {"an example", "שלום example"};
    assert_true(as_view_set_sentences(view, AS_SENTENCES_EXAMPLES, sentences, 2, NULL));
    json_t *first = drive_dump(view);
    uint64_t rng = seed, now = 0;
    int matrices = 0;
    travels been = {0};
    for (int k = 0; k < N_EVENTS; k++) {
        now += (uint64_t)below(&rng, 300);
        random_event(view, &rng, now, &been);
        if (k % 4 == 1)
            look_around(view, &been, false);
        if (k % 8 == 0)
            check_list(view, now);
        if (k % 4 == 0)
            n_tooltips += check_tooltip(view);
        matrices += as_view_translation(view) != NULL;
    }
    /* the monkey has been where it matters */
    assert_true(matrices > N_EVENTS / 4);
    for (int p = 0; p < N_PLACES; p++)
        if (!been.reached[p] || (p != PLAY && !been.left[p])) /* what plays is no setting */
            fail_msg("%s: reached %d times, left by undo %d times", places[p], been.reached[p],
                     been.left[p]);
    undo_everything(view, first);
    json_decref(first);
    as_view_free(view);
}

static void ten_thousand_random_events(void **state)
{
    (void)state;
    run(0x9e3779b97f4a7c15u);
}

static void ten_thousand_others(void **state)
{
    (void)state;
    run(20150407);
}

/* How many there are is the seed's luck: so over the fixed seeds, which always have the same. */
static void tooltips_were_among_them(void **state)
{
    (void)state;
    assert_true(n_tooltips > 80);
}

static uint64_t own_seed;

static void ten_thousand_of_own_seed(void **state)
{
    (void)state;
    run(own_seed);
}

/* Usage: test_view_monkey [SEED]: with a seed (not 0) the events of that one alone. */
int main(int argc, char **argv)
{
    const struct CMUnitTest own[] = {cmocka_unit_test(ten_thousand_of_own_seed)};
    own_seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
    if (own_seed)
        return cmocka_run_group_tests(own, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_random_events),
        cmocka_unit_test(ten_thousand_others),
        cmocka_unit_test(tooltips_were_among_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
