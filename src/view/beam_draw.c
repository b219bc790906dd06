/* The tree of a search on the screen. */
#include <math.h>
#include <stdio.h>

#include "view/beam.h"
#include "view/format.h"

static as_box on_screen(as_box box, as_box column)
{
    box.x += column.x;
    box.y += column.y;
    return box;
}

/* What was discarded is. */
static bool is_dashed(const as_beam_node *node)
{
    return node->fate == AS_FATE_DISCARDED && !node->chosen;
}

static void draw_dashed(const as_pen *pen, float x0, float y0, float x1, float y1, float width,
                        as_rgba colour)
{
    float length = hypotf(x1 - x0, y1 - y0), dash = 4 * pen->theme->zoom, step = 1.75f * dash;
    for (float at = 0; at < length; at += step) {
        float a = at / length, b = fminf(at + dash, length) / length;
        as_draw_line(pen->list, x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b,
                     y0 + (y1 - y0) * b, width, colour);
    }
}

/* To what has no lane: between the lanes, past those that stand above it, to its right side. */
static void draw_way_beside(const as_pen *pen, float x0, float y0, float turn, float bend,
                            as_box to, bool dashed, as_rgba colour)
{
    float z = pen->theme->zoom, side = to.x + to.w, x1 = side + 3 * z, y1 = to.y + to.h / 2;
    const float x[] = {x0, x0, x1, x1, side}, y[] = {y0, turn, bend, y1, y1};
    for (int k = 0; k < 4; k++) {
        if (dashed)
            draw_dashed(pen, x[k], y[k], x[k + 1], y[k + 1], z, colour);
        else
            as_draw_line(pen->list, x[k], y[k], x[k + 1], y[k + 1], z, colour);
    }
}

/* From under the parent to above the child: down, across between their rows, down. asked: it is of
 * the node that is shown or pointed at. */
static void draw_edge(const as_pen *pen, const as_beam *beam, as_box column, int k, bool asked)
{
    const as_beam_node *node = &beam->tree->nodes[k];
    const as_theme *theme = pen->theme;
    if (node->parent < 0 || beam->boxes[k].w <= 0 || beam->boxes[node->parent].w <= 0)
        return;
    float z = theme->zoom, top = column.y + beam->tops[node->length - 1];
    as_box from = on_screen(beam->boxes[node->parent], column);
    as_box to = on_screen(beam->boxes[k], column);
    float x0 = from.x + from.w / 2, x1 = to.x + to.w / 2;
    float y0 = from.y + from.h, turn = top - 14 * z, bend = top - 7 * z;
    if (!node->chosen && node->fate != AS_FATE_KEPT) {
        draw_way_beside(pen, x0, y0, turn, bend, to, is_dashed(node),
                        asked ? theme->mark : theme->border_strong);
        return;
    }
    as_rgba colour = node->chosen ? theme->accent : theme->border_strong;
    float w = (node->chosen ? 3 : 1.5f) * z;
    if (x0 == x1) {
        as_draw_line(pen->list, x0, y0, x1, to.y, w, colour);
        return;
    }
    as_draw_line(pen->list, x0, y0, x0, turn, w, colour);
    as_draw_line(pen->list, x0, turn, x1, bend, w, colour);
    as_draw_line(pen->list, x1, bend, x1, to.y, w, colour);
}

static void draw_frame(const as_pen *pen, as_box box, as_rgba colour, float width, bool dashed)
{
    float right = box.x + box.w, foot = box.y + box.h;
    if (!dashed) {
        as_draw_outline(pen->list, box, 5 * pen->theme->zoom, width, colour);
        return;
    }
    draw_dashed(pen, box.x, box.y, right, box.y, width, colour);
    draw_dashed(pen, box.x, foot, right, foot, width, colour);
    draw_dashed(pen, box.x, box.y, box.x, foot, width, colour);
    draw_dashed(pen, right, box.y, right, foot, width, colour);
}

static void draw_node(const as_pen *pen, const as_beam *beam, as_box column, int k, bool current,
                      bool hot)
{
    const as_beam_node *node = &beam->tree->nodes[k];
    const as_theme *theme = pen->theme;
    as_box box = on_screen(beam->boxes[k], column);
    if (box.w <= 0)
        return;
    float z = theme->zoom, pad = 5 * z, size = theme->size_small, small = 0.88f * size;
    bool dashed = is_dashed(node);
    bool marked = node->chosen && beam->marks && beam->marks[node->length - 1];
    as_draw_rect(pen->list, box, 5 * z,
                 current || marked ? theme->mark_soft
                 : hot             ? theme->bar_ground
                                   : theme->surface);
    draw_frame(pen, box,
               current || marked ? theme->mark
               : node->chosen    ? theme->accent
               : dashed && !hot  ? theme->border
                                 : theme->border_strong,
               (current || node->chosen ? 2 : 1) * z, dashed && !current);
    char number[AS_FORMAT_MAX], name[160];
    snprintf(name, sizeof name, "%s%.140s", marked ? "✎ " : "", beam->names[k]);
    float room = fmaxf(box.w - 2 * pad, size);
    as_pen_text(pen, box.x + pad, box.y + 14 * z, node->chosen ? AS_FONT_BOLD : AS_FONT_REGULAR,
                size,
                current  ? theme->mark
                : dashed ? theme->text_soft
                         : theme->text,
                room, name);
    as_format_fixed(number, node->total, 2);
    if (as_pen_width(pen, AS_FONT_REGULAR, small, number) > room)
        as_format_fixed(number, node->total, 1);
    as_pen_text(pen, box.x + pad, box.y + 28 * z, AS_FONT_REGULAR, small, theme->text_soft, room,
                number);
}

static void draw_chip(const as_pen *pen, const as_beam *beam, as_box column, int row, bool hot)
{
    const as_theme *theme = pen->theme;
    as_box box = on_screen(beam->chips[row], column);
    if (box.w <= 0)
        return;
    char text[32];
    float z = theme->zoom, size = 0.88f * theme->size_small;
    snprintf(text, sizeof text, "%s%d", beam->open[row] ? "−" : "+", beam->n_others[row]);
    as_draw_rect(pen->list, box, 11 * z, hot ? theme->bar_ground : theme->surface);
    as_draw_outline(pen->list, box, 11 * z, 1, hot ? theme->border_strong : theme->border);
    as_pen_text_centred(pen, box.x + box.w / 2, box.y + box.h / 2 + as_pen_drop(pen, size),
                        AS_FONT_REGULAR, size, theme->text_soft, 0, text);
}

void as_beam_draw(const as_pen *pen, const as_beam *beam, as_box column, int current,
                  as_beam_place hot)
{
    if (!beam->tree)
        return;
    as_draw_clip(pen->list, (as_box){column.x - 1, column.y, beam->seen + 1, beam->height});
    for (int pass = 0; pass < 2; pass++) /* the translation's line over the others */
        for (int k = 0; k < beam->tree->n; k++) {
            if (beam->tree->nodes[k].chosen == (pass == 1))
                draw_edge(pen, beam, column, k, k == current || k == hot.node);
        }
    for (int k = 0; k < beam->tree->n; k++)
        draw_node(pen, beam, column, k, k == current, k == hot.node);
    as_draw_clip_none(pen->list);
    for (int row = 0; row < beam->n_rows; row++)
        draw_chip(pen, beam, column, row, row == hot.row);
}
