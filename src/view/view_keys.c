/* Who gets a key, and what it does there. */
#include "view/sharpness.h"
#include "view/view_private.h"

/* Is it there, so that it can have the keyboard? */
static bool can_focus(const as_view *view, int focus)
{
    if (focus == AS_FOCUS_FIELD)
        return true;
    if (focus == AS_FOCUS_TARGET)
        return view->translation || as_view_has_given(view);
    if (focus == AS_FOCUS_MAP)
        return view->translation && view->layout.card.w > 0;
    return view->layout.controls[focus - (int)AS_FOCUS_CONTROL].w > 0;
}

/* Brings a control that scrolls with the panel into it. */
static void show_focused(as_view *view)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    if (control < 0 || as_control_lookup((as_control)control)->group != AS_GROUP_PANEL)
        return;
    as_box box = view->layout.controls[control], body = view->panel.body;
    if (box.h > body.h && box.y < body.y + body.h && box.y + box.h > body.y)
        return; /* a part of it is seen, and there is no room for more */
    float head = view->plan.head, foot = view->plan.line; /* its heading and its value come along */
    as_panel_scroll_to(&view->panel, box.y - as_panel_top(&view->panel) - head,
                       box.h + head + foot);
}

/* Who has the keyboard instead of what is not on show: of a list its own field, else the source's.
 */
static int stand_in(const as_view *view, int focus)
{
    int control = focus - (int)AS_FOCUS_CONTROL;
    int field = control == AS_CONTROL_COMPLETIONS ? (int)AS_FOCUS_CONTROL + AS_CONTROL_PATH
                : control == AS_CONTROL_SAVE_LIST ? (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH
                                                  : (int)AS_FOCUS_FIELD;
    return can_focus(view, field) ? field : (int)AS_FOCUS_FIELD;
}

void as_view_set_focus(as_view *view, int focus)
{
    if (!can_focus(view, focus))
        focus = stand_in(view, focus);
    if (focus == (int)view->focus)
        return;
    as_view_end_composition(view);
    as_view_leave_target(view);
    view->focus = (as_focus)focus;
    as_view_enter_target(view);
    show_focused(view);
    as_view_layout_changed(view);
}

static void move_focus(as_view *view, int by)
{
    int next = (int)view->focus;
    do
        next = (next + by + AS_N_FOCUS) % AS_N_FOCUS;
    while (!can_focus(view, next));
    as_view_set_focus(view, next);
}

void as_view_menu_key(as_view *view, as_key key)
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
    case AS_KEY_F6:
        as_view_toggle_panel(view);
        return true;
    case AS_KEY_F7:
        as_view_do(view, AS_DO_SHOW,
                   view->show == AS_SHOW_MATRIX ? AS_SHOW_DIAGRAM : AS_SHOW_MATRIX);
        if (as_view_is_staged(view)) /* its arrow keys go from stage to stage */
            as_view_set_focus(view, AS_FOCUS_MAP);
        return true;
    case AS_KEY_F8:
        as_view_do(view, AS_DO_PLAY, !view->play.running);
        return true;
    case AS_KEY_F9:
    case AS_KEY_F10:
        as_view_do(view, AS_DO_SPEED, view->play.speed + (key == AS_KEY_F9 ? -1 : 1));
        return true;
    case AS_KEY_F11:
        as_view_do(view, AS_DO_PRESENT, !view->presenting);
        return true;
    default:
        return false;
    }
}

/* A menu, with its first choice marked. */
static void open_by_key(as_view *view, as_control control)
{
    const as_menu_item *none;
    as_view_open_menu(view, control);
    if (view->menu.open)
        as_menu_key(&view->menu, AS_KEY_DOWN, &none);
}

/* With Ctrl. */
static bool shortcut(as_view *view, as_key key, unsigned mods)
{
    bool shift = mods & AS_MOD_SHIFT;
    if (key == AS_LETTER('S'))
        as_view_do(view, AS_DO_SAVE, -1);
    else if (key == AS_LETTER('Q'))
        as_view_do(view, AS_DO_QUIT, 0);
    else if (key == AS_LETTER('C') && shift)
        as_view_do(view, AS_DO_COPY_TRANSLATION, 0);
    else if (key == AS_LETTER('M') && shift)
        as_view_do(view, AS_DO_COPY_MATRIX, 0);
    else if (key == AS_LETTER('C') && view->focus == AS_FOCUS_MAP)
        as_view_do(view, AS_DO_COPY_MATRIX, 0);
    else if ((key == AS_LETTER('Z') || key == AS_LETTER('Y')) && !as_view_has_own_undo(view))
        as_view_undo(view, shift || key == AS_LETTER('Y'));
    else if (key == AS_LETTER('O'))
        as_view_focus_path(view);
    else if (key == AS_LETTER('E'))
        open_by_key(view, AS_CONTROL_SENTENCES);
    else if (key == AS_LETTER('B'))
        as_view_focus_candidates(view);
    else if (key == AS_LETTER('T'))
        as_view_set_focus(view, AS_FOCUS_TARGET);
    else if (key == AS_LETTER('R'))
        as_view_go_own(view);
    else if (key == AS_KEY_PLUS)
        as_view_step_zoom(view, 1);
    else if (key == AS_KEY_MINUS)
        as_view_step_zoom(view, -1);
    else if (key == AS_KEY_0)
        as_view_do(view, AS_DO_ZOOM, 0);
    else if (key > AS_KEY_0 && key <= AS_KEY_0 + AS_N_TABS)
        as_view_show_tab(view, (as_tab)(key - AS_KEY_0 - 1));
    else
        return false;
    return true;
}

/* With Alt: the sharpness of the softmax, the width of the beam, the reading. */
static bool alt_key(as_view *view, as_key key)
{
    if (key == AS_KEY_0)
        as_view_do(view, AS_DO_SHARPNESS, AS_SHARPNESS_TRAINED);
    else if (key == AS_KEY_UP || key == AS_KEY_DOWN)
        as_view_do(view, AS_DO_SHARPNESS, view->sharpness + (key == AS_KEY_UP ? 1 : -1));
    else if (key == AS_KEY_LEFT || key == AS_KEY_RIGHT)
        as_view_do(view, AS_DO_WIDTH, view->beam_width + (key == AS_KEY_RIGHT ? 1 : -1));
    else
        return as_view_reading_key(view, key);
    return true;
}

/* Keys that mean the same everywhere. */
static bool common_key(as_view *view, as_key key, unsigned mods)
{
    if (mods & AS_MOD_ALT)
        return alt_key(view, key);
    if ((mods & AS_MOD_CTRL) && shortcut(view, key, mods))
        return true;
    if (key == AS_KEY_TAB) {
        move_focus(view, mods & AS_MOD_SHIFT ? -1 : 1);
        return true;
    }
    return function_key(view, key);
}

static void field_key(as_view *view, as_key key, unsigned mods)
{
    if (view->field.edit.composition)
        return; /* the input method has the keys */
    if (key == AS_KEY_ENTER || (key == AS_KEY_DOWN && !mods))
        as_view_set_focus(view, AS_FOCUS_MAP);
    else if (key == AS_KEY_ESCAPE && view->pin.t < 0 && view->presenting)
        as_view_do(view, AS_DO_PRESENT, false); /* the last thing that is left */
    else if (key == AS_KEY_ESCAPE)
        as_view_release_pin(view);
    else
        as_view_edit_key(view, key, mods);
}

/* Pins the cell that the step is about, or lets go of it. */
static void toggle_pin(as_view *view)
{
    as_cell cell = view->step;
    bool same = view->pin.t == cell.t && view->pin.i == cell.i;
    as_view_pin(view, same ? AS_NO_CELL : cell);
}

/* Each time one thing less: playing, what is chosen, the pin, the diagram, the card's focus. */
static void escape(as_view *view)
{
    if (view->play.running)
        as_view_do(view, AS_DO_PLAY, false);
    else if (as_selection_any(&view->selection))
        as_view_choose_nothing(view);
    else if (view->pin.t >= 0)
        as_view_release_pin(view);
    else if (view->show != AS_SHOW_MATRIX)
        as_view_do(view, AS_DO_SHOW, AS_SHOW_MATRIX);
    else
        as_view_set_focus(view, AS_FOCUS_FIELD);
}

/* In the diagram: arrows sideways go from stage to stage, up and down from step to step; with Shift
 * or Ctrl sideways from source word to source word. */
static void diagram_key(as_view *view, as_key key, unsigned mods)
{
    as_slider slider = as_view_step_slider(view);
    int at;
    bool sideways = key == AS_KEY_LEFT || key == AS_KEY_RIGHT;
    if (sideways && (mods & (AS_MOD_SHIFT | AS_MOD_CTRL))) {
        bool back = key == AS_KEY_LEFT; /* where the source lies down the side, that is up */
        if (view->reading.transposed)
            key = back ? AS_KEY_UP : AS_KEY_DOWN;
        as_view_walk(view, key, 0);
        as_diagram_scroll_to(&view->diagram, view->step.i);
    } else if (key == AS_KEY_UP || key == AS_KEY_PAGE_UP) {
        as_view_go_by_steps(view, -1);
    } else if (key == AS_KEY_DOWN || key == AS_KEY_PAGE_DOWN) {
        as_view_go_by_steps(view, 1);
    } else if (as_slider_key(&slider, key, &at)) {
        as_view_go_to_place(view, at);
    }
}

static void map_key(as_view *view, as_key key, unsigned mods)
{
    if (as_view_is_outdated(view) && key != AS_KEY_ESCAPE)
        return;
    if (key == AS_KEY_ESCAPE)
        escape(view);
    else if (key == AS_KEY_SPACE)
        as_view_do(view, AS_DO_PLAY, !view->play.running);
    else if (key == AS_KEY_ENTER)
        toggle_pin(view);
    else if (as_view_is_staged(view))
        diagram_key(view, key, mods);
    else if (key == AS_KEY_HOME && as_view_is_part(view))
        as_view_do(view, AS_DO_WHOLE, 0);
    else if (!(mods & AS_MOD_SHIFT) || !as_view_extend(view, key))
        as_view_walk(view, key, mods);
}

/* The next control of the same group that is there, or this one. */
static int neighbour(const as_view *view, int control, int by)
{
    as_control_group group = as_control_lookup((as_control)control)->group;
    for (int c = control + by; c >= 0 && c < AS_N_CONTROLS; c += by) {
        if (as_control_lookup((as_control)c)->group != group)
            break;
        if (view->layout.controls[c].w > 0)
            return c;
    }
    return control;
}

static void button_key(as_view *view, as_control control, as_key key)
{
    if (key == AS_KEY_ENTER || key == AS_KEY_SPACE || key == AS_KEY_DOWN) {
        const as_menu_item *none;
        as_view_press_control(view, control);
        if (view->menu.open)
            as_menu_key(&view->menu, AS_KEY_DOWN, &none); /* the first choice */
    } else if (key == AS_KEY_LEFT || key == AS_KEY_RIGHT) {
        int next = neighbour(view, (int)control, key == AS_KEY_LEFT ? -1 : 1);
        as_view_set_focus(view, (int)AS_FOCUS_CONTROL + next);
    }
}

static void control_key(as_view *view, as_key key)
{
    as_control control = (as_control)((int)view->focus - (int)AS_FOCUS_CONTROL);
    as_slider slider;
    int at;
    if (key == AS_KEY_ESCAPE)
        as_view_set_focus(view, AS_FOCUS_FIELD);
    else if (!as_view_slider(view, control, &slider))
        button_key(view, control, key);
    else if (as_slider_key(&slider, key, &at))
        as_view_slide(view, control, at);
    else if (key == AS_KEY_ENTER)
        as_view_press_control(view, control);
    else if (key == AS_KEY_SPACE)
        as_view_do(view, AS_DO_PLAY, !view->play.running);
}

/* Paste and select all mean the text, whatever has the focus. */
static bool text_key(as_view *view, as_key key, unsigned mods)
{
    bool means_text = key == AS_LETTER('V') || key == AS_LETTER('A');
    if (!(mods & AS_MOD_CTRL) || !means_text || as_view_typed_field(view))
        return false;
    as_view_set_focus(view, AS_FOCUS_FIELD);
    field_key(view, key, mods);
    return true;
}

void as_view_key(as_view *view, as_key key, unsigned mods)
{
    if (view->help_open) {
        as_view_help_key(view, key);
        return;
    }
    if (view->menu.open) {
        as_view_menu_key(view, key);
        return;
    }
    if (common_key(view, key, mods) || text_key(view, key, mods) || as_view_tree_key(view, key) ||
        as_view_branch_key(view, key, mods) || as_view_path_key(view, key, mods) ||
        as_view_save_key(view, key, mods))
        return;
    if (view->focus == AS_FOCUS_FIELD)
        field_key(view, key, mods);
    else if (view->focus == AS_FOCUS_TARGET)
        as_view_target_key(view, key, mods);
    else if (view->focus == AS_FOCUS_MAP)
        map_key(view, key, mods);
    else
        control_key(view, key);
}
