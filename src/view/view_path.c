/* The field of the Model tab that opens a model file by its path: what is typed, what could follow,
 * and where both lie. */
#include <math.h>
#include <string.h>

#include "view/view_private.h"

/* As designed; times the zoom. */
static const float field_h = 26, gap = 6, line_h = 20.5f, pad = 9;

enum { MOST_SHOWN = 8 };

static int n_shown(const as_view *view)
{
    bool typing = as_view_is_opening(view);
    int n = typing ? view->completions.n : 0;
    return n < MOST_SHOWN ? n : MOST_SHOWN;
}

/* The first of those that are listed: the chosen one is among them. */
static int first_shown(const as_view *view)
{
    int last = view->completion - n_shown(view) + 1;
    return last > 0 ? last : 0;
}

bool as_view_is_opening(const as_view *view)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    return control == AS_CONTROL_PATH || control == AS_CONTROL_COMPLETIONS;
}

float as_view_layout_path(as_view *view, as_box column)
{
    as_error err = {0};
    float z = view->theme.zoom;
    as_box *controls = view->layout.controls;
    as_box frame = {column.x, column.y + 2 * gap * z, column.w, field_h * z};
    as_box inner = {frame.x + pad * z, frame.y, fmaxf(frame.w - 2 * pad * z, 0), frame.h};
    float list_h = (float)n_shown(view) * line_h * z;
    controls[AS_CONTROL_PATH] = frame;
    controls[AS_CONTROL_COMPLETIONS] =
        (as_box){frame.x, frame.y + frame.h, list_h > 0 ? frame.w : 0, list_h};
    if (!as_field_layout(&view->path, inner, view->theme.size_body, &view->theme, view->tm, &err))
        as_view_complain(view, &err);
    return frame.y + frame.h + list_h + gap * z - column.y;
}

/* The name of a path without its folder. */
static const char *last_part(const char *path)
{
    size_t len = strlen(path);
    if (len > 0 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    return path + len;
}

/* The path of the list that Enter takes: the one that the arrows came to, and when Tab came to the
 * list, its first. -1: none, what was typed is meant. */
static int chosen(const as_view *view)
{
    if (view->completion >= 0 && view->completion < view->completions.n)
        return view->completion;
    bool in_list = view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_COMPLETIONS;
    return in_list && view->completions.n > 0 ? 0 : -1;
}

static int completion_at_pointer(const as_view *view)
{
    as_box list = view->layout.controls[AS_CONTROL_COMPLETIONS];
    if (view->hover.control != AS_CONTROL_COMPLETIONS)
        return -1;
    int k = (int)floorf((view->mouse_y - list.y) / (line_h * view->theme.zoom));
    return k >= 0 && k < n_shown(view) ? first_shown(view) + k : -1;
}

void as_view_draw_path(const as_view *view, const as_pen *pen)
{
    const as_theme *theme = pen->theme;
    float z = theme->zoom, radius = 0.75f * theme->radius, size = theme->size_small;
    as_box frame = view->layout.controls[AS_CONTROL_PATH];
    as_box list = view->layout.controls[AS_CONTROL_COMPLETIONS];
    bool typing = as_view_typed_field(view) == &view->path;
    as_draw_rect(pen->list, frame, radius, theme->surface);
    as_draw_outline(pen->list, frame, radius, typing ? 2 : 1,
                    typing ? theme->accent : theme->border_strong);
    as_field_draw(pen->list, &view->path, as_str(view->language, AS_STR_PATH_HINT), theme,
                  view->tm);
    int pointed = completion_at_pointer(view);
    for (int k = 0; k < n_shown(view); k++) {
        int at = first_shown(view) + k;
        as_box line = {list.x, list.y + (float)k * line_h * z, list.w, line_h * z};
        if (at == chosen(view) || at == pointed)
            as_draw_rect(pen->list, line, 4 * z, theme->bar_ground);
        as_pen_text(pen, line.x + pad * z, line.y + line.h / 2 + as_pen_drop(pen, size),
                    AS_FONT_REGULAR, size, theme->text, fmaxf(line.w - 2 * pad * z, size),
                    last_part(view->completions.items[at]));
    }
}

void as_view_path_changed(as_view *view)
{
    view->completion = -1;
    as_view_request(view, AS_REQUEST_COMPLETE);
    as_view_layout_changed(view);
}

bool as_view_set_completions(as_view *view, const char *const *paths, int n, as_error *err)
{
    view->completion = -1;
    as_view_layout_changed(view);
    return as_sentences_set(&view->completions, paths, n, err);
}

/* Puts a text into the field, as one step of its undoing. */
static void put(as_view *view, const char *text)
{
    as_error err = {0};
    as_text_edit_select_all(&view->path.edit);
    if (!as_text_edit_paste(&view->path.edit, text, strlen(text), &err))
        as_view_complain(view, &err);
    as_view_path_changed(view);
}

/* A folder is gone into, a file opened. */
static void choose(as_view *view, int k)
{
    const char *path = view->completions.items[k];
    size_t len = strlen(path);
    bool folder = len > 0 && path[len - 1] == '/';
    put(view, path); /* the list stays until the next one comes */
    if (!folder)
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
    int last = view->completions.n - 1, to = chosen(view) + by;
    view->completion = to < -1 ? -1 : to > last ? last : to;
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
    else if (key == AS_KEY_RIGHT && !mods && at_end && view->completions.n > 0)
        put(view, view->completions.items[taken >= 0 ? taken : 0]);
    else if (key == AS_KEY_ESCAPE && edit->len > 0)
        put(view, "");
    else if (key == AS_KEY_ESCAPE)
        as_view_set_focus(view, AS_FOCUS_FIELD);
    else
        as_view_edit_key(view, key, mods);
    return true;
}
