/* The lines between two rows of words, in the window. */
#include <math.h>

#include "view/view_private.h"

bool as_view_has_lines(const as_view *view)
{
    return view->show == AS_SHOW_LINES && view->translation;
}

void as_view_layout_lines(as_view *view)
{
    as_error err = {0};
    as_box area = view->layout.map;
    float top = view->layout.card.y + 38 * view->theme.zoom; /* below the names of what is shown */
    if (!as_view_has_lines(view))
        return;
    area.h = fmaxf(area.y + area.h - top, 0);
    area.y = top;
    if (!as_lines_layout(&view->pane.lines, &view->pane.matrix, area, view->theme.size_body * 1.05f,
                         view->tm, &err))
        as_view_say(view, err.message, true);
}

void as_view_draw_lines(const as_view *view, as_draw_list *list)
{
    as_heatmap_style style = as_view_style(view);
    as_lines_draw(list, &view->pane.lines, &view->pane.matrix, &style, &view->selection);
}

void as_view_draw_lines_mark(const as_view *view, as_draw_list *list, as_cell place)
{
    as_heatmap_style style = as_view_style(view);
    if (place.t >= 0 || place.i >= 0)
        as_lines_draw_mark(list, &view->pane.lines, &view->pane.matrix, &style, place);
}

void as_view_draw_lines_sweep(const as_view *view, as_draw_list *list, bool below, int first,
                              int last)
{
    const as_lines *lines = &view->pane.lines;
    float z = view->theme.zoom;
    as_box a = as_lines_word_box(lines, below, first), b = as_lines_word_box(lines, below, last);
    as_draw_clip(list, lines->area);
    as_draw_outline(list, (as_box){a.x - 4 * z, a.y, b.x + b.w - a.x + 8 * z, a.h}, 6 * z, 2,
                    view->theme.accent);
    as_draw_clip_none(list);
}

as_tooltip_anchor as_view_lines_anchor(const as_view *view, as_cell place)
{
    const as_lines *lines = &view->pane.lines;
    float z = view->theme.zoom;
    if (view->pin.t < 0 && place.t >= 0 && place.i >= 0) { /* beside the line, at the pointer */
        as_box way = as_lines_way(lines, place);
        float x = way.x + way.w * (view->mouse_y - way.y) / way.h, away = 12 * z;
        return (as_tooltip_anchor){.row = {x, view->mouse_y - 8 * z, 1, 20 * z},
                                   .left = fminf(x, view->mouse_x) - away,
                                   .right = fmaxf(x, view->mouse_x) + away,
                                   .has_way = true,
                                   .way = way};
    }
    as_box clear = as_lines_word_box(lines, place.t >= 0, place.t >= 0 ? place.t : place.i);
    clear.y = lines->y[0]; /* none of a word's lines is covered */
    clear.h = lines->y[1] + lines->h - lines->y[0];
    return (as_tooltip_anchor){
        .row = clear, .left = clear.x - 8 * z, .right = clear.x + clear.w + 8 * z};
}
