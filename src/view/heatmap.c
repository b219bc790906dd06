#include "view/heatmap.h"

#include <math.h>
#include <string.h>

#include "view/scroll.h"

/* Proportions, in multiples of the labels' text size. */
static const float title_room = 1.5f; /* a line of title above the labels, or left of them */
static const float row_gap = 0.8f;    /* between a row's label and its cells */
static const float column_gap = 0.6f; /* between a column's label and its cells */
static const float bar_gap = 1.1f, bar_w = 0.85f;
static const float bar_room = 4.6f;  /* right of the cells: gap, bar, ticks, range */
static const float bare_room = 1.6f; /* the same without a bar: the last label leans over it */
static const float bar_min_h = 8;
static const float scrollbar_room = 0.8f; /* between cells and bar, and below the cells */
static const float strip_h = 2.1f, strip_w = 1.8f, strip_gap = 0.45f;
static const float strips_from_h = 13, strips_from_w = 18; /* areas at least so large have them */
static const float least_above = 1;
static const float cos45 = 0.70710678f;

static float clampf(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

void as_heatmap_measure(const as_matrix *matrix, const as_text_metrics *tm, float size,
                        float *row_label_w, float *col_label_w)
{
    const as_axis *axes[2] = {&matrix->rows, &matrix->columns};
    float widest[2] = {0, 0};
    for (int a = 0; a < 2; a++) {
        for (int k = 0; k < axes[a]->n; k++) {
            const char *label = axes[a]->units[k].label;
            size_t len = strlen(label);
            float w = fmaxf(tm->width(tm->context, AS_FONT_REGULAR, size, label, len),
                            tm->width(tm->context, AS_FONT_BOLD, size, label, len));
            widest[a] = fmaxf(widest[a], w); /* a marked label is bold */
        }
    }
    *row_label_w = widest[0];
    *col_label_w = widest[1];
}

float as_heatmap_upright_from(const as_matrix *matrix, float size, float col_label_w)
{
    static const float between = 0.4f; /* of the labels' size */
    if (matrix->columns.characters)
        return size;
    return matrix->columns.ideographs ? col_label_w + between * size : 0;
}

/* Height that labels of this length take when turned by 45 degrees. */
static float slanted_height(const as_heatmap_spec *spec, float length)
{
    return (length + spec->ascent + spec->descent) * cos45;
}

static float title_h(const as_heatmap_spec *spec)
{
    return spec->no_titles ? 0 : title_room * spec->size;
}

/* Of the labels of the rows and their title. */
static float left_of_cells(const as_heatmap_spec *spec, float row_label_w)
{
    if (spec->no_rows)
        return 0;
    return title_h(spec) + row_label_w + (AS_ROW_MARK_MARGIN + row_gap) * spec->size;
}

static float right_of_cells(const as_heatmap_spec *spec)
{
    return (spec->no_bar ? bare_room : bar_room) * spec->size;
}

float as_heatmap_sides(const as_heatmap_spec *spec)
{
    return left_of_cells(spec, spec->row_label_w) + right_of_cells(spec);
}

static void place_labels(as_heatmap *map, const as_heatmap_spec *spec)
{
    map->row_label_w = spec->no_rows ? 0 : spec->row_label_w;
    map->no_rows = spec->no_rows;
    map->no_titles = spec->no_titles;
    map->follows = spec->follows;
    map->col_label_w = spec->col_label_w;
    if (spec->fit)
        return;
    float line = spec->ascent + spec->descent;
    float longest = spec->area.h * 0.36f / cos45 - line; /* the cells keep most of the height */
    map->row_label_w = fminf(map->row_label_w, fmaxf(spec->area.w * 0.25f, 2 * line));
    map->col_label_w = fminf(map->col_label_w, fmaxf(longest, 2 * line));
}

/* Cells as large as the room allows, within bounds; zoomed out no further than all are in view. */
static float cell_size(float room, int n, float low, float high, float zoom)
{
    static const float most_zoomed = 3; /* times the largest */
    float usual = fmaxf(floorf(clampf(room / (float)n, low, high)), 1);
    if (zoom == 0 || zoom == 1)
        return usual;
    float least = fmaxf(fminf(floorf(room / (float)n), usual), 1);
    return roundf(clampf(usual * zoom, least, most_zoomed * high));
}

static as_scroll scroll_of(const as_heatmap *map, bool vertical)
{
    if (vertical)
        return (as_scroll){(float)map->T * map->cell_h, map->cells.h, map->scroll_y};
    return (as_scroll){(float)map->S * map->cell_w, map->cells.w, map->scroll_x};
}

static void clamp_scroll(as_heatmap *map)
{
    map->scroll_x = as_scroll_clamped(scroll_of(map, false));
    map->scroll_y = as_scroll_clamped(scroll_of(map, true));
}

/* Along the cells, past the scroll bar where there is one. */
static void place_strips(as_heatmap *map, bool below, bool beside)
{
    float em = map->size;
    const as_box cells = map->cells;
    float x = cells.x + cells.w + strip_gap * em, y = cells.y + cells.h + strip_gap * em;
    if (as_scroll_needed(scroll_of(map, true)))
        x += scrollbar_room * em;
    if (as_scroll_needed(scroll_of(map, false)))
        y += scrollbar_room * em;
    map->below = (as_box){cells.x, y, cells.w, below ? strip_h * em : 0};
    map->beside = (as_box){x, cells.y, beside ? strip_w * em : 0, cells.h};
}

/* The room that the middle of the height leaves above; what is not worth a move stays below. */
static float height_above(const as_heatmap_spec *spec, float room_h)
{
    if (spec->centred_rows == 0)
        return 0;
    float rows = (float)spec->centred_rows;
    float h = rows * cell_size(room_h, spec->centred_rows, spec->min_h, spec->max_h, spec->zoom);
    float above = floorf((room_h - h) / 2);
    return above >= least_above * spec->size ? above : 0;
}

void as_heatmap_layout(as_heatmap *map, int T, int S, const as_heatmap_spec *spec)
{
    map->T = T;
    map->S = S;
    map->area = spec->area;
    map->size = spec->size;
    map->ascent = spec->ascent;
    map->descent = spec->descent;
    place_labels(map, spec);

    float em = spec->size;
    float left = left_of_cells(spec, map->row_label_w), right = right_of_cells(spec);
    float top = title_h(spec) + slanted_height(spec, map->col_label_w) + column_gap * em;
    bool below = spec->strips && (spec->fit || spec->area.h >= strips_from_h * em);
    bool beside = spec->strips && (spec->fit || spec->area.w >= strips_from_w * em);
    float strips_w = beside ? (strip_w + strip_gap) * em : 0;
    float strips_h = below ? (strip_h + strip_gap) * em : 0;
    float room_w = fmaxf(spec->area.w - left - right - strips_w, 1);
    float room_h = fmaxf(spec->area.h - top - scrollbar_room * em - strips_h, 1);
    map->cell_w = cell_size(room_w, S, spec->min_w, spec->max_w, spec->zoom);
    map->cell_h = cell_size(room_h, T, spec->min_h, spec->max_h, spec->zoom);
    float w = fminf((float)S * map->cell_w, floorf(room_w));
    float h = fminf((float)T * map->cell_h, floorf(room_h));
    float slack = spec->fit ? 0 : floorf(fmaxf(room_w - w, 0) / 2); /* centred when small */
    float above = spec->fit ? 0 : height_above(spec, room_h);
    map->cells =
        (as_box){roundf(spec->area.x + left) + slack, roundf(spec->area.y + top) + above, w, h};
    map->upright = spec->upright_from > 0 && map->cell_w >= spec->upright_from;
    map->title_x = map->cells.x - left + title_h(spec) / 2;
    map->title_y = spec->area.y + em + above;
    map->title_from = spec->title_from;
    map->title_past = spec->title_past;
    map->corner_from = spec->corner_from;
    float bottom = spec->area.y + spec->area.h - map->cells.y;
    map->bar =
        (as_box){map->cells.x + w + bar_gap * em + strips_w, map->cells.y,
                 spec->no_bar ? 0 : bar_w * em, fminf(fmaxf(h, bar_min_h * em), fmaxf(bottom, 1))};
    clamp_scroll(map);
    place_strips(map, below, beside);
}

void as_heatmap_fit_size(const as_heatmap_spec *spec, int T, int S, float *w, float *h)
{
    float em = spec->size;
    float left = left_of_cells(spec, spec->row_label_w), right = right_of_cells(spec);
    float top = title_h(spec) + slanted_height(spec, spec->col_label_w) + column_gap * em;
    float overhang = spec->col_label_w * cos45; /* the last label leans out to the right */
    float strips_w = spec->strips ? (strip_w + strip_gap) * em : 0;
    float strips_h = spec->strips ? (strip_h + strip_gap) * em : 0;
    *w = left + (float)S * spec->min_w + fmaxf(right + strips_w, overhang) + 1;
    *h = top + fmaxf((float)T * spec->min_h + scrollbar_room * em, bar_min_h * em) + strips_h + 1;
}

as_box as_heatmap_cell(const as_heatmap *map, int t, int i)
{
    return (as_box){map->cells.x + (float)i * map->cell_w - map->scroll_x,
                    map->cells.y + (float)t * map->cell_h - map->scroll_y, map->cell_w,
                    map->cell_h};
}

as_box as_heatmap_block(const as_heatmap *map, as_block block)
{
    as_box box = as_heatmap_cell(map, block.rows.first, block.columns.first);
    box.w = (float)(block.columns.past - block.columns.first) * map->cell_w;
    box.h = (float)(block.rows.past - block.rows.first) * map->cell_h;
    return box;
}

static bool inside(as_box box, float x, float y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

static int column_at(const as_heatmap *map, float x)
{
    int i = (int)floorf((x - map->cells.x + map->scroll_x) / map->cell_w);
    return i < 0 ? 0 : i >= map->S ? map->S - 1 : i;
}

static int row_at(const as_heatmap *map, float y)
{
    int t = (int)floorf((y - map->cells.y + map->scroll_y) / map->cell_h);
    return t < 0 ? 0 : t >= map->T ? map->T - 1 : t;
}

/* Where a label that is above the cells at (x, y) begins: it climbs one pixel to the right per
 * pixel upwards, unless it stands upright. */
static float foot_of(const as_heatmap *map, float x, float y)
{
    return map->upright || y >= map->cells.y ? x : x - (map->cells.y - y);
}

as_cell as_heatmap_nearest(const as_heatmap *map, float x, float y)
{
    return (as_cell){row_at(map, y), column_at(map, foot_of(map, x, y))};
}

as_place as_heatmap_hit(const as_heatmap *map, float x, float y)
{
    const as_box cells = map->cells;
    as_box track, thumb;
    if (inside(cells, x, y))
        return (as_place){AS_PLACE_CELL, {row_at(map, y), column_at(map, x)}};
    if (inside(map->below, x, y))
        return (as_place){AS_PLACE_COLUMN, {-1, column_at(map, x)}};
    if (inside(map->beside, x, y))
        return (as_place){AS_PLACE_ROW, {row_at(map, y), -1}};
    if (as_heatmap_scrollbar(map, false, &track, &thumb) && inside(track, x, y))
        return (as_place){AS_PLACE_SCROLL_X, AS_NO_CELL};
    if (as_heatmap_scrollbar(map, true, &track, &thumb) && inside(track, x, y))
        return (as_place){AS_PLACE_SCROLL_Y, AS_NO_CELL};

    float labels_x = cells.x - row_gap * map->size - map->row_label_w;
    if (!map->no_rows && x >= labels_x && x < cells.x && y >= cells.y && y < cells.y + cells.h)
        return (as_place){AS_PLACE_ROW, {row_at(map, y), -1}};

    float top =
        cells.y - column_gap * map->size - (map->col_label_w + map->ascent + map->descent) * cos45;
    float foot = foot_of(map, x, y);
    if (y >= top && y < cells.y && foot >= cells.x && foot < cells.x + cells.w &&
        x < map->area.x + map->area.w)
        return (as_place){AS_PLACE_COLUMN, {-1, column_at(map, foot)}};
    return (as_place){AS_PLACE_NONE, AS_NO_CELL};
}

static as_box intersection(as_box a, as_box b)
{
    float x0 = fmaxf(a.x, b.x), y0 = fmaxf(a.y, b.y);
    float x1 = fminf(a.x + a.w, b.x + b.w), y1 = fminf(a.y + a.h, b.y + b.h);
    return (as_box){x0, y0, fmaxf(x1 - x0, 0), fmaxf(y1 - y0, 0)};
}

as_box as_heatmap_rows(const as_heatmap *map, as_units rows)
{
    as_box box = as_heatmap_block(map, (as_block){rows, {0, map->S}});
    return as_units_any(rows) ? intersection(box, map->cells) : (as_box){0, 0, 0, 0};
}

as_box as_heatmap_columns(const as_heatmap *map, as_units columns)
{
    as_box box = as_heatmap_block(map, (as_block){{0, map->T}, columns});
    return as_units_any(columns) ? intersection(box, map->cells) : (as_box){0, 0, 0, 0};
}

as_box as_heatmap_row(const as_heatmap *map, int t)
{
    return as_heatmap_rows(map, (as_units){t, t + 1});
}

as_box as_heatmap_column(const as_heatmap *map, int i)
{
    return as_heatmap_columns(map, (as_units){i, i + 1});
}

/* The text's middle line lies this far above its baseline. */
static float middle(const as_heatmap *map)
{
    return (map->ascent - map->descent) / 2;
}

void as_heatmap_column_label(const as_heatmap *map, int i, float *x, float *y, float *max_width)
{
    as_box cell = as_heatmap_cell(map, 0, i);
    float centre = cell.x + cell.w / 2, foot = map->cells.y - column_gap * map->size;
    /* The middle line starts over the centre of the cell; the baseline is right of and below it. */
    *x = centre + middle(map) * cos45;
    *y = foot + middle(map) * cos45;
    float room = (map->area.x + map->area.w - centre) / cos45 - map->ascent;
    *max_width = fmaxf(fminf(map->col_label_w, room), map->size);
}

void as_heatmap_row_label(const as_heatmap *map, int t, float *x, float *y, float *max_width)
{
    as_box cell = as_heatmap_cell(map, t, 0);
    *x = map->cells.x - row_gap * map->size;
    *y = cell.y + cell.h / 2 + middle(map);
    *max_width = map->row_label_w;
}

bool as_heatmap_column_shown(const as_heatmap *map, int i)
{
    as_box cell = as_heatmap_cell(map, 0, i);
    float centre = cell.x + cell.w / 2;
    return centre >= map->cells.x && centre < map->cells.x + map->cells.w;
}

bool as_heatmap_row_shown(const as_heatmap *map, int t)
{
    as_box cell = as_heatmap_cell(map, t, 0);
    float centre = cell.y + cell.h / 2;
    return centre >= map->cells.y && centre < map->cells.y + map->cells.h;
}

void as_heatmap_columns_in_view(const as_heatmap *map, int *first, int *past)
{
    *first = column_at(map, map->cells.x);
    *past = column_at(map, map->cells.x + map->cells.w - 0.5f) + 1;
}

void as_heatmap_rows_in_view(const as_heatmap *map, int *first, int *past)
{
    *first = row_at(map, map->cells.y);
    *past = row_at(map, map->cells.y + map->cells.h - 0.5f) + 1;
}

void as_heatmap_scroll_by(as_heatmap *map, float dx, float dy)
{
    map->scroll_x += dx;
    map->scroll_y += dy;
    clamp_scroll(map);
}

void as_heatmap_scroll_to(as_heatmap *map, int t, int i)
{
    if (i >= 0)
        map->scroll_x = as_scroll_shown(scroll_of(map, false), (float)i * map->cell_w, map->cell_w);
    if (t >= 0)
        map->scroll_y = as_scroll_shown(scroll_of(map, true), (float)t * map->cell_h, map->cell_h);
}

bool as_heatmap_scrollbar(const as_heatmap *map, bool vertical, as_box *track, as_box *thumb)
{
    as_scroll s = scroll_of(map, vertical);
    if (!as_scroll_needed(s) || map->follows)
        return false;
    const as_box cells = map->cells;
    float gap = 0.2f * map->size, thick = (scrollbar_room - 0.2f) * map->size;
    float start, length = as_scroll_thumb(s, &start);
    if (vertical) {
        *track = (as_box){cells.x + cells.w + gap, cells.y, thick, cells.h};
        *thumb = (as_box){track->x, track->y + start, thick, length};
    } else {
        *track = (as_box){cells.x, cells.y + cells.h + gap, cells.w, thick};
        *thumb = (as_box){track->x + start, track->y, length, thick};
    }
    return true;
}

void as_heatmap_drag_thumb(as_heatmap *map, bool vertical, float thumb_start)
{
    as_scroll s = scroll_of(map, vertical);
    if (!as_scroll_needed(s))
        return;
    if (vertical)
        map->scroll_y = as_scroll_dragged(s, thumb_start - map->cells.y);
    else
        map->scroll_x = as_scroll_dragged(s, thumb_start - map->cells.x);
}
