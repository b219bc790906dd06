#include "app/icon.h"

/* Five by five cells: dark, light, white. */
static const char cells[5][6] = {"WLDDD", "DDLWD", "DDDWL", "DLWDD", "DDDDW"};
enum { MARKED_ROW = 2, MARKED_COLUMN = 3 };

static as_rgba colour_of(char cell)
{
    switch (cell) {
    case 'W':
        return (as_rgba){0xf4, 0xf8, 0xff, 255};
    case 'L':
        return (as_rgba){0x5b, 0x8d, 0xef, 255};
    default:
        return (as_rgba){0x1d, 0x43, 0x91, 255};
    }
}

void as_icon_draw(as_draw_list *out, float size)
{
    const float u = size / 128; /* the drawing's own unit */
    as_draw_reset(out);
    as_draw_rect(out, (as_box){4 * u, 4 * u, 120 * u, 120 * u}, 24 * u,
                 (as_rgba){0x0f, 0x2a, 0x6b, 255});
    for (int row = 0; row < 5; row++) {
        for (int column = 0; column < 5; column++) {
            as_box box = {(19 + 18.5f * (float)column) * u, (19 + 18.5f * (float)row) * u, 16 * u,
                          16 * u};
            as_draw_rect(out, box, 3 * u, colour_of(cells[row][column]));
        }
    }
    as_box mark = {(17 + 18.5f * MARKED_COLUMN) * u, (17 + 18.5f * MARKED_ROW) * u, 20 * u, 20 * u};
    as_draw_outline(out, mark, 5 * u, 3 * u, (as_rgba){0xff, 0x7a, 0x3d, 255});
}
