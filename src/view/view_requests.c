/* What the view asks of the program around it, and when a text is worth a translation. */
#include <string.h>

#include "view/blank.h"
#include "view/sharpness.h"
#include "view/view_private.h"

void as_view_request(as_view *view, as_request_kind kind)
{
    view->pending |= 1u << kind;
}

static void set_text(as_request *request, const char *text)
{
    request->text = text;
    request->text_len = strlen(text);
}

bool as_view_take_request(as_view *view, as_request *out)
{
    if (!view->pending)
        return false;
    int kind = 0;
    while (!(view->pending >> kind & 1u))
        kind++;
    view->pending &= ~(1u << kind);
    *out = (as_request){.kind = (as_request_kind)kind,
                        .generation = view->generation,
                        .model = view->model,
                        .text = "",
                        .text_len = 0};
    switch (out->kind) {
    case AS_REQUEST_TRANSLATE:
        out->temperature = as_sharpness_tau(view->sharpness);
        out->beam = view->beam_width;
        out->prefix = view->node >= 0 ? as_view_node_prefix(view) : as_view_prefix(view);
        out->exactly = view->node >= 0 && as_view_node_ends(view);
        if (as_view_has_given(view)) {
            out->target = view->given.edit.text;
            out->target_len = view->given.edit.len;
        }
        out->text = view->field.edit.text;
        out->text_len = view->field.edit.len;
        break;
    case AS_REQUEST_COMPARE:
        as_view_fill_second_request(view, out);
        break;
    case AS_REQUEST_COPY:
        out->text = view->copy_text ? view->copy_text : "";
        out->text_len = view->copy_text ? view->copy_len : 0;
        break;
    case AS_REQUEST_PROPOSE:
        set_text(out, view->save.name);
        break;
    case AS_REQUEST_SAVE:
        set_text(out, view->save.full);
        out->replace = view->save.asked;
        break;
    case AS_REQUEST_COMPLETE:
        if (view->completing_save) {
            set_text(out, view->save.full);
            out->saving = true;
            break;
        }
        /* fall through */
    case AS_REQUEST_OPEN_PATH:
        out->text = view->path.edit.text ? view->path.edit.text : "";
        out->text_len = view->path.edit.len;
        break;
    case AS_REQUEST_TITLE:
        set_text(out, view->title);
        break;
    case AS_REQUEST_OPEN_MODEL:
        out->model = view->open_model;
        break;
    case AS_REQUEST_PASTE:
    case AS_REQUEST_FULL_SCREEN:
    case AS_REQUEST_QUIT:
        break;
    }
    return true;
}

bool as_view_is_blank(const as_view *view)
{
    return as_text_is_blank(view->field.edit.text, view->field.edit.len);
}

void as_view_text_changed(as_view *view)
{
    as_play_run(&view->play, false, view->now_ms); /* it would go on in another sentence */
    view->generation++;
    as_view_follow_look(view);
    view->failed = false;
    view->status[0] = '\0';
    if (as_view_is_blank(view)) {
        as_view_drop_result(view);
        view->waiting = false;
        view->pending &= ~(1u << AS_REQUEST_TRANSLATE);
    } else if (view->model >= 0) {
        if (!view->waiting)
            view->waiting_ms = view->now_ms;
        view->waiting = true;
        as_view_request(view, AS_REQUEST_TRANSLATE);
    }
    as_view_layout_changed(view);
}
