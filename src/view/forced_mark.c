#include "view/forced_mark.h"

#include <math.h>

void as_forced_mark_draw(as_draw_list *list, float x, float y, float length, float angle,
                         float width, const as_theme *theme)
{
    static const float degree = 0.017453293f;
    float dash = 5 * theme->zoom, gap = 3 * theme->zoom;
    float dx = cosf(angle * degree), dy = -sinf(angle * degree);
    for (float from = 0; from < length; from += dash + gap) {
        float to = fminf(from + dash, length);
        as_draw_line(list, x + from * dx, y + from * dy, x + to * dx, y + to * dy, width,
                     theme->mark);
    }
}
