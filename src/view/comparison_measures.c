/* What stands below the panes: measures of both, and in a low card the numbers of a cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/measures.h"
#include "view/comparison.h"
#include "view/format.h"

static double mean_entropy(const as_result *r)
{
    double sum = 0;
    for (int t = 0; t < r->T; t++)
        sum += (double)r->entropy[t];
    return sum / r->T;
}

static float text_size(const as_comparison *c)
{
    return 0.85f * c->size;
}

/* The room of a text at x on the line below the panes; false: it does not fit whole. */
static bool place_text(const as_pen *pen, const as_comparison *c, float x, const char *text,
                       as_box *out)
{
    const as_box line = c->measures;
    float w = as_pen_width(pen, AS_FONT_REGULAR, text_size(c), text);
    *out = (as_box){x, line.y, w, line.h};
    return x + w <= line.x + line.w;
}

static void write_text(const as_pen *pen, const as_comparison *c, as_box box, const char *text)
{
    float size = text_size(c);
    as_pen_text(pen, box.x, box.y + box.h / 2 + as_pen_drop(pen, size), AS_FONT_REGULAR, size,
                pen->theme->text_soft, 0, text);
}

static float after(const as_comparison *c, as_box box)
{
    return box.x + box.w + 2 * text_size(c);
}

/* Writes after *x what fits whole before the end of the line. */
static void write_measure(const as_pen *pen, const as_comparison *c, float *x, const char *text)
{
    as_box box;
    if (!place_text(pen, c, *x, text, &box))
        return;
    write_text(pen, c, box, text);
    *x = after(c, box);
}

/* Measures being gathered. */
typedef struct gathering {
    const as_comparison *c;
    const as_pen *pen;
    as_measure *out;
    int n;
    float x;
} gathering;

/* The text is in the next one's place already. */
static void gather(gathering *g, as_string title, as_string note)
{
    as_measure *m = &g->out[g->n];
    if (!place_text(g->pen, g->c, g->x, m->text, &m->box))
        return;
    m->title = title;
    m->note = note;
    g->x = after(g->c, m->box);
    g->n++;
}

static void gather_pair(gathering *g, as_string format, as_string title, as_string note, double a,
                        double b, int decimals)
{
    char left[AS_FORMAT_MAX], right[AS_FORMAT_MAX];
    snprintf(g->out[g->n].text, sizeof g->out[g->n].text, as_str(g->pen->language, format),
             as_format_fixed(left, a, decimals), as_format_fixed(right, b, decimals));
    gather(g, title, note);
}

int as_comparison_measures(const as_comparison *c, const as_pen *pen, as_measure out[AS_MEASURES])
{
    const as_result *a = c->results[0], *b = c->results[1];
    const as_translation *ta = a->translation, *tb = b->translation;
    bool attend = !ta->no_attention && !tb->no_attention;
    int same = as_comparison_same_best(c);
    gathering g = {c, pen, out, 0, c->measures.x};
    if (c->measures.h <= 0)
        return 0;
    if (attend) {
        gather_pair(&g, AS_STR_MEASURE_ENTROPY, AS_STR_MEAN_ENTROPY, AS_STR_MEAN_ENTROPY_NOTE,
                    mean_entropy(a), mean_entropy(b), 2);
        gather_pair(&g, AS_STR_MEASURE_COVERAGE, AS_STR_CDP, AS_STR_CDP_NOTE,
                    as_coverage_deviation(ta->alpha, a->T, a->S),
                    as_coverage_deviation(tb->alpha, b->T, b->S), 3);
    }
    gather_pair(&g, AS_STR_MEASURE_LOGP, AS_STR_LOGP, AS_STR_LOGP_NOTE, ta->total_logp,
                tb->total_logp, 2);
    if (same >= 0 && attend) {
        snprintf(out[g.n].text, sizeof out[g.n].text,
                 as_str(pen->language, AS_STR_MEASURE_SAME_BEST), same,
                 as_matrix_target(&c->panes[0]->matrix)->n);
        gather(&g, AS_STR_SAME_BEST, AS_STR_SAME_BEST_NOTE);
    }
    if (!c->panes[2] && same < 0) {
        as_format_cut(out[g.n].text, sizeof out[g.n].text,
                      as_str(pen->language, AS_STR_NO_DIFFERENCE));
        gather(&g, AS_STR_DIFFERENCE, AS_STR_NO_DIFFERENCE_NOTE);
    }
    if (c->ms[0] >= 0 && c->ms[1] >= 0)
        gather_pair(&g, AS_STR_MEASURE_MS, AS_STR_MS, AS_STR_MS_NOTE, c->ms[0], c->ms[1], 1);
    return g.n;
}

float as_comparison_widen(as_comparison *c, const as_pen *pen, float most)
{
    as_measure measures[AS_MEASURES];
    float w = c->measures.w;
    c->measures.w = INFINITY;
    int n = as_comparison_measures(c, pen, measures);
    if (n > 0) {
        const as_box last = measures[n - 1].box;
        w = fmaxf(w, fminf(last.x + last.w - c->measures.x, most));
    }
    return c->measures.w = w;
}

void as_comparison_draw_measures(const as_comparison *c, const as_pen *pen)
{
    as_measure measures[AS_MEASURES];
    int n = as_comparison_measures(c, pen, measures);
    for (int k = 0; k < n; k++)
        write_text(pen, c, measures[k].box, measures[k].text);
}

/* ---- a cell ---- */

/* The labels of several units in a row, as far as there is room. */
static void join_labels(char *out, size_t size, const as_axis *axis, as_units units)
{
    size_t len = 0;
    out[0] = '\0';
    for (int k = units.first; k < units.past && len + 5 < size; k++) {
        as_format_cut(out + len, size - len, axis->units[k].label);
        len += strlen(out + len);
    }
}

/* A number that each pane has of the block. */
typedef struct block_number {
    const char *name, *unit;
    int decimals;
    double (*of)(const as_comparison *c, int k, as_block block); /* -1: it has none */
} block_number;

static bool has_cell(as_block block)
{
    return as_units_any(block.rows) && as_units_any(block.columns);
}

static as_units target_units(const as_matrix *m, as_block block)
{
    return m->reading.transposed ? block.columns : block.rows;
}

static as_units source_units(const as_matrix *m, as_block block)
{
    return m->reading.transposed ? block.rows : block.columns;
}

static double weight(const as_comparison *c, int k, as_block block)
{
    const as_matrix *m = &c->panes[k]->matrix;
    return has_cell(block) && !m->no_attention ? (double)as_matrix_block_value(m, block) : -1;
}

static double chance(const as_comparison *c, int k, as_block block)
{
    const as_matrix *m = &c->panes[k]->matrix;
    as_units target = target_units(m, block);
    double logp = 0;
    for (int t = target.first; t < target.past; t++)
        logp += (double)m->logp[t];
    return as_units_any(target) ? exp(logp) : -1;
}

/* Of one token's row: those of several have none together. */
static double entropy(const as_comparison *c, int k, as_block block)
{
    const as_matrix *m = &c->panes[k]->matrix;
    as_units target = target_units(m, block);
    if (m->no_attention || target.past - target.first != 1)
        return -1;
    const as_unit_label *unit = &as_matrix_target(m)->units[target.first];
    return unit->past - unit->first == 1 ? (double)c->results[k]->entropy[unit->first] : -1;
}

static double coverage(const as_comparison *c, int k, as_block block)
{
    const as_matrix *m = &c->panes[k]->matrix;
    as_units source = source_units(m, block);
    double sum = 0;
    for (int i = source.first; i < source.past; i++)
        sum += (double)m->coverage[i];
    return as_units_any(source) && !m->no_attention ? sum : -1;
}

static void write_numbers(const as_pen *pen, const as_comparison *c, float *x,
                          const block_number *what, const as_block blocks[AS_COMPARED], int only)
{
    char text[AS_COMPARISON_TEXT], side[2][AS_FORMAT_MAX] = {"–", "–"};
    bool any = false;
    for (int k = 0; k < 2; k++) {
        double number = k == only || only < 0 ? what->of(c, k, blocks[k]) : -1;
        if (number >= 0)
            as_format_fixed(side[k], number, what->decimals);
        any = any || number >= 0;
    }
    if (!any)
        return;
    if (only >= 0)
        snprintf(text, sizeof text, "%s %s%s", what->name, side[only], what->unit);
    else
        snprintf(text, sizeof text, "%s %s | %s%s", what->name, side[0], side[1], what->unit);
    write_measure(pen, c, x, text);
}

/* "zone ← Area" in bold; of a row or a column its label alone. */
static void write_cell_title(const as_pen *pen, const as_comparison *c, float *x, int k,
                             as_block block)
{
    const as_matrix *m = &c->panes[k]->matrix;
    as_units target_of = target_units(m, block), source_of = source_units(m, block);
    char target[AS_COMPARISON_TEXT / 3], source[AS_COMPARISON_TEXT / 3], text[AS_COMPARISON_TEXT];
    join_labels(target, sizeof target, as_matrix_target(m), target_of);
    join_labels(source, sizeof source, as_matrix_source(m), source_of);
    snprintf(text, sizeof text, "%s%s%s", target, has_cell(block) ? " ← " : "", source);
    float size = 0.9f * c->size, room = 0.4f * c->measures.w;
    as_pen_text(pen, *x, c->measures.y + c->measures.h / 2 + as_pen_drop(pen, size), AS_FONT_BOLD,
                size, pen->theme->mark, fmaxf(room, size), text);
    *x += fminf(as_pen_width(pen, AS_FONT_BOLD, size, text), room) + 1.5f * size;
}

void as_comparison_draw_cell(const as_comparison *c, const as_pen *pen,
                             const as_block blocks[AS_COMPARED], int only)
{
    float x = c->measures.x;
    char text[AS_COMPARISON_TEXT], number[AS_FORMAT_MAX];
    int k = only < 0 ? 0 : only;
    as_language l = pen->language;
    if (!c->panes[1] || (!as_units_any(blocks[k].rows) && !as_units_any(blocks[k].columns)))
        return;
    bool cell = has_cell(blocks[k]), by_source = c->panes[0]->matrix.reading.by_source;
    as_draw_rect(pen->list, c->measures, 0, pen->theme->surface);
    write_cell_title(pen, c, &x, k, blocks[k]);
    const block_number alpha = {by_source ? as_str(l, AS_STR_SHARE) : "α", "", 4, weight};
    const block_number others[] = {{"P", "", 4, chance},
                                   {as_str(l, AS_STR_ROW_ENTROPY), " bit", 2, entropy},
                                   {as_str(l, AS_STR_COVERAGE), "", 3, coverage}};
    write_numbers(pen, c, &x, &alpha, blocks, only);
    if (cell && c->panes[2]) {
        double by = (double)as_matrix_block_value(&c->panes[2]->matrix, blocks[2]);
        snprintf(text, sizeof text, "Δα %s", as_format_fixed(number, by, 4));
        write_measure(pen, c, &x, text);
    }
    for (int n = 0; n < 2 + !cell; n++)
        write_numbers(pen, c, &x, &others[n], blocks, only);
}
