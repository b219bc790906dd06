/* A person leads the translation another way: puts a candidate or a word at a step, and the model
 * goes on from there. */
#include <stdio.h>
#include <stdlib.h>

#include "view/blank.h"
#include "view/view_private.h"

/* The branch that is meant: of this sentence and this model, no target being given; NULL: none. */
static const as_branch *current(const as_view *view)
{
    if (view->branch == 0 || as_view_has_given(view))
        return NULL;
    const as_branch *b = &view->branches.items[view->branch - 1];
    const as_text_edit *e = &view->field.edit;
    return as_branch_is_of(b, view->model, e->text, e->len) ? b : NULL;
}

int as_view_current_branch(const as_view *view)
{
    return current(view) ? view->branch : 0;
}

bool as_view_is_led(const as_view *view)
{
    return view->node >= 0 || current(view) != NULL || as_view_has_given(view);
}

void as_view_go_own(as_view *view)
{
    if (view->node >= 0) { /* one thing at a time */
        as_view_leave_node(view);
        return;
    }
    as_undo_clock_hold(&view->clock); /* undone as one */
    as_view_drop_given(view);
    as_view_do(view, AS_DO_BRANCH, 0);
    as_undo_clock_go(&view->clock);
}

as_prefix as_view_prefix(const as_view *view)
{
    const as_branch *b = current(view);
    return b ? as_branch_prefix(b) : (as_prefix){0};
}

bool as_view_mark_chosen(const as_view *view, as_result *result, as_error *err)
{
    const as_branch *b = current(view);
    if (!b && view->node < 0)
        return true;
    bool *marks = malloc((size_t)result->T * sizeof *marks);
    if (!marks) {
        as_result_finish(result);
        return as_fail_memory(err, "the marks of words");
    }
    if (view->node >= 0)
        as_view_node_marks(view, marks, result->T);
    else
        as_branch_marks(b, result->translation, marks);
    bool ok = as_result_mark(result, marks, err);
    free(marks);
    return ok;
}

/* While the newest text waits for its translation, the one shown is another's. */
static bool can_branch(const as_view *view)
{
    return view->translation && !view->waiting;
}

static void branch(as_view *view, as_branch_choice choice)
{
    as_error err = {0};
    choice.model = view->model;
    choice.source = view->field.edit.text;
    choice.source_len = view->field.edit.len;
    choice.t = view->step.t;
    if (!as_branches_add(&view->branches, &choice, view->translation, view->result.chosen, &err)) {
        as_view_complain(view, &err);
        return;
    }
    as_undo_clock_hold(&view->clock);
    as_view_drop_given(view);
    as_view_do(view, AS_DO_BRANCH, view->branches.n);
    as_undo_clock_go(&view->clock);
}

void as_view_branch_at(as_view *view, int k)
{
    const as_translation *tr = view->translation;
    if (!can_branch(view) || k < 0 || k >= view->plan.n_candidates)
        return;
    int t = view->step.t;
    int id = tr->candidates[(size_t)t * (size_t)tr->n_candidates + (size_t)k].id;
    if (id != tr->target.tokens[t].id)
        branch(view, (as_branch_choice){.id = id});
}

/* Is there room for the word in a translation? If not, that is said. A character may take two
 * tokens: the space before it is one where no piece has both. */
static bool fits(as_view *view, const as_text_edit *word)
{
    char message[AS_STATUS_MAX];
    int n = 0, most = (AS_MAX_TARGET - view->step.t) / 2;
    for (size_t k = 0; k < word->len && n <= most; k++)
        n += ((unsigned char)word->text[k] & 0xc0) != 0x80;
    if (n <= most)
        return true;
    snprintf(message, sizeof message, as_str(view->language, AS_STR_WORD_TOO_LONG), most);
    as_view_say(view, message, true);
    return false;
}

void as_view_branch_word(as_view *view)
{
    const as_text_edit *word = &view->word.edit;
    if (!can_branch(view) || as_text_is_blank(word->text, word->len) || !fits(view, word))
        return;
    size_t skip;
    as_joint joint =
        as_branch_joint(&view->translation->target, view->step.t, word->text, word->len, &skip);
    branch(view,
           (as_branch_choice){
               .id = -1, .word = word->text + skip, .word_len = word->len - skip, .joint = joint});
    as_error err = {0};
    if (!as_text_edit_set(&view->word.edit, "", 0, &err))
        as_view_complain(view, &err);
    as_view_layout_changed(view);
}

/* ---- the keyboard ---- */

bool as_view_is_branching(const as_view *view)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    return control == AS_CONTROL_CANDIDATES || control == AS_CONTROL_WORD;
}

void as_view_focus_candidates(as_view *view)
{
    if (!view->translation)
        return;
    as_view_show_tab(view, AS_TAB_STEP);
    if (as_view_is_staged(view)) /* no word before its stage */
        as_view_go_to_place(view, as_view_place_of(view, view->step.t, AS_STAGE_WORD));
    as_view_settle(view);
    view->candidate = 0;
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_CANDIDATES);
}

static bool list_key(as_view *view, as_key key)
{
    int last = view->plan.n_candidates - 1, to = view->candidate;
    switch (key) {
    case AS_KEY_UP:
        to--;
        break;
    case AS_KEY_DOWN:
        to++;
        break;
    case AS_KEY_HOME:
        to = 0;
        break;
    case AS_KEY_END:
        to = last;
        break;
    case AS_KEY_ENTER:
        as_view_branch_at(view, view->candidate);
        return true;
    case AS_KEY_LEFT: /* the step before, the step after: the list is theirs then */
    case AS_KEY_RIGHT:
        as_view_go_by_steps(view, key == AS_KEY_LEFT ? -1 : 1);
        return true;
    default:
        return false;
    }
    view->candidate = to < 0 ? 0 : to > last ? last : to;
    view->dirty = true;
    return true;
}

static bool word_key(as_view *view, as_key key, unsigned mods)
{
    as_error err = {0};
    if (view->word.edit.composition)
        return true; /* the input method has the keys */
    if (key == AS_KEY_ENTER) {
        as_view_branch_word(view);
    } else if (key == AS_KEY_ESCAPE && view->word.edit.len > 0) {
        if (!as_text_edit_set(&view->word.edit, "", 0, &err))
            as_view_complain(view, &err);
        as_view_layout_changed(view);
    } else if (key == AS_KEY_ESCAPE || key == AS_KEY_UP) {
        as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_CANDIDATES);
    } else {
        as_view_edit_key(view, key, mods);
    }
    return true;
}

bool as_view_branch_key(as_view *view, as_key key, unsigned mods)
{
    if (!as_view_is_branching(view))
        return false;
    bool in_word = (int)view->focus == (int)AS_FOCUS_CONTROL + AS_CONTROL_WORD;
    return in_word ? word_key(view, key, mods) : list_key(view, key);
}
