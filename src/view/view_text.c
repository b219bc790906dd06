/* The fields' texts: keys that edit them, typing, pasting, an input method's composition. */
#include "view/view_private.h"

const as_field *as_view_typed_field(const as_view *view)
{
    if (view->focus == AS_FOCUS_FIELD)
        return &view->field;
    if (view->focus == AS_FOCUS_TARGET)
        return &view->given;
    if ((int)view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_WORD)
        return &view->word;
    if ((int)view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_PATH)
        return &view->path;
    if ((int)view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH)
        return &view->save.path;
    return NULL;
}

static as_text_edit *typed_edit(as_view *view)
{
    const as_field *typed = as_view_typed_field(view);
    return typed == &view->word        ? &view->word.edit
           : typed == &view->path      ? &view->path.edit
           : typed == &view->save.path ? &view->save.path.edit
           : typed == &view->given     ? &view->given.edit
                                       : &view->field.edit;
}

void as_view_end_composition(as_view *view)
{
    as_error err = {0};
    if (as_view_typed_field(view) && !as_text_edit_compose(typed_edit(view), "", 0, 0, &err))
        as_view_complain(view, &err);
}

bool as_view_has_own_undo(const as_view *view)
{
    const as_field *typed = as_view_typed_field(view);
    bool has_word = typed == &view->word && view->word.edit.len > 0; /* not yet put into place */
    return has_word || typed == &view->path || typed == &view->save.path;
}

/* By the person, not by the window's undo. */
static void text_edited(as_view *view)
{
    const as_text_edit *edit = typed_edit(view);
    if (edit == &view->path.edit) {
        as_view_path_changed(view);
    } else if (edit == &view->save.path.edit) {
        as_view_save_changed(view);
    } else if (edit != &view->word.edit) {
        as_view_forget_undone(view, edit);
        as_view_text_changed(view);
    }
    as_view_layout_changed(view);
}

static void cut_or_copy(as_view *view, bool cut)
{
    as_text_edit *e = typed_edit(view);
    as_error err = {0};
    size_t from, to;
    as_text_edit_selection(e, &from, &to);
    if (from == to || !as_view_copy(view, e->text + from, to - from) || !cut)
        return;
    if (as_text_edit_erase_selection(e, &err))
        text_edited(view);
    else
        as_view_complain(view, &err);
}

void as_view_edit_key(as_view *view, as_key key, unsigned mods)
{
    as_error err = {0};
    as_edit_action action;
    if (!as_text_edit_key(typed_edit(view), key, mods, &action, &err))
        as_view_complain(view, &err);
    switch (action) {
    case AS_EDIT_NONE:
        break;
    case AS_EDIT_MOVED:
        as_view_layout_changed(view);
        break;
    case AS_EDIT_CHANGED:
        text_edited(view);
        break;
    case AS_EDIT_COPY:
    case AS_EDIT_CUT:
        cut_or_copy(view, action == AS_EDIT_CUT);
        break;
    case AS_EDIT_PASTE:
        as_view_request(view, AS_REQUEST_PASTE);
        break;
    }
}

/* Typing goes to the source from anywhere but from where another word is chosen; a space is a key
 * for whatever else has the focus. */
static bool takes_text(as_view *view, const as_input *in)
{
    if (!as_view_wants_text(view) || !in->text)
        return false;
    if (as_view_typed_field(view))
        return true;
    if (in->text_len == 1 && in->text[0] == ' ')
        return false;
    as_view_set_focus(view, as_view_is_branching(view) ? (int)AS_FOCUS_CONTROL + AS_CONTROL_WORD
                            : as_view_is_opening(view) ? (int)AS_FOCUS_CONTROL + AS_CONTROL_PATH
                            : as_view_is_saving(view) ? (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH
                                                      : (int)AS_FOCUS_FIELD);
    return true;
}

void as_view_type(as_view *view, const as_input *in)
{
    as_error err = {0};
    if (in->text_len == 0 || !takes_text(view, in))
        return;
    bool paste = in->kind == AS_INPUT_PASTE;
    as_text_edit *e = typed_edit(view);
    bool done = paste ? as_text_edit_paste(e, in->text, in->text_len, &err)
                      : as_text_edit_type(e, in->text, in->text_len, &err);
    if (done)
        text_edited(view);
    else
        as_view_complain(view, &err);
}

void as_view_compose(as_view *view, const as_input *in)
{
    as_error err = {0};
    if ((in->text_len == 0 && !typed_edit(view)->composition) || !takes_text(view, in))
        return;
    as_text_edit *e = typed_edit(view);
    size_t len = e->len;
    if (!as_text_edit_compose(e, in->text, in->text_len, in->caret, &err))
        as_view_complain(view, &err);
    if (e->len != len)
        text_edited(view); /* it took the place of a selection */
    as_view_layout_changed(view);
}
