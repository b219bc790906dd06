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
    case AS_DO_WIDTH:
        return view->beam_width;
    case AS_DO_LOOK:
        return view->look;
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
    as_view_forget_undone(view, NULL);
    as_history_add(&view->history, &view->clock,
                   (as_change){.what = (int)command, .before = before, .after = after},
                   view->drag != AS_DRAG_NONE && view->clock.now != view->pressed_at);
}

void as_view_forget_undone(as_view *view, const as_text_edit *but)
{
    as_text_edit *const texts[] = {&view->field.edit, &view->given.edit};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (texts[k] != but)
            as_text_edit_forget_undone(texts[k]);
    as_history_forget_undone(&view->history);
}

/* A step of a text; its field gets the focus, so that it is seen. */
static bool step_text(as_view *view, as_text_edit *edit, bool again)
{
    as_error err = {0};
    bool changed;
    if (!(again ? as_text_edit_redo(edit, &changed, &err)
                : as_text_edit_undo(edit, &changed, &err)))
        as_view_complain(view, &err);
    as_view_set_focus(view, edit == &view->given.edit ? AS_FOCUS_TARGET : AS_FOCUS_FIELD);
    if (changed)
        as_view_text_changed(view);
    return changed;
}

static bool step_setting(as_view *view, bool again)
{
    const as_change *change =
        again ? as_history_redoable(&view->history) : as_history_undoable(&view->history);
    as_view_apply(view, (as_command)change->what, again ? change->after : change->before);
    if (again)
        as_history_redone(&view->history);
    else
        as_history_undone(&view->history);
    return true;
}

/* What comes next: the latest thing done, or the earliest of those undone. */
typedef struct step {
    uint64_t at;        /* 0: there is none */
    as_text_edit *edit; /* NULL: a setting */
} step;

static step next_step(as_view *view, bool again)
{
    as_text_edit *const texts[] = {&view->field.edit, &view->given.edit};
    const as_change *change =
        again ? as_history_redoable(&view->history) : as_history_undoable(&view->history);
    step next = {change ? change->at : 0, NULL};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        uint64_t at = again ? as_text_edit_redo_time(texts[k]) : as_text_edit_undo_time(texts[k]);
        if (at && (!next.at || (again ? at < next.at : at > next.at)))
            next = (step){at, texts[k]};
    }
    return next;
}

void as_view_undo(as_view *view, bool again)
{
    if (view->field.edit.composition || view->given.edit.composition)
        return; /* the input method has the keys */
    step next = next_step(view, again);
    bool done = true;
    for (uint64_t at = next.at; done && next.at && next.at == at; next = next_step(view, again))
        done = next.edit ? step_text(view, next.edit, again) : step_setting(view, again);
}
