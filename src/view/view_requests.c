/* What the view asks of the program around it, and when a text is worth a translation. */
#include <string.h>

#include "view/sharpness.h"
#include "view/view_private.h"

void as_view_request(as_view *view, as_request_kind kind)
{
    view->pending |= 1u << kind;
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
        out->text = view->field.edit.text;
        out->text_len = view->field.edit.len;
        break;
    case AS_REQUEST_COPY:
        out->text = view->copy_text ? view->copy_text : "";
        out->text_len = view->copy_text ? view->copy_len : 0;
        break;
    case AS_REQUEST_SAVE_PICTURE:
        out->text = view->save_name;
        out->text_len = strlen(view->save_name);
        break;
    case AS_REQUEST_TITLE:
        out->text = view->title;
        out->text_len = strlen(view->title);
        break;
    case AS_REQUEST_OPEN_MODEL:
        out->model = view->open_model;
        break;
    case AS_REQUEST_PASTE:
    case AS_REQUEST_QUIT:
        break;
    }
    return true;
}

/* Length of the space at text[k], 0 when there is none: ASCII, no-break, ideographic, U+2000-200B,
 * narrow no-break, mathematical, byte order mark. */
static size_t space_len(const char *text, size_t len, size_t k)
{
    static const char *const spaces[] = {
        " ",      "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
        "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a",
        "\u200b", "\u202f", "\u205f", "\u3000", "\ufeff",
    };
    for (size_t s = 0; s < sizeof spaces / sizeof spaces[0]; s++) {
        size_t n = strlen(spaces[s]);
        if (n <= len - k && memcmp(text + k, spaces[s], n) == 0)
            return n;
    }
    return 0;
}

bool as_view_is_blank(const as_view *view)
{
    const as_text_edit *e = &view->field.edit;
    for (size_t k = 0; k < e->len;) {
        size_t n = space_len(e->text, e->len, k);
        if (n == 0)
            return false;
        k += n;
    }
    return true;
}

void as_view_text_changed(as_view *view)
{
    as_play_run(&view->play, false, view->now_ms); /* it would go on in another sentence */
    view->generation++;
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
