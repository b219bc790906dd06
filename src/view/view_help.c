/* The list of keys over the window: what it does with keys and the wheel. */
#include <math.h>

#include "view/view_private.h"

void as_view_help_scroll_by(as_view *view, float dy)
{
    float most = as_help_scroll_most(view->layout.window, &view->theme);
    view->help_scroll = fmaxf(fminf(view->help_scroll + dy, most), 0);
    view->dirty = true;
}

void as_view_help_key(as_view *view, as_key key)
{
    float line = 23 * view->zoom, page = view->height / 2, all = 1e6f;
    switch (key) {
    case AS_KEY_ESCAPE:
    case AS_KEY_F1:
    case AS_KEY_ENTER:
    case AS_KEY_SPACE:
        as_view_do(view, AS_DO_HELP, 0);
        break;
    case AS_KEY_UP:
    case AS_KEY_DOWN:
        as_view_help_scroll_by(view, key == AS_KEY_UP ? -line : line);
        break;
    case AS_KEY_PAGE_UP:
    case AS_KEY_PAGE_DOWN:
        as_view_help_scroll_by(view, key == AS_KEY_PAGE_UP ? -page : page);
        break;
    case AS_KEY_HOME:
    case AS_KEY_END:
        as_view_help_scroll_by(view, key == AS_KEY_HOME ? -all : all);
        break;
    default:
        break;
    }
}

void as_view_draw_help(const as_view *view, as_draw_list *list)
{
    as_pen pen = as_view_pen(view, list);
    float most = as_help_scroll_most(view->layout.window, &view->theme);
    as_help_draw(&pen, view->layout.window, fminf(view->help_scroll, most));
}
