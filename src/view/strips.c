#include "view/strips.h"

#include <math.h>

#include "view/pen.h"

/* The scale of coverage ends here, whatever the sentence: two pictures compare. */
static const float most_coverage = 2;

as_rgba as_probability_colour(float P, const as_theme *theme)
{
    return P >= 0.8f ? theme->good : P >= 0.4f ? theme->fair : theme->poor;
}

/* Of a cell's side: the bars must not vie with the cells. */
static float thin(float side)
{
    return fmaxf(fminf(0.4f * side, 8), 1);
}

/* Bars hang from the matrix; a line at 1 tells what is looked at too little or too much, and a bar
 * that is longer than the scale has a marked end. */
static void draw_coverage(const as_pen *pen, const as_heatmap *map, const as_result *result)
{
    const as_theme *theme = pen->theme;
    as_box box = map->coverage;
    float size = 0.8f * map->size, x, y, room, end = 2 * theme->zoom;
    int first, past;
    as_heatmap_row_label(map, 0, &x, &y, &room);
    as_pen_text_right(pen, x, box.y + box.h / 2 + as_pen_drop(pen, size), AS_FONT_REGULAR, size,
                      theme->text_soft, room, "Σα");
    as_draw_clip(pen->list, box);
    as_heatmap_columns_in_view(map, &first, &past);
    for (int i = first; i < past; i++) {
        as_box cell = as_heatmap_cell(map, 0, i);
        float share = result->coverage[i] / most_coverage, w = thin(cell.w);
        as_box bar = {cell.x + (cell.w - w) / 2, box.y, w, box.h * fminf(share, 1)};
        if (bar.h > 0)
            as_draw_rect(pen->list, bar, 0, theme->accent);
        if (share > 1)
            as_draw_rect(pen->list, (as_box){bar.x, box.y + box.h - end, bar.w, end}, 0,
                         theme->mark);
    }
    as_draw_clip_none(pen->list);
    float one = box.y + box.h / most_coverage;
    as_draw_line(pen->list, box.x, one, box.x + box.w, one, 1, theme->border_strong);
    as_pen_text(pen, box.x + box.w + 0.3f * map->size, one + as_pen_drop(pen, size),
                AS_FONT_REGULAR, size, theme->text_soft, 0, "1");
}

static void draw_chances(const as_pen *pen, const as_heatmap *map, const as_result *result)
{
    const as_theme *theme = pen->theme;
    as_box box = map->chance;
    float size = 0.8f * map->size;
    int first, past;
    as_pen_text_centred(pen, box.x + box.w / 2, box.y - 0.4f * map->size, AS_FONT_REGULAR, size,
                        theme->text_soft, 0, "P");
    as_draw_clip(pen->list, box);
    as_heatmap_rows_in_view(map, &first, &past);
    for (int t = first; t < past; t++) {
        as_box cell = as_heatmap_cell(map, t, 0);
        float P = expf(result->translation->logp[t]), h = thin(cell.h);
        as_box bar = {box.x, cell.y + (cell.h - h) / 2, box.w, h};
        as_draw_rect(pen->list, bar, 0, theme->bar_ground);
        bar.w *= fminf(P, 1);
        if (bar.w > 0)
            as_draw_rect(pen->list, bar, 0, as_probability_colour(P, theme));
    }
    as_draw_clip_none(pen->list);
}

void as_strips_draw(as_draw_list *list, const as_heatmap *map, const as_result *result,
                    const as_heatmap_style *style)
{
    as_pen pen = {list, style->theme, style->tm, style->language};
    if (map->coverage.h > 0 && !result->translation->no_attention)
        draw_coverage(&pen, map, result);
    if (map->chance.w > 0)
        draw_chances(&pen, map, result);
}
