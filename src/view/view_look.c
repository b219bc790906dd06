/* What of the beam's tree is looked at, as a setting that is undone like the others: the node that
 * the matrix shows, and the rows that are opened. */
#include <string.h>

#include "view/view_private.h"

/* The search that the window is about now; the source is borrowed. */
static as_search present(const as_view *view)
{
    return (as_search){.model = view->model,
                       .branch = as_view_current_branch(view),
                       .sharpness = view->sharpness,
                       .width = view->beam_width,
                       .source = view->field.edit.text,
                       .source_len = view->field.edit.len};
}

/* The look that is meant: of this search, no target being given; NULL: none. */
static const as_beam_look *current(const as_view *view)
{
    if (view->look == 0 || as_view_has_given(view))
        return NULL;
    const as_beam_look *look = &view->looks.items[view->look - 1];
    as_search now = present(view);
    return as_search_is(&look->search, &now) ? look : NULL;
}

bool as_view_has_present_tree(const as_view *view)
{
    as_search now = present(view);
    return view->beam.tree && !as_view_has_given(view) && as_search_is(&view->searched, &now);
}

/* What is looked at now, borrowed; open: [n_rows] of the beam. */
static as_beam_look shown(const as_view *view)
{
    as_beam_look look = {
        .search = present(view), .open = view->beam.open, .n_rows = view->beam.n_rows};
    if (view->node >= 0) {
        as_prefix path = as_view_node_prefix(view);
        look.ids = view->node_ids;
        look.n_ids = path.n_ids;
    }
    return look;
}

static void look_at(as_view *view, const as_beam_look *look)
{
    as_error err = {0};
    bool plain = as_beam_look_is_plain(look);
    if (!plain && !as_beam_looks_add(&view->looks, look, &err))
        as_view_complain(view, &err);
    else
        as_view_do(view, AS_DO_LOOK, plain ? 0 : view->looks.n);
}

void as_view_look_at_node(as_view *view, const int *ids, int n_ids)
{
    as_beam_look look = shown(view);
    look.ids = ids;
    look.n_ids = n_ids;
    look_at(view, &look);
}

void as_view_look_into_row(as_view *view, int row)
{
    as_beam_look look = shown(view);
    if (!as_view_has_present_tree(view) || !as_beam_can_open(&view->beam, row))
        return;
    view->beam.open[row] = !view->beam.open[row];
    look_at(view, &look);
    as_view_follow_look(view); /* as it was, if it could not be remembered */
}

void as_view_follow_look(as_view *view)
{
    const as_beam_look *look = current(view);
    view->node = -1;
    if (!as_view_has_present_tree(view))
        return;
    for (int row = 0; row < view->beam.n_rows; row++)
        view->beam.open[row] = look && row < look->n_rows && look->open[row];
    if (look && look->n_ids > 0) {
        view->node = as_beam_tree_lookup(view->beam.tree, look->ids, look->n_ids);
        view->node_ids = look->ids;
    }
    as_view_layout_changed(view);
}

void as_view_set_look(as_view *view, int value)
{
    int before = view->node;
    view->look = value;
    as_view_follow_look(view);
    if (view->node == before)
        return;
    if (view->node < 0)
        as_view_release_pin(view);
    as_view_text_changed(view); /* a new request */
    if (view->node >= 0)
        as_view_reveal_node(view, view->node);
}

bool as_view_take_search(as_view *view, as_error *err)
{
    as_search now = present(view);
    as_search_finish(&view->searched);
    if (!as_search_copy(&view->searched, &now, err))
        return false;
    as_view_follow_look(view);
    if (view->node >= 0) { /* undo came back to it before its tree was there */
        as_view_text_changed(view);
        as_view_reveal_node(view, view->node);
    }
    return true;
}
