/* Choosing several rows or columns, and showing a part of the sentences alone. */
#include <string.h>

#include "view/view_private.h"

/* The unit of the matrix that a token is in, as a span of tokens. */
static as_span unit_of(const as_view *view, bool source, int token)
{
    const as_matrix *m = &view->pane.matrix;
    const as_axis *axis = source ? as_matrix_source(m) : as_matrix_target(m);
    int unit = as_axis_place(axis, token);
    return unit < 0 ? (as_span){token, token + 1}
                    : (as_span){axis->units[unit].first, axis->units[unit].past};
}

void as_view_choose(as_view *view, bool source, int token, bool through)
{
    as_selection *s = &view->selection;
    int *anchor = &view->anchor[source];
    as_span unit = unit_of(view, source, token);
    if (through && as_selection_span(s, source).past > 0) {
        as_span start = unit_of(view, source, *anchor);
        as_selection_set(s, source, 0, source ? s->S : s->T, false);
        as_selection_set(s, source, start.from < unit.from ? start.from : unit.from,
                         start.past > unit.past ? start.past : unit.past, true);
    } else {
        as_selection_set(s, source, unit.from, unit.past, !as_selection_has(s, source, token));
        *anchor = token;
    }
    as_view_changed(view);
}

bool as_view_extend(as_view *view, as_key key)
{
    bool down = key == AS_KEY_UP || key == AS_KEY_DOWN;
    if (!down && key != AS_KEY_LEFT && key != AS_KEY_RIGHT)
        return false;
    bool source = down == view->reading.transposed;
    if (as_selection_span(&view->selection, source).past == 0 && view->step.t >= 0)
        as_view_choose(view, source, source ? view->step.i : view->step.t, false);
    as_view_walk(view, key, 0);
    as_view_choose(view, source, source ? view->step.i : view->step.t, true);
    return true;
}

void as_view_choose_nothing(as_view *view)
{
    as_selection_clear(&view->selection);
    as_view_changed(view);
}

/* ---- a part alone ---- */

enum { SPAN_SHIFT = 15, SPAN_MASK = (1 << SPAN_SHIFT) - 1 };
_Static_assert((int)AS_MAX_TARGET <= (int)SPAN_MASK, "a span fits into an int");
_Static_assert((int)AS_MAX_SOURCE <= (int)SPAN_MASK, "and one of the source");

int as_view_pack_span(as_span span)
{
    return span.from | span.past << SPAN_SHIFT;
}

as_span as_view_unpack_span(int packed)
{
    return (as_span){packed & SPAN_MASK, packed >> SPAN_SHIFT};
}

/* The source's tokens that hold the text selected in the field; a zeroed span: none do, or the
 * field has another text by now. */
static as_span selected_in_field(const as_view *view)
{
    const as_sentence *source = &view->translation->source;
    const as_text_edit *e = &view->field.edit;
    as_span span = {0, 0};
    size_t from, to;
    as_text_edit_selection(e, &from, &to);
    if (from == to || source->text_len != e->len || memcmp(source->text, e->text, e->len) != 0)
        return span;
    for (int k = 0; k < source->n; k++) {
        const as_token *token = &source->tokens[k];
        if (token->special || token->start + token->len <= from || token->start >= to)
            continue;
        if (span.past == 0)
            span.from = k;
        span.past = k + 1;
    }
    return span;
}

void as_view_only_chosen(as_view *view)
{
    if (!view->translation)
        return;
    as_span source = as_selection_span(&view->selection, true);
    as_span target = as_selection_span(&view->selection, false);
    if (!as_selection_any(&view->selection))
        source = selected_in_field(view);
    if (source.past == 0 && target.past == 0) {
        as_view_whole(view);
        return;
    }
    as_undo_clock_hold(&view->clock);
    if (source.past > 0)
        as_view_do(view, AS_DO_SOURCE_PART, as_view_pack_span(source));
    if (target.past > 0)
        as_view_do(view, AS_DO_TARGET_PART, as_view_pack_span(target));
    as_undo_clock_go(&view->clock);
}
