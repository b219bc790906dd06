/* What the tooltip says of the matrix as it is read. */
#include <math.h>
#include <stdio.h>

#include "view/format.h"
#include "view/tooltip.h"

static bool is_whole(const as_unit_label *unit)
{
    return unit->past - unit->first == 1;
}

static void add_chance(as_tooltip *tip, const char *label, float logp)
{
    char number[AS_FORMAT_MAX], cut[80], name[AS_TOOLTIP_TEXT];
    snprintf(name, sizeof name, "P(%s)", as_format_cut(cut, sizeof cut, label));
    as_tooltip_add(tip, name, as_format_share(number, exp((double)logp), 4));
}

static void add_value(as_tooltip *tip, const as_matrix *m, as_cell place, as_language language)
{
    char number[AS_FORMAT_MAX], name[AS_TOOLTIP_TEXT];
    as_format_share(number, (double)as_matrix_value(m, place.t, place.i), 4);
    snprintf(name, sizeof name, "%s α", as_str(language, AS_STR_ATTENTION));
    as_tooltip_add(tip, m->reading.by_source ? as_str(language, AS_STR_SHARE) : name, number);
}

/* What is not as usual about a word: the model does not know it, a person put it there. */
static void add_known(as_tooltip *tip, const as_unit_label *unit, as_language language)
{
    if (!unit->known)
        as_tooltip_add(tip, unit->label, as_str(language, AS_STR_UNKNOWN));
    if (unit->chosen)
        as_tooltip_add(tip, as_str(language, AS_STR_FORCED), as_str(language, AS_STR_FORCED_NOTE));
}

void as_tooltip_place_of(as_tooltip *tip, const as_result *result, const as_matrix *m,
                         as_cell place, as_language language)
{
    as_cell first = as_matrix_tokens(m, place);
    const as_axis *to = as_matrix_target(m), *from = as_matrix_source(m);
    int t = as_axis_place(to, first.t), i = as_axis_place(from, first.i);
    const as_unit_label *target = &to->units[t], *source = &from->units[i];
    if (is_whole(target) && is_whole(source)) {
        as_tooltip_cell(tip, result, first, language);
        if (m->reading.by_source && !m->no_attention)
            add_value(tip, m, place, language);
        return;
    }
    char a[AS_TOOLTIP_TEXT - 4], b[AS_TOOLTIP_TEXT - 4], value[AS_TOOLTIP_TEXT];
    tip->n = 0;
    snprintf(tip->title, sizeof tip->title, "%s ← %s", as_format_cut(a, sizeof a, target->label),
             as_format_cut(b, sizeof b, source->label));
    if (m->no_attention)
        as_tooltip_add(tip, as_str(language, AS_STR_ATTENTION),
                       as_str(language, AS_STR_ATTENTION_NONE));
    else
        add_value(tip, m, place, language);
    snprintf(value, sizeof value, as_str(language, AS_STR_PIECES_COUNT),
             target->past - target->first, source->past - source->first);
    as_tooltip_add(tip, as_str(language, AS_STR_PIECES_JOINED), value);
    add_chance(tip, target->label, m->logp[t]);
    add_known(tip, source, language);
    add_known(tip, target, language);
}

void as_tooltip_unit(as_tooltip *tip, const as_result *result, const as_matrix *m, as_cell tokens,
                     as_language language)
{
    bool of_source = tokens.i >= 0;
    const as_axis *axis = of_source ? as_matrix_source(m) : as_matrix_target(m);
    int k = as_axis_place(axis, of_source ? tokens.i : tokens.t);
    if (k < 0 || is_whole(&axis->units[k])) {
        as_tooltip_label(tip, result, tokens, language);
        return;
    }
    const as_unit_label *unit = &axis->units[k];
    char number[AS_FORMAT_MAX], value[AS_TOOLTIP_TEXT];
    tip->n = 0;
    as_format_cut(tip->title, sizeof tip->title, unit->label);
    snprintf(value, sizeof value, "%s %d–%d", of_source ? "i =" : "t =", unit->first + 1,
             unit->past);
    as_tooltip_add(tip, as_str(language, of_source ? AS_STR_SOURCE_WORD : AS_STR_TARGET_WORD),
                   value);
    if (!of_source)
        add_chance(tip, unit->label, m->logp[k]);
    else if (!m->no_attention)
        as_tooltip_add(tip, as_str(language, AS_STR_COVERAGE),
                       as_format_fixed(number, (double)m->coverage[k], 3));
    add_known(tip, unit, language);
}

void as_tooltip_sum(as_tooltip *tip, const as_matrix *m, const as_selection *selection,
                    as_cell tokens, as_language language)
{
    bool source = tokens.i >= 0;
    const as_axis *axis = source ? as_matrix_source(m) : as_matrix_target(m);
    int unit = as_axis_place(axis, source ? tokens.i : tokens.t);
    int n = as_selection_count(selection, source ? as_matrix_target(m) : as_matrix_source(m));
    if (unit < 0 || n == 0 || m->no_attention)
        return;
    char number[AS_FORMAT_MAX], name[AS_TOOLTIP_TEXT];
    snprintf(name, sizeof name, as_str(language, AS_STR_SUM_OF_CHOSEN), n);
    as_tooltip_add(tip, name,
                   as_format_share(number, as_selection_sum(selection, m, source, unit), 4));
}
