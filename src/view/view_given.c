/* A target of the person's own: the translation is edited like the source, and what was typed is
 * aligned instead. */
#include <math.h>
#include <string.h>

#include "view/blank.h"
#include "view/strips.h"
#include "view/view_private.h"

bool as_view_has_given(const as_view *view)
{
    const as_text_edit *e = &view->given.edit;
    return !e->suggested && !as_text_is_blank(e->text, e->len);
}

bool as_view_is_editing_target(const as_view *view)
{
    return view->focus == AS_FOCUS_TARGET;
}

static void suggest(as_view *view)
{
    const as_sentence *target = &view->translation->target;
    as_error err = {0};
    if (!as_text_edit_suggest(&view->given.edit, target->text, target->text_len, &err))
        as_view_complain(view, &err);
    as_view_layout_changed(view);
}

/* The model's translation is there to be changed. */
void as_view_enter_target(as_view *view)
{
    if (as_view_is_editing_target(view) && view->translation && view->given.edit.len == 0)
        suggest(view);
}

void as_view_leave_target(as_view *view)
{
    if (as_view_is_editing_target(view))
        as_text_edit_withdraw(&view->given.edit);
}

void as_view_suggest(as_view *view)
{
    if (view->given.edit.suggested)
        suggest(view);
}

void as_view_drop_given(as_view *view)
{
    as_text_edit *e = &view->given.edit;
    as_error err = {0};
    if (!as_view_has_given(view))
        return;
    as_text_edit_select_all(e);
    if (as_text_edit_erase_selection(e, &err))
        as_view_forget_undone(view, e);
    else
        as_view_complain(view, &err);
    as_view_text_changed(view);
}

void as_view_target_key(as_view *view, as_key key, unsigned mods)
{
    if (view->given.edit.composition)
        return; /* the input method has the keys */
    if (key == AS_KEY_ENTER || (key == AS_KEY_DOWN && !mods)) {
        as_view_set_focus(view, AS_FOCUS_MAP);
    } else if (key == AS_KEY_UP && !mods) {
        as_view_set_focus(view, AS_FOCUS_FIELD);
    } else if (key == AS_KEY_ESCAPE) {
        if (as_view_is_led(view))
            as_view_go_own(view);
        as_view_set_focus(view, AS_FOCUS_FIELD);
    } else {
        as_view_edit_key(view, key, mods);
    }
}

/* ---- looks ---- */

as_box as_view_target_frame(const as_view *view)
{
    as_box box = view->layout.target;
    float z = view->theme.zoom, edge = 6 * z;
    if (!as_view_is_editing_target(view))
        return (as_box){box.x, box.y, 0, 0};
    return (as_box){box.x - edge, box.y - 2 * z, fmaxf(box.w + edge, 0),
                    as_target_line_height(&view->theme) + 2 * z};
}

/* Goes along the text in the field and the text of the translation shown as far as they are the
 * same, but for spaces that the latter has not. */
typedef struct walk {
    size_t edit, target; /* offsets */
} walk;

static bool walk_to(const as_view *view, walk *w, size_t target)
{
    const as_text_edit *e = &view->given.edit;
    const as_sentence *s = &view->translation->target;
    while (w->target < target) {
        bool spare = w->target == 0 || s->text[w->target - 1] == ' ';
        if (w->edit < e->len && e->text[w->edit] == s->text[w->target])
            w->target++;
        else if (w->edit >= e->len || e->text[w->edit] != ' ' || !spare)
            return false;
        w->edit++;
    }
    while (w->edit < e->len && e->text[w->edit] == ' ' &&
           (w->target == 0 || s->text[w->target - 1] == ' '))
        w->edit++;
    return true;
}

/* P of each piece, as under the words of a translation; of those that are as they were while the
 * rest is on its way. */
static void draw_probabilities(const as_view *view, as_draw_list *list, as_box inner)
{
    const as_translation *tr = view->translation;
    float z = view->theme.zoom, under = 3 * z;
    walk w = {0, 0};
    for (int t = 0; t < tr->target.n; t++) {
        const as_token *token = &tr->target.tokens[t];
        if (token->len == 0 || as_token_is_space(token))
            continue;
        if (!walk_to(view, &w, token->start))
            return;
        size_t from = w.edit;
        if (!walk_to(view, &w, token->start + token->len))
            return;
        as_box b = as_field_span(&view->given, view->tm, from, w.edit);
        as_draw_rect(list,
                     (as_box){b.x, inner.y + inner.h - under - 2 * z, fmaxf(b.w - z, z), under}, 0,
                     as_probability_colour(expf(tr->logp[t]), &view->theme));
    }
}

void as_view_draw_given(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    as_box frame = as_view_target_frame(view);
    as_draw_rect(list, frame, theme->radius, theme->surface);
    as_draw_outline(list, frame, theme->radius, 2, theme->accent);
    bool empty = view->given.edit.len == 0 && view->translation;
    as_field_draw(list, &view->given,
                  empty ? view->translation->target.text
                        : as_str(view->language, AS_STR_TARGET_HINT),
                  theme, view->tm);
    if (!view->translation || view->given.joined || empty)
        return;
    as_draw_clip(list, view->given.inner);
    draw_probabilities(view, list, view->given.inner);
    as_draw_clip_none(list);
}
