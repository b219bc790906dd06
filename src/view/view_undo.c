/* Undo and redo of everything that changes what is shown: the text and the settings, in the order
 * in which they happened. */
#include "view/view_private.h"

static int value_of(const as_view *view, as_command command)
{
    switch (command) {
    case AS_DO_MODEL:
        return view->model;
    case AS_DO_THEME:
        return (int)view->theme_kind;
    case AS_DO_COLORMAP:
        return (int)view->colormap;
    case AS_DO_RANGE:
        return (int)view->range;
    case AS_DO_LANGUAGE:
        return (int)view->language;
    case AS_DO_PRESENT:
        return view->presenting;
    case AS_DO_ZOOM:
        return view->zoom_notch;
    case AS_DO_SHOW:
        return (int)view->show;
    case AS_DO_PANEL:
        return view->panel_open[as_view_is_narrow(view)];
    case AS_DO_TAB:
        return (int)view->tab;
    case AS_DO_SHARPNESS:
        return view->sharpness;
    case AS_DO_BRANCH:
        return view->branch;
    default:
        return as_view_reading_value(view, command);
    }
}

void as_view_do(as_view *view, as_command command, int value)
{
    int before = value_of(view, command);
    as_view_apply(view, command, value);
    int after = value_of(view, command);
    if (before == after)
        return;
    as_text_edit_forget_undone(&view->field.edit);
    as_history_add(&view->history, &view->clock,
                   (as_change){.what = (int)command, .before = before, .after = after},
                   view->drag != AS_DRAG_NONE);
}

/* A step of the text; the field gets the focus, so that it is seen. */
static void step_text(as_view *view, bool again)
{
    as_text_edit *edit = &view->field.edit;
    as_error err = {0};
    bool changed;
    as_view_set_focus(view, AS_FOCUS_FIELD);
    if (!(again ? as_text_edit_redo(edit, &changed, &err)
                : as_text_edit_undo(edit, &changed, &err)))
        as_view_complain(view, &err);
    if (changed)
        as_view_text_changed(view);
}

static const as_change *next_setting(const as_view *view, bool again)
{
    return again ? as_history_redoable(&view->history) : as_history_undoable(&view->history);
}

/* One change, and those that happened with it. */
static void step_setting(as_view *view, bool again)
{
    const as_change *change = next_setting(view, again);
    uint64_t at = change->at;
    for (; change && change->at == at; change = next_setting(view, again)) {
        as_view_apply(view, (as_command)change->what, again ? change->after : change->before);
        if (again)
            as_history_redone(&view->history);
        else
            as_history_undone(&view->history);
    }
}

/* The latest thing done goes first, and the earliest of those undone. */
void as_view_undo(as_view *view, bool again)
{
    const as_text_edit *edit = &view->field.edit;
    if (edit->composition)
        return; /* the input method has the keys */
    const as_change *change = next_setting(view, again);
    uint64_t text = again ? as_text_edit_redo_time(edit) : as_text_edit_undo_time(edit);
    bool text_first = text && (!change || (again ? text < change->at : text > change->at));
    if (change && !text_first)
        step_setting(view, again);
    else
        step_text(view, again);
}
