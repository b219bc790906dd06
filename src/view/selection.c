#include "view/selection.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

bool as_selection_init(as_selection *s, int T, int S, as_error *err)
{
    *s = (as_selection){.T = T, .S = S};
    s->target = as_alloc((size_t)T + (size_t)S, 1);
    if (!s->target)
        return as_fail_memory(err, "the selection");
    s->source = s->target + T;
    return true;
}

void as_selection_finish(as_selection *s)
{
    free(s->target);
    *s = (as_selection){0};
}

void as_selection_clear(as_selection *s)
{
    if (s->target)
        memset(s->target, 0, (size_t)s->T + (size_t)s->S);
    s->n_target = s->n_source = 0;
}

void as_selection_set(as_selection *s, bool source, int first, int past, bool chosen)
{
    unsigned char *on = source ? s->source : s->target;
    int *n = source ? &s->n_source : &s->n_target;
    for (int k = first; k < past; k++) {
        *n += (int)chosen - (int)on[k];
        on[k] = chosen;
    }
}

bool as_selection_has(const as_selection *s, bool source, int token)
{
    return s->target && (source ? s->source : s->target)[token];
}

bool as_selection_any(const as_selection *s)
{
    return s->n_target > 0 || s->n_source > 0;
}

as_span as_selection_span(const as_selection *s, bool source)
{
    as_span span = {0, 0};
    int n = source ? s->S : s->T;
    for (int k = 0; k < n; k++) {
        if (!as_selection_has(s, source, k))
            continue;
        if (span.past == 0)
            span.from = k;
        span.past = k + 1;
    }
    return span;
}

bool as_selection_has_unit(const as_selection *s, const as_axis *axis, int unit)
{
    for (int k = axis->units[unit].first; k < axis->units[unit].past; k++)
        if (as_selection_has(s, axis->source, k))
            return true;
    return false;
}

int as_selection_count(const as_selection *s, const as_axis *axis)
{
    int n = 0;
    for (int unit = 0; unit < axis->n; unit++)
        n += as_selection_has_unit(s, axis, unit);
    return n;
}

double as_selection_sum(const as_selection *s, const as_matrix *m, bool source, int unit)
{
    const as_axis *other = source ? as_matrix_target(m) : as_matrix_source(m);
    bool in_rows = source == m->reading.transposed; /* is `unit` a row? */
    double sum = 0;
    for (int k = 0; k < other->n; k++)
        if (as_selection_has_unit(s, other, k))
            sum += (double)(in_rows ? as_matrix_value(m, unit, k) : as_matrix_value(m, k, unit));
    return sum;
}
