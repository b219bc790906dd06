#include "view/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/export.h"
#include "core/memory.h"
#include "core/text.h"
#include "core/text_join.h"

/* How the tokens of a sentence fall into units. */
typedef struct grouping {
    int n;
    int *unit; /* [tokens] */
} grouping;

/* Both sides of a translation, and alpha by units. */
typedef struct joined {
    grouping source, target;
    float *alpha; /* [target.n x source.n] */
} joined;

static void finish_joined(joined *j)
{
    free(j->source.unit);
    free(j->target.unit);
    free(j->alpha);
}

static bool group(grouping *g, const as_sentence *sentence, bool words)
{
    size_t n = (size_t)sentence->n;
    g->unit = as_alloc(2 * n, sizeof *g->unit); /* the second half is the words' numbers */
    if (!g->unit)
        return false;
    g->n = words ? as_number_words(sentence, g->unit, g->unit + n) : sentence->n;
    for (int k = 0; !words && k < sentence->n; k++)
        g->unit[k] = k;
    return true;
}

/* alpha_{t,i} / sum_t alpha_{t,i}; a source unit that nothing looks at stays 0. */
static void share_by_source(float *alpha, int T, int S)
{
    for (int i = 0; i < S; i++) {
        double sum = 0;
        for (int t = 0; t < T; t++)
            sum += (double)alpha[(size_t)t * (size_t)S + (size_t)i];
        for (int t = 0; t < T && sum > 0; t++) {
            float *a = &alpha[(size_t)t * (size_t)S + (size_t)i];
            *a = (float)((double)*a / sum);
        }
    }
}

static bool join(joined *j, const as_translation *tr, const as_reading *reading)
{
    int T = tr->target.n, S = tr->source.n;
    if (!group(&j->target, &tr->target, reading->words) ||
        !group(&j->source, &tr->source, reading->words))
        return false;
    j->alpha = as_alloc((size_t)j->target.n, (size_t)j->source.n * sizeof *j->alpha);
    if (!j->alpha)
        return false;
    if (reading->words)
        as_words_from_pieces(j->alpha, j->target.n, j->source.n, tr->alpha, T, S, j->target.unit,
                             j->source.unit);
    else
        memcpy(j->alpha, tr->alpha, (size_t)T * (size_t)S * sizeof *j->alpha);
    if (reading->by_source)
        share_by_source(j->alpha, j->target.n, j->source.n);
    return true;
}

/* ---- axes ---- */

/* The pieces in a row, without lone spaces unless there is nothing else. Returns the end of what
 * was written, after its NUL. */
static char *write_label(char *out, const as_sentence *sentence, as_unit_label *unit)
{
    char *start = out;
    for (int k = unit->first; k < unit->past; k++) {
        const as_token *token = &sentence->tokens[k];
        if (as_token_is_space(token))
            continue;
        size_t len = strlen(token->surface);
        memcpy(out, token->surface, len);
        out += len;
    }
    *out = '\0';
    unit->label = out > start ? start : as_token_label(&sentence->tokens[unit->first]);
    return out + 1;
}

static bool label_words(as_axis *axis)
{
    size_t size = 0;
    for (int u = 0; u < axis->n; u++) {
        size++;
        for (int k = axis->units[u].first; k < axis->units[u].past; k++) {
            const char *surface = axis->sentence->tokens[k].surface;
            size += surface ? strlen(surface) : 0;
        }
    }
    char *out = axis->text = as_alloc(size, 1);
    for (int u = 0; out && u < axis->n; u++)
        out = write_label(out, axis->sentence, &axis->units[u]);
    return axis->text != NULL;
}

static bool is_character(const char *label, size_t len)
{
    return len > 0 && as_text_next_cluster(label, len, 0) == len;
}

/* Begins and ends with what is written without spaces. */
static bool is_of_ideographs(const char *label, size_t len)
{
    return len > 0 && !as_text_space_between("a", 1, label, len) &&
           !as_text_space_between(label, len, "a", 1);
}

static void find_script(as_axis *axis)
{
    int n = 0, n_characters = 0, n_ideographs = 0;
    for (int u = 0; u < axis->n; u++) {
        const char *label = axis->units[u].label;
        size_t len = strlen(label);
        if (axis->units[u].special)
            continue;
        bool character = is_character(label, len);
        n++;
        n_characters += character;
        n_ideographs += character || is_of_ideographs(label, len);
    }
    axis->characters = n > 0 && n_characters == n;
    axis->ideographs = n > 0 && n_ideographs == n;
}

/* The units that hold a token of the span. */
static bool make_axis(as_axis *axis, const as_sentence *sentence, const grouping *g, as_span span,
                      bool words)
{
    span = as_span_within(span, sentence->n);
    int before = g->unit[span.from], past = g->unit[span.past - 1] + 1;
    axis->sentence = sentence;
    axis->n = past - before;
    axis->units = as_alloc((size_t)axis->n, sizeof *axis->units);
    if (!axis->units)
        return false;
    for (int k = 0; k < sentence->n; k++) {
        const as_token *token = &sentence->tokens[k];
        if (g->unit[k] < before || g->unit[k] >= past)
            continue;
        as_unit_label *unit = &axis->units[g->unit[k] - before];
        if (unit->past == 0)
            *unit = (as_unit_label){.first = k, .known = true, .label = as_token_label(token)};
        unit->past = k + 1;
        unit->known = unit->known && token->known;
        unit->special = token->special;
    }
    if (words && !label_words(axis))
        return false;
    find_script(axis);
    return true;
}

static void finish_axis(as_axis *axis)
{
    free(axis->units);
    free(axis->text);
}

/* ---- values ---- */

static void measure_units(as_matrix *m, const as_translation *tr)
{
    const as_axis *source = as_matrix_source(m), *target = as_matrix_target(m);
    for (int u = 0; u < source->n; u++)
        for (int i = source->units[u].first; i < source->units[u].past; i++)
            for (int t = 0; t < tr->target.n; t++)
                m->coverage[u] += tr->alpha[(size_t)t * (size_t)tr->source.n + (size_t)i];
    for (int u = 0; u < target->n; u++)
        for (int t = target->units[u].first; t < target->units[u].past; t++)
            m->logp[u] += tr->logp[t];
}

static float largest(const float *x, int n, int stride)
{
    float most = 0;
    for (int k = 0; k < n; k++)
        most = fmaxf(most, x[(size_t)k * (size_t)stride]);
    return most;
}

static void take_values(as_matrix *m, const joined *j)
{
    const as_axis *source = as_matrix_source(m), *target = as_matrix_target(m);
    int t0 = j->target.unit[target->units[0].first], i0 = j->source.unit[source->units[0].first];
    size_t S = (size_t)j->source.n, n_columns = (size_t)m->columns.n;
    for (int t = 0; t < target->n; t++) {
        for (int i = 0; i < source->n; i++) {
            size_t row = (size_t)(m->reading.transposed ? i : t);
            size_t column = (size_t)(m->reading.transposed ? t : i);
            m->value[row * n_columns + column] = j->alpha[(size_t)(t0 + t) * S + (size_t)(i0 + i)];
        }
    }
    if (m->reading.by_source)
        for (int i = 0; i < source->n; i++)
            m->most[i] = largest(j->alpha + i0 + i, j->target.n, j->source.n);
    else
        for (int t = 0; t < target->n; t++)
            m->most[t] = largest(j->alpha + (size_t)(t0 + t) * S, j->source.n, 1);
}

bool as_matrix_init(as_matrix *m, const as_translation *tr, const as_reading *reading,
                    as_error *err)
{
    if (tr->target.n < 1 || tr->source.n < 1)
        return as_fail(err, AS_ERR_ARGUMENT, "a translation of %d x %d tokens has no cells",
                       tr->target.n, tr->source.n);
    joined j = {0};
    *m = (as_matrix){
        .reading = *reading, .no_attention = tr->no_attention, .temperature = tr->temperature};
    as_axis *source = reading->transposed ? &m->rows : &m->columns;
    as_axis *target = reading->transposed ? &m->columns : &m->rows;
    source->source = true;
    bool ok = join(&j, tr, reading) &&
              make_axis(target, &tr->target, &j.target, reading->target, reading->words) &&
              make_axis(source, &tr->source, &j.source, reading->source, reading->words);
    if (ok) {
        m->value = as_alloc((size_t)m->rows.n, (size_t)m->columns.n * sizeof *m->value);
        m->most = as_alloc((size_t)(reading->by_source ? source->n : target->n), sizeof *m->most);
        m->coverage = as_alloc((size_t)source->n, sizeof *m->coverage);
        m->logp = as_alloc((size_t)target->n, sizeof *m->logp);
        ok = m->value && m->most && m->coverage && m->logp;
    }
    if (ok) {
        take_values(m, &j);
        measure_units(m, tr);
    } else {
        as_matrix_finish(m);
        as_fail_memory(err, "the matrix");
    }
    finish_joined(&j);
    return ok;
}

void as_matrix_finish(as_matrix *m)
{
    finish_axis(&m->rows);
    finish_axis(&m->columns);
    free(m->value);
    free(m->most);
    free(m->coverage);
    free(m->logp);
    *m = (as_matrix){0};
}

void as_matrix_mark(as_matrix *m, const bool *chosen)
{
    const as_axis *target = as_matrix_target(m);
    for (int u = 0; chosen && u < target->n; u++) {
        as_unit_label *unit = &target->units[u];
        for (int t = unit->first; t < unit->past; t++)
            unit->chosen = unit->chosen || chosen[t];
    }
}

const as_axis *as_matrix_source(const as_matrix *m)
{
    return m->reading.transposed ? &m->rows : &m->columns;
}

const as_axis *as_matrix_target(const as_matrix *m)
{
    return m->reading.transposed ? &m->columns : &m->rows;
}

float as_matrix_value(const as_matrix *m, int row, int column)
{
    return m->value[(size_t)row * (size_t)m->columns.n + (size_t)column];
}

float as_matrix_most(const as_matrix *m, int row, int column)
{
    return m->most[m->reading.transposed == m->reading.by_source ? row : column];
}

/* ---- places ---- */

int as_axis_place(const as_axis *axis, int token)
{
    int low = 0, high = axis->n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (token < axis->units[middle].first)
            high = middle - 1;
        else if (token >= axis->units[middle].past)
            low = middle + 1;
        else
            return middle;
    }
    return -1;
}

as_cell as_matrix_place(const as_matrix *m, as_cell tokens)
{
    int target = as_axis_place(as_matrix_target(m), tokens.t);
    int source = as_axis_place(as_matrix_source(m), tokens.i);
    return m->reading.transposed ? (as_cell){source, target} : (as_cell){target, source};
}

static int first_token(const as_axis *axis, int unit)
{
    return unit >= 0 ? axis->units[unit].first : -1;
}

as_cell as_matrix_tokens(const as_matrix *m, as_cell place)
{
    int row = first_token(&m->rows, place.t), column = first_token(&m->columns, place.i);
    return m->reading.transposed ? (as_cell){column, row} : (as_cell){row, column};
}
