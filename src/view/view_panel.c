/* The side panel in the window: which tab it shows, and where that one's controls lie. */
#include <math.h>

#include "view/sharpness.h"
#include "view/view_private.h"

_Static_assert(AS_STR_TAB_MODEL - AS_STR_TAB_STEP == AS_TAB_MODEL, "names in order");
_Static_assert(AS_CONTROL_TAB_MODEL - AS_CONTROL_TAB_STEP == AS_TAB_MODEL, "tabs in order");

static const float least_w = 80; /* a narrower body stays empty; times the zoom */

bool as_view_is_narrow(const as_view *view)
{
    return as_layout_is_narrow(view->width, as_view_zoom_with_room(view));
}

as_step_view as_view_step_of(const as_view *view)
{
    bool listed = (int)view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_CANDIDATES;
    bool by_keys = (int)view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_TERMS;
    return (as_step_view){.result = &view->result,
                          .terms = &view->terms,
                          .t = view->step.t,
                          .i = view->step.i,
                          .staged = as_view_is_staged(view),
                          .stage = view->play.stage,
                          .term = view->hover.term >= 0 ? view->hover.term
                                  : by_keys             ? view->term
                                                        : -1,
                          .sharpness = view->sharpness,
                          .candidate = view->hover.candidate >= 0 ? view->hover.candidate
                                       : listed                   ? view->candidate
                                                                  : -1,
                          .word = &view->word,
                          .typing = as_view_typed_field(view) == &view->word};
}

as_box as_view_panel_column(const as_view *view)
{
    as_box body = view->panel.body;
    return (as_box){body.x, as_panel_top(&view->panel), body.w, view->panel.content_h};
}

as_slider as_view_sharpness_slider(const as_view *view)
{
    return (as_slider){.box = view->layout.controls[AS_CONTROL_SHARPNESS],
                       .n = AS_SHARPNESS_PLACES,
                       .at = view->sharpness,
                       .page = AS_SHARPNESS_TRAINED};
}

static void layout_word(as_view *view)
{
    as_error err = {0};
    as_box inner = view->layout.controls[AS_CONTROL_WORD];
    float pad = 9 * view->theme.zoom;
    inner.x += pad;
    inner.w -= 2 * pad;
    if (inner.w > 0 &&
        !as_field_layout(&view->word, inner, view->theme.size_body, &view->theme, view->tm, &err))
        as_view_complain(view, &err);
}

static void layout_tabs(as_view *view)
{
    as_box *tabs = &view->layout.controls[AS_CONTROL_TAB_STEP];
    float widths[AS_N_TABS];
    as_pen pen = as_view_pen(view, NULL);
    for (int k = 0; k < AS_N_TABS; k++)
        widths[k] = as_pen_width(&pen, AS_FONT_BOLD, view->theme.size_body,
                                 as_str(view->language, AS_STR_TAB_STEP + (as_string)k));
    as_panel_place_tabs(&view->panel, widths, AS_N_TABS, &view->theme, tabs);
    for (int k = 0; k < AS_N_TABS && view->panel.box.w <= 0; k++)
        tabs[k].w = 0;
}

static void layout_step(as_view *view)
{
    as_box *controls = view->layout.controls;
    as_step_view what = as_view_step_of(view);
    as_step_plan_make(&view->plan, &what, view->panel.body.h, &view->theme);
    as_panel_fit(&view->panel, view->plan.height);
    as_box column = as_view_panel_column(view);
    controls[AS_CONTROL_CANDIDATES] = as_step_candidates_box(&view->plan, column, &view->theme);
    controls[AS_CONTROL_WORD] = as_step_word_box(&view->plan, column, &view->theme);
    layout_word(view);
    controls[AS_CONTROL_TERMS] = as_step_terms_box(&view->plan, column, &view->theme);
    controls[AS_CONTROL_SHARPNESS] = as_step_sharpness_box(&view->plan, column, &view->theme);
}

/* Measures only when list is NULL. */
static float draw_card(const as_view *view, as_draw_list *list)
{
    as_pen pen = as_view_pen(view, list);
    as_box body = view->panel.body, path = view->layout.controls[AS_CONTROL_PATH],
           list_box = view->layout.controls[AS_CONTROL_COMPLETIONS];
    float top = path.y + path.h + list_box.h + 6 * view->theme.zoom;
    return as_card_draw(&pen, &view->models[view->model].card, as_view_model_name(view), body.x,
                        top, body.w);
}

static void layout_model(as_view *view)
{
    float path_h = as_view_layout_path(view, as_view_panel_column(view));
    float card_h = view->model >= 0 ? draw_card(view, NULL) : 0;
    as_panel_fit(&view->panel, path_h + card_h);
    as_view_layout_path(view, as_view_panel_column(view)); /* fitting may scroll */
}

/* Is there something to show in the tab that is open? */
static bool has_content(const as_view *view)
{
    if (view->panel.body.w < least_w * view->theme.zoom)
        return false;
    if (view->tab == AS_TAB_BEAM)
        return view->beam.tree != NULL;
    return view->tab == AS_TAB_MODEL || view->translation != NULL;
}

void as_view_layout_panel(as_view *view)
{
    as_box none = {0, 0, 0, 0}, *controls = view->layout.controls;
    for (int c = AS_CONTROL_PATH; c <= AS_CONTROL_SHARPNESS; c++)
        controls[c] = none;
    as_panel_layout(&view->panel, view->layout.panel, &view->theme);
    layout_tabs(view);
    if (!has_content(view))
        as_panel_fit(&view->panel, 0);
    else if (view->tab == AS_TAB_BEAM)
        as_view_layout_beam(view);
    else if (view->tab == AS_TAB_MODEL)
        layout_model(view);
    else
        layout_step(view);
}

void as_view_show_panel(as_view *view, bool on)
{
    as_undo_clock_hold(&view->clock); /* undone as one */
    if (on && as_view_is_comparing(view))
        as_view_do(view, AS_DO_COMPARE, 0);
    as_view_do(view, AS_DO_PANEL, on);
    as_undo_clock_go(&view->clock);
}

void as_view_toggle_panel(as_view *view)
{
    bool shown = view->panel_open[as_view_is_narrow(view)] && !as_view_is_comparing(view);
    as_view_show_panel(view, !shown);
}

void as_view_show_tab(as_view *view, as_tab tab)
{
    as_undo_clock_hold(&view->clock);
    as_view_do(view, AS_DO_TAB, (int)tab);
    as_view_show_panel(view, true);
    as_undo_clock_go(&view->clock);
}

static bool is_hot(const as_view *view, as_control control)
{
    return view->hover.control == (int)control ||
           (view->drag == AS_DRAG_SLIDER && view->held == control);
}

static void draw_step(const as_view *view, as_draw_list *list)
{
    as_pen pen = as_view_pen(view, list);
    as_step_view what = as_view_step_of(view);
    as_step_panel_draw(&pen, &view->plan, &what, as_view_panel_column(view),
                       is_hot(view, AS_CONTROL_SHARPNESS));
}

static void draw_model(const as_view *view, as_draw_list *list)
{
    as_pen pen = as_view_pen(view, list);
    as_view_draw_path(view, &pen);
    if (view->model >= 0)
        draw_card(view, list);
}

static void draw_hint(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    as_box panel = view->layout.panel;
    as_pen pen = as_view_pen(view, list);
    as_pen_text(
        &pen, panel.x + 16 * theme->zoom, panel.y + 70 * theme->zoom, AS_FONT_REGULAR,
        theme->size_small, theme->text_soft, fmaxf(panel.w - 32 * theme->zoom, theme->size_small),
        as_str(view->language, as_view_has_given(view) ? AS_STR_BEAM_EMPTY : AS_STR_STEP_EMPTY));
}

void as_view_draw_panel(const as_view *view, as_draw_list *list)
{
    if (view->panel.content_h <= 0) {
        draw_hint(view, list);
        return;
    }
    as_pen pen = as_view_pen(view, list);
    as_draw_clip(list, view->panel.body);
    if (view->tab == AS_TAB_BEAM)
        as_view_draw_beam(view, list, is_hot(view, AS_CONTROL_WIDTH));
    else if (view->tab == AS_TAB_MODEL)
        draw_model(view, list);
    else
        draw_step(view, list);
    as_draw_clip_none(list);
    as_panel_draw_scrollbar(&pen, &view->panel);
    as_box track, thumb;
    if (as_view_tree_scrollbar(view, &track, &thumb))
        as_pen_scrollbar(&pen, track, thumb);
}
