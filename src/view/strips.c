#include "view/strips.h"

#include <math.h>
#include <stdio.h>

#include "view/pen.h"

/* The scale of coverage ends here, whatever the sentence: two pictures compare. */
static const float most_coverage = 2;

/* One strip: its bars begin at the matrix, downwards under it, rightwards beside it. */
typedef struct strip {
    const as_heatmap *map;
    as_box box;
    bool upright; /* beside the matrix: a bar per row */
} strip;

as_rgba as_probability_colour(float P, const as_theme *theme)
{
    return P >= 0.8f ? theme->good : P >= 0.4f ? theme->fair : theme->poor;
}

/* Of a cell's side: the bars must not vie with the cells. */
static float thin(float side)
{
    return fmaxf(fminf(0.4f * side, 8), 1);
}

/* [from, to] of the scale, of unit k. */
static as_box bar_of(const strip *s, int k, float from, float to)
{
    as_box cell = as_heatmap_cell(s->map, s->upright ? k : 0, s->upright ? 0 : k);
    if (s->upright) {
        float h = thin(cell.h);
        return (as_box){s->box.x + s->box.w * from, cell.y + (cell.h - h) / 2,
                        s->box.w * (to - from), h};
    }
    float w = thin(cell.w);
    return (as_box){cell.x + (cell.w - w) / 2, s->box.y + s->box.h * from, w,
                    s->box.h * (to - from)};
}

static void units_in_view(const strip *s, int *first, int *past)
{
    if (s->upright)
        as_heatmap_rows_in_view(s->map, first, past);
    else
        as_heatmap_columns_in_view(s->map, first, past);
}

/* At the start of the strip, where the labels are. */
static void name_strip(const as_pen *pen, const strip *s, const char *name)
{
    float size = 0.8f * s->map->size, x, y, room;
    as_rgba soft = pen->theme->text_soft;
    if (s->upright) {
        as_pen_text_centred(pen, s->box.x + s->box.w / 2, s->box.y - 0.4f * s->map->size,
                            AS_FONT_REGULAR, size, soft, 0, name);
        return;
    }
    as_heatmap_row_label(s->map, 0, &x, &y, &room);
    as_pen_text_right(pen, x, s->box.y + s->box.h / 2 + as_pen_drop(pen, size), AS_FONT_REGULAR,
                      size, soft, room, name);
}

/* A line at 1 tells what is looked at too little or too much. */
static void draw_one(const as_pen *pen, const strip *s)
{
    const as_theme *theme = pen->theme;
    float size = 0.8f * s->map->size;
    if (s->upright) {
        float x = s->box.x + s->box.w / most_coverage;
        as_draw_line(pen->list, x, s->box.y, x, s->box.y + s->box.h, 1, theme->border_strong);
        return;
    }
    float y = s->box.y + s->box.h / most_coverage;
    as_draw_line(pen->list, s->box.x, y, s->box.x + s->box.w, y, 1, theme->border_strong);
    as_pen_text(pen, s->box.x + s->box.w + 0.3f * s->map->size, y + as_pen_drop(pen, size),
                AS_FONT_REGULAR, size, theme->text_soft, 0, "1");
}

/* A bar that is longer than the scale has a marked end. */
static void draw_coverage(const as_pen *pen, const strip *s, const as_matrix *matrix)
{
    const as_theme *theme = pen->theme;
    float length = s->upright ? s->box.w : s->box.h, end = 2 * theme->zoom / fmaxf(length, 1);
    int first, past;
    name_strip(pen, s, "Σα");
    as_draw_clip(pen->list, s->box);
    units_in_view(s, &first, &past);
    for (int k = first; k < past; k++) {
        float share = matrix->coverage[k] / most_coverage;
        if (share > 0)
            as_draw_rect(pen->list, bar_of(s, k, 0, fminf(share, 1)), 0, theme->accent);
        if (share > 1)
            as_draw_rect(pen->list, bar_of(s, k, 1 - end, 1), 0, theme->mark);
    }
    as_draw_clip_none(pen->list);
    draw_one(pen, s);
}

/* What each unit has of the chosen ones of the other side together. `most`: where the scale ends.
 */
static void draw_sums(const as_pen *pen, const strip *s, const as_matrix *matrix,
                      const as_selection *selection, bool source, float most)
{
    const as_theme *theme = pen->theme;
    float length = s->upright ? s->box.w : s->box.h, end = 2 * theme->zoom / fmaxf(length, 1);
    char name[32];
    int first, past;
    snprintf(name, sizeof name, "Σ %d",
             as_selection_count(selection,
                                source ? as_matrix_target(matrix) : as_matrix_source(matrix)));
    name_strip(pen, s, name);
    as_draw_clip(pen->list, s->box);
    units_in_view(s, &first, &past);
    for (int k = first; k < past; k++) {
        float share = (float)as_selection_sum(selection, matrix, source, k) / most;
        as_draw_rect(pen->list, bar_of(s, k, 0, 1), 0, theme->bar_ground);
        if (share > 0)
            as_draw_rect(pen->list, bar_of(s, k, 0, fminf(share, 1)), 0, theme->accent_text);
        if (share > 1.001f)
            as_draw_rect(pen->list, bar_of(s, k, 1 - end, 1), 0, theme->mark);
    }
    as_draw_clip_none(pen->list);
}

static void draw_chances(const as_pen *pen, const strip *s, const as_matrix *matrix)
{
    int first, past;
    name_strip(pen, s, "P");
    as_draw_clip(pen->list, s->box);
    units_in_view(s, &first, &past);
    for (int k = first; k < past; k++) {
        float P = expf(matrix->logp[k]);
        as_draw_rect(pen->list, bar_of(s, k, 0, 1), 0, pen->theme->bar_ground);
        if (P > 0)
            as_draw_rect(pen->list, bar_of(s, k, 0, fminf(P, 1)), 0,
                         as_probability_colour(P, pen->theme));
    }
    as_draw_clip_none(pen->list);
}

void as_strips_draw(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                    const as_heatmap_style *style, const as_selection *selection)
{
    as_pen pen = {list, style->theme, style->tm, style->language};
    bool transposed = matrix->reading.transposed;
    strip below = {map, map->below, false}, beside = {map, map->beside, true};
    const strip *coverage = transposed ? &beside : &below;
    const strip *chance = transposed ? &below : &beside;
    if (coverage->box.w > 0 && coverage->box.h > 0 && !matrix->no_attention) {
        if (selection->n_target > 0)
            draw_sums(&pen, coverage, matrix, selection, true, 1);
        else
            draw_coverage(&pen, coverage, matrix);
    }
    if (chance->box.w > 0 && chance->box.h > 0) {
        if (selection->n_source > 0 && !matrix->no_attention)
            draw_sums(&pen, chance, matrix, selection, false, 1);
        else
            draw_chances(&pen, chance, matrix);
    }
}
