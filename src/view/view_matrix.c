/* What the pointer does to the matrix: pin, pan, zoom, sweep, choose. */
#include <math.h>

#include "view/minimap.h"
#include "view/view_private.h"

enum { WHEEL_PX = 60, CLICK_PX = 4 };

/* ---- zoom and what is in view ---- */

static const float zoom_step = 1.15f; /* a notch of the wheel */

float as_view_matrix_zoom(const as_view *view)
{
    return powf(zoom_step, (float)view->pane.notch);
}

/* One notch, or as many as it takes until cells of whole pixels change; none at the limit. */
static void zoom_once(as_view *view, int sign)
{
    enum { MOST_TRIES = 5 };
    as_heatmap *map = &view->pane.map;
    float w = map->cell_w, h = map->cell_h;
    int notch = view->pane.notch;
    for (int k = 1; k <= MOST_TRIES; k++) {
        view->pane.notch = notch + sign * k;
        as_view_layout_map(view);
        if (map->cell_w != w || map->cell_h != h)
            return;
    }
    view->pane.notch = notch;
    as_view_layout_map(view);
}

/* The map under the pointer. */
static const as_heatmap *pointed_map(const as_view *view)
{
    if (!as_view_is_comparing(view) || view->hover.pane < 1)
        return &view->pane.map;
    const as_pane *pane = view->compare.comparison.panes[view->hover.pane];
    return pane ? &pane->map : &view->pane.map;
}

/* What of the matrix is at (x, y) stays there. */
void as_view_zoom_matrix(as_view *view, int notches, float x, float y)
{
    enum { MOST = 40 };
    const as_heatmap *at = pointed_map(view);
    as_heatmap *map = as_view_map_of(view, view->hover.pane);
    float column = (x - at->cells.x + at->scroll_x) / at->cell_w;
    float row = (y - at->cells.y + at->scroll_y) / at->cell_h;
    int sign = notches < 0 ? -1 : 1;
    for (int k = 0; k < notches * sign && k < MOST; k++)
        zoom_once(view, sign);
    map->scroll_x = column * map->cell_w - (x - at->cells.x);
    map->scroll_y = row * map->cell_h - (y - at->cells.y);
    as_heatmap_scroll_by(map, 0, 0);
    as_view_layout_changed(view); /* the control that leads back */
}

bool as_view_is_part(const as_view *view)
{
    const as_reading *r = &view->reading;
    bool zoomed = view->pane.notch != 0 && !as_view_has_lines(view);
    return view->translation && (zoomed || !as_span_is_all(r->source, view->result.S) ||
                                 !as_span_is_all(r->target, view->result.T));
}

void as_view_whole(as_view *view)
{
    view->pane.notch = 0;
    view->pane.map.scroll_x = view->pane.map.scroll_y = 0;
    as_undo_clock_hold(&view->clock);
    as_view_do(view, AS_DO_SOURCE_PART, 0);
    as_view_do(view, AS_DO_TARGET_PART, 0);
    as_undo_clock_go(&view->clock);
    as_view_layout_changed(view);
}

/* ---- the wheel ---- */

/* Over the cells a plain wheel zooms at the pointer; sideways, and over the labels, it scrolls. */
void as_view_wheel_matrix(as_view *view, float dx, float dy, bool sideways)
{
    as_heatmap *map = as_view_map_of(view, view->hover.pane);
    as_box track, thumb;
    float px = WHEEL_PX * view->zoom;
    if (as_view_has_lines(view)) {
        as_lines_scroll_by(&view->pane.lines, (dx != 0 ? dx : dy) * px);
        return;
    }
    if (dx == 0 && !sideways &&
        as_box_contains(pointed_map(view)->cells, view->mouse_x, view->mouse_y)) {
        view->wheel += fmaxf(fminf(-dy, 100), -100);
        int notches = (int)view->wheel; /* a touchpad gives parts of one */
        view->wheel -= (float)notches;
        if (notches != 0)
            as_view_zoom_matrix(view, notches, view->mouse_x, view->mouse_y);
        return;
    }
    if (dx == 0 && !as_heatmap_scrollbar(map, true, &track, &thumb)) {
        dx = dy;
        dy = 0;
    }
    as_heatmap_scroll_by(map, dx * px, dy * px);
}

/* ---- presses ---- */

/* On the thumb of the matrix: drag it. Beside it: a page that way. */
static void press_scrollbar(as_view *view, bool vertical, const as_input *in)
{
    as_box track, thumb;
    as_heatmap *map = as_view_map_of(view, view->sweep.pressed.pane);
    if (!as_heatmap_scrollbar(map, vertical, &track, &thumb))
        return;
    float at = vertical ? in->y : in->x;
    float start = vertical ? thumb.y : thumb.x, length = vertical ? thumb.h : thumb.w;
    if (at >= start && at < start + length) {
        view->drag = vertical ? AS_DRAG_SCROLL_Y : AS_DRAG_SCROLL_X;
        view->grab = at - start;
        return;
    }
    float sign = at < start ? -1 : 1;
    if (vertical)
        as_heatmap_scroll_by(map, 0, sign * map->cells.h);
    else
        as_heatmap_scroll_by(map, sign * map->cells.w, 0);
    as_view_changed(view);
}

/* Is there something at (x, y) that shows where in the whole one is, to be dragged? */
static bool leads_anywhere(const as_view *view, float x, float y)
{
    as_box track, thumb;
    if (!as_view_has_lines(view))
        return as_box_contains(as_minimap_box(&view->pane.map), x, y);
    return as_lines_scrollbar(&view->pane.lines, &track, &thumb) && as_box_contains(track, x, y);
}

static bool can_pan(const as_view *view)
{
    as_box track, thumb;
    if (as_view_has_lines(view))
        return as_lines_scrollbar(&view->pane.lines, &track, &thumb);
    return as_heatmap_scrollbar(&view->pane.map, false, &track, &thumb) ||
           as_heatmap_scrollbar(&view->pane.map, true, &track, &thumb);
}

void as_view_press_matrix(as_view *view, const as_input *in)
{
    as_hover h = view->hover;
    view->sweep = (as_sweep){.pressed = h, .x = in->x, .y = in->y, .mods = in->mods};
    if (h.kind == AS_PLACE_SCROLL_X || h.kind == AS_PLACE_SCROLL_Y) {
        press_scrollbar(view, h.kind == AS_PLACE_SCROLL_Y, in);
        return;
    }
    as_view_set_focus(view, AS_FOCUS_MAP);
    as_sweep *sweep = &view->sweep;
    if (leads_anywhere(view, in->x, in->y)) {
        view->drag = AS_DRAG_MINIMAP;
        as_view_drag_matrix(view, in);
        return;
    }
    if (h.cell.t < 0 && h.cell.i < 0 && !as_view_has_lines(view))
        return;
    view->drag = AS_DRAG_PRESS;
    sweep->of_source = h.cell.t < 0;
    sweep->is_label = (h.cell.t < 0) != (h.cell.i < 0);
    sweep->from = sweep->to = sweep->of_source ? h.cell.i : h.cell.t;
}

/* The cell of a row that has most of its attention, and of a column. */
static as_cell filled_up(const as_view *view, as_cell cell)
{
    if (cell.i < 0)
        cell.i = as_view_best_source(view, cell.t);
    if (cell.t < 0) {
        cell.t = 0;
        for (int t = 1; t < view->result.T; t++)
            if (as_result_alpha(&view->result, t, cell.i) >
                as_result_alpha(&view->result, cell.t, cell.i))
                cell.t = t;
    }
    return cell;
}

static void click(as_view *view)
{
    const as_sweep *sweep = &view->sweep;
    as_cell cell = sweep->pressed.cell;
    if (cell.t < 0 && cell.i < 0)
        return; /* on no line */
    if (view->clicks == 2 && !sweep->is_label && as_view_is_part(view)) {
        as_view_release_pin(view); /* as it was before the first click, or nearly so */
        as_view_whole(view);
        return;
    }
    if (sweep->is_label && (sweep->mods & (AS_MOD_CTRL | AS_MOD_SHIFT))) {
        as_view_choose(view, sweep->of_source, sweep->from, sweep->mods & AS_MOD_SHIFT);
        return;
    }
    cell = filled_up(view, cell);
    bool same = view->pin.t == cell.t && view->pin.i == cell.i;
    as_view_pin(view, same ? AS_NO_CELL : cell);
}

/* ---- drags ---- */

/* The token that the pointer has been dragged to, along the labels where the drag began. */
static int swept_to(const as_view *view, const as_input *in)
{
    const as_sweep *sweep = &view->sweep;
    if (sweep->pressed.in_target) {
        int t = as_target_line_hit(&view->target, view->layout.target, in->x, in->y);
        return t >= 0 ? t : sweep->to;
    }
    as_cell near;
    if (as_view_has_lines(view))
        near = (as_cell){as_lines_nearest(&view->pane.lines, true, in->x),
                         as_lines_nearest(&view->pane.lines, false, in->x)};
    else
        near = as_heatmap_nearest(&view->pane.map, in->x, in->y);
    as_cell tokens = as_matrix_tokens(&view->pane.matrix, near);
    return sweep->of_source ? tokens.i : tokens.t;
}

static void begin_drag(as_view *view, const as_input *in)
{
    const as_sweep *sweep = &view->sweep;
    if (hypotf(in->x - sweep->x, in->y - sweep->y) < CLICK_PX * view->zoom)
        return;
    if (sweep->is_label && swept_to(view, in) != sweep->from)
        view->drag = AS_DRAG_SWEEP;
    else if (!sweep->is_label && can_pan(view))
        view->drag = AS_DRAG_PAN;
}

bool as_view_drag_matrix(as_view *view, const as_input *in)
{
    as_sweep *sweep = &view->sweep;
    if (view->drag == AS_DRAG_PRESS)
        begin_drag(view, in);
    switch (view->drag) {
    case AS_DRAG_PRESS:
        return true;
    case AS_DRAG_PAN:
        if (as_view_has_lines(view))
            as_lines_scroll_by(&view->pane.lines, sweep->x - in->x);
        else
            as_heatmap_scroll_by(as_view_map_of(view, sweep->pressed.pane), sweep->x - in->x,
                                 sweep->y - in->y);
        sweep->x = in->x;
        sweep->y = in->y;
        as_view_changed(view);
        return true;
    case AS_DRAG_SWEEP:
        sweep->to = swept_to(view, in);
        view->dirty = true;
        return true;
    case AS_DRAG_MINIMAP:
        if (as_view_has_lines(view))
            as_lines_go(&view->pane.lines, in->x);
        else
            as_minimap_go(&view->pane.map, in->x, in->y);
        as_view_changed(view);
        return true;
    default:
        return false;
    }
}

as_span as_view_swept(const as_view *view)
{
    int a = view->sweep.from, b = view->sweep.to;
    return a < b ? (as_span){a, b + 1} : (as_span){b, a + 1};
}

void as_view_release(as_view *view)
{
    as_drag drag = view->drag;
    view->drag = AS_DRAG_NONE;
    view->dirty = true;
    if (!view->translation)
        return;
    if (drag == AS_DRAG_PRESS)
        click(view);
    else if (drag == AS_DRAG_SWEEP)
        as_view_do(view, view->sweep.of_source ? AS_DO_SOURCE_PART : AS_DO_TARGET_PART,
                   as_view_pack_span(as_view_swept(view)));
}

void as_view_draw_sweep(const as_view *view, as_draw_list *list)
{
    enum { OPACITY = 150 };
    const as_matrix *m = &view->pane.matrix;
    as_span span = as_view_swept(view);
    const as_axis *axis = view->sweep.of_source ? as_matrix_source(m) : as_matrix_target(m);
    int first = as_axis_place(axis, span.from), last = as_axis_place(axis, span.past - 1);
    if (first < 0 || last < 0)
        return;
    if (as_view_has_lines(view)) {
        as_view_draw_lines_sweep(view, list, axis == &m->rows, first, last);
        return;
    }
    as_box cells = view->pane.map.cells, a, b;
    as_rgba veil = view->theme.ground, edge = view->theme.accent;
    veil.a = OPACITY;
    if (axis == &m->rows) {
        a = as_heatmap_row(&view->pane.map, first);
        b = as_heatmap_row(&view->pane.map, last);
        as_draw_rect(list, (as_box){cells.x, cells.y, cells.w, fmaxf(a.y - cells.y, 0)}, 0, veil);
        as_draw_rect(list,
                     (as_box){cells.x, b.y + b.h, cells.w, fmaxf(cells.y + cells.h - b.y - b.h, 0)},
                     0, veil);
        as_draw_outline(list, (as_box){cells.x, a.y, cells.w, b.y + b.h - a.y}, 0, 2, edge);
        return;
    }
    a = as_heatmap_column(&view->pane.map, first);
    b = as_heatmap_column(&view->pane.map, last);
    as_draw_rect(list, (as_box){cells.x, cells.y, fmaxf(a.x - cells.x, 0), cells.h}, 0, veil);
    as_draw_rect(list,
                 (as_box){b.x + b.w, cells.y, fmaxf(cells.x + cells.w - b.x - b.w, 0), cells.h}, 0,
                 veil);
    as_draw_outline(list, (as_box){a.x, cells.y, b.x + b.w - a.x, cells.h}, 0, 2, edge);
}
