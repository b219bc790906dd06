#include "view/comparison.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/measures.h"
#include "view/format.h"
#include "view/pen.h"

/* In multiples of the labels' text size. */
static const float head_h = 2.6f, foot_h = 2.4f, gap = 1.2f;
static const float cell_w = 2.6f, cell_h = 2.0f; /* a figure's */

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
    /* the rows' labels once for those that have the same ones */
    spec.follows = k > 0 && as_matrix_same_labels(&c->panes[0]->matrix, &pane->matrix);
    spec.no_rows = spec.follows;
    spec.no_bar = k == 0 || (k == 1 && c->panes[2]);
    return spec;
}

/* What beside its cells a pane needs, roughly: more for labels, more for a bar. */
static float weight_of(const as_heatmap_spec *spec)
{
    return 1 + (spec->no_rows ? 0 : 0.3f) + (spec->no_bar ? 0 : 0.2f);
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

void as_comparison_layout(as_comparison *c, as_box area, float size, float zoom,
                          const as_theme *theme, const as_text_metrics *tm)
{
    float z = theme->zoom, sum = 0, x = area.x;
    int n = 0;
    c->size = size;
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        as_heatmap_spec spec = spec_of(c, k, size, tm);
        sum += weight_of(&spec);
        n++;
    }
    if (!c->panes[1] && c->n_shares > 0) {
        n = c->n_shares;
        sum = c->shares;
    } else {
        c->n_shares = n;
        c->shares = sum;
    }
    float room = fmaxf(area.w - (float)(n - 1) * gap * size, 1);
    float h = fmaxf(area.h - (head_h + foot_h) * size, 1);
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        as_heatmap_spec spec = spec_of(c, k, size, tm);
        float w = room * weight_of(&spec) / sum;
        spec.area = (as_box){x, area.y + head_h * size, w, h};
        spec.min_w = 20 * z;
        spec.max_w = 72 * z;
        spec.min_h = 18 * z;
        spec.max_h = 48 * z;
        spec.zoom = zoom;
        spec.corner_from = spec.area.y;
        as_heatmap_layout(&c->panes[k]->map, c->panes[k]->matrix.rows.n,
                          c->panes[k]->matrix.columns.n, &spec);
        c->heads[k] = (as_box){x, area.y, w, head_h * size};
        x += w + gap * size;
    }
    c->measures = (as_box){area.x, area.y + area.h - foot_h * size, area.w, foot_h * size};
    as_comparison_follow(c);
}

void as_comparison_fit(as_comparison *c, float x, float y, float size, as_numbers numbers,
                       const as_text_metrics *tm, float *w, float *h)
{
    float tallest = 0, start = x;
    c->size = size;
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k])
            continue;
        float pane_w, pane_h;
        const as_matrix *m = &c->panes[k]->matrix;
        as_heatmap_spec spec = spec_of(c, k, size, tm);
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

static double mean_entropy(const as_result *r)
{
    double sum = 0;
    for (int t = 0; t < r->T; t++)
        sum += (double)r->entropy[t];
    return sum / r->T;
}

/* Writes after *x what fits whole before the end of the line. */
static void write_measure(const as_pen *pen, const as_comparison *c, float *x, const char *text)
{
    float size = 0.85f * c->size, w = as_pen_width(pen, AS_FONT_REGULAR, size, text);
    const as_box box = c->measures;
    if (*x + w > box.x + box.w)
        return;
    as_pen_text(pen, *x, box.y + box.h / 2 + as_pen_drop(pen, size), AS_FONT_REGULAR, size,
                pen->theme->text_soft, 0, text);
    *x += w + 2 * size;
}

static void write_pair(const as_pen *pen, const as_comparison *c, float *x, as_string name,
                       double a, double b, int decimals)
{
    char text[AS_COMPARISON_TEXT], left[AS_FORMAT_MAX], right[AS_FORMAT_MAX];
    snprintf(text, sizeof text, as_str(pen->language, name), as_format_fixed(left, a, decimals),
             as_format_fixed(right, b, decimals));
    write_measure(pen, c, x, text);
}

static void draw_measures(const as_pen *pen, const as_comparison *c)
{
    const as_result *a = c->results[0], *b = c->results[1];
    const as_translation *ta = a->translation, *tb = b->translation;
    float x = c->measures.x;
    char text[AS_COMPARISON_TEXT];
    if (!ta->no_attention && !tb->no_attention) {
        write_pair(pen, c, &x, AS_STR_MEASURE_ENTROPY, mean_entropy(a), mean_entropy(b), 2);
        write_pair(pen, c, &x, AS_STR_MEASURE_COVERAGE,
                   as_coverage_deviation(ta->alpha, a->T, a->S),
                   as_coverage_deviation(tb->alpha, b->T, b->S), 3);
    }
    write_pair(pen, c, &x, AS_STR_MEASURE_LOGP, ta->total_logp, tb->total_logp, 2);
    int same = as_comparison_same_best(c);
    if (same >= 0 && !ta->no_attention && !tb->no_attention) {
        snprintf(text, sizeof text, as_str(pen->language, AS_STR_MEASURE_SAME_BEST), same,
                 as_matrix_target(&c->panes[0]->matrix)->n);
        write_measure(pen, c, &x, text);
    }
    if (c->ms[0] >= 0 && c->ms[1] >= 0)
        write_pair(pen, c, &x, AS_STR_MEASURE_MS, c->ms[0], c->ms[1], 1);
}

/* ---- drawing ---- */

static void draw_head(const as_pen *pen, const as_comparison *c, int k)
{
    const as_theme *theme = pen->theme;
    as_box head = c->heads[k];
    float size = c->size, y = head.y + size;
    as_pen_text(pen, head.x, y, AS_FONT_BOLD, 0.95f * size, theme->text, fmaxf(head.w, size),
                c->titles[k]);
    as_pen_text(pen, head.x, y + 1.2f * size, AS_FONT_REGULAR, 0.8f * size, theme->text_soft,
                fmaxf(head.w, size), c->notes[k]);
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
        draw_measures(&pen, c);
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
