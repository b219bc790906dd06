/* Saving what is shown: what it is, under which name, and the questions about that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/view_private.h"

/* ---- what is saved ---- */

static as_figure_options figure_options(const as_view *view)
{
    return (as_figure_options){.theme = view->theme_kind,
                               .colormap = view->colormap,
                               .range = view->range,
                               .reading = view->reading,
                               .numbers = view->numbers,
                               .chosen = view->result.chosen,
                               .selection = &view->selection,
                               .pin = view->pin.t >= 0 ? &view->pin : NULL,
                               .lines = as_view_has_lines(view),
                               .language = view->language};
}

bool as_view_saving(as_view *view, as_saving *out, as_error *err)
{
    as_save *save = &view->save;
    if (!view->translation || (save->tree && !view->beam.tree))
        return as_fail(err, AS_ERR_ARGUMENT, "%s", as_str(view->language, AS_STR_NOTHING_TO_SAVE));
    *out = (as_saving){.title = view->translation->target.text};
    if (save->tree) {
        out->tree = &view->beam;
        out->tree_options =
            (as_beam_figure_options){view->theme_kind, view->language, AS_BEAM_AS_IT_IS};
        as_view_layout_changed(view); /* drawing it lays it out for the picture */
        return true;
    }
    save->figure = figure_options(view);
    out->result = &view->result;
    out->matrix = &view->pane.matrix;
    out->figure = &save->figure;
    if (as_view_is_comparing(view)) {
        save->pair = as_view_compare_pair(view, save->texts);
        out->pair = &save->pair;
    }
    return true;
}

/* ---- the name ---- */

/* The name without its ending, so that typing takes its place and leaves folder and kind. */
static void select_stem(as_view *view)
{
    as_text_edit *edit = &view->save.path.edit;
    const char *name = as_path_name(edit->text);
    size_t from = (size_t)(name - edit->text);
    as_text_edit_place(edit, from, false);
    as_text_edit_place(edit, edit->len - strlen(as_path_ending(name)), true);
    as_view_layout_changed(view);
}

/* What is typed, its first `len` bytes, from the root or "~" on: what is not is in the folder that
 * was proposed. Goes to save.full. */
static bool complete_path(as_view *view, size_t len)
{
    as_save *save = &view->save;
    const char *typed = save->path.edit.text ? save->path.edit.text : "";
    const char *folder = len > 0 && (typed[0] == '/' || typed[0] == '~') ? "" : save->folder;
    size_t size = strlen(folder) + len + 1;
    char *full = malloc(size);
    if (!full) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return false;
    }
    snprintf(full, size, "%s%.*s", folder, (int)len, typed);
    free(save->full);
    save->full = full;
    return true;
}

void as_view_save_changed(as_view *view)
{
    as_save *save = &view->save;
    size_t from, to;
    save->asked = false;
    save->list.chosen = -1;
    as_view_say(view, "", false); /* it was about another name */
    as_text_edit_selection(&save->path.edit, &from, &to);
    if (!complete_path(view, from))
        return;
    view->completing_save = true;
    as_view_request(view, AS_REQUEST_COMPLETE);
}

/* Into a folder, under the name that was proposed. */
static void go_into(as_view *view, const char *folder)
{
    as_save *save = &view->save;
    size_t size = strlen(folder) + sizeof save->name;
    char *path = malloc(size);
    if (!path) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return;
    }
    snprintf(path, size, "%s%s", folder, save->name);
    as_view_put_path(view, &save->path.edit, path);
    free(path);
    select_stem(view);
    as_view_save_changed(view);
}

void as_view_save_choose(as_view *view, int k)
{
    const char *path = view->save.list.paths.items[k];
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH);
    if (as_path_is_folder(path)) {
        go_into(view, path);
        return;
    }
    as_view_put_path(view, &view->save.path.edit, path);
    as_view_save_changed(view);
}

/* The same name of another kind. */
static void change_kind(as_view *view, as_file_kind kind)
{
    as_text_edit *edit = &view->save.path.edit;
    const char *old = as_path_ending(edit->text ? edit->text : "");
    size_t kept = edit->len - (as_file_kind_of(old) < AS_N_FILE_KINDS ? strlen(old) : 0);
    char *path = malloc(kept + strlen(as_file_kind_ending(kind)) + 1);
    if (!path) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return;
    }
    memcpy(path, edit->text ? edit->text : "", kept);
    strcpy(path + kept, as_file_kind_ending(kind));
    as_view_put_path(view, edit, path);
    free(path);
    select_stem(view);
    as_view_save_changed(view);
}

/* ---- opening and closing ---- */

static void name_it(as_view *view, as_file_kind kind)
{
    char stem[AS_FILE_NAME_MAX];
    const as_sentence *source = &view->translation->source;
    snprintf(view->save.name, sizeof view->save.name, "%s%s%s",
             as_file_name_of(stem, source->text, source->text_len), view->save.tree ? "-tree" : "",
             as_file_kind_ending(kind));
}

void as_view_save_as(as_view *view, int value)
{
    as_save *save = &view->save;
    bool tree = value == AS_SAVE_TREE || (value < 0 && as_view_has_focus(view, AS_CONTROL_TREE));
    bool named = value >= 0 && value < AS_N_FILE_KINDS;
    if (tree && !view->beam.tree) {
        as_view_say(view, as_str(view->language, AS_STR_NOTHING_TO_SAVE), false);
        return;
    }
    as_file_kind kind = named ? (as_file_kind)value : save->kind;
    if (as_file_kind_is_picture(kind))
        save->kind = kind;
    if (save->open && (value < 0 || tree == save->tree)) {
        if (named)
            change_kind(view, kind);
        as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH);
        return;
    }
    save->tree = tree;
    name_it(view, kind);
    as_view_request(view, AS_REQUEST_PROPOSE);
}

bool as_view_propose_path(as_view *view, const char *path, as_error *err)
{
    as_save *save = &view->save;
    const char *name = as_path_name(path);
    char *folder = strndup(path, (size_t)(name - path));
    if (!folder)
        return as_fail_memory(err, "the path to save to");
    if (!as_text_edit_set(&save->path.edit, path, strlen(path), err)) {
        free(folder);
        return false;
    }
    free(save->folder);
    save->folder = folder;
    snprintf(save->name, sizeof save->name, "%s", name);
    as_sentences_finish(&save->list.paths);
    save->list.chosen = -1;
    save->asked = false;
    save->from = as_view_is_saving(view) ? save->from : (int)view->focus;
    save->open = true;
    as_view_say(view, "", false);
    select_stem(view);
    as_view_settle(view);
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH);
    return true;
}

void as_view_cancel_save(as_view *view)
{
    as_save *save = &view->save;
    bool here = as_view_is_saving(view);
    save->open = save->asked = false;
    as_sentences_finish(&save->list.paths);
    as_view_end_composition(view);
    as_view_say(view, "", false);
    as_view_settle(view);
    if (here)
        as_view_set_focus(view, save->from);
}

/* What there is to say of a path, before it: it may be longer than the line. */
static void say_of(as_view *view, as_string what, const char *path, bool is_error)
{
    as_error err = {0};
    as_buffer message = {0};
    as_buffer_text(&message, as_str(view->language, what));
    as_buffer_text(&message, " ");
    as_buffer_text(&message, path);
    if (as_buffer_ok(&message, &err))
        as_view_say(view, message.text, is_error);
    else
        as_view_complain(view, &err);
    as_buffer_finish(&message);
}

void as_view_saved(as_view *view, const char *path)
{
    as_view_cancel_save(view);
    say_of(view, AS_STR_SAVED, path, false);
}

void as_view_ask_replace(as_view *view, const char *path)
{
    view->save.asked = true;
    as_sentences_finish(&view->save.list.paths); /* it is in the way of the question */
    view->save.list.chosen = -1;
    say_of(view, AS_STR_SAVE_EXISTS, path, true);
}

void as_view_save_now(as_view *view)
{
    as_error err = {0};
    as_saving saving;
    const as_text_edit *edit = &view->save.path.edit;
    if (edit->len == 0 || as_path_is_folder(edit->text)) {
        if (complete_path(view, edit->len))
            go_into(view, view->save.full);
        return;
    }
    if (!as_view_saving(view, &saving, &err) ||
        !as_saving_check(&saving, as_file_kind_of(edit->text), &err))
        as_view_complain(view, &err);
    else if (complete_path(view, edit->len))
        as_view_request(view, AS_REQUEST_SAVE);
}
