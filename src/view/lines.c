#include "view/lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "view/scroll.h"

/* Proportions, in multiples of the text's size. */
static const float gap = 0.7f;     /* between two words, at least */
static const float row_h = 1.9f;   /* a row of words */
static const float title_h = 2.2f; /* above the upper row: which side it is */
static const float foot_h = 3.2f;  /* below the lower row: its side, the scroll bar, the scale */
static const float between = 10;   /* the rows, in a figure */
static const float near_line = 5;  /* pixels */

const float as_lines_least = 0.01f;

void as_lines_finish(as_lines *lines)
{
    free(lines->words);
    *lines = (as_lines){0};
}

static const as_axis *axis_of(const as_matrix *m, bool below)
{
    return below ? &m->rows : &m->columns;
}

static as_lines_word *words_of(const as_lines *lines, bool below)
{
    return lines->words + (below ? lines->n[0] : 0);
}

static float label_width(const as_axis *axis, int k, float size, const as_text_metrics *tm)
{
    const char *label = axis->units[k].label;
    return tm->width(tm->context, AS_FONT_BOLD, size, label, strlen(label)); /* when marked */
}

/* Of all words side by side. */
static float natural_width(const as_axis *axis, float size, const as_text_metrics *tm)
{
    float w = 0;
    for (int k = 0; k < axis->n; k++)
        w += label_width(axis, k, size, tm) + gap * size;
    return w;
}

/* Spread over the width of both rows, so that what belongs together is not far apart. */
static void place_row(as_lines *lines, const as_matrix *m, bool below, const as_text_metrics *tm)
{
    const as_axis *axis = axis_of(m, below);
    as_lines_word *words = words_of(lines, below);
    float rest = lines->content_w - natural_width(axis, lines->size, tm);
    float more = fmaxf(rest, 0) / (float)axis->n, x = 0;
    for (int k = 0; k < axis->n; k++) {
        words[k].w = label_width(axis, k, lines->size, tm);
        words[k].x = x + (gap * lines->size + more) / 2;
        x += words[k].w + gap * lines->size + more;
    }
}

bool as_lines_layout(as_lines *lines, const as_matrix *m, as_box area, float size,
                     const as_text_metrics *tm, as_error *err)
{
    size_t n = (size_t)m->columns.n + (size_t)m->rows.n;
    as_lines_word *words = as_alloc(n, sizeof *words);
    if (!words)
        return as_fail_memory(err, "the words between lines");
    free(lines->words);
    lines->words = words;
    lines->n[0] = m->columns.n;
    lines->n[1] = m->rows.n;
    lines->area = area;
    lines->size = size;
    lines->ascent = tm->ascent(tm->context, AS_FONT_REGULAR, size);
    lines->descent = tm->descent(tm->context, AS_FONT_REGULAR, size);
    lines->h = row_h * size;
    lines->y[0] = area.y + title_h * size;
    lines->y[1] = fmaxf(area.y + area.h - (foot_h + row_h) * size, lines->y[0] + 2 * lines->h);
    float widest = fmaxf(natural_width(&m->columns, size, tm), natural_width(&m->rows, size, tm));
    lines->content_w = fmaxf(widest, fminf(area.w, widest * 1.6f));
    place_row(lines, m, false, tm);
    place_row(lines, m, true, tm);
    as_lines_scroll_by(lines, 0);
    return true;
}

void as_lines_fit_size(const as_matrix *m, float size, const as_text_metrics *tm, float *w,
                       float *h)
{
    *w = fmaxf(natural_width(&m->columns, size, tm), natural_width(&m->rows, size, tm)) * 1.15f;
    *w = fmaxf(*w, 40 * size); /* the scale in words */
    *h = (title_h + 2 * row_h + between + foot_h) * size;
}

/* ---- places ---- */

static as_scroll scroll_of(const as_lines *lines)
{
    return (as_scroll){lines->content_w, lines->area.w, lines->scroll};
}

/* Where the content begins: in the middle when it is narrow. */
static float left_of(const as_lines *lines)
{
    float slack = fmaxf(lines->area.w - lines->content_w, 0) / 2;
    return lines->area.x + roundf(slack) - lines->scroll;
}

as_box as_lines_word_box(const as_lines *lines, bool below, int k)
{
    if (k >= lines->n[below])
        return (as_box){0, 0, 0, 0};
    const as_lines_word *word = &words_of(lines, below)[k];
    return (as_box){left_of(lines) + word->x, lines->y[below], word->w, lines->h};
}

void as_lines_in_view(const as_lines *lines, bool below, int *first, int *past)
{
    float left = lines->area.x, right = left + lines->area.w;
    *first = 0;
    *past = lines->n[below];
    for (; *first < *past; (*first)++) {
        as_box box = as_lines_word_box(lines, below, *first);
        if (box.x + box.w > left)
            break;
    }
    for (; *past > *first && as_lines_word_box(lines, below, *past - 1).x >= right; (*past)--)
        ;
}

int as_lines_nearest(const as_lines *lines, bool below, float x)
{
    int best = 0;
    float least = INFINITY;
    for (int k = 0; k < lines->n[below]; k++) {
        as_box box = as_lines_word_box(lines, below, k);
        float away = fmaxf(fmaxf(box.x - x, x - box.x - box.w), 0);
        if (away < least) {
            least = away;
            best = k;
        }
    }
    return best;
}

as_box as_lines_way(const as_lines *lines, as_cell cell)
{
    as_box top = as_lines_word_box(lines, false, cell.i);
    as_box foot = as_lines_word_box(lines, true, cell.t);
    float x = top.x + top.w / 2, y = top.y + top.h;
    return (as_box){x, y, foot.x + foot.w / 2 - x, foot.y - y};
}

/* The strongest line that runs by (x, y). */
static as_cell line_at(const as_lines *lines, const as_matrix *m, float x, float y)
{
    as_cell best = AS_NO_CELL;
    float most = as_lines_least;
    int t0, t1, i0, i1;
    as_lines_in_view(lines, true, &t0, &t1);
    as_lines_in_view(lines, false, &i0, &i1);
    for (int t = 0; t < lines->n[1]; t++) {
        bool seen = t >= t0 && t < t1;
        for (int i = seen ? 0 : i0; i < (seen ? lines->n[0] : i1); i++) {
            float value = fabsf(as_matrix_value(m, t, i));
            if (value < most)
                continue;
            as_box way = as_lines_way(lines, (as_cell){t, i});
            float slope = hypotf(way.w, way.h) / way.h;
            if (fabsf(way.x + way.w * (y - way.y) / way.h - x) > near_line * slope)
                continue;
            most = value;
            best = (as_cell){t, i};
        }
    }
    return best;
}

as_place as_lines_hit(const as_lines *lines, const as_matrix *m, float x, float y)
{
    const as_place nowhere = {AS_PLACE_NONE, AS_NO_CELL};
    if (x < lines->area.x || x >= lines->area.x + lines->area.w || !lines->words)
        return nowhere;
    for (int below = 0; below < 2; below++) {
        if (y < lines->y[below] || y >= lines->y[below] + lines->h)
            continue;
        int k = as_lines_nearest(lines, below, x);
        as_box box = as_lines_word_box(lines, below, k);
        if (x < box.x - gap * lines->size || x > box.x + box.w + gap * lines->size)
            return nowhere;
        return below ? (as_place){AS_PLACE_ROW, {k, -1}} : (as_place){AS_PLACE_COLUMN, {-1, k}};
    }
    if (y < lines->y[0] + lines->h || y >= lines->y[1] || m->no_attention)
        return nowhere;
    as_cell cell = line_at(lines, m, x, y);
    return cell.t < 0 ? nowhere : (as_place){AS_PLACE_CELL, cell};
}

/* ---- scrolling ---- */

void as_lines_scroll_by(as_lines *lines, float dx)
{
    lines->scroll += dx;
    lines->scroll = as_scroll_clamped(scroll_of(lines));
}

void as_lines_scroll_to(as_lines *lines, bool below, int k)
{
    if (k < 0 || !lines->words)
        return;
    const as_lines_word *word = &words_of(lines, below)[k];
    lines->scroll = as_scroll_shown(scroll_of(lines), word->x - gap * lines->size,
                                    word->w + 2 * gap * lines->size);
}

bool as_lines_scrollbar(const as_lines *lines, as_box *track, as_box *thumb)
{
    as_scroll s = scroll_of(lines);
    if (!as_scroll_needed(s))
        return false;
    float start, length = as_scroll_thumb(s, &start), thick = 0.6f * lines->size;
    float y = lines->area.y + lines->area.h - thick;
    *track = (as_box){lines->area.x, y, lines->area.w, thick};
    *thumb = (as_box){lines->area.x + start, y, length, thick};
    return true;
}

void as_lines_go(as_lines *lines, float x)
{
    as_box track, thumb;
    if (as_lines_scrollbar(lines, &track, &thumb))
        lines->scroll = as_scroll_dragged(scroll_of(lines), x - track.x - thumb.w / 2);
}
