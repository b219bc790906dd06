/* Which cell is meant: by the pointer, by a pin, by the arrow keys. */
#include <math.h>
#include <string.h>

#include "core/measures.h"
#include "view/view_private.h"

int as_view_best_source(const as_view *view, int t)
{
    const as_result *r = &view->result;
    return as_argmax(r->translation->alpha + (size_t)t * (size_t)r->S, r->S);
}

as_cell as_view_active_cell(const as_view *view)
{
    if (as_view_is_outdated(view))
        return AS_NO_CELL;
    return view->pin.t >= 0 ? view->pin : view->hover.cell;
}

/* Brings the word of row t into view; a long translation scrolls. */
static void show_word(as_view *view, int t)
{
    if (t >= view->target.n)
        return;
    float before = view->target.scroll;
    as_target_line_scroll_to(&view->target, view->layout.target, t);
    if (view->target.scroll != before)
        as_view_changed(view);
}

/* The inspector follows the cell pointed at. Without one it keeps the step but not the column: it
 * shows the row's largest weight, never a cell that nothing in the heatmap marks. */
static void follow(as_view *view)
{
    if (as_view_is_outdated(view) || as_view_is_branching(view)) /* the list stays under the hand */
        return;
    as_cell cell = as_view_active_cell(view);
    bool row_pointed = cell.t >= 0;
    if (!row_pointed || (as_view_is_staged(view) && view->hover.in_target))
        cell = (as_cell){view->step.t, -1}; /* no word of another step moves the diagram */
    if (cell.i < 0)
        cell.i = as_view_best_source(view, cell.t);
    if (cell.t == view->step.t && cell.i == view->step.i)
        return;
    view->step = cell;
    view->dirty = true;
    if (row_pointed && !view->hover.in_target)
        show_word(view, cell.t);
}

as_hover as_view_hover_nothing(void)
{
    return (as_hover){.kind = AS_PLACE_NONE,
                      .cell = AS_NO_CELL,
                      .other = AS_NO_CELL,
                      .control = -1,
                      .menu_item = -1,
                      .node = -1,
                      .term = -1,
                      .candidate = -1,
                      .measure = -1,
                      .beam = {-1, -1}};
}

/* What of the diagram is at the pointer: a column is a cell of the step on show. */
static void point_at_diagram(const as_view *view, as_hover *h)
{
    as_diagram_place place = as_diagram_hit(&view->diagram, view->mouse_x, view->mouse_y);
    h->node = place.node;
    if (place.column >= 0)
        h->cell = (as_cell){view->step.t, place.column};
}

/* The control at the pointer; those that scroll with the panel only where they show. */
static int control_at_pointer(const as_view *view)
{
    int found = -1;
    for (int c = 0; c < AS_N_CONTROLS; c++) {
        bool scrolls = as_control_lookup((as_control)c)->group == AS_GROUP_PANEL;
        if (as_box_contains(view->layout.controls[c], view->mouse_x, view->mouse_y) &&
            (!scrolls || as_box_contains(view->panel.body, view->mouse_x, view->mouse_y)))
            found = c;
    }
    return found;
}

static as_hover pointed_at(const as_view *view)
{
    as_hover h = as_view_hover_nothing();
    float x = view->mouse_x, y = view->mouse_y;
    bool dragged = view->drag != AS_DRAG_NONE && view->drag != AS_DRAG_PRESS;
    if (!view->mouse_inside || view->keyed || view->help_open || dragged)
        return h;
    if (view->menu.open) {
        h.menu_item = as_menu_hit(&view->menu, x, y);
        if (h.menu_item >= 0 || as_box_contains(view->menu.box, x, y))
            return h;
    }
    h.control = control_at_pointer(view);
    h.on_panel = as_box_contains(view->layout.panel, x, y);
    if (h.control == AS_CONTROL_TREE)
        h.beam = as_view_beam_at(view, x, y);
    if (h.control == AS_CONTROL_CANDIDATES)
        h.candidate = as_step_candidate_at(&view->plan, as_view_panel_column(view), x, y);
    if (h.control == AS_CONTROL_TERMS)
        h.term = as_terms_at(&view->terms, view->layout.controls[AS_CONTROL_TERMS], x);
    if (h.control >= 0 || view->menu.open || !view->translation || as_view_is_outdated(view))
        return h;
    int t = as_target_line_hit(&view->target, view->layout.target, x, y);
    if (t >= 0 && t < as_view_words_shown(view) && !as_view_is_editing_target(view)) {
        h.in_target = true;
        h.cell = (as_cell){t, -1};
        return h;
    }
    if (!as_box_contains(view->layout.card, x, y))
        return h;
    if (as_view_is_staged(view)) {
        point_at_diagram(view, &h);
    } else {
        as_place place = as_view_is_comparing(view) ? as_view_compare_hit(view, &h.pane, &h.other)
                         : as_view_has_lines(view)
                             ? as_lines_hit(&view->pane.lines, &view->pane.matrix, x, y)
                             : as_heatmap_hit(&view->pane.map, x, y);
        h.kind = place.kind;
        h.cell = as_matrix_tokens(&view->pane.matrix, place.cell);
        h.measure = as_view_measure_hit(view);
    }
    return h;
}

void as_view_hover_at(as_view *view)
{
    as_hover h = pointed_at(view), old = view->hover;
    if (h.kind != old.kind || h.cell.t != old.cell.t || h.cell.i != old.cell.i ||
        h.in_target != old.in_target || h.control != old.control || h.menu_item != old.menu_item ||
        h.pane != old.pane || h.other.t != old.other.t || h.other.i != old.other.i ||
        h.node != old.node || h.term != old.term || h.candidate != old.candidate ||
        h.measure != old.measure || h.beam.node != old.beam.node || h.beam.row != old.beam.row)
        view->dirty = true;
    if (h.control != old.control || h.beam.node != old.beam.node || h.beam.row != old.beam.row)
        view->hover_ms = view->now_ms;
    if (h.menu_item >= 0 && h.menu_item != old.menu_item && !view->menu.items[h.menu_item].heading)
        view->menu.current = h.menu_item;
    view->hover = h;
    if (view->translation)
        follow(view);
}

void as_view_release_pin(as_view *view)
{
    view->pin = AS_NO_CELL;
    view->dirty = true;
}

void as_view_pin(as_view *view, as_cell cell)
{
    view->pin = cell;
    view->dirty = true;
    if (cell.t < 0)
        return;
    float before_x = view->pane.map.scroll_x, before_y = view->pane.map.scroll_y;
    as_cell place = as_view_place(view, cell);
    as_heatmap_scroll_to(&view->pane.map, place.t, place.i);
    if (as_view_has_lines(view)) {
        as_lines_scroll_to(&view->pane.lines, true, place.t);
        as_lines_scroll_to(&view->pane.lines, false, place.i);
        as_view_changed(view);
    }
    if (before_x != view->pane.map.scroll_x || before_y != view->pane.map.scroll_y)
        as_view_changed(view);
    show_word(view, cell.t);
    follow(view);
}

static int clampi(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

void as_view_walk(as_view *view, as_key key, unsigned mods)
{
    const as_matrix *m = &view->pane.matrix;
    bool ctrl = mods & AS_MOD_CTRL, fresh = as_view_active_cell(view).t < 0;
    as_cell c = as_view_place(view, view->step);
    int page = (int)fmaxf(floorf(view->pane.map.cells.h / view->pane.map.cell_h) - 1, 1);
    switch (key) {
    case AS_KEY_LEFT:
        c.i -= fresh ? 0 : 1; /* the first arrow shows where one is */
        break;
    case AS_KEY_RIGHT:
        c.i += fresh ? 0 : 1;
        break;
    case AS_KEY_UP:
        c.t -= fresh ? 0 : 1;
        break;
    case AS_KEY_DOWN:
        c.t += fresh ? 0 : 1;
        break;
    case AS_KEY_PAGE_UP:
        c.t -= page;
        break;
    case AS_KEY_PAGE_DOWN:
        c.t += page;
        break;
    case AS_KEY_HOME:
        c = (as_cell){ctrl ? 0 : c.t, 0};
        break;
    case AS_KEY_END:
        c = (as_cell){ctrl ? m->rows.n - 1 : c.t, m->columns.n - 1};
        break;
    default:
        return;
    }
    c = (as_cell){clampi(c.t, 0, m->rows.n - 1), clampi(c.i, 0, m->columns.n - 1)};
    as_view_pin(view, as_matrix_tokens(m, c));
}
