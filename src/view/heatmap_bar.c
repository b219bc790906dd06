/* The colour bar of a heatmap: the scale, its name, marks. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/heatmap_draw.h"

enum { BAR_STEPS = 128 };

static void draw_tick(as_draw_list *list, const as_heatmap *map, const as_heatmap_style *style,
                      float share, const char *text)
{
    float size = map->size * 0.8f;
    float y = map->bar.y + map->bar.h * (1 - share);
    /* the end ticks stay beside the bar, the middle one is centred on its place */
    y += share == 1 ? size * 0.75f : share == 0 ? 0 : size * 0.35f;
    as_draw_text(list, map->bar.x + map->bar.w + 0.35f * map->size, y, AS_FONT_REGULAR, size,
                 style->theme->text_soft, text, strlen(text));
}

void as_heatmap_scale_name(char *out, size_t size, const as_matrix *matrix,
                           const as_heatmap_style *style)
{
    static const as_string names[3][AS_N_RANGES] = {
        {AS_STR_RANGE_FIXED, AS_STR_RANGE_ROW_MAX, AS_STR_RANGE_SQRT},
        {AS_STR_SHARE_FIXED, AS_STR_SHARE_MAX, AS_STR_SHARE_SQRT},
        {AS_STR_DIFFERENCE_FIXED, AS_STR_DIFFERENCE_MAX, AS_STR_DIFFERENCE_SQRT}};
    int kind = matrix->difference ? 2 : matrix->reading.by_source;
    char tau[32] = "";
    if (matrix->temperature != 1)
        snprintf(tau, sizeof tau, " · τ = %g", matrix->temperature);
    snprintf(out, size, "%s%s", as_str(style->language, names[kind][style->range]), tau);
}

static void draw_ticks(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                       const as_heatmap_style *style)
{
    /* half of what stands above it: the bar's name, upright beside the marks, leaves no more room
     */
    static const char *const middles[AS_N_RANGES] = {"0.5", "½", "0.25"};
    bool to_max = style->range == AS_RANGE_ROW_MAX;
    draw_tick(list, map, style, 1, to_max ? "max" : "1");
    if (matrix->difference) {
        draw_tick(list, map, style, 0.5f, "0");
        draw_tick(list, map, style, 0, to_max ? "−max" : "−1");
        return;
    }
    draw_tick(list, map, style, 0.5f, middles[style->range]);
    draw_tick(list, map, style, 0, "0");
}

void as_heatmap_draw_bar(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                         const as_heatmap_style *style)
{
    const as_theme *theme = style->theme;
    const char *letter = matrix->difference ? "Δα" : "α";
    as_rgba *steps = as_draw_cells(list, map->bar, BAR_STEPS, 1, 0, theme->surface);
    for (int k = 0; steps && k < BAR_STEPS; k++) {
        float x = 1 - ((float)k + 0.5f) / BAR_STEPS;
        steps[k] = matrix->difference ? as_colormap_difference(theme->dark, 2 * x - 1)
                                      : as_colormap_colour(style->colormap, theme->dark, x);
    }
    as_draw_outline(list, map->bar, 0, 1, theme->border);
    draw_ticks(list, map, matrix, style);

    as_draw *d = as_draw_text(list, map->bar.x + map->bar.w / 2, map->bar.y - 0.4f * map->size,
                              AS_FONT_REGULAR, map->size, theme->text_soft, letter, strlen(letter));
    if (d)
        d->align = AS_ALIGN_CENTRE;
    char name[96];
    as_heatmap_scale_name(name, sizeof name, matrix, style);
    float size = map->size * 0.8f;
    d = as_draw_text(list, map->bar.x + map->bar.w + 2.9f * map->size, map->bar.y + map->bar.h / 2,
                     AS_FONT_REGULAR, size, theme->text_soft, name, strlen(name));
    if (d) {
        float below = map->area.y + map->area.h - (map->bar.y + map->bar.h / 2);
        d->align = AS_ALIGN_CENTRE;
        d->angle = 90;
        if (below < 5 * size) /* a short bar's name, which could leave the card */
            d->max_width = fmaxf(2 * below, size);
    }
}
