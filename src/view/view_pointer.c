/* What the pointer does: presses, drags, the wheel. */
#include <math.h>

#include "view/view_private.h"

enum { DOUBLE_CLICK_MS = 400, DOUBLE_CLICK_PX = 5, WHEEL_PX = 60 };

static void count_clicks(as_view *view, const as_input *in)
{
    bool again = view->clicks > 0 && in->time_ms - view->click_ms <= DOUBLE_CLICK_MS &&
                 fabsf(in->x - view->click_x) <= DOUBLE_CLICK_PX &&
                 fabsf(in->y - view->click_y) <= DOUBLE_CLICK_PX;
    view->clicks = again ? view->clicks % 3 + 1 : 1;
    view->click_ms = in->time_ms;
    view->click_x = in->x;
    view->click_y = in->y;
}

static void press_field(as_view *view, const as_input *in)
{
    as_view_set_focus(view, AS_FOCUS_FIELD);
    as_view_settle(view);
    size_t at = as_field_offset_at(&view->field, in->x, view->tm);
    if (view->clicks == 2)
        as_text_edit_select_word(&view->field.edit, at);
    else if (view->clicks == 3)
        as_text_edit_select_all(&view->field.edit);
    else
        as_text_edit_place(&view->field.edit, at, in->mods & AS_MOD_SHIFT);
    if (view->clicks == 1)
        view->drag = AS_DRAG_SELECT;
    as_view_layout_changed(view);
}

/* On the thumb: drag it. Beside it: a page that way. */
static void press_scrollbar(as_view *view, bool vertical, const as_input *in)
{
    as_box track, thumb;
    if (!as_heatmap_scrollbar(&view->map, vertical, &track, &thumb))
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
        as_heatmap_scroll_by(&view->map, 0, sign * view->map.cells.h);
    else
        as_heatmap_scroll_by(&view->map, sign * view->map.cells.w, 0);
    as_view_changed(view);
}

static void press_map(as_view *view, const as_input *in)
{
    as_hover h = view->hover;
    if (h.kind == AS_PLACE_SCROLL_X || h.kind == AS_PLACE_SCROLL_Y) {
        press_scrollbar(view, h.kind == AS_PLACE_SCROLL_Y, in);
        return;
    }
    as_view_set_focus(view, AS_FOCUS_MAP);
    as_cell cell = h.cell;
    if (cell.t < 0)
        return;
    if (cell.i < 0)
        cell.i = as_view_best_source(view, cell.t);
    bool same = view->pin.t == cell.t && view->pin.i == cell.i;
    as_view_pin(view, same ? AS_NO_CELL : cell);
}

static void press_menu(as_view *view)
{
    int k = view->hover.menu_item;
    if (k >= 0 && !view->menu.items[k].heading) {
        view->menu.current = k;
        as_view_menu_key(view, AS_KEY_ENTER);
    } else if (!as_box_contains(view->menu.box, view->mouse_x, view->mouse_y)) {
        as_menu_close(&view->menu);
        as_view_layout_changed(view);
    }
}

void as_view_press(as_view *view, const as_input *in)
{
    if (in->button != AS_MOUSE_LEFT)
        return;
    count_clicks(view, in);
    if (view->help_open) {
        as_view_do(view, AS_DO_HELP, 0);
        return;
    }
    if (view->hover.control >= 0) {
        as_view_set_focus(view, (int)AS_FOCUS_CONTROL + view->hover.control);
        as_view_press_control(view, (as_control)view->hover.control);
    } else if (view->menu.open) {
        press_menu(view);
    } else if (as_box_contains(view->layout.field, in->x, in->y)) {
        press_field(view, in);
    } else if (view->translation && !as_view_is_outdated(view) &&
               (view->hover.in_target || as_box_contains(view->layout.card, in->x, in->y))) {
        press_map(view, in);
    }
}

void as_view_drag_to(as_view *view, const as_input *in)
{
    if (view->drag == AS_DRAG_SELECT) {
        size_t at = as_field_offset_at(&view->field, in->x, view->tm);
        as_text_edit_place(&view->field.edit, at, true);
        as_view_layout_changed(view);
    } else if (view->drag != AS_DRAG_NONE && !as_view_is_outdated(view)) {
        bool vertical = view->drag == AS_DRAG_SCROLL_Y;
        as_heatmap_drag_thumb(&view->map, vertical, (vertical ? in->y : in->x) - view->grab);
        as_view_changed(view);
    }
}

/* A plain wheel over what overflows only sideways moves it sideways: there is no other way. */
static void wheel_map(as_view *view, float dx, float dy)
{
    as_box track, thumb;
    if (dx == 0 && !as_heatmap_scrollbar(&view->map, true, &track, &thumb)) {
        dx = dy;
        dy = 0;
    }
    float px = WHEEL_PX * view->zoom;
    as_heatmap_scroll_by(&view->map, dx * px, dy * px);
}

void as_view_wheel(as_view *view, const as_input *in)
{
    float dx = in->wheel_x, dy = in->wheel_y;
    if (!isfinite(dx) || !isfinite(dy) || view->help_open)
        return;
    if (in->mods & AS_MOD_CTRL) {
        if (dy != 0)
            as_view_do(view, AS_DO_ZOOM, view->zoom_notch + (dy < 0 ? 1 : -1));
        return;
    }
    if (in->mods & AS_MOD_SHIFT) {
        dx = dx != 0 ? dx : dy;
        dy = 0;
    }
    if (view->menu.open) {
        as_menu_scroll(&view->menu, dy > 0 ? 3 : dy < 0 ? -3 : 0);
        view->dirty = true;
        return;
    }
    if (!view->translation || as_view_is_outdated(view))
        return;
    if (as_box_contains(view->layout.target, view->mouse_x, view->mouse_y))
        as_target_line_scroll_by(&view->target, view->layout.target,
                                 dy > 0   ? view->target.line_h
                                 : dy < 0 ? -view->target.line_h
                                          : 0);
    else
        wheel_map(view, dx, dy);
    as_view_changed(view);
}
