#include "view/path_list.h"

#include "view/file_kind.h"

#include <math.h>
#include <string.h>

static const float line_h = 20.5f, pad = 9; /* as designed; times the zoom */

enum { MOST_SHOWN = 8 };

bool as_path_is_folder(const char *path)
{
    size_t len = strlen(path);
    return len > 0 && path[len - 1] == '/';
}

static int n_shown(const as_path_list *list)
{
    return list->paths.n < MOST_SHOWN ? list->paths.n : MOST_SHOWN;
}

static int first_shown(const as_path_list *list)
{
    int last = list->chosen - n_shown(list) + 1;
    return last > 0 ? last : 0;
}

float as_path_list_height(const as_path_list *list, const as_theme *theme)
{
    return (float)n_shown(list) * line_h * theme->zoom;
}

int as_path_list_at(const as_path_list *list, as_box box, float y, const as_theme *theme)
{
    int k = (int)floorf((y - box.y) / (line_h * theme->zoom));
    return k >= 0 && k < n_shown(list) ? first_shown(list) + k : -1;
}

void as_path_list_walk(as_path_list *list, int by)
{
    int last = list->paths.n - 1, to = list->chosen + by;
    list->chosen = to < -1 ? -1 : to > last ? last : to;
}

/* The name of a path without the folder that it is in. */
static const char *last_part(const char *path)
{
    size_t len = strlen(path);
    len -= as_path_is_folder(path);
    while (len > 0 && path[len - 1] != '/')
        len--;
    return path + len;
}

void as_path_list_draw(const as_pen *pen, const as_path_list *list, as_box box, int marked,
                       int pointed)
{
    const as_theme *theme = pen->theme;
    float z = theme->zoom, size = theme->size_small;
    for (int k = 0; k < n_shown(list) && box.w > 0; k++) {
        int at = first_shown(list) + k;
        as_box line = {box.x, box.y + (float)k * line_h * z, box.w, line_h * z};
        if (at == marked || at == pointed)
            as_draw_rect(pen->list, line, 4 * z, theme->bar_ground);
        as_pen_text(pen, line.x + pad * z, line.y + line.h / 2 + as_pen_drop(pen, size),
                    AS_FONT_REGULAR, size, theme->text, fmaxf(line.w - 2 * pad * z, size),
                    last_part(list->paths.items[at]));
    }
}
