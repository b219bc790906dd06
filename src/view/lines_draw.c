/* What the lines between two rows of words look like. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/lines.h"
#include "view/pen.h"

enum { N_LEVELS = 10 }; /* of strength, as they are drawn */

static void draw_word(const as_pen *pen, const as_lines *lines, const as_axis *axis, bool below,
                      int k, as_font font, as_rgba colour)
{
    as_box box = as_lines_word_box(lines, below, k);
    as_pen_text_centred(pen, box.x + box.w / 2, box.y + box.h / 2 + as_pen_drop(pen, lines->size),
                        font, lines->size, colour, 0, axis->units[k].label);
}

static void mark_word(const as_pen *pen, const as_lines *lines, const as_axis *axis, bool below,
                      int k, as_rgba ink, as_rgba ground)
{
    float margin = 0.35f * lines->size;
    as_box box = as_lines_word_box(lines, below, k);
    as_draw_rect(pen->list,
                 (as_box){box.x - margin, box.y + margin / 2, box.w + 2 * margin, box.h - margin},
                 margin, ground);
    draw_word(pen, lines, axis, below, k, AS_FONT_BOLD, ink);
}

/* `strength` 0 to 1: of the width; `depth` 0 to 1: of the colour. */
static void draw_line(const as_pen *pen, const as_lines *lines, int t, int i, float strength,
                      float depth, as_rgba colour)
{
    as_box way = as_lines_way(lines, (as_cell){t, i});
    colour.a = (uint8_t)lrintf(255 * depth);
    as_draw_line(pen->list, way.x, way.y, way.x + way.w, way.y + way.h,
                 (1 + 2.5f * strength) * pen->theme->zoom, colour);
}

static float strength_of(const as_matrix *m, const as_heatmap_style *style, int t, int i)
{
    float of = as_range_apply(style->range, as_matrix_value(m, t, i), as_matrix_most(m, t, i));
    return fmaxf(fminf(of, 1), 0);
}

/* One row's lines of a level of strength, from its word to those of [i0, i1). */
static void draw_level(const as_pen *pen, const as_lines *lines, const as_matrix *m,
                       const as_heatmap_style *style, int t, int i0, int i1, int level)
{
    for (int i = i0; i < i1; i++) {
        if (as_matrix_value(m, t, i) < as_lines_least)
            continue;
        float strength = strength_of(m, style, t, i);
        if ((int)fminf(strength * N_LEVELS, N_LEVELS - 1) == level)
            draw_line(pen, lines, t, i, strength, strength, pen->theme->accent);
    }
}

/* Those with an end in view. The weakest first, so that none hides a stronger one. */
static void draw_all(const as_pen *pen, const as_lines *lines, const as_matrix *m,
                     const as_heatmap_style *style)
{
    int t0, t1, i0, i1;
    as_lines_in_view(lines, true, &t0, &t1);
    as_lines_in_view(lines, false, &i0, &i1);
    for (int level = 0; level < N_LEVELS; level++) {
        for (int t = 0; t < lines->n[1]; t++) {
            bool seen = t >= t0 && t < t1;
            draw_level(pen, lines, m, style, t, seen ? 0 : i0, seen ? lines->n[0] : i1, level);
        }
    }
}

static void draw_words(const as_pen *pen, const as_lines *lines, const as_matrix *m,
                       const as_selection *selection)
{
    const as_theme *theme = pen->theme;
    for (int below = 0; below < 2; below++) {
        const as_axis *axis = below ? &m->rows : &m->columns;
        int first, past;
        as_lines_in_view(lines, below, &first, &past);
        for (int k = first; k < past; k++) {
            if (selection && as_selection_has_unit(selection, axis, k))
                mark_word(pen, lines, axis, below, k, theme->accent_text, theme->selection);
            else
                draw_word(pen, lines, axis, below, k, AS_FONT_REGULAR,
                          as_unit_colour(&axis->units[k], theme));
        }
    }
}

/* Which side each row is, and what a line says. */
static void draw_captions(const as_pen *pen, const as_lines *lines, const as_matrix *m,
                          const as_heatmap_style *style)
{
    float size = 0.85f * lines->size, drop = as_pen_drop(pen, size), x = lines->area.x;
    as_rgba soft = pen->theme->text_soft;
    char scale[96], text[192], number[AS_FORMAT_MAX];
    as_string top = m->columns.source ? AS_STR_AXIS_SOURCE : AS_STR_AXIS_TARGET;
    as_string foot = m->columns.source ? AS_STR_AXIS_TARGET : AS_STR_AXIS_SOURCE;
    as_pen_text(pen, x, lines->y[0] - 0.5f * lines->size, AS_FONT_REGULAR, size, soft, 0,
                as_str(pen->language, top));
    float y = lines->y[1] + lines->h + 0.8f * lines->size + drop;
    const char *name = as_str(pen->language, foot);
    as_pen_text(pen, x, y, AS_FONT_REGULAR, size, soft, 0, name);
    float after = as_pen_width(pen, AS_FONT_REGULAR, size, name) + 2 * lines->size;
    as_heatmap_scale_name(scale, sizeof scale, m, style);
    snprintf(text, sizeof text, as_str(pen->language, AS_STR_LINES_SCALE), scale,
             as_format_fixed(number, (double)as_lines_least, 2));
    as_pen_text_right(pen, x + lines->area.w, y, AS_FONT_REGULAR, size, soft,
                      fmaxf(lines->area.w - after, size), text);
}

void as_lines_draw(as_draw_list *list, const as_lines *lines, const as_matrix *m,
                   const as_heatmap_style *style, const as_selection *selection)
{
    as_pen pen = {list, style->theme, style->tm, style->language};
    as_box track, thumb;
    if (!lines->words)
        return;
    as_draw_clip(list, lines->area);
    if (!m->no_attention)
        draw_all(&pen, lines, m, style);
    draw_words(&pen, lines, m, selection);
    as_draw_clip_none(list);
    if (m->no_attention)
        as_pen_text_centred(&pen, lines->area.x + lines->area.w / 2,
                            (lines->y[0] + lines->h + lines->y[1]) / 2, AS_FONT_BOLD, lines->size,
                            style->theme->text_soft, lines->area.w,
                            as_str(style->language, AS_STR_NO_ATTENTION));
    draw_captions(&pen, lines, m, style);
    if (as_lines_scrollbar(lines, &track, &thumb))
        as_pen_scrollbar(&pen, track, thumb);
}

/* Over the lines between the rows, so that the marked ones stand out. */
static void draw_veil(const as_pen *pen, const as_lines *lines)
{
    enum { OPACITY = 215 };
    as_rgba veil = pen->theme->surface;
    veil.a = OPACITY;
    float y = lines->y[0] + lines->h;
    as_draw_rect(pen->list, (as_box){lines->area.x, y, lines->area.w, lines->y[1] - y}, 0, veil);
}

/* Beside the other end's word, on the line's side of it. */
static void draw_value(const as_pen *pen, const as_lines *lines, const as_matrix *m, int t, int i,
                       bool at_top)
{
    char text[AS_FORMAT_MAX];
    float size = 0.8f * lines->size;
    as_box word = as_lines_word_box(lines, !at_top, at_top ? i : t);
    as_format_fixed(text, (double)as_matrix_value(m, t, i), 2);
    float w = as_pen_width(pen, AS_FONT_REGULAR, size, text), x = word.x + word.w / 2;
    if (w > word.w + 0.6f * lines->size)
        return; /* it would run into the next one's */
    float y = at_top ? word.y + word.h + 0.6f * lines->size : word.y - 0.5f * lines->size;
    as_draw_rect(pen->list, (as_box){x - w / 2 - 2, y - 0.6f * size, w + 4, 1.2f * size}, 2,
                 pen->theme->surface);
    as_pen_text_centred(pen, x, y + as_pen_drop(pen, size), AS_FONT_REGULAR, size, pen->theme->text,
                        0, text);
}

/* The one line that is pointed at: its width alone says how strong it is, so it is wider than among
 * others, and apart from what it crosses. */
static void draw_one(const as_pen *pen, const as_lines *lines, int t, int i, float strength)
{
    as_box way = as_lines_way(lines, (as_cell){t, i});
    float z = pen->theme->zoom, width = (2 + 4 * strength) * z;
    for (int edge = 1; edge >= 0; edge--)
        as_draw_line(pen->list, way.x, way.y, way.x + way.w, way.y + way.h,
                     width + (float)edge * 4 * z, edge ? pen->theme->surface : pen->theme->mark);
}

/* The lines of a word or the one line; or, over them all, what they are worth. */
static void draw_marked(const as_pen *pen, const as_lines *lines, const as_matrix *m,
                        const as_heatmap_style *style, as_cell place, bool values)
{
    for (int t = 0; t < lines->n[1]; t++) {
        for (int i = 0; i < lines->n[0]; i++) {
            bool of_place = (place.t < 0 || place.t == t) && (place.i < 0 || place.i == i);
            if (!of_place || as_matrix_value(m, t, i) < as_lines_least)
                continue;
            float strength = strength_of(m, style, t, i);
            if (values)
                draw_value(pen, lines, m, t, i, place.i < 0);
            else if (place.t >= 0 && place.i >= 0)
                draw_one(pen, lines, t, i, strength);
            else
                draw_line(pen, lines, t, i, strength, 0.25f + 0.75f * strength, pen->theme->mark);
        }
    }
}

void as_lines_draw_mark(as_draw_list *list, const as_lines *lines, const as_matrix *m,
                        const as_heatmap_style *style, as_cell place)
{
    as_pen pen = {list, style->theme, style->tm, style->language};
    const as_theme *theme = style->theme;
    if (!lines->words)
        return;
    as_draw_clip(list, lines->area);
    if (!m->no_attention) {
        draw_veil(&pen, lines);
        draw_marked(&pen, lines, m, style, place, false);
        draw_marked(&pen, lines, m, style, place, true);
    }
    if (place.i >= 0)
        mark_word(&pen, lines, &m->columns, false, place.i, theme->mark, theme->mark_soft);
    if (place.t >= 0)
        mark_word(&pen, lines, &m->rows, true, place.t, theme->mark, theme->mark_soft);
    as_draw_clip_none(list);
}
