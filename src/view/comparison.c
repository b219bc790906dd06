#include "view/comparison.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/pen.h"

/* In multiples of the labels' text size. */
static const float head_h = 1.7f, foot_h = 2.4f, gap = 1.2f;
static const float cell_w = 2.6f, cell_h = 2.0f; /* a figure's */
static const float compact_below = 24,
                   bare_below = 9; /* areas less high; the latter have no foot */

bool as_comparison_read(const as_translation *first, const as_matrix *of_first,
                        const as_translation *second, as_matrix *matrix, as_matrix *difference,
                        as_error *err)
{
    static const as_span whole = {0, 0};
    as_reading reading = of_first->reading;
    *difference = (as_matrix){0};
    if (second->source.n != first->source.n)
        reading.source = whole;
    if (second->target.n != first->target.n)
        reading.target = whole;
    if (!as_matrix_init(matrix, second, &reading, err))
        return false;
    if (!as_matrix_same_labels(of_first, matrix) || matrix->no_attention || of_first->no_attention)
        return true;
    if (as_matrix_difference(difference, first, of_first, matrix, err))
        return true;
    as_matrix_finish(matrix);
    return false;
}

/* Where two names begin to differ: after the languages that both begin with, "A → B · ". */
static size_t common_part(const char *a, const char *b)
{
    static const char dot[] = " · ";
    size_t common = 0;
    for (const char *at = a; (at = strstr(at, dot)) != NULL;) {
        at += sizeof dot - 1;
        if (strncmp(a, b, (size_t)(at - a)) != 0)
            break;
        common = (size_t)(at - a);
    }
    return common;
}

void as_comparison_name(as_comparison *c, const char *const names[2], const char *note,
                        const char *const texts[2], as_language language)
{
    size_t skip = texts ? 0 : common_part(names[0], names[1]);
    for (int k = 0; k < 2; k++) {
        as_format_cut(c->titles[k], sizeof c->titles[k], texts ? texts[k] : names[k] + skip);
        c->notes[k][0] = '\0';
    }
    if (!texts)
        as_format_cut(c->notes[1], sizeof c->notes[1], note);
    as_format_cut(c->titles[2], sizeof c->titles[2], as_str(language, AS_STR_DIFFERENCE));
    if (texts)
        snprintf(c->notes[2], sizeof c->notes[2], "1 − 2");
    else
        snprintf(c->notes[2], sizeof c->notes[2], "%.70s − %.70s", names[0] + skip,
                 names[1] + skip);
}

/* The last one that has colours; -1 while there is but one. */
static int pane_with_bar(const as_comparison *c)
{
    if (!c->panes[1])
        return -1;
    return c->panes[2] ? 2 : !c->panes[1]->matrix.no_attention;
}

static as_heatmap_spec spec_of(const as_comparison *c, int k, float size, const as_text_metrics *tm)
{
    as_pane *pane = c->panes[k];
    as_heatmap_spec spec = {.size = size};
    spec.ascent = tm->ascent(tm->context, AS_FONT_REGULAR, size);
    spec.descent = tm->descent(tm->context, AS_FONT_REGULAR, size);
    if (pane->label_size != size) {
        as_heatmap_measure(&pane->matrix, tm, size, &pane->row_label_w, &pane->col_label_w);
        pane->label_size = size;
    }
    spec.row_label_w = pane->row_label_w;
    spec.col_label_w = pane->col_label_w;
    spec.upright_from = as_heatmap_upright_from(&pane->matrix, size, spec.col_label_w);
    /* the rows' labels once for those that have the same ones */
    spec.follows = k > 0 && as_matrix_same_labels(&c->panes[0]->matrix, &pane->matrix);
    spec.no_rows = spec.follows;
    spec.no_bar = c->compact || k != pane_with_bar(c);
    spec.no_titles = c->compact;
    return spec;
}

/* Of every pane that is there; all leave the labels of their columns the same room, so that their
 * first rows stand level. */
static void specs_of(const as_comparison *c, float size, const as_text_metrics *tm,
                     as_heatmap_spec specs[AS_COMPARED])
{
    float longest = 0;
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        specs[k] = spec_of(c, k, size, tm);
        longest = fmaxf(longest, specs[k].col_label_w);
    }
    for (int k = 0; k < AS_COMPARED; k++)
        specs[k].col_label_w = longest;
}

void as_comparison_follow(as_comparison *c)
{
    const as_heatmap *first = &c->panes[0]->map;
    for (int k = 1; k < AS_COMPARED; k++) {
        if (!c->panes[k] || !c->panes[k]->map.follows)
            continue;
        as_heatmap *map = &c->panes[k]->map;
        map->scroll_x = first->scroll_x / first->cell_w * map->cell_w;
        map->scroll_y = first->scroll_y / first->cell_h * map->cell_h;
        as_heatmap_scroll_by(map, 0, 0);
    }
}

/* The cells of all panes get the same width, so that of the same columns the same ones are in view.
 * Returns it. */
static float share_width(const as_comparison *c, float area_w, as_heatmap_spec specs[AS_COMPARED])
{
    float sides = 0, longest = 0.25f * area_w / AS_COMPARED; /* of the rows' labels */
    int n = 0;
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        specs[k].row_label_w = fminf(specs[k].row_label_w, longest);
        sides += as_heatmap_sides(&specs[k]);
        n++;
    }
    return fmaxf((area_w - sides - (float)(n - 1) * gap * c->size) / (float)n, 1);
}

static int most_rows(const as_comparison *c)
{
    int most = 0;
    for (int k = 0; k < AS_COMPARED; k++)
        if (c->panes[k] && c->panes[k]->matrix.rows.n > most)
            most = c->panes[k]->matrix.rows.n;
    return most;
}

void as_comparison_layout(as_comparison *c, as_box area, float size, float zoom,
                          const as_theme *theme, const as_text_metrics *tm)
{
    as_heatmap_spec specs[AS_COMPARED] = {0};
    float z = theme->zoom, x = area.x;
    c->compact = area.h < compact_below * size;
    c->size = c->compact ? theme->size_small : size;
    specs_of(c, c->size, tm, specs);
    float cells_w = share_width(c, area.w, specs);
    int tallest = most_rows(c);
    if (!c->panes[1] && c->cells_w > 0) { /* as before, within the room there is */
        tallest = tallest > c->tallest ? tallest : c->tallest;
        cells_w = fmaxf(fminf(cells_w, c->cells_w * (area.w / c->area_w)), 1);
    } else {
        c->cells_w = cells_w;
        c->area_w = area.w;
        c->tallest = tallest;
    }
    float foot = c->panes[1] && area.h < bare_below * size ? 0 : foot_h * c->size;
    float h = fmaxf(area.h - head_h * c->size - foot, 1);
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        as_heatmap_spec *spec = &specs[k];
        const as_matrix *m = &c->panes[k]->matrix;
        float w = as_heatmap_sides(spec) + cells_w;
        spec->area = (as_box){x, area.y + head_h * c->size, w, h};
        spec->min_w = (c->compact ? 16 : 20) * z;
        spec->max_w = 96 * z;
        spec->min_h = (c->compact ? 15 : 18) * z;
        spec->max_h = 64 * z;
        spec->zoom = zoom;
        spec->centred_rows = tallest; /* the panes stand level */
        spec->corner_from = spec->area.y;
        as_heatmap_layout(&c->panes[k]->map, m->rows.n, m->columns.n, spec);
        c->heads[k] = (as_box){x, area.y, w, head_h * c->size};
        x += w + gap * c->size;
    }
    c->measures = (as_box){area.x, area.y + area.h - foot, area.w, foot};
    as_comparison_follow(c);
}

void as_comparison_fit(as_comparison *c, float x, float y, float size, as_numbers numbers,
                       const as_text_metrics *tm, float *w, float *h)
{
    float tallest = 0, start = x;
    as_heatmap_spec specs[AS_COMPARED] = {0};
    c->size = size;
    c->compact = false;
    specs_of(c, size, tm, specs);
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        float pane_w, pane_h;
        const as_matrix *m = &c->panes[k]->matrix;
        as_heatmap_spec spec = specs[k];
        spec.fit = true;
        spec.min_w = spec.max_w =
            roundf(fmaxf(cell_w * size, as_heatmap_numbers_width(tm, numbers, size)));
        spec.min_h = spec.max_h = roundf(cell_h * size);
        as_heatmap_fit_size(&spec, m->rows.n, m->columns.n, &pane_w, &pane_h);
        spec.area = (as_box){x, y + head_h * size, pane_w, pane_h};
        as_heatmap_layout(&c->panes[k]->map, m->rows.n, m->columns.n, &spec);
        c->heads[k] = (as_box){x, y, pane_w, head_h * size};
        tallest = fmaxf(tallest, pane_h);
        x += pane_w + gap * size;
    }
    *w = x - gap * size - start;
    *h = (head_h + foot_h) * size + tallest;
    c->measures = (as_box){start, y + *h - foot_h * size, *w, foot_h * size};
}

/* ---- measures ---- */

/* The source unit with the largest value in a target unit. */
static int best_source(const as_matrix *m, int target)
{
    int best = 0, n = as_matrix_source(m)->n;
    bool in_rows = !m->reading.transposed; /* is a target unit a row? */
    float most = -1;
    for (int k = 0; k < n; k++) {
        float value = in_rows ? as_matrix_value(m, target, k) : as_matrix_value(m, k, target);
        if (value > most) {
            most = value;
            best = k;
        }
    }
    return best;
}

int as_comparison_same_best(const as_comparison *c)
{
    const as_matrix *a = &c->panes[0]->matrix, *b = &c->panes[1]->matrix;
    if (!as_matrix_same_labels(a, b))
        return -1;
    int same = 0;
    for (int t = 0; t < as_matrix_target(a)->n; t++)
        same += best_source(a, t) == best_source(b, t);
    return same;
}

/* ---- drawing ---- */

/* The title, and where there is room the note beside it. */
static void draw_head(const as_pen *pen, const as_comparison *c, int k)
{
    const as_theme *theme = pen->theme;
    as_box head = c->heads[k];
    float size = 0.95f * c->size, small = 0.8f * c->size, y = head.y + c->size;
    float w = as_pen_width(pen, AS_FONT_BOLD, size, c->titles[k]) + 0.7f * c->size;
    as_pen_text(pen, head.x, y, AS_FONT_BOLD, size, theme->text, fmaxf(head.w, size), c->titles[k]);
    if (c->notes[k][0] && head.w - w > 4 * small)
        as_pen_text(pen, head.x + w, y, AS_FONT_REGULAR, small, theme->text_soft, head.w - w,
                    c->notes[k]);
}

void as_comparison_draw(as_draw_list *list, const as_comparison *c, const as_heatmap_style *style)
{
    as_pen pen = {list, style->theme, style->tm, style->language};
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        as_heatmap_draw(list, &c->panes[k]->map, &c->panes[k]->matrix, style);
        draw_head(&pen, c, k);
    }
    if (c->panes[1])
        as_comparison_draw_measures(c, &pen);
}

void as_comparison_draw_mark(as_draw_list *list, const as_comparison *c,
                             const as_heatmap_style *style, const as_block blocks[AS_COMPARED])
{
    for (int k = 0; k < AS_COMPARED; k++)
        if (c->panes[k])
            as_heatmap_draw_mark(list, &c->panes[k]->map, &c->panes[k]->matrix, style, blocks[k]);
}

/* ---- places ---- */

int as_comparison_hit(const as_comparison *c, float x, float y, as_place *place)
{
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        *place = as_heatmap_hit(&c->panes[k]->map, x, y);
        bool inside = x >= c->heads[k].x && x < c->heads[k].x + c->heads[k].w;
        if (inside && place->kind != AS_PLACE_NONE)
            return k;
    }
    *place = (as_place){AS_PLACE_NONE, AS_NO_CELL};
    return -1;
}

as_block as_comparison_linked(const as_comparison *c, int from, as_cell place, int to)
{
    const as_matrix *a = &c->panes[from]->matrix, *b = &c->panes[to]->matrix;
    return (as_block){as_axis_linked(&a->rows, place.t, &b->rows),
                      as_axis_linked(&a->columns, place.i, &b->columns)};
}

void as_comparison_blocks(const as_comparison *c, as_cell place, as_block blocks[AS_COMPARED])
{
    blocks[0] = blocks[2] = as_block_of(place);
    blocks[1] = c->panes[1] ? as_comparison_linked(c, 0, place, 1) : AS_NO_BLOCK;
}
