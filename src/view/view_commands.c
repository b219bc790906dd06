/* What commands do, whether a button, a menu or a key gives them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/matrix_export.h"
#include "view/sharpness.h"
#include "view/view_private.h"

bool as_view_copy(as_view *view, const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    if (!copy) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return false;
    }
    memcpy(copy, text, len);
    copy[len] = '\0';
    free(view->copy_text);
    view->copy_text = copy;
    view->copy_len = len;
    as_view_request(view, AS_REQUEST_COPY);
    return true;
}

static void copy_matrix(as_view *view)
{
    if (view->translation->no_attention) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MATRIX), false);
        return;
    }
    as_error err = {0};
    as_buffer tsv = {0};
    as_matrix_export_tsv(&tsv, &view->pane.matrix); /* as it is read */
    if (!as_buffer_ok(&tsv, &err))
        as_view_say(view, err.message, true);
    else if (as_view_copy(view, tsv.text, tsv.len))
        as_view_say(view, as_str(view->language, AS_STR_COPIED_MATRIX), false);
    as_buffer_finish(&tsv);
}

static void copy_translation(as_view *view)
{
    const as_sentence *target = &view->translation->target;
    if (as_view_copy(view, target->text, target->text_len))
        as_view_say(view, as_str(view->language, AS_STR_COPIED_TRANSLATION), false);
}

static void choose_model(as_view *view, int model)
{
    if (model == view->model && !view->failed)
        as_view_say(view, "", false); /* about another that could not be opened */
    if (model == view->model || model < 0 || model >= view->n_models)
        return;
    int before = view->model;
    view->model = model;
    view->open_model = model;
    as_view_trade_places(view, before);
    as_view_set_title(view);
    as_view_request(view, AS_REQUEST_OPEN_MODEL);
    as_view_drop_result(view); /* another model's cells must not stand under its name */
    as_view_text_changed(view);
}

static const float presented_zoom = 1.5f; /* times as large */

/* Text size by steps of a tenth: up and down meet again. */
static void zoom_to(as_view *view, int notch)
{
    enum { LEAST = -5, MOST = 9 };
    view->zoom_notch = notch < LEAST ? LEAST : notch > MOST ? MOST : notch;
    view->zoom_wanted =
        powf(1.1f, (float)view->zoom_notch) * (view->presenting ? presented_zoom : 1);
    as_view_layout_changed(view);
}

int as_view_notch_beside(const as_view *view, int by)
{
    float most = as_view_zoom_with_room(view);
    if (most >= view->zoom_wanted)
        return view->zoom_notch + by;
    if (by > 0)
        return view->zoom_notch;
    float drawn = most / (view->presenting ? presented_zoom : 1);
    return (int)ceilf(logf(drawn) / logf(1.1f)) - 1;
}

void as_view_step_zoom(as_view *view, int by)
{
    int before = view->zoom_notch;
    as_view_do(view, AS_DO_ZOOM, as_view_notch_beside(view, by));
    if (by > 0 && view->zoom_notch == before && as_view_zoom_with_room(view) < view->zoom_wanted)
        as_view_say(view, as_str(view->language, AS_STR_NO_LARGER_TEXT), false);
}

/* For people at the other end of the room. */
static void present(as_view *view, bool on)
{
    if (on == view->presenting)
        return;
    view->presenting = on;
    zoom_to(view, view->zoom_notch);
    as_view_request(view, AS_REQUEST_FULL_SCREEN);
}

/* The output is another one, too: it is decoded anew. */
static void sharpen(as_view *view, int place)
{
    int most = AS_SHARPNESS_PLACES - 1;
    view->sharpness = place < 0 ? 0 : place > most ? most : place;
    as_view_text_changed(view);
}

static void widen(as_view *view, int width)
{
    view->beam_width = width < 1 ? 1 : width > view->beam_most ? view->beam_most : width;
    as_view_text_changed(view);
}

void as_view_apply(as_view *view, as_command command, int value)
{
    bool needs_result =
        command == AS_DO_SAVE || command == AS_DO_COPY_MATRIX || command == AS_DO_COPY_TRANSLATION;
    if (needs_result && !view->translation) {
        as_string why = command == AS_DO_SAVE ? AS_STR_NOTHING_TO_SAVE : AS_STR_NOTHING_TO_COPY;
        as_view_say(view, as_str(view->language, why), false);
        return;
    }
    switch (command) {
    case AS_DO_MODEL:
        choose_model(view, value);
        break;
    case AS_DO_THEME:
        as_view_set_theme(view, (as_theme_kind)value);
        break;
    case AS_DO_COLORMAP:
        as_view_set_colormap(view, (as_colormap_kind)value);
        break;
    case AS_DO_RANGE:
        as_view_set_range(view, (as_range)value);
        break;
    case AS_DO_WORDS:
    case AS_DO_TRANSPOSE:
    case AS_DO_BY_SOURCE:
    case AS_DO_NUMBERS:
    case AS_DO_SOURCE_PART:
    case AS_DO_TARGET_PART:
        as_view_apply_reading(view, command, value);
        break;
    case AS_DO_ONLY_CHOSEN:
        as_view_only_chosen(view);
        break;
    case AS_DO_COMPARE:
        as_view_compare_with(view, value);
        break;
    case AS_DO_SAME_TARGET:
        as_view_set_same_target(view, value);
        break;
    case AS_DO_KEEP:
        as_view_keep_sentence(view);
        break;
    case AS_DO_WHOLE:
        as_view_whole(view);
        break;
    case AS_DO_LANGUAGE:
        as_view_set_language(view, (as_language)value);
        break;
    case AS_DO_SENTENCE:
        as_view_use_sentence(view, value);
        break;
    case AS_DO_PRESENT:
        present(view, value);
        break;
    case AS_DO_ZOOM:
        zoom_to(view, value);
        break;
    case AS_DO_SHOW:
        as_view_show(view, (as_show)value);
        break;
    case AS_DO_PANEL:
        view->panel_open[as_view_is_narrow(view)] = value;
        as_view_layout_changed(view);
        break;
    case AS_DO_TAB:
        view->tab = (as_tab)value;
        view->panel.scroll = 0;
        as_view_layout_changed(view);
        break;
    case AS_DO_SHARPNESS:
        sharpen(view, value);
        break;
    case AS_DO_BRANCH:
        view->branch = value;
        as_view_text_changed(view);
        break;
    case AS_DO_WIDTH:
        widen(view, value);
        break;
    case AS_DO_LOOK:
        as_view_set_look(view, value);
        break;
    case AS_DO_PLAY:
        as_view_play(view, value);
        break;
    case AS_DO_SPEED:
        as_play_set_speed(&view->play, value);
        as_view_layout_changed(view);
        break;
    case AS_DO_SAVE:
        as_view_save_as(view, value);
        break;
    case AS_DO_COPY_MATRIX:
        copy_matrix(view);
        break;
    case AS_DO_COPY_TRANSLATION:
        copy_translation(view);
        break;
    case AS_DO_HELP:
        view->help_open = !view->help_open;
        view->help_scroll = 0;
        view->dirty = true;
        break;
    case AS_DO_QUIT:
        as_view_request(view, AS_REQUEST_QUIT);
        break;
    }
}
