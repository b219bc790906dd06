/* The heatmap in its window: pointing, pinning, walking, scrolling; what a frame costs. */
#include "view_driver.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/memory.h"

static const char source[] = "The agreement on the area was signed .";
static const char target[] = "L' accord sur la zone a été signé .";

static void hovering_finds_every_cell_and_says_its_numbers(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    const as_translation *tr = as_view_translation(view);
    for (int t = 0; t < tr->target.n; t++) {
        for (int i = 0; i < tr->source.n; i++) {
            float x, y;
            drive_cell_middle(view, t, i, &x, &y);
            drive_move(view, x, y);
            drive_assert_cell(view, "hover", t, i);
            char title[64];
            snprintf(title, sizeof title, "%s ← %s", tr->target.tokens[t].surface,
                     tr->source.tokens[i].surface);
            assert_true(drive_says(view, title));
            double top = drive_number(view, "tooltip.y"), h = drive_number(view, "tooltip.h");
            double row = drive_number(view, "map.cell_h") / 2;
            assert_true(top + h <= (double)y - row || top >= (double)y + row);
            assert_true(top >= 0 && top + h <= 800);
        }
    }
    assert_true(drive_says(view, "t = 10, i = 9"));
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_LEAVE});
    drive_assert_cell(view, "hover", -1, -1);
}

static void a_click_pins_and_escape_lets_go(void **state)
{
    as_view *view = *state;
    float x, y, x2, y2;
    drive_show(view, source, target);
    drive_cell_middle(view, 2, 3, &x, &y);
    drive_cell_middle(view, 5, 1, &x2, &y2);
    drive_click(view, x, y, 1000);
    drive_assert_cell(view, "pin", 2, 3);
    drive_assert_focus(view, "heatmap");
    drive_move(view, x2, y2);
    drive_assert_cell(view, "hover", 5, 1);
    assert_true(drive_says(view, "sur ← the")); /* the pinned cell keeps its card */
    assert_true(drive_says(view, "pinned") && drive_says(view, "Esc lets go"));
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_cell(view, "pin", -1, -1);
    assert_true(drive_says(view, "a ← agreement"));
    assert_false(drive_says(view, "pinned"));
    drive_click(view, x2, y2, 3000);
    drive_click(view, x2, y2, 6000); /* the same again lets go, too */
    drive_assert_cell(view, "pin", -1, -1);
    drive_key(view, AS_KEY_ESCAPE, 0);
    drive_assert_focus(view, "field");
}

/* The column of the largest weight of row t, by hand. */
static int best_column(const as_translation *tr, int t)
{
    int n = tr->source.n, best = 0;
    for (int i = 1; i < n; i++) {
        if (tr->alpha[t * n + i] > tr->alpha[t * n + best])
            best = i;
    }
    return best;
}

static void assert_step(as_view *view, int t, int i)
{
    json_t *dump = drive_dump(view), *step = json_object_get(json_object_get(dump, "map"), "step");
    assert_int_equal(json_integer_value(json_array_get(step, 0)), t);
    assert_int_equal(json_integer_value(json_array_get(step, 1)), i);
    json_decref(dump);
}

/* A cell is shown while it is pointed at or pinned; then its row's largest weight is. */
static void the_panel_keeps_no_cell_that_nothing_marks(void **state)
{
    as_view *view = *state;
    float x, y;
    drive_show(view, source, target);
    int best = best_column(as_view_translation(view), 5), other = best == 1 ? 2 : 1;
    drive_cell_middle(view, 5, other, &x, &y);
    drive_move(view, x, y);
    assert_step(view, 5, other);
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_LEAVE});
    assert_step(view, 5, best);
    drive_click(view, x, y, 1000);
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_LEAVE});
    assert_step(view, 5, other);
    drive_key(view, AS_KEY_ESCAPE, 0);
    assert_step(view, 5, best);
    drive_move(view, x, y);
    as_view_input(view, &(as_input){.kind = AS_INPUT_MOUSE_LEAVE});
    drive_show(view, "One two three four five six seven .", "Un deux trois quatre cinq six sept .");
    assert_step(view, 5, best_column(as_view_translation(view), 5));
}

static void arrows_walk_from_cell_to_cell(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    drive_focus(view, "heatmap");
    drive_assert_focus(view, "heatmap");
    drive_key(view, AS_KEY_RIGHT, 0); /* shows where one is */
    as_cell at = drive_cell(view, "pin");
    assert_int_equal(at.t, 0);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_key(view, AS_KEY_RIGHT, 0);
    drive_assert_cell(view, "pin", 2, at.i + 1);
    drive_key(view, AS_KEY_HOME, 0);
    drive_assert_cell(view, "pin", 2, 0);
    drive_key(view, AS_KEY_LEFT, 0); /* stops at the edge */
    drive_assert_cell(view, "pin", 2, 0);
    drive_key(view, AS_KEY_END, AS_MOD_CTRL);
    drive_assert_cell(view, "pin", 9, 8);
    drive_key(view, AS_KEY_DOWN, 0);
    drive_assert_cell(view, "pin", 9, 8);
    drive_key(view, AS_KEY_ENTER, 0);
    drive_assert_cell(view, "pin", -1, -1);
}

static void a_pin_outside_the_next_matrix_goes(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_END, AS_MOD_CTRL);
    drive_show(view, "Hi", "Salut");
    drive_assert_cell(view, "pin", -1, -1);
    drive_show(view, source, target);
}

static void long_matrices_scroll_under_fixed_headers(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(300, 300));
    double y = drive_number(view, "map.cells.y");
    drive_move(view, (float)drive_number(view, "map.cells.x") - 20, 500); /* on the labels */
    drive_wheel(view, 0, 2, 0);
    assert_true(drive_number(view, "map.scroll_y") > 0);
    assert_true(drive_number(view, "map.scroll_x") == 0);
    drive_wheel(view, 0, 3, AS_MOD_SHIFT);
    assert_true(drive_number(view, "map.scroll_x") > 0);
    assert_true(drive_number(view, "map.cells.y") == y);
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_END, AS_MOD_CTRL);
    drive_assert_cell(view, "pin", 299, 299);
    float cx, cy;
    drive_cell_middle(view, 299, 299, &cx, &cy);
    drive_move(view, cx, cy);
    drive_assert_cell(view, "hover", 299, 299);
    drive_key(view, AS_KEY_PAGE_UP, 0);
    as_cell pin = drive_cell(view, "pin");
    assert_true(pin.t < 290 && pin.i == 299);
    assert_true(drive_says(view, "x299"));
}

static void the_wheel_goes_sideways_where_that_is_the_only_way(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(5, 300));
    drive_move(view, (float)drive_number(view, "map.cells.x") - 20, 500);
    drive_wheel(view, 0, 2, 0);
    assert_true(drive_number(view, "map.scroll_x") == 120); /* as far as it would go down */
    drive_wheel(view, 0, -1, 0);
    assert_true(drive_number(view, "map.scroll_x") == 60);
    drive_wheel(view, 1, 5, 0); /* a touchpad says both: sideways is what it says */
    assert_true(drive_number(view, "map.scroll_x") == 120);
    assert_true(drive_number(view, "map.scroll_y") == 0);
}

/* The box of the first text that begins so, or an empty one. */
static as_box text_box(as_view *view, const char *begin)
{
    as_draw_list list = {0};
    as_box box = {0, 0, 0, 0};
    drive_frame(view, &list);
    for (size_t k = list.n; k-- > 0;) {
        const as_draw *d = &list.items[k];
        size_t n = strlen(begin);
        if (d->tag != AS_DRAW_TEXT || d->text_len < n || memcmp(list.text + d->text, begin, n) != 0)
            continue;
        float w = fixed_metrics.width(NULL, d->font, d->size, list.text + d->text, d->text_len);
        box = (as_box){d->align == AS_ALIGN_RIGHT ? d->box.x - w : d->box.x, d->box.y, w, d->size};
    }
    as_draw_finish(&list);
    return box;
}

/* Ten candidates in every row, the chosen one first. Without a vocabulary their names are "#4" to
 * "#13". */
static void give_ten_candidates(as_translation *tr)
{
    size_t n = 10 * (size_t)tr->target.n;
    free(tr->candidates);
    tr->candidates = as_alloc(n, sizeof *tr->candidates);
    tr->n_candidates = 10;
    for (size_t k = 0; k < n; k++)
        tr->candidates[k] = (as_candidate){AS_N_SPECIAL + (int)(k % 10), -1 - (float)(k % 10)};
}

/* The candidates stand one below the other, none over the next. Returns the last one's baseline. */
static float assert_ten_candidates(as_view *view)
{
    float last = -1e9f;
    for (int k = 4; k < 14; k++) {
        char name[8];
        snprintf(name, sizeof name, "#%d", k);
        as_box box = text_box(view, name);
        assert_true(box.w > 0 && box.y >= last + box.h);
        last = box.y;
    }
    return last;
}

static double panel_end(as_view *view)
{
    return drive_number(view, "panel.y") + drive_number(view, "panel.h");
}

/* What is below the panel's end comes up by the wheel. */
static void assert_end_is_reached(as_view *view)
{
    float x = (float)drive_number(view, "panel.x") + 40;
    float y = (float)drive_number(view, "panel.y") + 60;
    drive_move(view, x, y);
    drive_wheel(view, 0, 50, 0);
    as_box end = text_box(view, "the model as trained");
    assert_true(end.w > 0 && (double)end.y < panel_end(view));
    assert_true((double)end.y > drive_number(view, "panel.y"));
    drive_wheel(view, 0, -50, 0);
    assert_true(drive_number(view, "panel_scroll") == 0);
}

static void the_panel_lists_ten_candidates(void **state)
{
    static const char line[] = "a rather long text with many words that fill the whole line twice ";
    as_view *view = *state;
    char text[4 * sizeof line] = "";
    for (int k = 0; k < 4; k++)
        strcat(text, line);
    as_translation *tr = fake_translation(text, text, false);
    give_ten_candidates(tr);
    drive_type(view, text);
    drive_answer(view, tr);
    assert_true(drive_number(view, "translation.h") > 100); /* three lines, at 1280 x 800 */
    assert_true((double)assert_ten_candidates(view) < panel_end(view));
    as_box next = text_box(view, "next: "); /* the last of the diagnostics */
    assert_true(next.w > 0 && (double)next.y < panel_end(view));
    assert_true(drive_says(view, "s₁  = GRU(s₀, [y₀; c₁])"));
    for (float height = 300; height <= 1000; height += 50) {
        drive_resize(view, 1280, height);
        assert_ten_candidates(view);
        assert_end_is_reached(view);
    }
    drive_resize(view, 1280, 1000); /* there is room for all of it */
    drive_wheel(view, 0, 50, 0);
    assert_true(drive_number(view, "panel_scroll") == 0);
}

/* Three digits in every subscript: the last line still has its number, beside the equation. */
static void late_steps_keep_their_probability(void **state)
{
    as_view *view = *state;
    drive_type(view, "x");
    drive_answer(view, fake_translation_of_size(300, 300));
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_END, AS_MOD_CTRL); /* t = 300: P = 0.98 - 4 * 0.17 */
    as_box equation = text_box(view, "y₃₀₀  ~ softmax"), number = text_box(view, "0.300");
    assert_true(equation.w > 0 && number.w > 0);
    assert_float_equal(number.y, equation.y, 0.01);
    assert_true(equation.x + equation.w < number.x);
    double right = drive_number(view, "panel.x") + drive_number(view, "panel.w");
    assert_true((double)(number.x + number.w) < right);
}

/* The frame up to its LAYER, printed. */
static char *background(as_draw_list *list)
{
    size_t n = 0, len = 0;
    while (list->items[n].tag != AS_DRAW_LAYER)
        n++;
    assert_true(n > 50);
    list->n = n;
    char *text = NULL;
    FILE *out = open_memstream(&text, &len);
    as_draw_print(list, out);
    fclose(out);
    return text;
}

static void pictures_below_the_pointer_s_layer_stay(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    as_draw_list first = {0}, second = {0};
    drive_frame(view, &first);
    uint64_t serial = as_view_static_serial(view);
    float x, y;
    drive_cell_middle(view, 4, 4, &x, &y);
    drive_move(view, x, y);
    assert_true(as_view_needs_frame(view, 0));
    drive_frame(view, &second);
    assert_int_equal(as_view_static_serial(view), serial);
    char *before = background(&first), *after = background(&second);
    assert_string_equal(before, after);
    free(before);
    free(after);
    drive_move(view, x + 1, y + 1); /* the same cell: nothing to draw */
    assert_false(as_view_needs_frame(view, 0));
    drive_type(view, "y");
    drive_frame(view, &second);
    assert_true(as_view_static_serial(view) > serial);
    as_draw_finish(&first);
    as_draw_finish(&second);
}

static void an_idle_window_needs_no_frames(void **state)
{
    as_view *view = *state;
    as_draw_list list = {0};
    uint64_t now = 50000, frames = 0;
    as_view_input(view, &(as_input){.kind = AS_INPUT_KEY, .key = AS_KEY_HOME, .time_ms = now});
    for (;;) {
        assert_true(as_view_frame(view, now, &list, NULL));
        uint64_t next = as_view_next_frame_ms(view);
        if (next == UINT64_MAX)
            break;
        assert_true(next > now && next - now >= 400); /* not a busy loop */
        assert_false(as_view_needs_frame(view, next - 1));
        assert_true(as_view_needs_frame(view, next));
        now = next;
        frames++;
    }
    assert_true(frames > 4 && frames < 40);
    assert_true(now - 50000 < 15000);
    assert_false(as_view_needs_frame(view, now + 1000000));
    as_view_input(view, &(as_input){.kind = AS_INPUT_FOCUS, .focused = false});
    assert_true(as_view_frame(view, now, &list, NULL));
    assert_true(as_view_next_frame_ms(view) == UINT64_MAX);
    as_draw_finish(&list);
}

static void a_narrow_window_opens_the_panel_when_asked(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    assert_true(drive_number(view, "panel.w") > 300);
    drive_resize(view, 800, 500);
    json_t *dump = drive_dump(view);
    assert_true(json_is_null(json_object_get(dump, "panel")));
    json_decref(dump);
    assert_true(drive_number(view, "map.cells.h") > 100);
    drive_key(view, AS_KEY_F6, 0);
    assert_true(drive_number(view, "panel.w") > 250); /* both have room */
    assert_true(drive_number(view, "card.w") > 250);
    assert_end_is_reached(view);
    drive_resize(view, 500, 500); /* here one of them */
    assert_true(drive_number(view, "panel.w") > 400);
    drive_key(view, AS_KEY_F6, 0);
    assert_true(drive_number(view, "card.w") > 400);
    drive_resize(view, 1280, 800); /* the wide window has a wish of its own */
    assert_true(drive_number(view, "panel.w") > 300);
    drive_key(view, AS_KEY_F6, 0);
    assert_true(drive_number(view, "card.w") > 1200);
    drive_resize(view, 1, 1); /* nothing breaks, nothing is drawn with negative sizes */
    drive_resize(view, -5, 100);
    as_draw_list list = {0};
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        if (d->tag == AS_DRAW_RECT || d->tag == AS_DRAW_OUTLINE || d->tag == AS_DRAW_CELLS)
            assert_true(d->box.w >= 0 && d->box.h >= 0);
    }
    as_draw_finish(&list);
}

/* Makes the last word, token k, continue the one before it. */
static void join(as_sentence *s, int k)
{
    as_token *piece = &s->tokens[k];
    memmove(piece->piece, piece->surface, strlen(piece->surface) + 1); /* no space mark */
    piece->surface = piece->piece;
    piece->word = s->tokens[k - 1].word;
    char *space = s->text + piece->start - 1;
    memmove(space, space + 1, strlen(space));
    s->text_len--;
    piece->start--;
}

/* "signé" in two pieces: side by side in the translation, joined by a line on the axis, named in
 * the tooltip of each. */
static void pieces_of_a_word_stay_together(void **state)
{
    as_view *view = *state;
    as_translation *tr = fake_translation("was signed", "a sig né", false);
    join(&tr->target, 2); /* "a signé" */
    drive_type(view, "was signed");
    drive_answer(view, tr);
    as_draw_list list = {0};
    drive_frame(view, &list);
    float end = 0, start = -1;
    int lines = 0;
    float cells_x = (float)drive_number(view, "map.cells.x"); /* the line is close at their left */
    as_rgba joint = as_theme_make(AS_THEME_LIGHT, 1).border_strong;
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        const char *text = list.text + d->text;
        if (d->tag == AS_DRAW_TEXT && d->size == 18 && d->text_len == 3 && !memcmp(text, "sig", 3))
            end = d->box.x + 3 * 9;
        if (d->tag == AS_DRAW_TEXT && d->size == 18 && d->text_len == 3 && !memcmp(text, "né", 3))
            start = d->box.x;
        lines += d->tag == AS_DRAW_LINE && !memcmp(&d->colour, &joint, sizeof joint) &&
                 d->box.x < cells_x && d->box.x > cells_x - 10;
    }
    as_draw_finish(&list);
    assert_float_equal(start, end, 0.01);
    assert_int_equal(lines, 1);
    float x, y;
    drive_cell_middle(view, 2, 1, &x, &y);
    drive_move(view, x, y);
    assert_true(drive_says(view, "target word"));
    assert_false(drive_says(view, "source word"));
    assert_true(drive_says(view, "signé"));
}

/* A cell of two pieces says which word is whose, in both languages. */
static void the_words_of_both_sides_are_told_apart(void **state)
{
    as_view *view = *state;
    as_translation *tr = fake_translation("was sign ed", "a sig né", false);
    join(&tr->target, 2);
    join(&tr->source, 2);
    drive_type(view, "was signed");
    drive_answer(view, tr);
    float x, y;
    drive_cell_middle(view, 2, 2, &x, &y);
    drive_move(view, x, y);
    assert_true(drive_says(view, "target word"));
    assert_true(drive_says(view, "source word"));
    assert_true(drive_says(view, "signé"));
    assert_true(drive_says(view, "signed"));
    drive_key(view, AS_KEY_F5, 0);
    assert_true(drive_says(view, "属于目标词"));
    assert_true(drive_says(view, "属于源词"));
}

/* Nothing that is drawn or said may pass for attention that the model does not have. */
static void a_model_without_attention_shows_none(void **state)
{
    as_view *view = *state;
    as_translation *tr = fake_translation(source, target, true);
    memset(tr->alpha, 0, (size_t)tr->target.n * (size_t)tr->source.n * sizeof *tr->alpha);
    memset(tr->energy, 0, (size_t)tr->target.n * (size_t)tr->source.n * sizeof *tr->energy);
    tr->no_attention = true;
    assert_true(as_view_set_source(view, source, strlen(source), NULL));
    drive_answer(view, tr);
    assert_true(drive_says(view, "no attention"));
    as_draw_list list = {0};
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++)
        assert_true(list.items[k].tag != AS_DRAW_CELLS); /* neither cells nor the bar */
    as_draw_finish(&list);

    float x, y;
    drive_cell_middle(view, 2, 3, &x, &y);
    drive_move(view, x, y);
    assert_true(drive_says(view, "sur ← the") && drive_says(view, "none"));
    static const char *const never[] = {"rank in row", "row entropy", "α₃  = softmax(e₃)",
                                        "attention α₃,₄", "Row diagnostics"};
    for (size_t k = 0; k < sizeof never / sizeof never[0]; k++)
        if (drive_says(view, never[k]))
            fail_msg("it says %s", never[k]);
    /* its steps have two stages: nobody asks, nothing is weighed */
    drive_key(view, AS_KEY_F7, 0);
    assert_true(drive_says(view, "step 3 / 10 · stage 1 of 2: context"));
    assert_true(drive_says(view, "the same c in every step"));
    drive_focus(view, "heatmap");
    drive_key(view, AS_KEY_RIGHT, 0);
    assert_true(drive_says(view, "step 3 / 10 · stage 2 of 2: new state and word"));
    drive_key(view, AS_KEY_RIGHT, 0);
    assert_true(drive_says(view, "step 4 / 10 · stage 1 of 2: context"));
    drive_key(view, AS_KEY_END, 0);
    assert_true(drive_says(view, "step 10 / 10 · stage 2 of 2: new state and word"));
    drive_key(view, AS_KEY_F7, 0);
    drive_key(view, AS_KEY_F5, 0);
    assert_true(drive_says(view, "没有注意力"));
    drive_letter(view, 'M', AS_MOD_CTRL | AS_MOD_SHIFT);
    assert_true(drive_says(view, "此模型没有注意力：没有矩阵"));
}

static float angle_of(as_view *view, const char *text)
{
    as_draw_list list = {0};
    float angle = -1;
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        if (d->tag == AS_DRAW_TEXT && d->text_len == strlen(text) &&
            memcmp(list.text + d->text, text, d->text_len) == 0 &&
            d->box.y > (float)drive_number(view, "card.y") &&
            d->box.y < (float)drive_number(view, "map.cells.y"))
            angle = d->angle;
    }
    as_draw_finish(&list);
    return angle;
}

/* All labels of the columns stand one way: upright where all are single characters, else slanted.
 */
static void labels_of_an_axis_stand_one_way(void **state)
{
    as_view *view = *state;
    static const char *const characters[] = {"a", "e\u0301", "漢", ".", "</s>"};
    static const char *const words[] = {"a", "ab", ".", "</s>"};
    drive_show(view, "a e\u0301 漢 .", "un deux");
    drive_move(view, 2, 2);
    for (size_t k = 0; k < sizeof characters / sizeof characters[0]; k++)
        assert_true(angle_of(view, characters[k]) == 0);
    float x, y;
    drive_cell_middle(view, 1, 0, &x, &y);
    drive_move(view, x, y); /* the marked one is the same */
    assert_true(angle_of(view, "a") == 0);
    drive_cell_middle(view, 0, 2, &x, &y);
    drive_move(view, x, (float)drive_number(view, "map.cells.y") - 14);
    drive_assert_cell(view, "hover", -1, 2); /* above its cells, not where a slant would begin */
    drive_show(view, "a ab .", "un deux");
    drive_move(view, 2, 2);
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        assert_true(angle_of(view, words[k]) == 45);
}

/* Words of Han and kana stand upright where the widest fits between its neighbours. */
static void ideographs_stand_upright_where_they_fit(void **state)
{
    as_view *view = *state;
    drive_show(view, "昨天 下雨 了 1 。", "un deux");
    drive_move(view, 2, 2);
    assert_true(angle_of(view, "昨天") == 0);
    assert_true(angle_of(view, "。") == 0);
    assert_true(angle_of(view, "</s>") == 0);
    drive_show(view, "昨天 rain 了", "un deux"); /* not all are */
    drive_move(view, 2, 2);
    assert_true(angle_of(view, "昨天") == 45);
    char many[512] = "无线电频率并联";
    for (int k = 0; k < 30; k++)
        strcat(many, " 下雨");
    drive_show(view, many, "un deux");
    drive_move(view, 2, 2);
    assert_true(drive_number(view, "map.cell_w") < 50);
    assert_true(angle_of(view, "下雨") == 45);
}

/* What is left of the card is as much above the labels as below the matrix. */
static void a_small_matrix_stands_in_the_middle(void **state)
{
    as_view *view = *state;
    drive_show(view, "one two", "un deux");
    double few_y = drive_number(view, "map.cells.y"), few_h = drive_number(view, "map.cells.h");
    assert_true(drive_number(view, "map.cell_h") > 64);
    drive_show(view, source, target);
    double y = drive_number(view, "map.cells.y"), h = drive_number(view, "map.cells.h");
    assert_true(few_y > y + 20);
    assert_true(few_y + few_h < y + h - 20);
}

/* Not even that of the longest label. */
static void no_mark_lies_on_the_title(void **state)
{
    as_view *view = *state;
    float x, y, title = -1, mark = -1;
    drive_show(view, "one two", "un cinquante");
    drive_cell_middle(view, 1, 0, &x, &y);
    drive_move(view, x, y);
    as_draw_list list = {0};
    drive_frame(view, &list);
    for (size_t k = 0; k < list.n; k++) {
        const as_draw *d = &list.items[k];
        float right = d->box.x + d->box.w;
        if (d->tag == AS_DRAW_TEXT && d->angle == 90 && d->box.x < x)
            title = fmaxf(title, d->box.x); /* its baseline: the letters' right ends */
        if (d->tag == AS_DRAW_RECT && d->box.y < y && d->box.y + d->box.h > y && right < x &&
            d->box.w > 9 * 7)
            mark = d->box.x;
    }
    as_draw_finish(&list);
    assert_true(title > 0 && mark > 0);
    assert_true(mark >= title + 2);
}

static void missing_glyphs_are_announced(void **state)
{
    as_view *view = *state;
    static const char says[] =
        "No installed font has some of these characters: their codes are shown";
    drive_show(view, "one two", "un deux");
    assert_false(drive_says(view, says));
    drive_show(view, "one \ue000", "un deux"); /* in the source */
    assert_true(drive_says(view, says));
    drive_show(view, "one two", "un \ue000"); /* in the translation */
    assert_true(drive_says(view, says));
}

/* The marks of the colour bar leave its upright name alone, whatever they say. */
static void marks_and_name_of_the_bar_lie_apart(void **state)
{
    as_view *view = *state;
    drive_show(view, source, target);
    for (int range = 0; range < AS_N_RANGES; range++, drive_key(view, AS_KEY_F4, 0)) {
        assert_true(drive_number(view, "range") == range);
        float right =
            (float)drive_number(view, "map.bar.x") + (float)drive_number(view, "map.bar.w");
        float top = (float)drive_number(view, "map.bar.y");
        float past = top + (float)drive_number(view, "map.bar.h") + 1;
        float name_x = 0;
        as_draw_list list = {0};
        drive_frame(view, &list);
        for (size_t k = 0; k < list.n; k++)
            if (list.items[k].tag == AS_DRAW_TEXT && list.items[k].angle == 90 &&
                list.items[k].box.x > right && list.items[k].box.x < right + 60)
                name_x = list.items[k].box.x -
                         fixed_metrics.ascent(NULL, AS_FONT_REGULAR, list.items[k].size);
        assert_true(name_x > right);
        int n_marks = 0;
        for (size_t k = 0; k < list.n; k++) {
            const as_draw *d = &list.items[k];
            if (d->tag != AS_DRAW_TEXT || d->angle != 0 || d->box.x < right || d->box.x > name_x ||
                d->box.y < top || d->box.y > past)
                continue;
            float w = fixed_metrics.width(NULL, d->font, d->size, list.text + d->text, d->text_len);
            assert_true(d->box.x + w <= name_x);
            n_marks++;
        }
        assert_int_equal(n_marks, 3);
        as_draw_finish(&list);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, drive_set_up, drive_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hovering_finds_every_cell_and_says_its_numbers),
        TEST(a_click_pins_and_escape_lets_go),
        TEST(arrows_walk_from_cell_to_cell),
        TEST(the_panel_keeps_no_cell_that_nothing_marks),
        TEST(a_pin_outside_the_next_matrix_goes),
        TEST(long_matrices_scroll_under_fixed_headers),
        TEST(the_wheel_goes_sideways_where_that_is_the_only_way),
        TEST(labels_of_an_axis_stand_one_way),
        TEST(ideographs_stand_upright_where_they_fit),
        TEST(a_small_matrix_stands_in_the_middle),
        TEST(no_mark_lies_on_the_title),
        TEST(missing_glyphs_are_announced),
        TEST(the_panel_lists_ten_candidates),
        TEST(late_steps_keep_their_probability),
        TEST(pictures_below_the_pointer_s_layer_stay),
        TEST(an_idle_window_needs_no_frames),
        TEST(a_narrow_window_opens_the_panel_when_asked),
        TEST(pieces_of_a_word_stay_together),
        TEST(the_words_of_both_sides_are_told_apart),
        TEST(a_model_without_attention_shows_none),
        TEST(marks_and_name_of_the_bar_lie_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
