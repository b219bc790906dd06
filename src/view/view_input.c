/* Events: who gets a key, what the pointer does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/view_private.h"

enum { DOUBLE_CLICK_MS = 400, DOUBLE_CLICK_PX = 5, WHEEL_PX = 60 };
static const float zoom_least = 0.6f, zoom_most = 2.5f, zoom_step = 1.1f;

#define LETTER(c) ((as_key)(AS_KEY_A + ((c) - 'A')))

static void complain(as_view *view, const as_error *err)
{
    as_view_say(view, err->message, true);
}

static void set_focus(as_view *view, int focus)
{
    if (focus == (int)AS_FOCUS_MAP && !view->translation)
        focus = AS_FOCUS_FIELD;
    if (focus == (int)view->focus)
        return;
    as_error err = {0};
    if (view->focus == AS_FOCUS_FIELD && !as_text_edit_compose(&view->field.edit, "", 0, 0, &err))
        complain(view, &err);
    view->focus = (as_focus)focus;
    as_view_layout_changed(view);
}

static void move_focus(as_view *view, int by)
{
    int next = ((int)view->focus + by + AS_N_FOCUS) % AS_N_FOCUS;
    if (next == AS_FOCUS_MAP && !view->translation)
        next = (next + by + AS_N_FOCUS) % AS_N_FOCUS;
    set_focus(view, next);
}

static void set_zoom(as_view *view, float zoom)
{
    view->zoom = fminf(fmaxf(zoom, zoom_least), zoom_most);
    if (fabsf(view->zoom - 1) < 0.04f)
        view->zoom = 1; /* steps up and down meet again */
    as_view_layout_changed(view);
}

/* ---- keys ---- */

static void menu_key(as_view *view, as_key key)
{
    const as_menu_item *chosen;
    as_menu_key(&view->menu, key, &chosen);
    view->dirty = true;
    if (chosen) {
        as_command command = (as_command)chosen->command;
        int value = chosen->value;
        as_menu_close(&view->menu);
        as_view_do(view, command, value);
    }
    if (!view->menu.open)
        as_view_layout_changed(view);
}

static bool function_key(as_view *view, as_key key)
{
    switch (key) {
    case AS_KEY_F1:
        as_view_do(view, AS_DO_HELP, 0);
        return true;
    case AS_KEY_F2:
        as_view_do(view, AS_DO_THEME, ((int)view->theme_kind + 1) % AS_N_THEMES);
        return true;
    case AS_KEY_F3:
        as_view_do(view, AS_DO_COLORMAP, ((int)view->colormap + 1) % AS_N_COLORMAPS);
        return true;
    case AS_KEY_F4:
        as_view_do(view, AS_DO_RANGE, ((int)view->range + 1) % AS_N_RANGES);
        return true;
    case AS_KEY_F5:
        as_view_do(view, AS_DO_LANGUAGE, ((int)view->language + 1) % AS_N_LANGUAGES);
        return true;
    default:
        return false;
    }
}

static bool control_key(as_view *view, as_key key, unsigned mods)
{
    bool shift = mods & AS_MOD_SHIFT;
    if (key == LETTER('S'))
        as_view_do(view, AS_DO_SAVE_PICTURE, 0);
    else if (key == LETTER('Q'))
        as_view_do(view, AS_DO_QUIT, 0);
    else if (key == LETTER('C') && shift)
        as_view_do(view, AS_DO_COPY_TRANSLATION, 0);
    else if (key == LETTER('M') && shift)
        as_view_do(view, AS_DO_COPY_MATRIX, 0);
    else if (key == LETTER('C') && view->focus == AS_FOCUS_MAP)
        as_view_do(view, AS_DO_COPY_MATRIX, 0);
    else if (key == AS_KEY_PLUS)
        set_zoom(view, view->zoom * zoom_step);
    else if (key == AS_KEY_MINUS)
        set_zoom(view, view->zoom / zoom_step);
    else if (key == AS_KEY_0)
        set_zoom(view, 1);
    else
        return false;
    return true;
}

/* Keys that mean the same everywhere. */
static bool common_key(as_view *view, as_key key, unsigned mods)
{
    if (mods & AS_MOD_ALT)
        return false;
    if ((mods & AS_MOD_CTRL) && control_key(view, key, mods))
        return true;
    if (key == AS_KEY_TAB) {
        move_focus(view, mods & AS_MOD_SHIFT ? -1 : 1);
        return true;
    }
    return function_key(view, key);
}

static void cut_or_copy(as_view *view, bool cut)
{
    as_text_edit *e = &view->field.edit;
    as_error err = {0};
    size_t from, to;
    as_text_edit_selection(e, &from, &to);
    if (from == to || !as_view_copy(view, e->text + from, to - from) || !cut)
        return;
    if (as_text_edit_erase_selection(e, &err))
        as_view_text_changed(view);
    else
        complain(view, &err);
}

static void edit_key(as_view *view, as_key key, unsigned mods)
{
    as_error err = {0};
    as_edit_action action;
    as_text_edit *e = &view->field.edit;
    size_t len = e->len;
    if (!as_text_edit_key(e, key, mods, &action, &err))
        complain(view, &err);
    switch (action) {
    case AS_EDIT_NONE:
        break;
    case AS_EDIT_MOVED:
        as_view_layout_changed(view);
        break;
    case AS_EDIT_CHANGED:
        /* Erasing at an end changes nothing; undo may change text of the same length. */
        if (e->len != len || key == LETTER('Z') || key == LETTER('Y'))
            as_view_text_changed(view);
        else
            as_view_layout_changed(view);
        break;
    case AS_EDIT_COPY:
    case AS_EDIT_CUT:
        cut_or_copy(view, action == AS_EDIT_CUT);
        break;
    case AS_EDIT_PASTE:
        as_view_request(view, AS_REQUEST_PASTE);
        break;
    }
}

static void release_pin(as_view *view)
{
    view->pin = AS_NO_CELL;
    view->dirty = true;
}

static void field_key(as_view *view, as_key key, unsigned mods)
{
    if (view->field.edit.composition)
        return; /* the input method has the keys */
    if (key == AS_KEY_ENTER || (key == AS_KEY_DOWN && !mods))
        set_focus(view, AS_FOCUS_MAP);
    else if (key == AS_KEY_ESCAPE)
        release_pin(view);
    else
        edit_key(view, key, mods);
}

static void map_key(as_view *view, as_key key, unsigned mods)
{
    if (as_view_is_outdated(view) && key != AS_KEY_ESCAPE)
        return;
    if (key == AS_KEY_ESCAPE) {
        if (view->pin.t >= 0)
            release_pin(view);
        else
            set_focus(view, AS_FOCUS_FIELD);
    } else if (key == AS_KEY_ENTER || key == AS_KEY_SPACE) {
        as_cell cell = view->step;
        bool same = view->pin.t == cell.t && view->pin.i == cell.i;
        as_view_pin(view, same ? AS_NO_CELL : cell);
    } else {
        as_view_walk(view, key, mods);
    }
}

static void button_key(as_view *view, as_key key)
{
    int button = (int)view->focus - (int)AS_FOCUS_BUTTON;
    if (key == AS_KEY_ENTER || key == AS_KEY_SPACE || key == AS_KEY_DOWN) {
        const as_menu_item *none;
        as_view_press_button(view, (as_button)button);
        if (view->menu.open)
            as_menu_key(&view->menu, AS_KEY_DOWN, &none); /* the first choice */
    } else if (key == AS_KEY_LEFT || key == AS_KEY_RIGHT) {
        int next = button + (key == AS_KEY_LEFT ? -1 : 1);
        if (next >= 0 && next < AS_N_BUTTONS)
            set_focus(view, (int)AS_FOCUS_BUTTON + next);
    } else if (key == AS_KEY_ESCAPE) {
        set_focus(view, AS_FOCUS_FIELD);
    }
}

/* Undo, redo, paste and select all mean the text, whatever has the focus. */
static bool text_key(as_view *view, as_key key, unsigned mods)
{
    if (!(mods & AS_MOD_CTRL) ||
        (key != LETTER('Z') && key != LETTER('Y') && key != LETTER('V') && key != LETTER('A')))
        return false;
    set_focus(view, AS_FOCUS_FIELD);
    field_key(view, key, mods);
    return true;
}

static void on_key(as_view *view, as_key key, unsigned mods)
{
    if (view->help_open) {
        if (key == AS_KEY_ESCAPE || key == AS_KEY_F1 || key == AS_KEY_ENTER || key == AS_KEY_SPACE)
            as_view_do(view, AS_DO_HELP, 0);
        return;
    }
    if (view->menu.open) {
        menu_key(view, key);
        return;
    }
    if (common_key(view, key, mods) || text_key(view, key, mods))
        return;
    if (view->focus == AS_FOCUS_FIELD)
        field_key(view, key, mods);
    else if (view->focus == AS_FOCUS_MAP)
        map_key(view, key, mods);
    else
        button_key(view, key);
}

/* ---- text ---- */

/* Typing goes to the field from anywhere; a space is a key for whatever else has the focus. */
static bool takes_text(as_view *view, const as_input *in)
{
    if (!as_view_wants_text(view) || !in->text)
        return false;
    if (view->focus != AS_FOCUS_FIELD && in->text_len == 1 && in->text[0] == ' ')
        return false;
    set_focus(view, AS_FOCUS_FIELD);
    return true;
}

static void on_text(as_view *view, const as_input *in)
{
    as_error err = {0};
    if (in->text_len == 0 || !takes_text(view, in))
        return;
    bool paste = in->kind == AS_INPUT_PASTE;
    bool done = paste ? as_text_edit_paste(&view->field.edit, in->text, in->text_len, &err)
                      : as_text_edit_type(&view->field.edit, in->text, in->text_len, &err);
    if (done)
        as_view_text_changed(view);
    else
        complain(view, &err);
}

static void on_composition(as_view *view, const as_input *in)
{
    as_error err = {0};
    as_text_edit *e = &view->field.edit;
    if ((in->text_len == 0 && !e->composition) || !takes_text(view, in))
        return;
    size_t len = e->len;
    if (!as_text_edit_compose(e, in->text, in->text_len, in->caret, &err))
        complain(view, &err);
    if (e->len != len)
        as_view_text_changed(view); /* it took the place of a selection */
    as_view_layout_changed(view);
}

/* ---- pointer ---- */

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
    set_focus(view, AS_FOCUS_FIELD);
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
    set_focus(view, AS_FOCUS_MAP);
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
        menu_key(view, AS_KEY_ENTER);
    } else if (!as_box_contains(view->menu.box, view->mouse_x, view->mouse_y)) {
        as_menu_close(&view->menu);
        as_view_layout_changed(view);
    }
}

static void on_press(as_view *view, const as_input *in)
{
    if (in->button != AS_MOUSE_LEFT)
        return;
    count_clicks(view, in);
    if (view->help_open) {
        as_view_do(view, AS_DO_HELP, 0);
        return;
    }
    if (view->hover.button >= 0) {
        set_focus(view, (int)AS_FOCUS_BUTTON + view->hover.button);
        as_view_press_button(view, (as_button)view->hover.button);
    } else if (view->menu.open) {
        press_menu(view);
    } else if (as_box_contains(view->layout.field, in->x, in->y)) {
        press_field(view, in);
    } else if (view->translation && !as_view_is_outdated(view) &&
               (view->hover.in_target || as_box_contains(view->layout.card, in->x, in->y))) {
        press_map(view, in);
    }
}

static void on_move(as_view *view, const as_input *in)
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

static void on_wheel(as_view *view, const as_input *in)
{
    float dx = in->wheel_x, dy = in->wheel_y;
    if (!isfinite(dx) || !isfinite(dy) || view->help_open)
        return;
    if (in->mods & AS_MOD_CTRL) {
        if (dy != 0)
            set_zoom(view, dy < 0 ? view->zoom * zoom_step : view->zoom / zoom_step);
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

static void on_resize(as_view *view, const as_input *in)
{
    if (!(in->width >= 1 && in->width <= 65536 && in->height >= 1 && in->height <= 65536))
        return;
    view->width = in->width;
    view->height = in->height;
    as_view_layout_changed(view);
}

static bool is_pointer(const as_input *in)
{
    return in->kind == AS_INPUT_MOUSE_MOVE || in->kind == AS_INPUT_MOUSE_PRESS ||
           in->kind == AS_INPUT_MOUSE_RELEASE;
}

void as_view_input(as_view *view, const as_input *in)
{
    if (in->time_ms > view->now_ms)
        view->now_ms = in->time_ms;
    if (is_pointer(in)) {
        view->mouse_x = in->x;
        view->mouse_y = in->y;
        view->mouse_inside = true;
    }
    as_view_settle(view);
    if (in->kind == AS_INPUT_KEY || in->kind == AS_INPUT_TEXT || in->kind == AS_INPUT_PASTE ||
        in->kind == AS_INPUT_COMPOSITION || in->kind == AS_INPUT_MOUSE_PRESS) {
        view->activity_ms = in->time_ms;
        if (as_view_caret_visible(view, in->time_ms) != view->caret_drawn)
            view->dirty = true;
    }
    switch (in->kind) {
    case AS_INPUT_KEY:
        on_key(view, in->key, in->mods);
        break;
    case AS_INPUT_TEXT:
    case AS_INPUT_PASTE:
        on_text(view, in);
        break;
    case AS_INPUT_COMPOSITION:
        on_composition(view, in);
        break;
    case AS_INPUT_MOUSE_MOVE:
        on_move(view, in);
        break;
    case AS_INPUT_MOUSE_PRESS:
        on_press(view, in);
        break;
    case AS_INPUT_MOUSE_RELEASE:
        view->drag = AS_DRAG_NONE;
        break;
    case AS_INPUT_MOUSE_LEAVE:
        view->mouse_inside = false;
        break;
    case AS_INPUT_WHEEL:
        on_wheel(view, in);
        break;
    case AS_INPUT_RESIZE:
        on_resize(view, in);
        break;
    case AS_INPUT_FOCUS:
        view->window_focused = in->focused;
        view->dirty = true;
        break;
    }
    as_view_settle(view);
}
