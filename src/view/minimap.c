#include "view/minimap.h"

#include <math.h>

static const float least = 24; /* pixels a side: smaller says nothing */
enum { MOST_CELLS = 64 };      /* a side */

as_box as_minimap_box(const as_heatmap *map)
{
    as_box track, thumb, none = {0, 0, 0, 0};
    if (!as_heatmap_scrollbar(map, false, &track, &thumb) &&
        !as_heatmap_scrollbar(map, true, &track, &thumb))
        return none;
    float em = map->size, right = map->cells.x - 0.5f * em, bottom = map->cells.y - 0.5f * em;
    float top = fmaxf(map->area.y, map->corner_from);
    float room_w = right - map->title_x - 0.9f * em, room_h = bottom - top;
    float unit = fminf(room_w / (float)map->S, room_h / (float)map->T);
    float w = floorf(unit * (float)map->S), h = floorf(unit * (float)map->T);
    if (!(w >= least || h >= least) || w < 2 || h < 2)
        return none;
    return (as_box){right - w, bottom - h, w, h};
}

as_box as_minimap_view(const as_heatmap *map)
{
    as_box box = as_minimap_box(map);
    float w = (float)map->S * map->cell_w, h = (float)map->T * map->cell_h;
    return (as_box){box.x + box.w * map->scroll_x / w, box.y + box.h * map->scroll_y / h,
                    fminf(box.w * map->cells.w / w, box.w), fminf(box.h * map->cells.h / h, box.h)};
}

void as_minimap_go(as_heatmap *map, float x, float y)
{
    as_box box = as_minimap_box(map);
    if (box.w <= 0)
        return;
    float to_x = (x - box.x) / box.w * (float)map->S * map->cell_w - map->cells.w / 2;
    float to_y = (y - box.y) / box.h * (float)map->T * map->cell_h - map->cells.h / 2;
    as_heatmap_scroll_by(map, to_x - map->scroll_x, to_y - map->scroll_y);
}

/* The largest of a block of cells: a single strong one still shows. */
static as_rgba block_colour(const as_matrix *m, const as_heatmap_style *style, int r0, int r1,
                            int c0, int c1)
{
    int row = r0, column = c0;
    float most = -1;
    for (int r = r0; r < r1; r++) {
        for (int c = c0; c < c1; c++) {
            float value = fabsf(as_matrix_value(m, r, c));
            if (value > most) {
                most = value;
                row = r;
                column = c;
            }
        }
    }
    return as_heatmap_colour(m, style, row, column);
}

void as_minimap_draw(as_draw_list *list, const as_heatmap *map, const as_matrix *m,
                     const as_heatmap_style *style)
{
    as_box box = as_minimap_box(map);
    if (box.w <= 0 || m->no_attention)
        return;
    int rows = (int)fminf(fminf((float)map->T, box.h), MOST_CELLS);
    int columns = (int)fminf(fminf((float)map->S, box.w), MOST_CELLS);
    as_rgba *colours = as_draw_cells(list, box, rows, columns, 0, style->theme->surface);
    for (int r = 0; colours && r < rows; r++) {
        for (int c = 0; c < columns; c++)
            *colours++ = block_colour(m, style, r * map->T / rows, (r + 1) * map->T / rows,
                                      c * map->S / columns, (c + 1) * map->S / columns);
    }
    as_draw_outline(list, box, 0, 1, style->theme->border_strong);
    as_draw_outline(list, as_minimap_view(map), 0, 2, style->theme->accent);
}
