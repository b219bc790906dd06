#include "view/view.h"

#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/sharpness.h"
#include "view/view_private.h"

bool as_view_new(const as_text_metrics *metrics, as_view **out, as_error *err)
{
    as_view *view = calloc(1, sizeof *view);
    if (!view)
        return as_fail_memory(err, "the view");
    view->tm = metrics;
    view->width = 1280;
    view->height = 800;
    view->zoom = view->zoom_wanted = 1;
    view->window_focused = true;
    view->pin = AS_NO_CELL;
    view->step = AS_NO_CELL;
    view->model = -1;
    view->panel_open[0] = true;
    view->sharpness = AS_SHARPNESS_TRAINED;
    view->compare.same_target[AS_SECOND_MODEL] = true;
    view->node = -1;
    view->beam_width = AS_VIEW_BEAM;
    view->beam_most = AS_VIEW_BEAM_MOST;
    view->play.speed = AS_PLAY_USUAL;
    view->terms = (as_terms){.t = -1, .i = -1};
    view->hover = as_view_hover_nothing();
    view->completions.chosen = view->save.list.chosen = -1;
    view->field.edit.clock = view->given.edit.clock = &view->clock;
    if (!as_text_edit_set(&view->field.edit, "", 0, err)) {
        free(view);
        return false;
    }
    as_view_layout_changed(view);
    *out = view;
    return true;
}

void as_view_free(as_view *view)
{
    if (!view)
        return;
    as_view_drop_result(view);
    as_view_finish_compare(view);
    as_target_line_finish(&view->target);
    as_field_finish(&view->field);
    as_field_finish(&view->word);
    as_field_finish(&view->path);
    as_sentences_finish(&view->completions.paths);
    as_field_finish(&view->save.path);
    as_sentences_finish(&view->save.list.paths);
    free(view->save.folder);
    free(view->save.full);
    as_field_finish(&view->given);
    as_branches_finish(&view->branches);
    as_beam_finish(&view->beam);
    as_search_finish(&view->searched);
    as_beam_looks_finish(&view->looks);
    as_draw_finish(&view->background);
    as_view_free_models(view);
    for (int k = 0; k < AS_N_SENTENCE_KINDS; k++)
        as_sentences_finish(&view->sentences[k]);
    free(view->copy_text);
    free(view);
}

void as_view_changed(as_view *view)
{
    view->static_stale = true;
    view->dirty = true;
}

void as_view_layout_changed(as_view *view)
{
    view->layout_stale = true;
    as_view_changed(view);
}

void as_view_say(as_view *view, const char *message, bool is_error)
{
    as_format_cut(view->status, sizeof view->status, message);
    view->status_error = is_error;
    as_view_layout_changed(view); /* a long one has a line of its own */
}

void as_view_complain(as_view *view, const as_error *err)
{
    as_view_say(view, err->message, true);
}

void as_view_set_status(as_view *view, const char *message, bool is_error)
{
    as_view_say(view, message ? message : "", is_error);
}
/* ---- results ---- */

static void free_result(as_view *view)
{
    as_terms_finish(&view->terms);
    as_matrix_finish(&view->pane.matrix);
    as_lines_finish(&view->pane.lines);
    as_view_drop_second(view);
    as_selection_finish(&view->selection);
    if (view->drag >= AS_DRAG_PRESS) /* what it was about is gone */
        view->drag = AS_DRAG_NONE;
    as_result_finish(&view->result);
    as_translation_free(view->translation);
    as_trace_free(view->trace);
    view->translation = NULL;
    view->trace = NULL;
}

void as_view_drop_result(as_view *view)
{
    if (!view->translation)
        return;
    free_result(view);
    as_beam_finish(&view->beam);
    view->node = -1;
    view->pin = AS_NO_CELL;
    view->step = AS_NO_CELL;
    view->target.n = 0;
    view->target.scroll = 0;
    view->pane.map.scroll_x = view->pane.map.scroll_y = 0;
    view->pane.notch = 0;
    view->diagram.first = 0;
    as_play_run(&view->play, false, view->now_ms);
    as_view_layout_changed(view);
}

/* A cell survives a new matrix as far as the new one reaches; identity is the position. */
static as_cell within(as_cell cell, const as_result *result)
{
    return cell.t < result->T && cell.i < result->S ? cell : AS_NO_CELL;
}

static void fail_result(as_view *view, const char *message)
{
    as_view_drop_result(view);
    view->failed = true;
    as_view_say(view, message ? message : as_str(view->language, AS_STR_FAILED_TITLE), true);
    as_view_layout_changed(view);
}

/* What a worker gave and the view does not keep. */
static void free_given(const as_view_result *given)
{
    as_translation_free(given->translation);
    as_trace_free(given->trace);
    as_beam_tree_free(given->tree);
}

bool as_view_set_translation(as_view *view, const as_view_result *given)
{
    if (given->generation != view->generation || !view->waiting) {
        free_given(given);
        return false;
    }
    view->waiting = false;
    as_error err = {0};
    as_result result = {0};
    as_matrix matrix = {0};
    as_selection selection = {0};
    as_terms terms;
    if (!given->translation) {
        as_trace_free(given->trace);
        as_beam_tree_free(given->tree);
        fail_result(view, given->message);
        return true;
    }
    as_reading reading = as_view_reading_for(view, given->translation);
    if (!as_result_init(&result, given->translation, given->target_vocab, given->config, &err) ||
        !as_matrix_init(&matrix, given->translation, &reading, &err) ||
        !as_view_mark_chosen(view, &result, &err) ||
        !as_selection_init(&selection, result.T, result.S, &err) ||
        !as_terms_init(&terms, given->trace, &err)) {
        as_selection_finish(&selection);
        as_matrix_finish(&matrix);
        as_result_finish(&result);
        free_given(given);
        fail_result(view, err.message);
        return false;
    }
    as_matrix_mark(&matrix, result.chosen);
    as_cell pin = view->pin, step = view->step;
    if (view->translation)
        free_result(view);
    result.trace = given->trace;
    as_play_begin_with(&view->play,
                       given->translation->no_attention ? AS_STAGE_CONTEXT : AS_STAGE_QUERY);
    view->translation = given->translation;
    view->target_tokenizer = given->target_tokenizer;
    view->trace = given->trace;
    view->result = result;
    view->terms = terms;
    view->term = 0;
    as_play_run(&view->play, false, view->now_ms);
    view->reading = reading;
    view->selection = selection;
    view->pane.matrix = matrix;
    view->pane.label_size = 0;
    view->decode_ms = given->decode_ms;
    view->failed = false;
    view->pin = within(pin, &result);
    view->step = within(step, &result);
    if (view->step.t < 0)
        view->step = (as_cell){0, as_view_best_source(view, 0)};
    if (view->node >= 0)
        as_view_node_came(view);
    as_view_suggest(view);
    as_view_ask_second(view);
    as_view_layout_changed(view);
    return as_view_take_tree(view, given->tree, given->target_vocab);
}

const as_translation *as_view_translation(const as_view *view)
{
    return view->translation;
}

bool as_view_is_waiting(const as_view *view)
{
    return view->waiting;
}

bool as_view_is_playing(const as_view *view)
{
    return view->play.running;
}

as_box as_view_cells_box(const as_view *view)
{
    return view->translation ? view->pane.map.cells : (as_box){0, 0, 0, 0};
}
