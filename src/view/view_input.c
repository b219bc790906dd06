/* Events, each to whom it concerns. */
#include "view/view_private.h"

static void on_resize(as_view *view, const as_input *in)
{
    if (!(in->width >= 1 && in->width <= 65536 && in->height >= 1 && in->height <= 65536))
        return;
    view->width = in->width;
    view->height = in->height;
    as_view_layout_changed(view);
    if (in->uncovered && view->presenting) /* the window manager ended it */
        as_view_do(view, AS_DO_PRESENT, false);
}

static bool is_pointer(const as_input *in)
{
    return in->kind == AS_INPUT_MOUSE_MOVE || in->kind == AS_INPUT_MOUSE_PRESS ||
           in->kind == AS_INPUT_MOUSE_RELEASE;
}

/* Does the hand go from the pointer to the keyboard with this: to move about, to type, to choose?
 * What is set by a key of its own leaves the pointer where it is. */
static bool takes_over(const as_input *in)
{
    switch (in->kind) {
    case AS_INPUT_TEXT:
    case AS_INPUT_PASTE:
    case AS_INPUT_COMPOSITION:
        return true;
    case AS_INPUT_KEY:
        return !(in->mods & AS_MOD_ALT) && in->key >= AS_KEY_LEFT && in->key <= AS_KEY_TAB;
    default:
        return false;
    }
}

/* Resting where it is, an event of the toolkit's own may say so again. */
static bool moves(const as_view *view, const as_input *in)
{
    return in->kind == AS_INPUT_WHEEL ||
           (is_pointer(in) &&
            (in->kind != AS_INPUT_MOUSE_MOVE || in->x != view->mouse_x || in->y != view->mouse_y));
}

void as_view_input(as_view *view, const as_input *in)
{
    if (in->time_ms > view->now_ms)
        view->now_ms = in->time_ms;
    if (takes_over(in) || moves(view, in))
        view->keyed = takes_over(in);
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
        as_view_key(view, in->key, in->mods);
        break;
    case AS_INPUT_TEXT:
    case AS_INPUT_PASTE:
        as_view_type(view, in);
        break;
    case AS_INPUT_COMPOSITION:
        as_view_compose(view, in);
        break;
    case AS_INPUT_MOUSE_MOVE:
        as_view_drag_to(view, in);
        break;
    case AS_INPUT_MOUSE_PRESS:
        as_view_press(view, in);
        break;
    case AS_INPUT_MOUSE_RELEASE:
        as_view_release(view);
        break;
    case AS_INPUT_MOUSE_LEAVE:
        view->mouse_inside = false;
        break;
    case AS_INPUT_WHEEL:
        as_view_wheel(view, in);
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
