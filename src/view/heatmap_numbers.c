/* The values in the cells. */
#include <math.h>
#include <string.h>

#include "view/format.h"
#include "view/heatmap_draw.h"

static const float usual = 0.8f, least = 0.6f; /* text sizes, in multiples of the labels' */
static const float margin = 0.7f; /* left and right of a number together, likewise: with less two
                                   * of them read like one */

/* Of the widest value there is: digits have one width. */
static float number_width(const as_text_metrics *tm, as_numbers numbers, bool signed_too,
                          float size)
{
    char text[AS_FORMAT_MAX];
    as_format_fixed(text, signed_too ? -0.99999 : 0, (int)(numbers - AS_NUMBERS_0));
    return tm->width(tm->context, AS_FONT_REGULAR, size, text, strlen(text));
}

float as_heatmap_numbers_width(const as_text_metrics *tm, as_numbers numbers, float size)
{
    if (numbers == AS_NUMBERS_NONE)
        return 0;
    return number_width(tm, numbers, false, usual * size) + margin * size;
}

/* Smaller where cells are small; 0: they do not fit. */
static float fitting_size(const as_heatmap *map, const as_matrix *matrix,
                          const as_heatmap_style *style)
{
    float room = map->cell_w - margin * map->size;
    float share =
        fminf(room / number_width(style->tm, style->numbers, matrix->difference, map->size), usual);
    share = fminf(share, map->cell_h / (map->ascent + map->descent));
    return share >= least ? share * map->size : 0;
}

/* Of black and white the one that stands out more on a cell: at least 4.58 : 1, on any colour. */
static as_rgba ink_on(as_rgba cell)
{
    static const as_rgba dark = {0, 0, 0, 255}, light = {255, 255, 255, 255};
    return as_contrast(dark, cell) >= as_contrast(light, cell) ? dark : light;
}

void as_heatmap_draw_numbers(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                             const as_heatmap_style *style)
{
    float size = style->numbers == AS_NUMBERS_NONE ? 0 : fitting_size(map, matrix, style);
    if (size <= 0)
        return;
    float drop = (map->ascent - map->descent) / 2 * size / map->size;
    int t0, t1, i0, i1;
    as_heatmap_rows_in_view(map, &t0, &t1);
    as_heatmap_columns_in_view(map, &i0, &i1);
    as_draw_clip(list, map->cells);
    for (int t = t0; t < t1; t++) {
        for (int i = i0; i < i1; i++) {
            char text[AS_FORMAT_MAX];
            as_box cell = as_heatmap_cell(map, t, i);
            as_format_fixed(text, (double)as_matrix_value(matrix, t, i),
                            (int)(style->numbers - AS_NUMBERS_0));
            as_draw *d = as_draw_text(
                list, cell.x + cell.w / 2, cell.y + cell.h / 2 + drop, AS_FONT_REGULAR, size,
                ink_on(as_heatmap_colour(matrix, style, t, i)), text, strlen(text));
            if (d)
                d->align = AS_ALIGN_CENTRE;
        }
    }
    as_draw_clip_none(list);
}
