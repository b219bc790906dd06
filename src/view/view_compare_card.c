/* Comparing on the card: the panes, what of them is pointed at, the figure. */
#include "view/format.h"
#include "view/view_private.h"

static const char *name_of(const as_view *view, int model)
{
    return model >= 0 && model < view->n_models ? view->models[model].names[view->language] : "";
}

as_comparison_pair as_view_compare_pair(const as_view *view, const char *texts[2])
{
    const as_compare *compare = &view->compare;
    const as_translation *second = compare->translation;
    bool same_target = as_view_same_target(view);
    texts[0] = view->translation->source.text;
    texts[1] = as_view_kept_text(view);
    return (as_comparison_pair){
        .results = {&view->result, second ? &compare->result : NULL},
        .names = {name_of(view, view->model), name_of(view, as_view_other_model(view))},
        .note = same_target ? as_str(view->language, AS_STR_SAME_TARGET)
                : second    ? second->target.text
                            : "",
        .texts = texts[1] ? texts : NULL,
        /* a forced target is no search: how long it took compares with nothing */
        .ms = {view->decode_ms, second && !same_target ? compare->decode_ms : -1},
    };
}

void as_view_layout_compare(as_view *view)
{
    as_compare *compare = &view->compare;
    float z = view->theme.zoom;
    as_box area = view->layout.map;
    float top = view->layout.card.y + 40 * z; /* below the names of what is shown */
    area.h = area.y + area.h - top > 0 ? area.y + area.h - top : 0;
    area.y = top;
    as_comparison last = compare->comparison;
    const char *texts[2];
    as_comparison_pair pair = as_view_compare_pair(view, texts);
    as_comparison_fill(&compare->comparison, &pair, &view->pane, &compare->pane,
                       &compare->difference, view->language);
    if (compare->waiting) { /* while one types the panes must not jump */
        compare->comparison.cells_w = last.cells_w;
        compare->comparison.area_w = last.area_w;
        compare->comparison.tallest = last.tallest;
    }
    as_comparison_layout(&compare->comparison, area, view->theme.size_body,
                         as_view_matrix_zoom(view), &view->theme, view->tm);
}

/* Why there is no second pane, where it would be. */
static const char *reason(const as_view *view)
{
    const as_compare *c = &view->compare;
    if (c->waiting)
        return as_str(view->language, AS_STR_WAITING_TITLE);
    return c->message[0] ? c->message : as_str(view->language, AS_STR_COMPARE_FAILED);
}

void as_view_draw_compare(const as_view *view, as_draw_list *list)
{
    const as_comparison *c = &view->compare.comparison;
    as_heatmap_style style = as_view_style(view);
    as_pen pen = as_view_pen(view, list);
    const as_theme *theme = &view->theme;
    as_comparison_draw(list, c, &style);
    float y = c->measures.y + c->measures.h / 2 + as_pen_drop(&pen, theme->size_small);
    if (!c->panes[1])
        as_pen_text(&pen, c->measures.x, y, AS_FONT_REGULAR, theme->size_small,
                    view->compare.message[0] ? theme->error : theme->text_soft,
                    c->measures.w > theme->size_small ? c->measures.w : theme->size_small,
                    reason(view));
}

/* ---- places ---- */

as_heatmap *as_view_map_of(as_view *view, int pane)
{
    as_comparison *c = &view->compare.comparison;
    if (!as_view_is_comparing(view) || pane <= 0 || !c->panes[pane] ||
        as_matrix_same_labels(&c->panes[0]->matrix, &c->panes[pane]->matrix))
        return &view->pane.map;
    return &c->panes[pane]->map;
}

void as_view_follow_first(as_view *view)
{
    if (as_view_is_comparing(view))
        as_comparison_follow(&view->compare.comparison);
}

as_place as_view_compare_hit(const as_view *view, int *pane, as_cell *other)
{
    const as_comparison *c = &view->compare.comparison;
    as_place place;
    *pane = as_comparison_hit(c, view->mouse_x, view->mouse_y, &place);
    *other = AS_NO_CELL;
    if (*pane == 1) {
        *other = place.cell;
        place.cell = as_block_first(as_comparison_linked(c, 1, place.cell, 0));
    }
    return place;
}

/* What of each pane the active cell is. Where the panes are cut differently a unit of the one is
 * several of the other. */
static void blocks_of(const as_view *view, as_cell cell, as_block blocks[AS_COMPARED])
{
    const as_comparison *c = &view->compare.comparison;
    as_comparison_blocks(c, as_view_place(view, cell), blocks);
    if (c->panes[1] && view->pin.t < 0 && view->hover.pane == 1) {
        blocks[0] = as_comparison_linked(c, 1, view->hover.other, 0);
        blocks[1] = as_block_of(view->hover.other);
    }
}

/* The pane whose numbers are told. */
static int pane_pointed_at(const as_view *view)
{
    return view->pin.t >= 0 || view->hover.pane < 0 ? 0 : view->hover.pane;
}

void as_view_draw_compare_mark(const as_view *view, as_draw_list *list, as_cell cell)
{
    const as_comparison *c = &view->compare.comparison;
    as_heatmap_style style = as_view_style(view);
    as_block blocks[AS_COMPARED];
    blocks_of(view, cell, blocks);
    as_comparison_draw_mark(list, c, &style, blocks);
    as_cell pin = as_view_place(view, view->pin);
    if (pin.t >= 0 && pin.i >= 0)
        as_heatmap_draw_pin(list, &view->pane.map, &style, pin);
    if (c->compact && c->measures.h > 0) {
        as_pen pen = as_view_pen(view, list);
        as_comparison_draw_cell(c, &pen, blocks,
                                as_view_kept_text(view) ? pane_pointed_at(view) : -1);
    }
}

/* What both say of the same source, and by how much they differ. */
static void add_values(const as_view *view, as_tooltip *tip, const as_block blocks[AS_COMPARED])
{
    const as_comparison *c = &view->compare.comparison;
    char number[AS_FORMAT_MAX];
    if (as_view_kept_text(view))
        return; /* cells of two sentences are not one cell */
    for (int k = 0; k < AS_COMPARED; k++) {
        if (!c->panes[k] || !as_units_any(blocks[k].rows) || !as_units_any(blocks[k].columns))
            continue;
        const as_matrix *m = &c->panes[k]->matrix;
        double value = (double)as_matrix_block_value(m, blocks[k]);
        if (m->difference)
            as_format_fixed(number, value, 4);
        else
            as_format_share(number, value, 4);
        as_tooltip_add(tip, c->titles[k], number);
    }
}

/* ---- the measures ---- */

/* None where the numbers of a cell stand in their place. */
static int measures_of(const as_view *view, as_measure out[AS_MEASURES])
{
    const as_comparison *c = &view->compare.comparison;
    as_pen pen = as_view_pen(view, NULL);
    bool covered = c->compact && view->pin.t >= 0;
    return as_view_is_comparing(view) && c->panes[1] && !covered
               ? as_comparison_measures(c, &pen, out)
               : 0;
}

int as_view_measure_hit(const as_view *view)
{
    as_measure measures[AS_MEASURES];
    int n = measures_of(view, measures);
    for (int k = 0; k < n; k++)
        if (as_box_contains(measures[k].box, view->mouse_x, view->mouse_y))
            return k;
    return -1;
}

void as_view_draw_measure_tip(as_view *view, as_draw_list *list)
{
    as_measure measures[AS_MEASURES];
    as_tooltip tip;
    int k = view->hover.measure;
    if (k < 0 || k >= measures_of(view, measures))
        return;
    as_box box = measures[k].box;
    as_tooltip_anchor anchor = {.row = box, .left = box.x + box.w, .right = box.x};
    as_tooltip_note(&tip, as_str(view->language, measures[k].title),
                    as_str(view->language, measures[k].note));
    view->tooltip =
        as_tooltip_draw(list, &tip, &anchor, view->width, view->height, &view->theme, view->tm);
}

/* ---- tooltips of places ---- */

static as_tooltip_anchor beside(const as_view *view, int pane, const as_block blocks[AS_COMPARED])
{
    const as_comparison *c = &view->compare.comparison;
    const as_heatmap *map = &c->panes[pane]->map;
    as_cell place = as_block_first(blocks[pane]);
    float z = view->theme.zoom, x = view->mouse_x;
    as_tooltip_anchor anchor = {
        .row = {x, view->mouse_y - 10 * z, 1, 24 * z}, .left = x - 8 * z, .right = x + 8 * z};
    if (place.t >= 0)
        anchor.row = as_heatmap_row(map, place.t);
    if (place.t >= 0 && place.i >= 0) {
        as_box box = as_heatmap_cell(map, place.t, place.i);
        anchor.left = box.x - 8 * z;
        anchor.right = box.x + box.w + 8 * z;
    }
    int other = pane == 1 ? 0 : 1;
    if (c->panes[other] && as_units_any(blocks[other].rows) && as_units_any(blocks[other].columns))
        anchor.keep = as_heatmap_block(&c->panes[other]->map, blocks[other]);
    return anchor;
}

bool as_view_compare_tooltip(const as_view *view, as_cell cell, as_tooltip *tip,
                             as_tooltip_anchor *anchor)
{
    const as_comparison *c = &view->compare.comparison;
    int pane = pane_pointed_at(view);
    as_block blocks[AS_COMPARED];
    blocks_of(view, cell, blocks);
    as_cell place = as_block_first(blocks[pane]);
    if ((c->compact && c->measures.h > 0) || (place.t < 0 && place.i < 0))
        return false;
    const as_matrix *m = pane == 1 ? &c->panes[1]->matrix : &view->pane.matrix;
    const as_result *result = c->results[pane == 1];
    if (place.t < 0 || place.i < 0) {
        as_tooltip_unit(tip, result, m, as_matrix_tokens(m, place), view->language);
    } else {
        as_tooltip_place_of(tip, result, m, place, view->language);
        if (pane == 2)
            tip->n = 0; /* its title, and the three values alone */
        add_values(view, tip, blocks);
    }
    *anchor = beside(view, pane, blocks);
    return true;
}
