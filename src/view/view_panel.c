/* The side panel in the window: which tab it shows, and where that one's controls lie. */
#include "view/sharpness.h"
#include "view/view_private.h"

static const float least_w = 80; /* a narrower body stays empty; times the zoom */

bool as_view_is_narrow(const as_view *view)
{
    return as_layout_is_narrow(view->width, &view->theme);
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
    if (inner.w > 0 && !as_field_layout(&view->word, inner, view->theme.size_body, &view->theme,
                                        view->tm, &err))
        as_view_complain(view, &err);
}

void as_view_layout_panel(as_view *view)
{
    as_box none = {0, 0, 0, 0}, *controls = view->layout.controls;
    for (int c = AS_CONTROL_CANDIDATES; c <= AS_CONTROL_SHARPNESS; c++)
        controls[c] = none;
    as_panel_layout(&view->panel, view->layout.panel, &view->theme);
    if (!view->translation || view->panel.body.w < least_w * view->theme.zoom) {
        as_panel_fit(&view->panel, 0);
        return;
    }
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

static bool is_hot(const as_view *view, as_control control)
{
    return view->hover.control == (int)control ||
           (view->drag == AS_DRAG_SLIDER && view->held == control);
}

void as_view_draw_panel(const as_view *view, as_draw_list *list)
{
    if (view->panel.content_h <= 0)
        return;
    as_pen pen = as_view_pen(view, list);
    as_step_view what = as_view_step_of(view);
    as_draw_clip(list, view->panel.body);
    as_step_panel_draw(&pen, &view->plan, &what, as_view_panel_column(view),
                       is_hot(view, AS_CONTROL_SHARPNESS));
    as_draw_clip_none(list);
    as_panel_draw_scrollbar(&pen, &view->panel);
}
