/* The field of the Model tab that opens a model file by its path: what is typed, what could follow,
 * and where both lie. */
#include <math.h>
#include <string.h>

#include "view/view_private.h"

/* As designed; times the zoom. */
static const float field_h = 26, gap = 6, pad = 9;

bool as_view_is_opening(const as_view *view)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    return control == AS_CONTROL_PATH || control == AS_CONTROL_COMPLETIONS;
}

void as_view_layout_path_field(as_view *view, as_field *field, as_box frame)
{
    as_error err = {0};
    float inset = pad * view->theme.zoom;
    as_box inner = {frame.x + inset, frame.y, fmaxf(frame.w - 2 * inset, 0), frame.h};
    if (!as_field_layout(field, inner, view->theme.size_body, &view->theme, view->tm, &err))
        as_view_complain(view, &err);
}

float as_view_layout_path(as_view *view, as_box column)
{
    float z = view->theme.zoom;
    as_box *controls = view->layout.controls;
    as_box frame = {column.x, column.y + 2 * gap * z, column.w, field_h * z};
    bool typing = as_view_is_opening(view);
    float list_h = typing ? as_path_list_height(&view->completions, &view->theme) : 0;
    controls[AS_CONTROL_PATH] = frame;
    controls[AS_CONTROL_COMPLETIONS] =
        (as_box){frame.x, frame.y + frame.h, list_h > 0 ? frame.w : 0, list_h};
    as_view_layout_path_field(view, &view->path, frame);
    return frame.y + frame.h + list_h + gap * z - column.y;
}

/* The path of the list that Enter takes: the one that the arrows came to, and when Tab came to the
 * list, its first. -1: none, what was typed is meant. */
static int chosen(const as_view *view)
{
    if (view->completions.chosen >= 0)
        return view->completions.chosen;
    bool in_list = view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_COMPLETIONS;
    return in_list && view->completions.paths.n > 0 ? 0 : -1;
}

static int completion_at_pointer(const as_view *view)
{
    as_box list = view->layout.controls[AS_CONTROL_COMPLETIONS];
    if (view->hover.control != AS_CONTROL_COMPLETIONS)
        return -1;
    return as_path_list_at(&view->completions, list, view->mouse_y, &view->theme);
}

void as_view_draw_path_field(const as_view *view, const as_pen *pen, const as_field *field,
                             as_control control, const char *hint)
{
    const as_theme *theme = pen->theme;
    float radius = 0.75f * theme->radius;
    as_box frame = view->layout.controls[control];
    bool typing = as_view_typed_field(view) == field;
    if (frame.w <= 0)
        return; /* the window has no room for it, and where its text goes was never laid out */
    as_draw_rect(pen->list, frame, radius, theme->surface);
    as_draw_outline(pen->list, frame, radius, typing ? 2 : 1,
                    typing ? theme->accent : theme->border_strong);
    as_field_draw(pen->list, field, hint, theme, view->tm);
}

void as_view_draw_path(const as_view *view, const as_pen *pen)
{
    as_view_draw_path_field(view, pen, &view->path, AS_CONTROL_PATH,
                            as_str(view->language, AS_STR_PATH_HINT));
    as_path_list_draw(pen, &view->completions, view->layout.controls[AS_CONTROL_COMPLETIONS],
                      chosen(view), completion_at_pointer(view));
}

void as_view_path_changed(as_view *view)
{
    view->completions.chosen = -1;
    view->completing_save = false;
    as_view_request(view, AS_REQUEST_COMPLETE);
    as_view_layout_changed(view);
}

bool as_view_set_completions(as_view *view, const char *const *paths, int n, as_error *err)
{
    as_path_list *list = view->completing_save ? &view->save.list : &view->completions;
    list->chosen = -1;
    as_view_layout_changed(view);
    return as_sentences_set(&list->paths, paths, n, err);
}

void as_view_put_path(as_view *view, as_text_edit *edit, const char *text)
{
    as_error err = {0};
    as_text_edit_select_all(edit);
    if (!as_text_edit_paste(edit, text, strlen(text), &err))
        as_view_complain(view, &err);
}

static void put(as_view *view, const char *text)
{
    as_view_put_path(view, &view->path.edit, text);
    as_view_path_changed(view);
}

/* A folder is gone into, a file opened. */
static void choose(as_view *view, int k)
{
    const char *path = view->completions.paths.items[k];
    put(view, path); /* the list stays until the next one comes */
    if (!as_path_is_folder(path))
        as_view_request(view, AS_REQUEST_OPEN_PATH);
}

void as_view_open_path(as_view *view)
{
    if (view->path.edit.len > 0)
        as_view_request(view, AS_REQUEST_OPEN_PATH);
}

void as_view_press_completion(as_view *view)
{
    int k = completion_at_pointer(view);
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_PATH);
    if (k >= 0)
        choose(view, k);
}

void as_view_focus_path(as_view *view)
{
    as_view_show_tab(view, AS_TAB_MODEL);
    as_view_settle(view);
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_PATH);
    as_view_path_changed(view);
}

static void walk(as_view *view, int by)
{
    view->completions.chosen = chosen(view); /* Tab may have come to the first */
    as_path_list_walk(&view->completions, by);
    as_view_layout_changed(view);
}

bool as_view_path_key(as_view *view, as_key key, unsigned mods)
{
    const as_text_edit *edit = &view->path.edit;
    if (!as_view_is_opening(view))
        return false;
    if (edit->composition)
        return true; /* the input method has the keys */
    int taken = chosen(view);
    bool at_end = edit->caret == edit->len && edit->anchor == edit->len;
    if (key == AS_KEY_DOWN || key == AS_KEY_UP)
        walk(view, key == AS_KEY_DOWN ? 1 : -1);
    else if (key == AS_KEY_ENTER && taken >= 0)
        choose(view, taken);
    else if (key == AS_KEY_ENTER)
        as_view_open_path(view);
    else if (key == AS_KEY_RIGHT && !mods && at_end && view->completions.paths.n > 0)
        put(view, view->completions.paths.items[taken >= 0 ? taken : 0]);
    else if (key == AS_KEY_ESCAPE && edit->len > 0)
        put(view, "");
    else if (key == AS_KEY_ESCAPE)
        as_view_set_focus(view, AS_FOCUS_FIELD);
    else
        as_view_edit_key(view, key, mods);
    return true;
}
