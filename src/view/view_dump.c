/* The state in JSON, for tests that drive the real window. */
#include "core/buffer.h"
#include "view/minimap.h"
#include "view/sharpness.h"
#include "view/view_private.h"

static void put_number(as_buffer *out, const char *name, double x)
{
    as_buffer_json_string(out, name);
    as_buffer_text(out, ":");
    as_buffer_double(out, x);
    as_buffer_text(out, ",");
}

static void put_string(as_buffer *out, const char *name, const char *text)
{
    as_buffer_json_string(out, name);
    as_buffer_text(out, ":");
    as_buffer_json_string(out, text ? text : "");
    as_buffer_text(out, ",");
}

static void put_bool(as_buffer *out, const char *name, bool x)
{
    as_buffer_format(out, "\"%s\":%s,", name, x ? "true" : "false");
}

/* {"x":…,"y":…,"w":…,"h":…} or null for an empty box. */
static void put_box(as_buffer *out, const char *name, as_box box)
{
    as_buffer_json_string(out, name);
    if (box.w <= 0 || box.h <= 0) {
        as_buffer_text(out, ":null,");
        return;
    }
    const float values[] = {box.x, box.y, box.w, box.h};
    static const char *const keys[] = {"x", "y", "w", "h"};
    as_buffer_text(out, ":{");
    for (int k = 0; k < 4; k++) {
        as_buffer_format(out, "%s\"%s\":", k ? "," : "", keys[k]);
        as_buffer_float(out, values[k]);
    }
    as_buffer_text(out, "},");
}

/* [t, i], 0-based, or null. */
static void put_cell(as_buffer *out, const char *name, as_cell cell)
{
    if (cell.t < 0 && cell.i < 0)
        as_buffer_format(out, "\"%s\":null,", name);
    else
        as_buffer_format(out, "\"%s\":[%d,%d],", name, cell.t, cell.i);
}

static void put_focus(as_buffer *out, const as_view *view)
{
    static const char *const names[AS_FOCUS_CONTROL] = {"field", "target", "heatmap"};
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    put_string(out, "focus",
               control < 0 ? names[view->focus] : as_control_lookup((as_control)control)->name);
}

static void put_map(as_buffer *out, const as_view *view)
{
    if (!view->translation) {
        as_buffer_text(out, "\"map\":null,");
        return;
    }
    const as_heatmap *map = &view->pane.map;
    as_buffer_text(out, "\"map\":{");
    put_number(out, "rows", map->T);
    put_number(out, "columns", map->S);
    put_box(out, "cells", map->cells);
    put_number(out, "cell_w", (double)map->cell_w);
    put_number(out, "cell_h", (double)map->cell_h);
    put_number(out, "scroll_x", (double)map->scroll_x);
    put_number(out, "scroll_y", (double)map->scroll_y);
    put_box(out, "bar", map->bar);
    put_box(out, "coverage", view->reading.transposed ? map->beside : map->below);
    put_box(out, "chance", view->reading.transposed ? map->below : map->beside);
    put_cell(out, "step", view->step);
    put_number(out, "zoom", (double)as_view_matrix_zoom(view));
    put_box(out, "minimap", as_minimap_box(map));
    put_cell(out, "place", as_view_place(view, as_view_active_cell(view)));
    as_buffer_text(out, "\"kind\":\"heatmap\"},");
}

/* Chosen tokens, and per unit of the other side what they have together. */
static void put_selection(as_buffer *out, const as_view *view, bool source)
{
    const as_matrix *m = &view->pane.matrix;
    const as_axis *other = source ? as_matrix_target(m) : as_matrix_source(m);
    int n = source ? view->selection.S : view->selection.T;
    const char *comma = "";
    as_buffer_format(out, "\"chosen_%s\":[", source ? "source" : "target");
    for (int k = 0; k < n; k++) {
        if (!as_selection_has(&view->selection, source, k))
            continue;
        as_buffer_format(out, "%s%d", comma, k);
        comma = ",";
    }
    as_buffer_format(out, "],\"sums_of_%s\":[", source ? "source" : "target");
    for (int k = 0; k < other->n; k++) {
        as_buffer_text(out, k ? "," : "");
        as_buffer_double(out, as_selection_sum(&view->selection, m, !source, k));
    }
    as_buffer_text(out, "],");
}

/* The second of two that are compared, and their difference. */
static void put_compare(as_buffer *out, const as_view *view)
{
    const as_compare *c = &view->compare;
    const as_comparison *on_card = &c->comparison;
    if (!as_view_is_comparing(view)) {
        as_buffer_format(out, "\"compare\":null,\"compare_with\":%d,", c->with);
        return;
    }
    as_buffer_text(out, "\"compare\":{");
    put_bool(out, "waiting", c->waiting);
    put_bool(out, "same_target", as_view_same_target(view));
    put_string(out, "message", c->message);
    put_string(out, "target", c->translation ? c->translation->target.text : "");
    put_string(out, "source", c->translation ? c->translation->source.text : "");
    for (int k = 1; k < AS_COMPARED; k++) {
        const as_pane *pane = on_card->panes[k];
        as_buffer_format(out, "\"%s\":", k == 1 ? "second" : "difference");
        if (!pane) {
            as_buffer_text(out, "null,");
            continue;
        }
        as_buffer_text(out, "{");
        put_box(out, "cells", pane->map.cells);
        put_number(out, "cell_w", (double)pane->map.cell_w);
        put_number(out, "cell_h", (double)pane->map.cell_h);
        put_number(out, "scroll_x", (double)pane->map.scroll_x);
        put_number(out, "scroll_y", (double)pane->map.scroll_y);
        put_number(out, "rows", pane->matrix.rows.n);
        as_buffer_format(out, "\"columns\":%d},", pane->matrix.columns.n);
    }
    put_cell(out, "other", view->hover.other);
    put_number(out, "pane", view->hover.pane);
    as_buffer_format(out, "\"same_best\":%d},\"compare_with\":%d,",
                     on_card->panes[1] ? as_comparison_same_best(on_card) : -1, c->with);
}

static void put_reading(as_buffer *out, const as_view *view)
{
    const as_reading *r = &view->reading;
    as_buffer_text(out, "\"reading\":{");
    put_bool(out, "words", r->words);
    put_bool(out, "transposed", r->transposed);
    put_bool(out, "by_source", r->by_source);
    put_number(out, "numbers", (int)view->numbers - (int)AS_NUMBERS_0);
    as_buffer_format(out, "\"source\":[%d,%d],\"target\":[%d,%d]},", r->source.from, r->source.past,
                     r->target.from, r->target.past);
}

static const char *const stages[AS_N_STAGES] = {"query", "scores", "weights", "context", "word"};

static void put_floats(as_buffer *out, const char *name, const float *x, int n)
{
    as_buffer_format(out, "\"%s\":[", name);
    for (int k = 0; k < n; k++) {
        as_buffer_text(out, k ? "," : "");
        as_buffer_float(out, x[k]);
    }
    as_buffer_text(out, "],");
}

/* What the step panel is about: the numbers that it shows, uncut. */
static void put_step(as_buffer *out, const as_view *view)
{
    const as_result *r = &view->result;
    int t = view->step.t;
    if (!view->translation) {
        as_buffer_text(out, "\"step\":null,");
        return;
    }
    as_buffer_text(out, "\"step\":{");
    put_number(out, "t", t);
    put_number(out, "i", view->step.i);
    put_number(out, "temperature", view->translation->temperature);
    put_number(out, "entropy", (double)r->entropy[t]);
    put_floats(out, "coverage", r->coverage, r->S);
    if (r->context_norm)
        put_number(out, "context", (double)r->context_norm[t]);
    if (r->trace) {
        put_number(out, "gate_r", (double)r->trace->r[t]);
        put_number(out, "gate_z", (double)r->trace->z[t]);
    }
    if (view->terms.n > 0 && view->terms.t == t && view->terms.i == view->step.i)
        put_floats(out, "terms", view->terms.value, view->terms.n);
    put_number(out, "words", as_view_words_shown(view));
    as_buffer_format(out, "\"stage\":\"%s\"},", stages[view->play.stage]);
}

/* The boxes of the words of both rows. */
static void put_lines(as_buffer *out, const as_view *view)
{
    const as_lines *lines = &view->pane.lines;
    if (!as_view_has_lines(view) || !lines->words) {
        as_buffer_text(out, "\"lines\":null,");
        return;
    }
    as_buffer_text(out, "\"lines\":{");
    for (int below = 0; below < 2; below++) {
        as_buffer_text(out, below ? "\"below\":{" : "\"above\":{");
        for (int k = 0; k < lines->n[below]; k++) {
            char name[16];
            snprintf(name, sizeof name, "%d", k);
            put_box(out, name, as_lines_word_box(lines, below, k));
        }
        as_buffer_format(out, "\"n\":%d},", lines->n[below]);
    }
    put_number(out, "scroll", (double)lines->scroll);
    as_buffer_text(out, "\"kind\":\"lines\"},");
}

/* The diagram, and how far it was when it was last drawn. */
static void put_diagram(as_buffer *out, const as_view *view)
{
    static const char *const names[AS_N_NODES] = {"y_before", "s_before", "c_before", "half",
                                                  "c",        "s",        "y"};
    const as_diagram *d = &view->diagram;
    put_string(out, "show",
               as_view_is_staged(view)   ? "diagram"
               : as_view_has_lines(view) ? "lines"
                                         : "matrix");
    put_lines(out, view);
    put_bool(out, "playing", view->play.running);
    put_string(out, "speed", as_play_speed_name(view->play.speed));
    if (!as_view_is_staged(view)) {
        as_buffer_text(out, "\"diagram\":null,");
        return;
    }
    as_buffer_text(out, "\"diagram\":{");
    put_number(out, "progress", (double)as_play_progress(&view->play, view->frame_ms));
    put_number(out, "first", d->first);
    put_number(out, "columns", d->n);
    put_box(out, "bars", d->bars);
    put_number(out, "column_w", (double)d->column_w);
    for (int k = 0; k < AS_N_NODES; k++)
        put_box(out, names[k], d->wiring.has[k] ? d->nodes[k] : (as_box){0, 0, 0, 0});
    as_buffer_text(out, "\"kind\":\"diagram\"},");
}

/* What of the translation a person put there, and what could be put at the step on show. */
static void put_branch(as_buffer *out, const as_view *view)
{
    const as_result *r = &view->result;
    put_bool(out, "led", as_view_is_led(view));
    put_string(out, "word", view->word.edit.text);
    put_string(out, "given", as_view_has_given(view) ? view->given.edit.text : "");
    put_box(out, "target_field", as_view_target_frame(view));
    put_number(out, "candidate", view->candidate);
    as_buffer_text(out, "\"chosen\":[");
    for (int t = 0, n = 0; view->translation && t < r->T; t++) {
        if (as_result_is_chosen(r, t))
            as_buffer_format(out, "%s%d", n++ ? "," : "", t);
    }
    as_buffer_text(out, "],\"candidates\":[");
    for (int k = 0; view->translation && r->candidates && k < view->plan.n_candidates; k++) {
        as_buffer_text(out, k ? "," : "");
        as_buffer_json_string(out,
                              r->candidates[view->step.t * view->translation->n_candidates + k]);
    }
    as_buffer_text(out, "],");
}

static const char *const tabs[AS_N_TABS] = {"step", "beam", "model"};

/* The tree as far as it is shown: its nodes, where they lie on the screen. */
static void put_beam(as_buffer *out, const as_view *view)
{
    static const char *const fates[] = {"kept", "ended", "discarded"};
    const as_beam *beam = &view->beam;
    as_box column = view->layout.controls[AS_CONTROL_TREE];
    put_number(out, "node", view->node);
    put_number(out, "look", view->look);
    put_number(out, "beam_width", view->beam_width);
    as_box track, thumb = {0, 0, 0, 0};
    as_view_tree_scrollbar(view, &track, &thumb);
    put_box(out, "tree_bar", thumb);
    put_number(out, "tree_scroll", (double)beam->scroll);
    as_buffer_text(out, "\"beam\":[");
    bool shown = view->tab == AS_TAB_BEAM && beam->tree && column.w > 0;
    for (int k = 0, n = 0; shown && k < beam->tree->n; k++) {
        const as_beam_node *node = &beam->tree->nodes[k];
        as_box box = beam->boxes[k];
        if (box.w <= 0)
            continue;
        as_buffer_format(out, "%s{\"node\":%d,\"parent\":%d,\"length\":%d,", n++ ? "," : "", k,
                         node->parent, node->length);
        put_string(out, "name", beam->names[k]);
        put_string(out, "fate", fates[node->fate]);
        put_bool(out, "chosen", node->chosen);
        put_number(out, "total", node->total);
        put_number(out, "score", node->score);
        put_number(out, "logp", (double)node->logp);
        put_box(out, "box", (as_box){box.x + column.x, box.y + column.y, box.w, box.h});
        as_buffer_format(out, "\"id\":%d}", node->id);
    }
    as_buffer_text(out, "],\"chips\":[");
    for (int row = 0; shown && row < beam->n_rows; row++) {
        as_box box = beam->chips[row];
        as_buffer_format(out, "%s{", row ? "," : "");
        put_box(out, "box", (as_box){box.x + column.x, box.y + column.y, box.w, box.h});
        as_buffer_format(out, "\"open\":%s}", beam->open[row] ? "true" : "false");
    }
    as_buffer_text(out, "],");
}

static void put_controls(as_buffer *out, const as_view *view)
{
    as_buffer_text(out, "\"controls\":{");
    for (int c = 0; c < AS_N_CONTROLS; c++)
        put_box(out, as_control_lookup((as_control)c)->name, view->layout.controls[c]);
    as_buffer_format(out, "\"count\":%d},", AS_N_CONTROLS);
}

static void put_menu(as_buffer *out, const as_view *view)
{
    const as_menu *menu = &view->menu;
    if (!menu->open) {
        as_buffer_text(out, "\"menu\":null,");
        return;
    }
    as_buffer_text(out, "\"menu\":{");
    put_box(out, "box", menu->box);
    put_number(out, "row_h", (double)menu->row_h);
    put_number(out, "first", menu->first);
    put_number(out, "current", menu->current);
    as_buffer_text(out, "\"items\":[");
    for (int k = 0; k < menu->n; k++) {
        as_buffer_text(out, k ? "," : "");
        as_buffer_json_string(out, menu->items[k].label);
    }
    as_buffer_text(out, "]},");
}

void as_view_dump(const as_view *view, FILE *file)
{
    as_buffer buffer = {0}, *out = &buffer;
    const as_field *typed = as_view_typed_field(view);
    const as_text_edit *e = typed ? &typed->edit : &view->field.edit;
    as_buffer_text(out, "{");
    put_number(out, "width", (double)view->width);
    put_number(out, "height", (double)view->height);
    put_number(out, "zoom", (double)view->zoom);
    put_number(out, "generation", (double)view->generation);
    put_bool(out, "waiting", view->waiting);
    put_string(out, "source", view->field.edit.text);
    put_number(out, "caret", (double)e->caret);
    put_number(out, "anchor", (double)e->anchor);
    put_string(out, "composition", e->composition);
    put_string(out, "target", view->translation ? view->translation->target.text : "");
    put_focus(out, view);
    put_box(out, "field", view->layout.field);
    put_box(out, "caret_box", as_view_caret_box(view));
    put_box(out, "translation", view->layout.target);
    put_box(out, "card", view->layout.card);
    put_box(out, "panel", view->layout.panel);
    put_map(out, view);
    put_reading(out, view);
    put_compare(out, view);
    put_selection(out, view, true);
    put_selection(out, view, false);
    put_step(out, view);
    put_diagram(out, view);
    put_branch(out, view);
    put_beam(out, view);
    put_number(out, "sharpness", as_sharpness_tau(view->sharpness));
    put_string(out, "path", view->path.edit.text);
    put_number(out, "completions", view->completions.paths.n);
    put_number(out, "completion", view->completions.chosen);
    as_view_dump_save(view, out);
    put_string(out, "tab", tabs[view->tab]);
    put_number(out, "panel_scroll", (double)view->panel.scroll);
    put_cell(out, "hover", view->hover.cell);
    put_cell(out, "pin", view->pin);
    put_box(out, "tooltip", view->tooltip);
    put_bool(out, "control_tip", view->tip_drawn);
    put_controls(out, view);
    put_menu(out, view);
    put_bool(out, "help", view->help_open);
    put_number(out, "help_scroll", (double)view->help_scroll);
    put_bool(out, "presenting", view->presenting);
    put_number(out, "model", view->model);
    put_string(out, "theme", as_theme_name(view->theme_kind));
    put_string(out, "colormap", as_colormap_name(view->colormap));
    put_number(out, "range", view->range);
    put_string(out, "language", view->language == AS_LANGUAGE_ZH ? "zh" : "en");
    bool is_error;
    put_string(out, "notice", as_view_notice(view, &is_error));
    put_number(out, "decode_ms", view->decode_ms);
    put_bool(out, "error", view->status_error && view->status[0]);
    as_buffer_text(out, "\"message\":");
    as_buffer_json_string(out, view->status);
    as_buffer_text(out, "}\n");
    if (as_buffer_ok(out, NULL))
        fwrite(buffer.text, 1, buffer.len, file);
    as_buffer_finish(out);
}
