#include "view/heatmap_parts.h"

#include <math.h>
#include <string.h>

#include "view/pen.h"

static float ground_gap(const as_heatmap *map)
{
    return map->cell_w >= 8 && map->cell_h >= 8 ? 1 : 0; /* small cells would be mostly gap */
}

as_rgba as_heatmap_colour(const as_matrix *matrix, const as_heatmap_style *style, int row,
                          int column)
{
    float value = as_matrix_value(matrix, row, column);
    float x = as_range_apply(style->range, fabsf(value), as_matrix_most(matrix, row, column));
    if (matrix->difference)
        return as_colormap_difference(style->theme->dark, value < 0 ? -x : x);
    return as_colormap_colour(style->colormap, style->theme->dark, x);
}

static void draw_cells(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                       const as_heatmap_style *style)
{
    int t0, t1, i0, i1;
    as_heatmap_rows_in_view(map, &t0, &t1);
    as_heatmap_columns_in_view(map, &i0, &i1);
    as_box box = as_heatmap_cell(map, t0, i0);
    box.w = (float)(i1 - i0) * map->cell_w;
    box.h = (float)(t1 - t0) * map->cell_h;
    as_draw_clip(list, map->cells);
    as_rgba *colours =
        as_draw_cells(list, box, t1 - t0, i1 - i0, ground_gap(map), style->theme->surface);
    for (int t = t0; colours && t < t1; t++) {
        for (int i = i0; i < i1; i++) {
            *colours++ = as_heatmap_colour(matrix, style, t, i);
        }
    }
    as_draw_clip_none(list);
}

/* Where there is no alpha no cell has a colour: the frame, and words in its middle. */
static void draw_no_attention(as_draw_list *list, const as_heatmap *map,
                              const as_heatmap_style *style)
{
    const as_theme *theme = style->theme;
    const as_box cells = map->cells;
    as_draw_rect(list, cells, 0, theme->sunken);
    as_draw_outline(list, cells, 0, 1, theme->border);
    const as_string lines[] = {AS_STR_NO_ATTENTION, AS_STR_NO_ATTENTION_NOTE};
    float y = cells.y + cells.h / 2;
    as_draw_clip(list, cells);
    for (int k = 0; k < 2; k++, y += 1.4f * map->size) {
        const char *text = as_str(style->language, lines[k]);
        as_draw *d =
            as_draw_text(list, cells.x + cells.w / 2, y, k == 0 ? AS_FONT_BOLD : AS_FONT_REGULAR,
                         map->size, theme->text_soft, text, strlen(text));
        if (d) {
            d->align = AS_ALIGN_CENTRE;
            d->max_width = fmaxf(cells.w, map->size);
        }
    }
    as_draw_clip_none(list);
}

static void draw_scrollbars(const as_pen *pen, const as_heatmap *map)
{
    as_box track, thumb;
    for (int vertical = 0; vertical < 2; vertical++)
        if (as_heatmap_scrollbar(map, vertical, &track, &thumb))
            as_pen_scrollbar(pen, track, thumb);
}

void as_heatmap_draw(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                     const as_heatmap_style *style)
{
    bool attends = !matrix->no_attention;
    if (attends) {
        draw_cells(list, map, matrix, style);
        as_heatmap_draw_numbers(list, map, matrix, style);
    } else {
        draw_no_attention(list, map, style);
    }
    as_heatmap_draw_labels(list, map, matrix, style);
    if (attends && map->bar.w > 0)
        as_heatmap_draw_bar(list, map, matrix, style);
    as_pen pen = {list, style->theme, style->tm, style->language};
    draw_scrollbars(&pen, map);
}

/* The outline's colour: the mark, or a bright one where the map's lowest colour would hide it. */
static as_rgba outline_colour(const as_heatmap_style *style)
{
    static const as_rgba bright = {0xff, 0x9d, 0x66, 255};
    as_rgba lowest = as_colormap_colour(style->colormap, style->theme->dark, 0);
    return as_contrast(style->theme->mark, lowest) >= 3.5 ? style->theme->mark : bright;
}

void as_heatmap_draw_mark(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                          const as_heatmap_style *style, as_block block)
{
    const as_theme *theme = style->theme;
    as_units rows = block.rows, columns = block.columns;
    as_box across = as_heatmap_rows(map, rows), down = as_heatmap_columns(map, columns);
    if (down.w > 0)
        as_draw_outline(list, down, 0, 1, outline_colour(style));
    for (int i = columns.first; i < columns.past; i++)
        as_heatmap_mark_column(list, map, matrix, style, i, theme->mark);
    if (across.h > 0)
        as_draw_outline(list, across, 0, 1, outline_colour(style));
    for (int t = rows.first; t < rows.past; t++)
        as_heatmap_mark_row(list, map, matrix, style, t, theme->mark, theme->mark_soft);
    if (!as_units_any(rows) || !as_units_any(columns))
        return;
    as_draw_clip(list, map->cells);
    as_box box = as_heatmap_block(map, block);
    as_draw_outline(list, box, 0, 2, outline_colour(style));
    box = (as_box){box.x + 2, box.y + 2, box.w - 4, box.h - 4};
    if (box.w > 8 && box.h > 8) /* a second edge, so that it shows on any colour */
        as_draw_outline(list, box, 0, 1, style->theme->surface);
    as_draw_clip_none(list);
}

void as_heatmap_draw_selection(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                               const as_heatmap_style *style, const as_selection *selection)
{
    const as_theme *theme = style->theme;
    int first, past;
    if (!as_selection_any(selection))
        return;
    as_heatmap_columns_in_view(map, &first, &past);
    for (int i = first; i < past; i++)
        if (as_selection_has_unit(selection, &matrix->columns, i))
            as_heatmap_mark_column(list, map, matrix, style, i, theme->accent_text);
    as_heatmap_rows_in_view(map, &first, &past);
    for (int t = first; t < past; t++)
        if (as_selection_has_unit(selection, &matrix->rows, t))
            as_heatmap_mark_row(list, map, matrix, style, t, theme->accent_text, theme->selection);
}

void as_heatmap_draw_pin(as_draw_list *list, const as_heatmap *map, const as_heatmap_style *style,
                         as_cell cell)
{
    as_box box = as_heatmap_cell(map, cell.t, cell.i);
    float side = fmaxf(roundf(0.45f * fminf(box.w, box.h)), 5); /* clear of the cell's middle */
    as_box corner = {box.x + box.w - side, box.y, side, side};
    as_box edge = {corner.x - 1, corner.y, side + 1, side + 1}; /* shows it on any colour */
    as_draw_clip(list, map->cells);
    as_draw_rect(list, edge, 0, style->theme->surface);
    as_draw_rect(list, corner, 0, outline_colour(style));
    as_draw_clip_none(list);
}
