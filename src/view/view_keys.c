/* Who gets a key, and what it does there. */
#include "view/view_private.h"

void as_view_set_focus(as_view *view, int focus)
{
    if (focus == (int)AS_FOCUS_MAP && !view->translation)
        focus = AS_FOCUS_FIELD;
    if (focus == (int)view->focus)
        return;
    as_error err = {0};
    if (view->focus == AS_FOCUS_FIELD && !as_text_edit_compose(&view->field.edit, "", 0, 0, &err))
        as_view_complain(view, &err);
    view->focus = (as_focus)focus;
    as_view_layout_changed(view);
}

static void move_focus(as_view *view, int by)
{
    int next = ((int)view->focus + by + AS_N_FOCUS) % AS_N_FOCUS;
    if (next == AS_FOCUS_MAP && !view->translation)
        next = (next + by + AS_N_FOCUS) % AS_N_FOCUS;
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
    default:
        return false;
    }
}

/* With Ctrl. */
static bool shortcut(as_view *view, as_key key, unsigned mods)
{
    bool shift = mods & AS_MOD_SHIFT;
    if (key == AS_LETTER('S'))
        as_view_do(view, AS_DO_SAVE_PICTURE, 0);
    else if (key == AS_LETTER('Q'))
        as_view_do(view, AS_DO_QUIT, 0);
    else if (key == AS_LETTER('C') && shift)
        as_view_do(view, AS_DO_COPY_TRANSLATION, 0);
    else if (key == AS_LETTER('M') && shift)
        as_view_do(view, AS_DO_COPY_MATRIX, 0);
    else if (key == AS_LETTER('C') && view->focus == AS_FOCUS_MAP)
        as_view_do(view, AS_DO_COPY_MATRIX, 0);
    else if (key == AS_LETTER('Z') || key == AS_LETTER('Y'))
        as_view_undo(view, shift || key == AS_LETTER('Y'));
    else if (key == AS_KEY_PLUS)
        as_view_do(view, AS_DO_ZOOM, view->zoom_notch + 1);
    else if (key == AS_KEY_MINUS)
        as_view_do(view, AS_DO_ZOOM, view->zoom_notch - 1);
    else if (key == AS_KEY_0)
        as_view_do(view, AS_DO_ZOOM, 0);
    else
        return false;
    return true;
}

/* Keys that mean the same everywhere. */
static bool common_key(as_view *view, as_key key, unsigned mods)
{
    if (mods & AS_MOD_ALT)
        return false;
    if ((mods & AS_MOD_CTRL) && shortcut(view, key, mods))
        return true;
    if (key == AS_KEY_TAB) {
        move_focus(view, mods & AS_MOD_SHIFT ? -1 : 1);
        return true;
    }
    return function_key(view, key);
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
        as_view_set_focus(view, AS_FOCUS_MAP);
    else if (key == AS_KEY_ESCAPE)
        release_pin(view);
    else
        as_view_edit_key(view, key, mods);
}

static void map_key(as_view *view, as_key key, unsigned mods)
{
    if (as_view_is_outdated(view) && key != AS_KEY_ESCAPE)
        return;
    if (key == AS_KEY_ESCAPE) {
        if (view->pin.t >= 0)
            release_pin(view);
        else
            as_view_set_focus(view, AS_FOCUS_FIELD);
    } else if (key == AS_KEY_ENTER || key == AS_KEY_SPACE) {
        as_cell cell = view->step;
        bool same = view->pin.t == cell.t && view->pin.i == cell.i;
        as_view_pin(view, same ? AS_NO_CELL : cell);
    } else {
        as_view_walk(view, key, mods);
    }
}

static void control_key(as_view *view, as_key key)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    if (key == AS_KEY_ENTER || key == AS_KEY_SPACE || key == AS_KEY_DOWN) {
        const as_menu_item *none;
        as_view_press_control(view, (as_control)control);
        if (view->menu.open)
            as_menu_key(&view->menu, AS_KEY_DOWN, &none); /* the first choice */
    } else if (key == AS_KEY_LEFT || key == AS_KEY_RIGHT) {
        int next = control + (key == AS_KEY_LEFT ? -1 : 1);
        if (next >= 0 && next < AS_N_CONTROLS)
            as_view_set_focus(view, (int)AS_FOCUS_CONTROL + next);
    } else if (key == AS_KEY_ESCAPE) {
        as_view_set_focus(view, AS_FOCUS_FIELD);
    }
}

/* Paste and select all mean the text, whatever has the focus. */
static bool text_key(as_view *view, as_key key, unsigned mods)
{
    if (!(mods & AS_MOD_CTRL) || (key != AS_LETTER('V') && key != AS_LETTER('A')))
        return false;
    as_view_set_focus(view, AS_FOCUS_FIELD);
    field_key(view, key, mods);
    return true;
}

void as_view_key(as_view *view, as_key key, unsigned mods)
{
    if (view->help_open) {
        if (key == AS_KEY_ESCAPE || key == AS_KEY_F1 || key == AS_KEY_ENTER || key == AS_KEY_SPACE)
            as_view_do(view, AS_DO_HELP, 0);
        return;
    }
    if (view->menu.open) {
        as_view_menu_key(view, key);
        return;
    }
    if (common_key(view, key, mods) || text_key(view, key, mods))
        return;
    if (view->focus == AS_FOCUS_FIELD)
        field_key(view, key, mods);
    else if (view->focus == AS_FOCUS_MAP)
        map_key(view, key, mods);
    else
        control_key(view, key);
}
