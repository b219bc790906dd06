/* Two matrices side by side: their difference, and which of their units answer to each other. */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "view/matrix.h"

static bool same_labels(const as_axis *a, const as_axis *b)
{
    bool same = a->n == b->n && a->source == b->source;
    for (int k = 0; same && k < a->n; k++)
        same = strcmp(a->units[k].label, b->units[k].label) == 0;
    return same;
}

bool as_matrix_same_labels(const as_matrix *a, const as_matrix *b)
{
    return same_labels(&a->rows, &b->rows) && same_labels(&a->columns, &b->columns);
}

bool as_matrix_difference(as_matrix *m, const as_translation *translation, const as_matrix *a,
                          const as_matrix *b, as_error *err)
{
    if (!as_matrix_init(m, translation, &a->reading, err))
        return false;
    size_t n = (size_t)m->rows.n * (size_t)m->columns.n;
    float most = 0;
    m->difference = true;
    m->no_attention = a->no_attention || b->no_attention;
    for (size_t k = 0; k < n; k++) {
        m->value[k] = a->value[k] - b->value[k];
        most = fmaxf(most, fabsf(m->value[k]));
    }
    int units = (m->reading.by_source ? as_matrix_source(m) : as_matrix_target(m))->n;
    for (int k = 0; k < units; k++)
        m->most[k] = most;
    return true;
}

/* ---- what answers to what ---- */

/* Where a unit stands in its text, from the space that belongs to it; that before the first word is
 * at -1. */
static void characters_of(const as_axis *axis, int unit, long *from, long *past)
{
    const as_token *first = &axis->sentence->tokens[axis->units[unit].first];
    const as_token *last = &axis->sentence->tokens[axis->units[unit].past - 1];
    bool has_space = as_space_mark_len(first->piece, strlen(first->piece)) > 0;
    bool is_space = as_token_is_space(first) && first->len > 0;
    *from = (long)first->start - (has_space && !is_space);
    *past = (long)(last->start + last->len);
}

static bool shares_characters(const as_axis *a, int x, const as_axis *b, int y)
{
    long a_from, a_past, b_from, b_past;
    if (a->units[x].special != b->units[y].special)
        return false;
    characters_of(a, x, &a_from, &a_past);
    characters_of(b, y, &b_from, &b_past);
    if (a->units[x].special)
        return a_past == b_past; /* </s> has no characters: it is after the last one */
    return a_from < b_past && b_from < a_past;
}

as_units as_axis_linked(const as_axis *from, int unit, const as_axis *to)
{
    as_units linked = {0, 0};
    if (unit < 0)
        return linked;
    if (!as_sentence_same_text(from->sentence, to->sentence))
        return unit < to->n ? (as_units){unit, unit + 1} : linked;
    for (int k = 0; k < to->n; k++) {
        if (!shares_characters(from, unit, to, k))
            continue;
        if (!as_units_any(linked))
            linked.first = k;
        linked.past = k + 1;
    }
    return linked;
}

/* ---- blocks ---- */

bool as_units_any(as_units units)
{
    return units.past > units.first;
}

static as_units one_unit(int k)
{
    return k < 0 ? (as_units){0, 0} : (as_units){k, k + 1};
}

as_block as_block_of(as_cell place)
{
    return (as_block){one_unit(place.t), one_unit(place.i)};
}

as_cell as_block_first(as_block block)
{
    return (as_cell){as_units_any(block.rows) ? block.rows.first : -1,
                     as_units_any(block.columns) ? block.columns.first : -1};
}

float as_matrix_block_value(const as_matrix *m, as_block block)
{
    double sum = 0;
    for (int row = block.rows.first; row < block.rows.past; row++)
        for (int column = block.columns.first; column < block.columns.past; column++)
            sum += (double)as_matrix_value(m, row, column);
    as_units averaged = m->reading.transposed == m->reading.by_source ? block.rows : block.columns;
    return (float)(sum / (averaged.past - averaged.first));
}
