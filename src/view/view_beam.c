/* The beam in the window: a node that is chosen is shown in the matrix, arrows walk the tree. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "view/column.h"
#include "view/format.h"
#include "view/view_private.h"

/* As designed; times the zoom. */
static const float width_h = 24, line_h = 19;             /* the slider; a line of the head */
static const float head_h = width_h + 2 + 3 * line_h + 4; /* all above the tree */
static const float foot_h = 14, bar_h = 6; /* below the tree, where it scrolls sideways */

static const float width_label = 0.29f, width_number = 0.12f; /* shares of the line */

/* Where the tree lies on the screen. */
static as_box tree_column(const as_view *view)
{
    as_box column = as_view_panel_column(view);
    column.y += head_h * view->theme.zoom;
    return column;
}

/* At the bottom of the panel, wherever the tree is scrolled to. */
static as_box bar_strip(const as_view *view)
{
    as_box box = view->panel.box;
    float h = bar_h * view->theme.zoom, below = (foot_h - bar_h) / 2 * view->theme.zoom;
    return (as_box){view->panel.body.x, box.y + box.h - 1 - below - h, 0, h};
}

bool as_view_tree_scrollbar(const as_view *view, as_box *track, as_box *thumb)
{
    return view->layout.controls[AS_CONTROL_TREE].w > 0 &&
           as_beam_scrollbar(&view->beam, bar_strip(view), track, thumb);
}

void as_view_drag_tree(as_view *view, float thumb_x)
{
    as_beam_drag_thumb(&view->beam, bar_strip(view), thumb_x);
    view->dirty = true;
}

void as_view_layout_beam(as_view *view)
{
    float z = view->theme.zoom;
    as_box body = view->panel.body;
    as_box track, thumb;
    as_beam_layout(&view->beam, body.w, &view->theme);
    if (as_beam_scrollbar(&view->beam, bar_strip(view), &track, &thumb))
        view->panel.body.h = fmaxf(body.h - foot_h * z, 0);
    as_panel_fit(&view->panel, view->beam.height + head_h * z);
    as_box shown = tree_column(view), column = as_view_panel_column(view);
    shown.h = view->beam.height;
    view->layout.controls[AS_CONTROL_TREE] = shown;
    view->layout.controls[AS_CONTROL_WIDTH] =
        (as_box){column.x + width_label * column.w, column.y,
                 (1 - width_label - width_number) * column.w, width_h * z};
}

as_beam_place as_view_beam_at(const as_view *view, float x, float y)
{
    as_box column = tree_column(view);
    return as_beam_hit(&view->beam, x - column.x, y - column.y);
}

as_box as_view_beam_box(const as_view *view)
{
    as_box column = tree_column(view), box = {0, 0, 0, 0};
    if (view->hover.beam.node >= 0)
        box = view->beam.boxes[view->hover.beam.node];
    else if (view->hover.beam.row >= 0)
        box = view->beam.chips[view->hover.beam.row];
    return (as_box){box.x + column.x, box.y + column.y, box.w, box.h};
}

/* The node that the matrix shows: without one, the end of the translation. */
static int current_node(const as_view *view)
{
    return view->node >= 0 ? view->node : as_beam_last_chosen(&view->beam);
}

/* ---- choosing a node ---- */

as_prefix as_view_node_prefix(const as_view *view)
{
    return (as_prefix){.ids = view->node_ids, .n_ids = view->beam.tree->nodes[view->node].length};
}

bool as_view_node_ends(const as_view *view)
{
    return view->beam.tree->nodes[view->node].fate != AS_FATE_DISCARDED;
}

void as_view_reveal_node(as_view *view, int node)
{
    float z = view->theme.zoom;
    as_beam_layout(&view->beam, view->panel.body.w, &view->theme); /* rows may have opened */
    as_box box = view->beam.boxes[node];
    as_beam_scroll_to(&view->beam, node);
    as_panel_scroll_to(&view->panel, box.y + head_h * z, box.h + 10 * z);
    view->dirty = true;
}

void as_view_show_node(as_view *view, int node)
{
    const as_beam_tree *tree = view->beam.tree;
    if (node < 0 || node == view->node || !as_view_has_present_tree(view) || node >= tree->n)
        return;
    int n_ids = tree->nodes[node].length, *ids = as_alloc((size_t)n_ids, sizeof *ids);
    if (!ids) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return;
    }
    as_beam_tree_path(tree, node, ids);
    as_view_look_at_node(view, ids, n_ids);
    free(ids);
}

void as_view_leave_node(as_view *view)
{
    if (view->node >= 0)
        as_view_look_at_node(view, NULL, 0);
}

/* The last token of the node is the row on show. */
void as_view_node_came(as_view *view)
{
    int t = view->beam.tree->nodes[view->node].length - 1;
    if (t < view->result.T)
        view->pin = view->step = (as_cell){t, as_view_best_source(view, t)};
}

bool as_view_take_tree(as_view *view, as_beam_tree *tree, const as_vocab *vocab)
{
    as_error err = {0};
    if (view->node >= 0) {
        as_beam_tree_free(tree);
        return true;
    }
    if (as_beam_set(&view->beam, tree, vocab, view->result.chosen, view->result.T, &err) &&
        (!tree || as_view_take_search(view, &err)))
        return true;
    as_view_complain(view, &err);
    return false;
}

void as_view_node_marks(const as_view *view, bool *marks, int T)
{
    for (int t = 0; t < T; t++)
        marks[t] = view->beam.marks && t < view->beam.n_rows && view->beam.marks[t];
}

/* ---- pointer and keyboard ---- */

void as_view_press_tree(as_view *view)
{
    as_beam_place at = view->hover.beam;
    if (at.row >= 0) {
        as_view_look_into_row(view, at.row);
    } else if (at.node >= 0) {
        as_view_show_node(view, at.node);
    }
}

bool as_view_tree_key(as_view *view, as_key key)
{
    int node = current_node(view), to = node;
    if ((int)view->focus != (int)AS_FOCUS_CONTROL + AS_CONTROL_TREE || node < 0)
        return false;
    switch (key) {
    case AS_KEY_UP:
        to = as_beam_up(&view->beam, node);
        break;
    case AS_KEY_DOWN:
        to = as_beam_down(&view->beam, node);
        break;
    case AS_KEY_LEFT:
    case AS_KEY_RIGHT:
        to = as_beam_beside(&view->beam, node, key == AS_KEY_LEFT ? -1 : 1);
        break;
    case AS_KEY_HOME:
        to = as_beam_first_chosen(&view->beam);
        break;
    case AS_KEY_END:
        to = as_beam_last_chosen(&view->beam);
        break;
    case AS_KEY_ENTER:
    case AS_KEY_SPACE: /* what else there was at this step */
        as_view_look_into_row(view, view->beam.tree->nodes[node].length - 1);
        return true;
    case AS_KEY_ESCAPE:
        if (view->node < 0)
            return false;
        as_view_leave_node(view);
        return true;
    default:
        return false;
    }
    if (to != view->node)
        as_view_show_node(view, to);
    return true;
}

/* ---- looks ---- */

as_slider as_view_width_slider(const as_view *view)
{
    return (as_slider){.box = view->layout.controls[AS_CONTROL_WIDTH],
                       .n = view->beam_most,
                       .at = view->beam_width - 1,
                       .page = AS_VIEW_BEAM - 1};
}

static void draw_width(const as_view *view, const as_pen *pen, as_box at, bool hot)
{
    const as_theme *theme = pen->theme;
    char number[AS_FORMAT_MAX];
    as_slider slider = as_view_width_slider(view);
    float size = theme->size_small;
    float base = slider.box.y + slider.box.h / 2 + as_pen_drop(pen, size);
    as_pen_text(pen, at.x, base, AS_FONT_BOLD, size, theme->text, width_label * at.w,
                as_str(pen->language, AS_STR_BEAM_WIDTH));
    as_slider_draw(pen->list, &slider, hot, theme);
    as_pen_text_right(pen, at.x + at.w, base, AS_FONT_BOLD, size, theme->text, 0,
                      as_format_fixed(number, view->beam_width, 0));
}

void as_view_draw_beam(const as_view *view, as_draw_list *list, bool hot)
{
    as_pen pen = as_view_pen(view, list);
    as_box at = as_view_panel_column(view);
    const as_beam_tree *tree = view->beam.tree;
    int node = view->hover.beam.node >= 0 ? view->hover.beam.node : current_node(view);
    char text[160], name[80], number[AS_FORMAT_MAX], score[AS_FORMAT_MAX];
    as_column c = {.pen = pen,
                   .x = at.x,
                   .w = at.w,
                   .y = at.y + (width_h + 2) * view->theme.zoom,
                   .line = line_h * view->theme.zoom,
                   .head = 20 * view->theme.zoom};
    draw_width(view, &pen, at, hot);
    as_column_note(&c, as_str(view->language, AS_STR_BEAM_NOTE), NULL);
    if (node >= 0) {
        as_format_share(number, exp((double)tree->nodes[node].logp), 3);
        snprintf(text, sizeof text, "P(%s) %s%s",
                 as_format_cut(name, sizeof name, view->beam.names[node]), as_format_equals(number),
                 number);
        as_column_note(&c, as_str(view->language, AS_STR_BEAM_WORD), text);
        snprintf(text, sizeof text, as_str(view->language, AS_STR_BEAM_NUMBERS),
                 as_format_fixed(number, tree->nodes[node].total, 3),
                 as_format_fixed(score, tree->nodes[node].score, 3));
        as_column_note(&c, as_str(view->language, AS_STR_BEAM_WHOLE), text);
    }
    as_beam_draw(&pen, &view->beam, tree_column(view), current_node(view), view->hover.beam);
}
