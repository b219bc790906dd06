/* One frame: a background that stays while the pointer moves, and what follows the pointer. */
#include <math.h>
#include <string.h>

#include "view/minimap.h"
#include "view/strips.h"
#include "view/view_private.h"

as_pen as_view_pen(const as_view *view, as_draw_list *list)
{
    return (as_pen){list, &view->theme, view->tm, view->language};
}

as_heatmap_style as_view_style(const as_view *view)
{
    return (as_heatmap_style){&view->theme, view->tm,       view->colormap,
                              view->range,  view->language, view->numbers};
}

/* Two centred lines where the heatmap would be. */
static void draw_empty(const as_view *view, as_draw_list *list, as_string title, as_string note)
{
    const as_theme *theme = &view->theme;
    as_box card = view->layout.card;
    float x = card.x + card.w / 2, y = card.y + card.h / 2;
    const char *text = as_str(view->language, title);
    as_draw *d = as_draw_text(list, x, y, AS_FONT_BOLD, theme->size_title, theme->text_soft, text,
                              strlen(text));
    if (d) {
        d->align = AS_ALIGN_CENTRE;
        d->max_width = fmaxf(card.w, theme->size_title);
    }
    if (note == title)
        return;
    text = as_str(view->language, note);
    d = as_draw_text(list, x, y + 28 * theme->zoom, AS_FONT_REGULAR, theme->size_body,
                     theme->text_soft, text, strlen(text));
    if (d) {
        d->align = AS_ALIGN_CENTRE;
        d->max_width = fmaxf(card.w, theme->size_body);
    }
}

/* The diagram moves and so is drawn over the background; here is the ground that it stands on. */
static void draw_matrix(const as_view *view, as_draw_list *list)
{
    as_view_draw_control(view, list, AS_CONTROL_MATRIX, false);
    as_view_draw_control(view, list, AS_CONTROL_LINES, false);
    as_view_draw_control(view, list, AS_CONTROL_DIAGRAM, false);
    as_view_draw_control(view, list, AS_CONTROL_READING, false);
    as_view_draw_control(view, list, AS_CONTROL_WHOLE, false);
    if (as_view_is_staged(view))
        return;
    if (as_view_has_lines(view)) {
        as_view_draw_lines(view, list);
        return;
    }
    if (as_view_is_comparing(view)) {
        as_view_draw_compare(view, list);
        return;
    }
    as_heatmap_style style = as_view_style(view);
    as_heatmap_draw(list, &view->pane.map, &view->pane.matrix, &style);
    as_heatmap_draw_selection(list, &view->pane.map, &view->pane.matrix, &style, &view->selection);
    as_strips_draw(list, &view->pane.map, &view->pane.matrix, &style, &view->selection);
    as_minimap_draw(list, &view->pane.map, &view->pane.matrix, &style);
}

static void draw_card(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    as_box card = view->layout.card;
    bool focused = view->focus == AS_FOCUS_MAP;
    as_draw_rect(list, card, theme->radius, theme->surface);
    as_draw_outline(list, card, theme->radius, focused ? 2 : 1,
                    focused ? theme->accent : theme->border);
    if (card.w <= 0)
        return;
    if (view->translation) {
        draw_matrix(view, list);
    } else if (view->failed) {
        draw_empty(view, list, AS_STR_FAILED_TITLE, AS_STR_FAILED_TITLE);
    } else if (view->model < 0) {
        draw_empty(view, list, AS_STR_NO_MODEL_TITLE, AS_STR_NO_MODEL_NOTE);
    } else if (view->waiting) {
        if (view->slow)
            draw_empty(view, list, AS_STR_WAITING_TITLE, AS_STR_WAITING_TITLE);
    } else {
        as_string title = view->field.edit.len ? AS_STR_BLANK_TITLE : AS_STR_EMPTY_TITLE;
        draw_empty(view, list, title, AS_STR_EMPTY_NOTE);
    }
}

static void draw_background(const as_view *view, as_draw_list *list)
{
    const as_layout *l = &view->layout;
    as_draw_rect(list, l->window, 0, view->theme.ground);
    draw_card(view, list);
    as_view_draw_header(view, list);
    as_view_draw_input(view, list);
    as_pen pen = as_view_pen(view, list);
    if (l->panel.w > 0)
        as_panel_draw_frame(&pen, &view->panel);
    for (int c = AS_CONTROL_TAB_STEP; l->panel.w > 0 && c < AS_CONTROL_TAB_STEP + AS_N_TABS; c++)
        as_view_draw_control(view, list, (as_control)c, false);
    as_view_draw_footer(view, list);
}

/* ---- what follows the pointer ---- */

static float clampf(float x, float low, float high)
{
    return fmaxf(fminf(x, high), low);
}

/* Beside a cell: its row stays free, its column where possible. */
static as_tooltip_anchor beside_cell(const as_view *view, as_cell place)
{
    if (as_view_has_lines(view))
        return as_view_lines_anchor(view, place);
    float z = view->theme.zoom;
    as_box cells = view->pane.map.cells, box = as_heatmap_cell(&view->pane.map, place.t, place.i);
    float left = clampf(box.x, cells.x, cells.x + cells.w);
    float right = clampf(box.x + box.w, cells.x, cells.x + cells.w);
    return (as_tooltip_anchor){.row = as_heatmap_row(&view->pane.map, place.t),
                               .left = left - 8 * z,
                               .right = right + 8 * z};
}

/* Beside the pointer, which is on a label or a word. */
static as_tooltip_anchor beside_label(const as_view *view, as_cell cell)
{
    float z = view->theme.zoom, x = view->mouse_x;
    as_box clear = {x, view->mouse_y - 10 * z, 1, 24 * z};
    if (view->hover.in_target)
        clear = as_target_line_box(&view->target, view->layout.target, cell.t);
    else if (as_view_has_lines(view))
        return as_view_lines_anchor(view, as_view_place(view, cell));
    else if (as_view_place(view, cell).t >= 0)
        clear = as_heatmap_row(&view->pane.map, as_view_place(view, cell).t);
    return (as_tooltip_anchor){.row = clear, .left = x - 8 * z, .right = x + 8 * z};
}

static void draw_tooltip(as_view *view, as_draw_list *list, as_cell cell)
{
    as_tooltip tip;
    as_tooltip_anchor anchor;
    if (as_view_is_staged(view) && view->hover.cell.t < 0 && view->hover.cell.i < 0)
        return; /* a pin alone: it would hide what flows, and tell the word before its stage */
    if (as_view_is_staged(view) && cell.i >= 0 && !view->hover.in_target) {
        if (!as_view_stage_tooltip(view, cell, &tip, &anchor))
            return;
    } else if (as_view_is_comparing(view) && (view->pin.t >= 0 || !view->hover.in_target)) {
        if (!as_view_compare_tooltip(view, cell, &tip, &anchor))
            return;
    } else if (cell.t >= 0 && cell.i >= 0) {
        as_cell place = as_view_place(view, cell);
        if (place.t < 0 || place.i < 0)
            return; /* it is not among what is shown */
        as_tooltip_place_of(&tip, &view->result, &view->pane.matrix, place, view->language);
        if (view->pin.t >= 0)
            as_tooltip_pinned(&tip, view->language);
        anchor = beside_cell(view, place);
    } else {
        as_tooltip_unit(&tip, &view->result, &view->pane.matrix, cell, view->language);
        as_tooltip_sum(&tip, &view->pane.matrix, &view->selection, cell, view->language);
        anchor = beside_label(view, cell);
    }
    if (anchor.row.h > 0) /* else pinned and scrolled away */
        view->tooltip =
            as_tooltip_draw(list, &tip, &anchor, view->width, view->height, &view->theme, view->tm);
}

/* What the control under the pointer does, and which key does the same. */
static void draw_control_tip(as_view *view, as_draw_list *list)
{
    float z = view->theme.zoom;
    as_box box = view->layout.controls[view->hover.control];
    as_tooltip tip;
    if (view->hover.control == AS_CONTROL_TREE)
        box = as_view_beam_box(view);
    if (box.w <= 0)
        return;
    if (view->hover.control == AS_CONTROL_CANDIDATES) /* the field below stays free */
        box.h += view->layout.controls[AS_CONTROL_WORD].h + 6 * z;
    as_tooltip_anchor anchor = {.row = box, .left = box.x + box.w, .right = box.x};
    anchor.row.y -= 4 * z;
    anchor.row.h += 8 * z;
    as_tooltip_control(&tip, (as_control)view->hover.control, view->language);
    view->tooltip =
        as_tooltip_draw(list, &tip, &anchor, view->width, view->height, &view->theme, view->tm);
}

static void draw_marks(const as_view *view, as_draw_list *list, as_cell cell)
{
    as_heatmap_style style = as_view_style(view);
    as_cell place = as_view_place(view, cell);
    if (as_view_has_lines(view)) {
        as_view_draw_lines_mark(view, list, place);
        return;
    }
    if (as_view_is_comparing(view)) {
        as_view_draw_compare_mark(view, list, cell);
        return;
    }
    as_heatmap_draw_mark(list, &view->pane.map, &view->pane.matrix, &style, as_block_of(place));
    if (place.t >= 0 && place.i >= 0 && view->pin.t >= 0)
        as_heatmap_draw_pin(list, &view->pane.map, &style, place);
}

static void draw_diagram(const as_view *view, as_draw_list *list, uint64_t now_ms)
{
    as_pen pen = as_view_pen(view, list);
    as_scene scene = as_view_scene(view, now_ms);
    as_diagram_draw(&pen, &view->diagram, &scene);
    as_box tab = view->layout.controls[AS_CONTROL_DIAGRAM], area = view->diagram.area;
    float from = fmaxf(tab.x + tab.w + 16 * view->theme.zoom, area.x);
    as_box caption = {from, tab.y, fmaxf(area.x + area.w - from, 0), tab.h};
    as_diagram_draw_caption(&pen, &view->diagram, &scene, caption);
}

static void draw_pointed(as_view *view, as_draw_list *list, uint64_t now_ms)
{
    as_cell cell = as_view_active_cell(view);
    bool staged = as_view_is_staged(view);
    if (view->layout.card.w > 0) {
        if (staged)
            draw_diagram(view, list, now_ms);
        else
            draw_marks(view, list, cell);
        if (view->drag == AS_DRAG_SWEEP)
            as_view_draw_sweep(view, list);
    }
    if (staged)
        cell.t = view->step.t;
    if (cell.t >= 0 && cell.t < view->target.n && !as_view_is_editing_target(view))
        as_target_line_draw_mark(list, &view->target, view->layout.target, &view->result, cell.t,
                                 cell.t >= as_view_words_shown(view), &view->theme);
    as_view_draw_transport(view, list);
}

/* Over what belongs to another text than the one in the field. */
static void draw_veil(const as_view *view, as_draw_list *list)
{
    enum { OPACITY = 190 }; /* of 255: the numbers are no longer easy to read */
    const as_layout *l = &view->layout;
    as_rgba veil = view->theme.ground;
    veil.a = OPACITY;
    float bottom = l->card.y + l->card.h;
    as_draw_rect(list, (as_box){0, l->target.y, view->width, bottom - l->target.y}, 0, veil);
}

static void draw_focus_ring(const as_view *view, as_draw_list *list)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    if (control < 0 || control == AS_CONTROL_WORD || control == AS_CONTROL_PATH ||
        control == AS_CONTROL_SAVE_PATH || view->layout.controls[control].w <= 0)
        return; /* a field shows it itself */
    float z = view->theme.zoom;
    as_box box = view->layout.controls[control];
    box = (as_box){box.x - 3 * z, box.y - 3 * z, box.w + 6 * z, box.h + 6 * z};
    bool scrolls = as_control_lookup((as_control)control)->group == AS_GROUP_PANEL;
    if (scrolls) { /* beside the content there is room for it, above and below is something else */
        as_box panel = view->panel.box, body = view->panel.body;
        as_draw_clip(list, (as_box){panel.x, body.y, panel.w, body.h});
    }
    as_draw_outline(list, box, 9 * z, 2, view->theme.accent);
    if (scrolls)
        as_draw_clip_none(list);
}

/* What is known about the model under the pointer in the menu, below the menu. */
static void draw_model_card(const as_view *view, as_draw_list *list)
{
    const as_menu *menu = &view->menu;
    const as_theme *theme = &view->theme;
    if (menu->current < 0 || menu->items[menu->current].command != AS_DO_MODEL)
        return;
    const as_model_entry *model = &view->models[menu->items[menu->current].value];
    const char *card = model->notes[view->language];
    if (!card[0])
        return;
    float z = theme->zoom, pad = 10 * z, line_h = 18 * z, widest = 0;
    int n = 0;
    for (const char *line = card; line && n < 8; n++) {
        const char *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) : strlen(line);
        widest = fmaxf(widest, view->tm->width(view->tm->context, AS_FONT_REGULAR,
                                               theme->size_small, line, len));
        line = end && end[1] ? end + 1 : NULL;
    }
    float w = fminf(widest + 2 * pad, view->width - menu->box.x - pad);
    as_box box = {menu->box.x, menu->box.y + menu->box.h + 6 * z, fmaxf(w, 0),
                  (float)n * line_h + 2 * pad};
    if (box.y + box.h > view->height)
        return;
    as_draw_rect(list, box, theme->radius, theme->tooltip);
    float y = box.y + pad;
    const char *line = card;
    for (int k = 0; k < n; k++, y += line_h) {
        const char *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) : strlen(line);
        as_draw *d = as_draw_text(list, box.x + pad, y + 13 * z, AS_FONT_REGULAR, theme->size_small,
                                  theme->tooltip_text, line, len);
        if (d)
            d->max_width = fmaxf(box.w - 2 * pad, theme->size_small);
        line = end ? end + 1 : line + len;
    }
}

static void draw_overlay(as_view *view, as_draw_list *list, uint64_t now_ms)
{
    view->tooltip = (as_box){0, 0, 0, 0};
    if (view->translation)
        draw_pointed(view, list, now_ms);
    if (view->layout.panel.w > 0)
        as_view_draw_panel(view, list);
    if (as_view_is_outdated(view))
        draw_veil(view, list);
    as_view_draw_save_list(view, list);
    if (view->hover.control >= 0)
        as_view_draw_control(view, list, (as_control)view->hover.control, true);
    draw_focus_ring(view, list);
    if (as_view_caret_visible(view, now_ms)) {
        const as_field *typed = as_view_typed_field(view);
        as_draw_clip(list, typed == &view->save.path ? view->layout.controls[AS_CONTROL_SAVE_PATH]
                           : typed == &view->word || typed == &view->path ? view->panel.body
                           : typed == &view->given ? as_view_target_frame(view)
                                                   : view->layout.field);
        as_draw_rect(list, as_view_caret_box(view), 0, view->theme.accent);
        as_draw_clip_none(list);
    }
    as_cell cell = as_view_active_cell(view);
    bool dragged = view->drag != AS_DRAG_NONE && view->drag != AS_DRAG_PRESS;
    bool covered = view->menu.open || view->help_open || dragged;
    bool points =
        cell.t >= 0 || cell.i >= 0 || view->hover.other.t >= 0 || view->hover.other.i >= 0;
    if (view->translation && !covered && view->hover.measure >= 0)
        as_view_draw_measure_tip(view, list);
    else if (view->translation && !covered && points)
        draw_tooltip(view, list, cell);
    view->tip_drawn = as_view_tip_visible(view, now_ms);
    if (view->tip_drawn)
        draw_control_tip(view, list);
    as_menu_draw(list, &view->menu, &view->theme, view->tm);
    if (view->menu.open)
        draw_model_card(view, list);
    if (view->help_open)
        as_view_draw_help(view, list);
}

uint64_t as_view_static_serial(const as_view *view)
{
    return view->serial;
}

bool as_view_frame(as_view *view, uint64_t now_ms, as_draw_list *out, as_error *err)
{
    if (now_ms > view->now_ms)
        view->now_ms = now_ms;
    now_ms = view->now_ms; /* time does not run backwards: what was dimmed stays so */
    as_view_tick(view, now_ms);
    if (view->slow != as_view_is_slow(view, now_ms)) {
        view->slow = !view->slow;
        as_view_layout_changed(view); /* it is said, or no longer */
    }
    as_view_settle(view);
    if (view->static_stale) {
        as_draw_reset(&view->background);
        draw_background(view, &view->background);
        if (view->background.failed)
            return as_fail_memory(err, "a frame");
        view->static_stale = false;
        view->serial++;
    }
    as_draw_reset(out);
    as_draw_append(out, &view->background);
    as_draw_layer(out);
    draw_overlay(view, out, now_ms);
    if (out->failed)
        return as_fail_memory(err, "a frame");
    view->caret_drawn = as_view_caret_visible(view, now_ms);
    view->frame_ms = now_ms;
    view->dirty = false;
    return true;
}
