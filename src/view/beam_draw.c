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

/* From under the parent to above the child: down, across, down. */
static void draw_edge(const as_pen *pen, const as_beam *beam, as_box column, int k)
{
    const as_beam_node *node = &beam->tree->nodes[k];
    const as_theme *theme = pen->theme;
    if (node->parent < 0 || beam->boxes[k].w <= 0 || beam->boxes[node->parent].w <= 0)
        return;
    float z = theme->zoom;
    as_box from = on_screen(beam->boxes[node->parent], column);
    as_box to = on_screen(beam->boxes[k], column);
    float x0 = from.x + from.w / 2, x1 = to.x + to.w / 2;
    float y0 = from.y + from.h, y1 = to.y, bend = y1 - 7 * z;
    bool kept = node->fate == AS_FATE_KEPT || node->chosen;
    as_rgba colour = node->chosen ? theme->accent : kept ? theme->border_strong : theme->border;
    float w = (node->chosen ? 3 : kept ? 1.5f : 1) * z;
    if (x0 == x1) {
        as_draw_line(pen->list, x0, y0, x1, y1, w, colour);
        return;
    }
    as_draw_line(pen->list, x0, y0, x0, fminf(y0 + 4 * z, bend), w, colour);
    as_draw_line(pen->list, x0, fminf(y0 + 4 * z, bend), x1, bend, w, colour);
    as_draw_line(pen->list, x1, bend, x1, y1, w, colour);
}

/* Dashed where the hypothesis was discarded. */
static void draw_frame(const as_pen *pen, as_box box, as_rgba colour, float width, bool dashed)
{
    float z = pen->theme->zoom, dash = 4 * z, step = 7 * z;
    if (!dashed) {
        as_draw_outline(pen->list, box, 5 * z, width, colour);
        return;
    }
    for (float x = box.x; x < box.x + box.w; x += step) {
        float end = fminf(x + dash, box.x + box.w);
        as_draw_line(pen->list, x, box.y, end, box.y, width, colour);
        as_draw_line(pen->list, x, box.y + box.h, end, box.y + box.h, width, colour);
    }
    for (float y = box.y; y < box.y + box.h; y += step) {
        float end = fminf(y + dash, box.y + box.h);
        as_draw_line(pen->list, box.x, y, box.x, end, width, colour);
        as_draw_line(pen->list, box.x + box.w, y, box.x + box.w, end, width, colour);
    }
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
    bool dashed = node->fate != AS_FATE_KEPT && !node->chosen;
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
            const as_beam_node *node = &beam->tree->nodes[k];
            bool asked = node->fate == AS_FATE_KEPT || k == current || k == hot.node;
            if (node->chosen == (pass == 1) && (node->chosen || asked))
                draw_edge(pen, beam, column, k);
        }
    for (int k = 0; k < beam->tree->n; k++)
        draw_node(pen, beam, column, k, k == current, k == hot.node);
    as_draw_clip_none(pen->list);
    for (int row = 0; row < beam->n_rows; row++)
        draw_chip(pen, beam, column, row, row == hot.row);
}
