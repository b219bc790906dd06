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

static void press_field(as_view *view, as_field *field, int focus, const as_input *in)
{
    as_view_set_focus(view, focus);
    as_view_settle(view);
    size_t at = as_field_offset_at(field, in->x, view->tm);
    if (view->clicks == 2)
        as_text_edit_select_word(&field->edit, at);
    else if (view->clicks == 3)
        as_text_edit_select_all(&field->edit);
    else
        as_text_edit_place(&field->edit, at, in->mods & AS_MOD_SHIFT);
    view->selecting = field;
    if (view->clicks == 1)
        view->drag = AS_DRAG_SELECT;
    as_view_layout_changed(view);
}

/* Is the pointer on a scroll bar? It is thin: nearby will do. */
static bool is_on_bar(const as_view *view, as_box track, const as_input *in)
{
    float reach = 4 * view->zoom;
    track = (as_box){track.x - reach, track.y - reach, track.w + 2 * reach, track.h + 2 * reach};
    return as_box_contains(track, in->x, in->y);
}

/* On the thumb of the panel: drag it. Beside it: a page that way. True when there is a scroll bar
 * at the pointer. */
static bool press_panel_scrollbar(as_view *view, const as_input *in)
{
    as_box track, thumb;
    if (view->layout.panel.w <= 0 || !as_panel_scrollbar(&view->panel, &track, &thumb) ||
        !is_on_bar(view, track, in))
        return false;
    if (in->y >= thumb.y && in->y < thumb.y + thumb.h) {
        view->drag = AS_DRAG_PANEL;
        view->grab = in->y - thumb.y;
    } else {
        as_panel_scroll_by(&view->panel,
                           in->y < thumb.y ? -view->panel.body.h : view->panel.body.h);
    }
    view->dirty = true;
    return true;
}

/* The same of the tree in it. */
static bool press_tree_scrollbar(as_view *view, const as_input *in)
{
    as_box track, thumb;
    if (!as_view_tree_scrollbar(view, &track, &thumb) || !is_on_bar(view, track, in))
        return false;
    if (in->x >= thumb.x && in->x < thumb.x + thumb.w) {
        view->drag = AS_DRAG_TREE;
        view->grab = in->x - thumb.x;
    } else {
        as_beam_scroll_by(&view->beam, in->x < thumb.x ? -track.w : track.w);
    }
    view->dirty = true;
    return true;
}

static void press_control(as_view *view, const as_input *in)
{
    as_control control = (as_control)view->hover.control;
    as_slider slider;
    if (control == AS_CONTROL_WORD) {
        press_field(view, &view->word, (int)AS_FOCUS_CONTROL + AS_CONTROL_WORD, in);
        return;
    }
    if (control == AS_CONTROL_PATH) {
        press_field(view, &view->path, (int)AS_FOCUS_CONTROL + AS_CONTROL_PATH, in);
        return;
    }
    if (control == AS_CONTROL_SAVE_PATH) {
        press_field(view, &view->save.path, (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH, in);
        return;
    }
    if (control == AS_CONTROL_SAVE_LIST) {
        as_view_press_save_list(view);
        return;
    }
    if (control == AS_CONTROL_COMPLETIONS) {
        as_view_press_completion(view);
        return;
    }
    if (control == AS_CONTROL_CANDIDATES)
        view->candidate = view->hover.candidate;
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + (int)control);
    if (!as_view_slider(view, control, &slider)) {
        as_view_press_control(view, control);
    } else if (control == AS_CONTROL_TERMS) {
        as_view_slide(view, control, view->hover.term >= 0 ? view->hover.term : 0);
    } else if ((control == AS_CONTROL_SHARPNESS || control == AS_CONTROL_WIDTH) &&
               view->clicks == 2) {
        as_view_press_control(view, control); /* a double click: as trained, as usual */
    } else {
        as_view_slide(view, control, as_slider_at(&slider, in->x));
        view->drag = AS_DRAG_SLIDER;
        view->held = control;
    }
}

/* A column is pinned; a box shows the stage that makes it. */
static void press_diagram(as_view *view)
{
    as_view_set_focus(view, AS_FOCUS_MAP);
    as_cell cell = view->hover.cell;
    if (view->hover.node >= 0) {
        as_stage stage = as_diagram_stage_of(&view->diagram, (as_node)view->hover.node);
        as_view_go_to_place(view, as_view_place_of(view, view->step.t, stage));
    } else if (cell.i >= 0) {
        bool same = view->pin.t == cell.t && view->pin.i == cell.i;
        as_view_pin(view, same ? AS_NO_CELL : cell);
    }
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

/* In the translation: beside the words, twice on one of them, or anywhere once it is edited. */
static bool edits_target(const as_view *view, const as_input *in)
{
    if (as_view_is_editing_target(view))
        return as_box_contains(as_view_target_frame(view), in->x, in->y);
    return view->translation && as_box_contains(view->layout.target, in->x, in->y) &&
           (!view->hover.in_target || view->clicks == 2);
}

void as_view_press(as_view *view, const as_input *in)
{
    if (in->button != AS_MOUSE_LEFT)
        return;
    count_clicks(view, in);
    view->pressed_at = view->clock.now;
    if (view->help_open) {
        as_view_do(view, AS_DO_HELP, 0);
        return;
    }
    bool over_menu = view->menu.open && as_box_contains(view->menu.box, in->x, in->y);
    if (view->hover.control >= 0 && !over_menu) {
        press_control(view, in);
    } else if (view->menu.open) {
        press_menu(view);
    } else if (press_panel_scrollbar(view, in) || press_tree_scrollbar(view, in)) {
        return;
    } else if (as_box_contains(view->layout.field, in->x, in->y)) {
        press_field(view, &view->field, AS_FOCUS_FIELD, in);
    } else if (edits_target(view, in)) {
        press_field(view, &view->given, AS_FOCUS_TARGET, in);
    } else if (view->translation && !as_view_is_outdated(view) &&
               (view->hover.in_target || as_box_contains(view->layout.card, in->x, in->y))) {
        if (as_view_is_staged(view))
            press_diagram(view);
        else
            as_view_press_matrix(view, in);
    }
}

void as_view_drag_to(as_view *view, const as_input *in)
{
    if (view->drag == AS_DRAG_SELECT) {
        size_t at = as_field_offset_at(view->selecting, in->x, view->tm);
        as_text_edit_place(&view->selecting->edit, at, true);
        as_view_layout_changed(view);
    } else if (view->drag == AS_DRAG_PANEL) {
        as_panel_drag_thumb(&view->panel, in->y - view->grab);
        view->dirty = true;
    } else if (view->drag == AS_DRAG_TREE) {
        as_view_drag_tree(view, in->x - view->grab);
    } else if (view->drag == AS_DRAG_SLIDER) {
        as_slider slider;
        if (as_view_slider(view, view->held, &slider) && slider.box.w > 0)
            as_view_slide(view, view->held, as_slider_at(&slider, in->x));
    } else if (as_view_drag_matrix(view, in)) {
        return;
    } else if (view->drag != AS_DRAG_NONE && !as_view_is_outdated(view)) {
        bool vertical = view->drag == AS_DRAG_SCROLL_Y;
        as_heatmap_drag_thumb(as_view_map_of(view, view->sweep.pressed.pane), vertical,
                              (vertical ? in->y : in->x) - view->grab);
        as_view_changed(view);
    }
}

static void wheel_card(as_view *view, float dx, float dy, bool sideways)
{
    if (as_view_is_staged(view)) {
        float by = dx != 0 ? dx : dy;
        as_diagram_scroll_by(&view->diagram, by > 0 ? 2 : by < 0 ? -2 : 0);
        return;
    }
    as_view_wheel_matrix(view, dx, dy, sideways);
}

void as_view_wheel(as_view *view, const as_input *in)
{
    float dx = in->wheel_x, dy = in->wheel_y;
    if (!isfinite(dx) || !isfinite(dy))
        return;
    if (view->help_open) {
        as_view_help_scroll_by(view, dy * WHEEL_PX * view->zoom);
        return;
    }
    if (in->mods & AS_MOD_CTRL) {
        if (dy != 0)
            as_view_step_zoom(view, dy < 0 ? 1 : -1);
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
    if (as_box_contains(view->layout.panel, view->mouse_x, view->mouse_y)) {
        as_panel_scroll_by(&view->panel, dy * WHEEL_PX * view->zoom);
        if (view->layout.controls[AS_CONTROL_TREE].w > 0)
            as_beam_scroll_by(&view->beam, dx * WHEEL_PX * view->zoom);
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
        wheel_card(view, dx, dy, in->mods & AS_MOD_SHIFT);
    as_view_changed(view);
}
