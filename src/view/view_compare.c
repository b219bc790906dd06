/* Comparing in the window: what the present alignment is compared with, the second translation, and
 * both of them with their difference on the card. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/sharpness.h"
#include "view/view_private.h"

/* AS_DO_COMPARE's value: nothing, a model, a sentence that was kept. */
static int value_of_model(int model)
{
    return model + 1;
}

static int value_of_kept(int k)
{
    return -k - 1;
}

static const char *kept_text(const as_compare *c)
{
    return c->with < 0 && -c->with - 1 < c->n_kept ? c->kept[-c->with - 1] : NULL;
}

static int other_model(const as_view *view)
{
    return view->compare.with > 0 ? view->compare.with - 1 : view->model;
}

bool as_view_is_comparing(const as_view *view)
{
    return view->compare.with != 0 && view->show == AS_SHOW_MATRIX && view->translation;
}

int as_view_same_target(const as_view *view)
{
    return view->compare.same_target[view->compare.with < 0];
}

/* ---- the second translation ---- */

void as_view_drop_second(as_view *view)
{
    as_compare *c = &view->compare;
    as_matrix_finish(&c->pane.matrix);
    as_matrix_finish(&c->difference.matrix);
    as_result_finish(&c->result);
    as_translation_free(c->translation);
    c->translation = NULL;
    c->pane = c->difference = (as_pane){0};
}

void as_view_finish_compare(as_view *view)
{
    as_view_drop_second(view);
    for (int k = 0; k < view->compare.n_kept; k++)
        free(view->compare.kept[k]);
}

void as_view_ask_second(as_view *view)
{
    as_compare *c = &view->compare;
    as_view_drop_second(view);
    c->generation++;
    c->message[0] = '\0';
    c->waiting = c->with != 0 && view->translation && other_model(view) < view->n_models;
    if (c->waiting)
        as_view_request(view, AS_REQUEST_COMPARE);
    as_view_layout_changed(view);
}

void as_view_fill_second_request(const as_view *view, as_request *out)
{
    const as_compare *c = &view->compare;
    const char *text = kept_text(c);
    out->generation = c->generation;
    out->model = other_model(view);
    out->temperature = as_sharpness_tau(view->sharpness);
    out->text = text ? text : view->field.edit.text;
    out->text_len = strlen(out->text);
    if (as_view_same_target(view) && view->translation) {
        out->target = view->translation->target.text;
        out->target_len = view->translation->target.text_len;
    }
}

/* The reading of the second: parts only where the first's tokens are its own, too. */
static as_reading second_reading(const as_view *view, const as_translation *second)
{
    static const as_span whole = {0, 0};
    as_reading reading = view->reading;
    if (second->source.n != view->translation->source.n)
        reading.source = whole;
    if (second->target.n != view->translation->target.n)
        reading.target = whole;
    return reading;
}

bool as_view_read_second(as_view *view, as_error *err)
{
    as_compare *c = &view->compare;
    if (!c->translation || !view->translation)
        return true;
    as_matrix matrix, difference = {0};
    as_reading reading = second_reading(view, c->translation);
    if (!as_matrix_init(&matrix, c->translation, &reading, err))
        return false;
    if (as_matrix_same_labels(&view->pane.matrix, &matrix) && !matrix.no_attention &&
        !view->pane.matrix.no_attention &&
        !as_matrix_difference(&difference, view->translation, &view->pane.matrix, &matrix, err)) {
        as_matrix_finish(&matrix);
        return false;
    }
    as_matrix_finish(&c->pane.matrix);
    as_matrix_finish(&c->difference.matrix);
    c->pane.matrix = matrix;
    c->difference.matrix = difference;
    c->pane.label_size = c->difference.label_size = 0;
    as_view_layout_changed(view);
    return true;
}

bool as_view_set_second(as_view *view, const as_view_result *given)
{
    as_compare *c = &view->compare;
    as_error err = {0};
    as_trace_free(given->trace); /* the step is the first's, and the beam */
    as_beam_tree_free(given->tree);
    if (given->generation != c->generation || !c->waiting) {
        as_translation_free(given->translation);
        return false;
    }
    c->waiting = false;
    as_view_layout_changed(view);
    if (!given->translation) {
        as_format_cut(c->message, sizeof c->message, given->message ? given->message : "");
        return true;
    }
    as_result result;
    if (!as_result_init(&result, given->translation, given->target_vocab, given->config, &err)) {
        as_translation_free(given->translation);
        as_format_cut(c->message, sizeof c->message, err.message);
        return false;
    }
    c->translation = given->translation;
    c->result = result;
    c->decode_ms = given->decode_ms;
    if (as_view_read_second(view, &err))
        return true;
    as_view_drop_second(view);
    as_format_cut(c->message, sizeof c->message, err.message);
    return false;
}

/* ---- choosing ---- */

void as_view_compare_with(as_view *view, int with)
{
    as_compare *c = &view->compare;
    if (with > view->n_models || -with > c->n_kept)
        return;
    if (with != 0)
        c->last = with;
    c->with = with;
    if (with != 0 && view->show != AS_SHOW_MATRIX)
        as_view_show(view, AS_SHOW_MATRIX);
    as_view_ask_second(view);
}

void as_view_set_same_target(as_view *view, int same)
{
    view->compare.same_target[view->compare.with < 0] = same;
    as_view_ask_second(view);
}

/* The present sentence, to be compared with the next ones. */
void as_view_keep_sentence(as_view *view)
{
    as_compare *c = &view->compare;
    const char *text = view->field.edit.text;
    if (!view->translation || as_view_is_blank(view))
        return;
    int k = 0;
    while (k < c->n_kept && strcmp(c->kept[k], text) != 0)
        k++;
    if (k == AS_KEPT_MAX)
        k = AS_KEPT_MAX - 1; /* the last one gives way */
    char *copy = k == c->n_kept || strcmp(c->kept[k], text) != 0 ? strdup(text) : c->kept[k];
    if (!copy) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return;
    }
    if (k < c->n_kept && copy != c->kept[k])
        free(c->kept[k]);
    c->kept[k] = copy;
    if (k == c->n_kept)
        c->n_kept++;
    as_view_do(view, AS_DO_COMPARE, value_of_kept(k));
}

void as_view_toggle_compare(as_view *view)
{
    as_compare *c = &view->compare;
    if (c->with != 0) {
        as_view_do(view, AS_DO_COMPARE, 0);
    } else if (c->last != 0) {
        as_view_do(view, AS_DO_COMPARE, c->last);
    } else if (view->n_models > 1 && view->model >= 0) {
        as_view_do(view, AS_DO_COMPARE, value_of_model((view->model + 1) % view->n_models));
    } else {
        as_view_keep_sentence(view);
    }
}

static void add(as_view *view, const char *label, as_command command, int value, bool checked)
{
    as_menu_item *item = as_menu_add(&view->menu, label, (int)command, value);
    if (item)
        item->checked = checked;
}

void as_view_fill_compare_menu(as_view *view)
{
    as_compare *c = &view->compare;
    as_language l = view->language;
    as_menu_item *head = as_menu_add_heading(&view->menu, as_str(l, AS_STR_COMPARE_WITH));
    if (head)
        snprintf(head->hint, sizeof head->hint, "Alt+C");
    add(view, as_str(l, AS_STR_COMPARE_OFF), AS_DO_COMPARE, 0, c->with == 0);
    for (int k = 0; k < view->n_models; k++)
        if (k != view->model || c->with == value_of_model(k))
            add(view, view->models[k].names[view->language], AS_DO_COMPARE, value_of_model(k),
                c->with == value_of_model(k));
    for (int k = 0; k < c->n_kept; k++)
        add(view, c->kept[k], AS_DO_COMPARE, value_of_kept(k), c->with == value_of_kept(k));
    add(view, as_str(l, AS_STR_COMPARE_KEEP), AS_DO_KEEP, 0, false);
    if (c->with != 0)
        add(view, as_str(l, AS_STR_COMPARE_SAME), AS_DO_SAME_TARGET, !as_view_same_target(view),
            as_view_same_target(view));
}

/* ---- the card ---- */

static void name_sides(const as_view *view, as_comparison *c)
{
    const as_compare *compare = &view->compare;
    const char *names[2] = {"", ""};
    int models[2] = {view->model, other_model(view)};
    for (int k = 0; k < 2; k++) {
        if (models[k] < 0 || models[k] >= view->n_models)
            continue;
        names[k] = view->models[models[k]].names[view->language];
        as_format_cut(c->titles[k], sizeof c->titles[k], names[k]);
    }
    bool same_target = as_view_same_target(view);
    as_format_cut(c->notes[0], sizeof c->notes[0], view->translation->source.text);
    const char *note = compare->translation ? compare->translation->target.text : "";
    if (kept_text(compare))
        note = kept_text(compare);
    if (same_target && !kept_text(compare))
        note = as_str(view->language, AS_STR_SAME_TARGET);
    as_format_cut(c->notes[1], sizeof c->notes[1], note);
    as_format_cut(c->titles[2], sizeof c->titles[2], as_str(view->language, AS_STR_DIFFERENCE));
    if (strcmp(names[0], names[1]) == 0)
        snprintf(c->notes[2], sizeof c->notes[2], "1 − 2");
    else
        snprintf(c->notes[2], sizeof c->notes[2], "%.70s − %.70s", names[0], names[1]);
}

/* The panes that there are, of the view or of copies for a figure. */
static void fill(const as_view *view, as_comparison *c, as_pane *first, as_pane *second,
                 as_pane *difference)
{
    const as_compare *compare = &view->compare;
    /* a forced target is no search: how long it took compares with nothing */
    double ms = compare->translation && !as_view_same_target(view) ? compare->decode_ms : -1;
    *c = (as_comparison){.panes = {first}, .ms = {view->decode_ms, ms}};
    c->results[0] = &view->result;
    name_sides(view, c);
    if (!compare->translation)
        return;
    c->panes[1] = second;
    c->results[1] = &compare->result;
    if (compare->difference.matrix.rows.n > 0)
        c->panes[2] = difference;
}

void as_view_layout_compare(as_view *view)
{
    as_compare *compare = &view->compare;
    float z = view->theme.zoom;
    as_box area = view->layout.map;
    float top = view->layout.card.y + 40 * z; /* below the names of what is shown */
    area.h = area.y + area.h - top > 0 ? area.y + area.h - top : 0;
    area.y = top;
    as_comparison last = compare->comparison;
    fill(view, &compare->comparison, &view->pane, &compare->pane, &compare->difference);
    if (compare->waiting && last.n_shares > 1) { /* while one types the panes must not jump */
        compare->comparison.n_shares = last.n_shares;
        compare->comparison.shares = last.shares;
    }
    as_comparison_layout(&compare->comparison, area, view->theme.size_body,
                         as_view_matrix_zoom(view), &view->theme, view->tm);
}

/* Why there is no second pane, where it would be. */
static const char *reason(const as_view *view)
{
    const as_compare *c = &view->compare;
    if (c->waiting)
        return as_str(view->language, AS_STR_WAITING_TITLE);
    return c->message[0] ? c->message : as_str(view->language, AS_STR_COMPARE_FAILED);
}

void as_view_draw_compare(const as_view *view, as_draw_list *list)
{
    const as_comparison *c = &view->compare.comparison;
    as_heatmap_style style = as_view_style(view);
    as_pen pen = as_view_pen(view, list);
    const as_theme *theme = &view->theme;
    as_comparison_draw(list, c, &style);
    float y = c->measures.y + c->measures.h / 2 + as_pen_drop(&pen, theme->size_small);
    if (!c->panes[1])
        as_pen_text(&pen, c->measures.x, y, AS_FONT_REGULAR, theme->size_small,
                    view->compare.message[0] ? theme->error : theme->text_soft,
                    c->measures.w > theme->size_small ? c->measures.w : theme->size_small,
                    reason(view));
    as_box head = c->heads[1];
    if (c->panes[1] && !c->panes[2])
        as_pen_text_right(&pen, head.x + head.w, head.y + theme->size_body, AS_FONT_REGULAR,
                          theme->size_small * 0.95f, theme->text_soft, head.w * 0.6f,
                          as_str(view->language, AS_STR_NO_DIFFERENCE));
}

/* ---- places ---- */

as_heatmap *as_view_map_of(as_view *view, int pane)
{
    as_comparison *c = &view->compare.comparison;
    if (!as_view_is_comparing(view) || pane <= 0 || !c->panes[pane] ||
        as_matrix_same_labels(&c->panes[0]->matrix, &c->panes[pane]->matrix))
        return &view->pane.map;
    return &c->panes[pane]->map;
}

void as_view_follow_first(as_view *view)
{
    if (as_view_is_comparing(view))
        as_comparison_follow(&view->compare.comparison);
}

as_place as_view_compare_hit(const as_view *view, int *pane, as_cell *other)
{
    const as_comparison *c = &view->compare.comparison;
    as_place place;
    *pane = as_comparison_hit(c, view->mouse_x, view->mouse_y, &place);
    *other = AS_NO_CELL;
    if (*pane == 1) {
        *other = place.cell;
        place.cell = as_block_first(as_comparison_linked(c, 1, place.cell, 0));
    }
    return place;
}

/* What of each pane the active cell is. Where the panes are cut differently a unit of the one is
 * several of the other. */
static void blocks_of(const as_view *view, as_cell cell, as_block blocks[AS_COMPARED])
{
    const as_comparison *c = &view->compare.comparison;
    as_cell place = as_view_place(view, cell);
    bool on_second = view->pin.t < 0 && view->hover.pane == 1;
    blocks[0] = blocks[2] = as_block_of(place);
    blocks[1] = AS_NO_BLOCK;
    if (!c->panes[1])
        return;
    if (on_second) {
        blocks[0] = as_comparison_linked(c, 1, view->hover.other, 0);
        blocks[1] = as_block_of(view->hover.other);
    } else {
        blocks[1] = as_comparison_linked(c, 0, place, 1);
    }
}

void as_view_draw_compare_mark(const as_view *view, as_draw_list *list, as_cell cell)
{
    as_heatmap_style style = as_view_style(view);
    as_block blocks[AS_COMPARED];
    blocks_of(view, cell, blocks);
    as_comparison_draw_mark(list, &view->compare.comparison, &style, blocks);
}

/* What both say of the same source, and by how much they differ. */
static void add_values(const as_view *view, as_tooltip *tip, const as_block blocks[AS_COMPARED])
{
    const as_comparison *c = &view->compare.comparison;
    char number[AS_FORMAT_MAX];
    if (kept_text(&view->compare))
        return; /* cells of two sentences are not one cell */
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k] || !as_units_any(blocks[k].rows) || !as_units_any(blocks[k].columns))
            continue;
        as_format_fixed(number, (double)as_matrix_block_value(&c->panes[k]->matrix, blocks[k]), 4);
        as_tooltip_add(tip, c->titles[k], number);
    }
}

bool as_view_compare_tooltip(const as_view *view, as_cell cell, as_tooltip *tip,
                             as_tooltip_anchor *anchor)
{
    const as_comparison *c = &view->compare.comparison;
    int pane = view->pin.t >= 0 || view->hover.pane < 0 ? 0 : view->hover.pane;
    as_block blocks[AS_COMPARED];
    blocks_of(view, cell, blocks);
    as_cell place = as_block_first(blocks[pane]);
    const as_heatmap *map = &c->panes[pane]->map;
    float z = view->theme.zoom;
    if (place.t < 0 || place.i < 0)
        return false;
    if (pane == 2) {
        as_tooltip_place_of(tip, &view->result, &view->pane.matrix, place, view->language);
        tip->n = 0; /* its title, and the three values alone */
    } else {
        as_tooltip_place_of(tip, c->results[pane], &c->panes[pane]->matrix, place, view->language);
    }
    add_values(view, tip, blocks);
    as_box box = as_heatmap_cell(map, place.t, place.i);
    *anchor =
        (as_tooltip_anchor){as_heatmap_row(map, place.t), box.x - 8 * z, box.x + box.w + 8 * z};
    return true;
}

/* ---- the figure ---- */

bool as_view_compare_figure(const as_view *view, as_draw_list *out, float *width, float *height,
                            as_error *err)
{
    enum { MARGIN = 16, TEXT = 14 };
    as_pane copies[AS_COMPARED] = {{.matrix = view->pane.matrix},
                                   {.matrix = view->compare.pane.matrix},
                                   {.matrix = view->compare.difference.matrix}};
    as_comparison c;
    float w, h;
    fill(view, &c, &copies[0], &copies[1], &copies[2]);
    as_theme theme = as_theme_make(AS_THEME_PAPER, 1);
    as_heatmap_style style = as_view_style(view);
    style.theme = &theme;
    as_comparison_fit(&c, MARGIN, MARGIN, TEXT, view->numbers, view->tm, &w, &h);
    *width = w + 2 * MARGIN;
    *height = h + 2 * MARGIN;
    as_draw_reset(out);
    as_draw_rect(out, (as_box){0, 0, *width, *height}, 0, theme.surface);
    as_comparison_draw(out, &c, &style);
    if (view->pin.t >= 0) {
        as_block blocks[AS_COMPARED];
        blocks_of(view, view->pin, blocks);
        as_comparison_draw_mark(out, &c, &style, blocks);
    }
    return !out->failed || as_fail_memory(err, "the figure");
}
