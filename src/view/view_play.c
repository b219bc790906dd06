/* The step on show: the slider's places, going from step to step and from stage to stage, playing.
 */
#include "view/view_private.h"

bool as_view_is_staged(const as_view *view)
{
    return view->show == AS_SHOW_DIAGRAM && view->translation;
}

int as_view_words_shown(const as_view *view)
{
    if (!as_view_is_staged(view))
        return view->result.T;
    return view->step.t + (view->play.stage == AS_STAGE_WORD);
}

static int stages(const as_view *view)
{
    return AS_N_STAGES - (int)view->play.first;
}

int as_view_place_of(const as_view *view, int t, as_stage stage)
{
    int k = (int)stage - (int)view->play.first;
    return t * stages(view) + (k > 0 ? k : 0);
}

/* In the matrix the slider stops at the steps, in the diagram at every stage of theirs. */
as_slider as_view_step_slider(const as_view *view)
{
    bool staged = as_view_is_staged(view);
    int per_step = staged ? stages(view) : 1;
    as_slider slider = {.box = view->layout.controls[AS_CONTROL_STEP], .n = 1, .page = per_step};
    if (view->translation) {
        slider.n = view->result.T * per_step;
        slider.at = staged ? as_view_place_of(view, view->step.t, view->play.stage) : view->step.t;
    }
    return slider;
}

/* Shows step t: its row is pinned in the matrix; in the diagram a pin keeps its column. */
static void go_to_step(as_view *view, int t)
{
    int i = view->pin.t >= 0 ? view->pin.i : as_view_best_source(view, t);
    if (view->show != AS_SHOW_DIAGRAM || view->pin.t >= 0)
        as_view_pin(view, (as_cell){t, i});
    view->step = (as_cell){t, i};
    view->dirty = true;
}

void as_view_go_to_place(as_view *view, int place)
{
    if (!view->translation || as_view_is_outdated(view))
        return;
    as_slider slider = as_view_step_slider(view);
    place = place < 0 ? 0 : place >= slider.n ? slider.n - 1 : place;
    if (!as_view_is_staged(view)) {
        go_to_step(view, place);
        return;
    }
    if (place != slider.at)
        as_play_show(&view->play, view->play.first + (as_stage)(place % slider.page), view->now_ms);
    if (place / slider.page != view->step.t) {
        go_to_step(view, place / slider.page);
        as_diagram_scroll_to(&view->diagram, view->step.i);
    }
    as_view_changed(view); /* the translation grows with the steps */
}

void as_view_go_by_steps(as_view *view, int by)
{
    if (!view->translation || as_view_is_outdated(view))
        return;
    as_slider slider = as_view_step_slider(view);
    as_view_go_to_place(view, slider.at + by * slider.page);
}

void as_view_show(as_view *view, as_show show)
{
    if (view->show == show)
        return;
    view->show = show;
    as_play_run(&view->play, false, view->now_ms);
    as_play_show(&view->play, view->play.first, view->now_ms);
    as_view_layout_changed(view);
}

bool as_view_shows_lines(const as_view *view)
{
    return view->show == AS_SHOW_LINES;
}

void as_view_show_lines(as_view *view, bool lines)
{
    as_view_show(view, lines ? AS_SHOW_LINES : AS_SHOW_MATRIX);
}

void as_view_play(as_view *view, bool run)
{
    if (run && (!view->translation || as_view_is_outdated(view)))
        return;
    if (run && view->show != AS_SHOW_DIAGRAM)
        as_view_do(view, AS_DO_SHOW, AS_SHOW_DIAGRAM);
    bool at_end = view->translation && view->step.t + 1 == view->result.T &&
                  view->play.stage == AS_STAGE_WORD;
    if (run && at_end)
        as_view_go_to_place(view, 0); /* over again */
    as_play_run(&view->play, run, view->now_ms);
    as_view_changed(view);
}

void as_view_tick(as_view *view, uint64_t now_ms)
{
    if (!as_view_is_staged(view) || as_view_is_outdated(view))
        return;
    int t = view->step.t;
    if (!as_play_tick(&view->play, &t, view->result.T, now_ms))
        return;
    if (t != view->step.t) {
        go_to_step(view, t);
        as_diagram_scroll_to(&view->diagram, view->step.i);
    }
    as_view_changed(view);
}

as_scene as_view_scene(const as_view *view, uint64_t now_ms)
{
    bool pointed = as_view_active_cell(view).i >= 0;
    /* Before the weights are there, none is the largest. */
    bool best = view->play.stage >= AS_STAGE_WEIGHTS;
    return (as_scene){.result = &view->result,
                      .t = view->step.t,
                      .i = pointed || best ? view->step.i : -1,
                      .stage = view->play.stage,
                      .progress = as_play_progress(&view->play, now_ms)};
}

/* Under its column or above it, off the boxes and off the line that it is at the end of. */
bool as_view_stage_tooltip(const as_view *view, as_cell cell, as_tooltip *tip,
                           as_tooltip_anchor *anchor)
{
    const as_diagram *d = &view->diagram;
    as_stage stage = view->play.stage;
    as_box column = as_diagram_column(d, cell.i);
    if (stage == AS_STAGE_QUERY)
        return false;
    as_tooltip_at_stage(tip, &view->result, cell, stage, view->language);
    if (view->pin.t >= 0)
        as_tooltip_pinned(tip, view->language);
    *anchor = (as_tooltip_anchor){.row = column,
                                  .left = column.x,
                                  .right = column.x + column.w,
                                  .keep = as_diagram_nodes_box(d),
                                  .has_way = d->wiring.attends && stage != AS_STAGE_WEIGHTS,
                                  .way = stage < AS_STAGE_WEIGHTS ? as_diagram_query_way(d, cell.i)
                                                                  : as_diagram_flow_way(d, cell.i)};
    return true;
}
