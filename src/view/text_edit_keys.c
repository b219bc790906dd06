/* What the keys do to a text that is edited. */
#include "core/text.h"
#include "view/edit_step.h"

/* Where a motion key leads from the caret; false when key is none. */
static bool motion(const as_text_edit *e, as_key key, bool by_word, size_t *target)
{
    switch (key) {
    case AS_KEY_LEFT:
        *target = by_word ? as_text_previous_word(e->text, e->len, e->caret)
                          : as_text_previous_cluster(e->text, e->len, e->caret);
        return true;
    case AS_KEY_RIGHT:
        *target = by_word ? as_text_next_word(e->text, e->len, e->caret)
                          : as_text_next_cluster(e->text, e->len, e->caret);
        return true;
    case AS_KEY_HOME:
        *target = 0;
        return true;
    case AS_KEY_END:
        *target = e->len;
        return true;
    default:
        return false;
    }
}

static void move(as_text_edit *e, as_key key, unsigned mods, size_t target)
{
    size_t from, to;
    as_text_edit_selection(e, &from, &to);
    bool plain_arrow = (key == AS_KEY_LEFT || key == AS_KEY_RIGHT) && !(mods & AS_MOD_CTRL);
    if (plain_arrow && from < to && !(mods & AS_MOD_SHIFT))
        target = key == AS_KEY_LEFT ? from : to; /* leaves the selection at its edge */
    as_text_edit_place(e, target, mods & AS_MOD_SHIFT);
}

static bool erase(as_text_edit *e, as_key key, bool by_word, as_error *err)
{
    size_t from, to;
    as_text_edit_selection(e, &from, &to);
    if (from < to)
        return as_text_edit_erase_selection(e, err);
    if (key == AS_KEY_BACKSPACE) {
        from = by_word ? as_text_previous_word(e->text, e->len, to)
                       : as_text_previous_cluster(e->text, e->len, to);
        return as_edit_replace(e, from, to, NULL, 0, AS_EDIT_BACKSPACING, err);
    }
    to = by_word ? as_text_next_word(e->text, e->len, from)
                 : as_text_next_cluster(e->text, e->len, from);
    return as_edit_replace(e, from, to, NULL, 0, AS_EDIT_DELETING, err);
}

static bool shortcut(as_text_edit *e, as_key key, unsigned mods, as_edit_action *action,
                     as_error *err)
{
    bool changed = false, done = true;
    if (key == AS_KEY_A) {
        as_text_edit_select_all(e);
        *action = AS_EDIT_MOVED;
    } else if (key == AS_KEY_A + ('C' - 'A')) {
        *action = AS_EDIT_COPY;
    } else if (key == AS_KEY_A + ('X' - 'A')) {
        *action = AS_EDIT_CUT;
    } else if (key == AS_KEY_A + ('V' - 'A')) {
        *action = AS_EDIT_PASTE;
    } else if (key == AS_KEY_Z || key == AS_KEY_A + ('Y' - 'A')) {
        bool again = key != AS_KEY_Z || (mods & AS_MOD_SHIFT);
        done = again ? as_text_edit_redo(e, &changed, err) : as_text_edit_undo(e, &changed, err);
        *action = changed ? AS_EDIT_CHANGED : AS_EDIT_MOVED;
    }
    return done;
}

bool as_text_edit_key(as_text_edit *e, as_key key, unsigned mods, as_edit_action *action,
                      as_error *err)
{
    *action = AS_EDIT_NONE;
    if ((mods & AS_MOD_ALT) || !as_edit_reserve(e, e->len, err))
        return (mods & AS_MOD_ALT) != 0;
    bool ctrl = mods & AS_MOD_CTRL, shift = mods & AS_MOD_SHIFT;
    size_t target;
    if (motion(e, key, ctrl, &target)) {
        move(e, key, mods, target);
        *action = AS_EDIT_MOVED;
        return true;
    }
    if (key == AS_KEY_INSERT && (ctrl || shift)) {
        *action = ctrl ? AS_EDIT_COPY : AS_EDIT_PASTE;
        return true;
    }
    if (key == AS_KEY_DELETE && shift && !ctrl) {
        *action = AS_EDIT_CUT;
        return true;
    }
    if (key == AS_KEY_BACKSPACE || key == AS_KEY_DELETE) {
        size_t len = e->len;
        bool done = erase(e, key, ctrl, err);
        *action = e->len != len ? AS_EDIT_CHANGED : AS_EDIT_MOVED; /* at an end: nothing */
        return done;
    }
    return ctrl ? shortcut(e, key, mods, action, err) : true;
}
