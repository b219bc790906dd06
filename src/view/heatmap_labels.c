/* What stands around the cells of a heatmap: titles, labels, the lines that join pieces. */
#include <math.h>
#include <string.h>

#include "view/forced_mark.h"
#include "view/heatmap_parts.h"

static const float slant = 45; /* degrees */
static const float cos45 = 0.70710678f;

as_rgba as_unit_colour(const as_unit_label *unit, const as_theme *theme)
{
    if (!unit->known)
        return theme->error;
    return unit->special ? theme->text_faint : theme->text;
}

static float label_width(const as_heatmap_style *style, as_font font, float size, const char *label,
                         float max_width)
{
    const as_text_metrics *tm = style->tm;
    return fminf(tm->width(tm->context, font, size, label, strlen(label)), max_width);
}

static void draw_title(as_draw_list *list, const as_heatmap *map, const as_axis *axis, bool upper,
                       const as_heatmap_style *style)
{
    const char *title =
        as_str(style->language, axis->source ? AS_STR_AXIS_SOURCE : AS_STR_AXIS_TARGET);
    const as_theme *theme = style->theme;
    float size = map->size * 0.9f;
    float x = upper ? map->cells.x + map->cells.w / 2 : map->title_x + size * 0.35f;
    if (upper) {
        float half = label_width(style, AS_FONT_REGULAR, size, title, map->cells.w) / 2;
        if (map->title_past > 0)
            x = fminf(x, map->title_past - half);
        x = fmaxf(x, map->title_from + half);
    }
    float y = upper ? map->title_y : map->cells.y + map->cells.h / 2;
    as_draw *d =
        as_draw_text(list, x, y, AS_FONT_REGULAR, size, theme->text_soft, title, strlen(title));
    if (!d)
        return;
    d->align = AS_ALIGN_CENTRE;
    d->angle = upper ? 0 : 90;
}

/* Where a label is written: its baseline's start, middle or end, by `align`, turned by `angle`. */
typedef struct label_place {
    float x, y;
    float max_width; /* 0: it is not cut */
    float angle;     /* degrees */
    as_align_x align;
} label_place;

static label_place place_of_column(const as_heatmap *map, int i)
{
    label_place at = {0};
    if (map->upright) {
        as_box cell = as_heatmap_cell(map, 0, i);
        /* above the line that joins the pieces of a word */
        return (label_place){.x = cell.x + cell.w / 2,
                             .y = map->cells.y - 0.45f * map->size,
                             .align = AS_ALIGN_CENTRE};
    }
    as_heatmap_column_label(map, i, &at.x, &at.y, &at.max_width);
    at.angle = slant;
    return at;
}

static label_place place_of_row(const as_heatmap *map, int t)
{
    label_place at = {.align = AS_ALIGN_RIGHT};
    as_heatmap_row_label(map, t, &at.x, &at.y, &at.max_width);
    return at;
}

static float width_at(const label_place *at, const as_heatmap_style *style, as_font font,
                      float size, const char *label)
{
    return label_width(style, font, size, label, at->max_width > 0 ? at->max_width : INFINITY);
}

/* A thin line under a label that the model does not know, from where it begins. */
static void draw_unknown(as_draw_list *list, float x, float y, float length, float angle,
                         const as_theme *theme)
{
    float below = 2.5f * theme->zoom, d = below * cos45; /* square to the baseline */
    if (angle == 0)
        as_draw_line(list, x, y + below, x + length, y + below, theme->zoom, theme->error);
    else
        as_draw_line(list, x + d, y + d, x + d + length * cos45, y + d - length * cos45,
                     theme->zoom, theme->error);
}

/* The same under a word that a person put there. */
static void draw_chosen(as_draw_list *list, float x, float y, float length, float angle,
                        const as_theme *theme)
{
    float below = 4 * theme->zoom, d = angle == 0 ? 0 : below * cos45;
    as_forced_mark_draw(list, x + d, y + (angle == 0 ? below : d), length, angle, 2 * theme->zoom,
                        theme);
}

static void draw_label(as_draw_list *list, const as_heatmap *map, const as_unit_label *unit,
                       const as_heatmap_style *style, label_place at, as_font font, as_rgba colour)
{
    const char *label = unit->label;
    as_draw *d = as_draw_text(list, at.x, at.y, font, map->size, colour, label, strlen(label));
    if (!d)
        return;
    d->align = at.align;
    d->angle = at.angle;
    d->max_width = at.max_width;
    float width = width_at(&at, style, font, map->size, label);
    float before = at.align == AS_ALIGN_RIGHT ? width : at.align == AS_ALIGN_CENTRE ? width / 2 : 0;
    if (!unit->known)
        draw_unknown(list, at.x - before, at.y, width, at.angle, style->theme);
    if (unit->chosen)
        draw_chosen(list, at.x - before, at.y, width, at.angle, style->theme);
}

/* So many labels are left out between two that text does not lie on text (huge figures only). */
static int label_stride(const as_heatmap *map, float pitch)
{
    float line = map->ascent + map->descent;
    return pitch * 1.5f >= line ? 1 : (int)ceilf(line / pitch);
}

static void draw_units(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                       const as_heatmap_style *style)
{
    int first, past;
    int stride = label_stride(map, map->cell_w);
    as_heatmap_columns_in_view(map, &first, &past);
    for (int i = first; i < past; i++) {
        const as_unit_label *unit = &matrix->columns.units[i];
        if (i % stride == 0 && as_heatmap_column_shown(map, i))
            draw_label(list, map, unit, style, place_of_column(map, i), AS_FONT_REGULAR,
                       as_unit_colour(unit, style->theme));
    }
    stride = label_stride(map, map->cell_h);
    as_heatmap_rows_in_view(map, &first, &past);
    for (int t = first; t < past && !map->no_rows; t++) {
        const as_unit_label *unit = &matrix->rows.units[t];
        if (t % stride == 0 && as_heatmap_row_shown(map, t))
            draw_label(list, map, unit, style, place_of_row(map, t), AS_FONT_REGULAR,
                       as_unit_colour(unit, style->theme));
    }
}

/* The units of an axis of pieces that make up the word of unit k. */
static void word_around(const as_axis *axis, int k, int *first, int *past)
{
    int token = axis->units[k].first;
    as_token_word(axis->sentence, token, first, past);
    *first = k + *first - token < 0 ? 0 : k + *first - token;
    *past = k + *past - token > axis->n ? axis->n : k + *past - token;
}

/* A line along the axis joins the pieces of one word. */
static void draw_word_lines(as_draw_list *list, const as_heatmap *map, const as_axis *axis,
                            bool upper, const as_theme *theme)
{
    float inset = 0.2f * map->size, away = 0.2f * map->size;
    const as_box cells = map->cells;
    int from, end, first, past;
    if (upper)
        as_heatmap_columns_in_view(map, &from, &end);
    else
        as_heatmap_rows_in_view(map, &from, &end);
    for (int k = from; k<end; k = past> k ? past : k + 1) {
        word_around(axis, k, &first, &past);
        if (past - first < 2)
            continue;
        as_box a = as_heatmap_cell(map, upper ? 0 : first, upper ? first : 0);
        as_box b = as_heatmap_cell(map, upper ? 0 : past - 1, upper ? past - 1 : 0);
        if (upper) {
            float x0 = fmaxf(a.x + inset, cells.x);
            float x1 = fminf(b.x + b.w - inset, cells.x + cells.w);
            as_draw_line(list, x0, cells.y - away, x1, cells.y - away, theme->zoom,
                         theme->border_strong);
        } else {
            float y0 = fmaxf(a.y + inset, cells.y);
            float y1 = fminf(b.y + b.h - inset, cells.y + cells.h);
            as_draw_line(list, cells.x - away, y0, cells.x - away, y1, theme->zoom,
                         theme->border_strong);
        }
    }
}

void as_heatmap_draw_labels(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                            const as_heatmap_style *style)
{
    draw_units(list, map, matrix, style);
    if (!matrix->reading.words) {
        draw_word_lines(list, map, &matrix->columns, true, style->theme);
        if (!map->no_rows)
            draw_word_lines(list, map, &matrix->rows, false, style->theme);
    }
    if (!map->no_titles)
        draw_title(list, map, &matrix->columns, true, style);
    if (!map->no_titles && !map->no_rows)
        draw_title(list, map, &matrix->rows, false, style);
}

/* Under a column's label, along its slant. */
static void wipe(as_draw_list *list, const as_heatmap *map, const char *label,
                 const as_heatmap_style *style, label_place at)
{
    float length = width_at(&at, style, AS_FONT_REGULAR, map->size, label);
    as_rgba ground = style->theme->surface;
    if (at.angle == 0) {
        as_box box = {at.x - length / 2, at.y - map->ascent, length, map->ascent};
        as_draw_rect(list, box, 0, ground);
        return;
    }
    float rise = (map->ascent - map->descent) / 2 * cos45; /* from the baseline to the middle */
    float thick = map->ascent + map->descent; /* of narrow columns, the neighbours give way */
    if (label_stride(map, map->cell_w) == 1)
        thick = fminf(thick, map->cell_w * cos45);
    float reach = (length + 2) * cos45;
    as_draw_line(list, at.x - rise, at.y - rise, at.x - rise + reach, at.y - rise - reach, thick,
                 ground);
}

/* The regular label is wiped out, then written again in bold. */
void as_heatmap_mark_column(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                            const as_heatmap_style *style, int i, as_rgba ink)
{
    const as_unit_label *unit = &matrix->columns.units[i];
    if (!as_heatmap_column_shown(map, i))
        return;
    label_place at = place_of_column(map, i);
    wipe(list, map, unit->label, style, at);
    draw_label(list, map, unit, style, at, AS_FONT_BOLD, ink);
}

void as_heatmap_mark_row(as_draw_list *list, const as_heatmap *map, const as_matrix *matrix,
                         const as_heatmap_style *style, int t, as_rgba ink, as_rgba ground)
{
    if (map->no_rows || !as_heatmap_row_shown(map, t))
        return;
    const as_unit_label *unit = &matrix->rows.units[t];
    as_box cell = as_heatmap_cell(map, t, 0);
    label_place at = place_of_row(map, t);
    float margin = AS_ROW_MARK_MARGIN * map->size;
    float length = width_at(&at, style, AS_FONT_BOLD, map->size, unit->label);
    float h = map->ascent + map->descent + margin;
    if (label_stride(map, map->cell_h) == 1)
        h = fminf(h, cell.h);
    as_draw_rect(
        list, (as_box){at.x - length - margin, cell.y + (cell.h - h) / 2, length + 2 * margin, h},
        margin / 2, ground);
    draw_label(list, map, unit, style, at, AS_FONT_BOLD, ink);
}
