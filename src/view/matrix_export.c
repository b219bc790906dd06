#include "view/matrix_export.h"

#include "core/export.h"

static const char *label_of(const void *axis, int k)
{
    return ((const as_axis *)axis)->units[k].label;
}

void as_matrix_export_tsv(as_buffer *out, const as_matrix *m)
{
    as_export_table(out, m->value, (as_labels){&m->rows, m->rows.n, label_of},
                    (as_labels){&m->columns, m->columns.n, label_of});
}

void as_matrix_export_npy(as_buffer *out, const as_matrix *m)
{
    as_export_array(out, m->value, m->rows.n, m->columns.n);
}

/* ---- JSON ---- */

static void put_bool(as_buffer *out, const char *key, bool x)
{
    as_buffer_format(out, "\"%s\":%s,", key, x ? "true" : "false");
}

static void put_axis(as_buffer *out, const char *key, const as_axis *axis)
{
    as_buffer_format(out, "\"%ss\":[", key);
    for (int k = 0; k < axis->n; k++) {
        as_buffer_text(out, k ? "," : "");
        as_buffer_json_string(out, axis->units[k].label);
    }
    as_buffer_format(out, "],\"%s_tokens\":[", key);
    for (int k = 0; k < axis->n; k++)
        as_buffer_format(out, "%s[%d,%d]", k ? "," : "", axis->units[k].first, axis->units[k].past);
    as_buffer_text(out, "],");
}

static void put_values(as_buffer *out, const as_matrix *m)
{
    as_buffer_text(out, "\"values\":");
    if (m->no_attention) {
        as_buffer_text(out, "null");
        return;
    }
    for (int r = 0; r < m->rows.n; r++) {
        as_buffer_text(out, r ? ",[" : "[[");
        for (int c = 0; c < m->columns.n; c++) {
            as_buffer_text(out, c ? "," : "");
            as_buffer_float(out, as_matrix_value(m, r, c));
        }
        as_buffer_text(out, "]");
    }
    as_buffer_text(out, "]");
}

static void put_selected(as_buffer *out, const as_selection *selection, bool source)
{
    int n = source ? selection->S : selection->T;
    const char *comma = "";
    as_buffer_format(out, ",\"selected_%s\":[", source ? "source" : "target");
    for (int k = 0; k < n; k++) {
        if (!as_selection_has(selection, source, k))
            continue;
        as_buffer_format(out, "%s%d", comma, k);
        comma = ",";
    }
    as_buffer_text(out, "]");
}

static void put_sums(as_buffer *out, const as_matrix *m, const as_selection *selection, bool source)
{
    const as_axis *axis = source ? as_matrix_source(m) : as_matrix_target(m);
    as_buffer_format(out, ",\"sums_by_%s\":[", source ? "source" : "target");
    for (int k = 0; k < axis->n; k++) {
        as_buffer_text(out, k ? "," : "");
        as_buffer_double(out, as_selection_sum(selection, m, source, k));
    }
    as_buffer_text(out, "]");
}

void as_matrix_export_json(as_buffer *out, const as_matrix *m, const as_selection *selection)
{
    as_buffer_text(out, "{");
    put_bool(out, "words", m->reading.words);
    put_bool(out, "transposed", m->reading.transposed);
    put_bool(out, "by_source", m->reading.by_source);
    put_axis(out, "row", &m->rows);
    put_axis(out, "column", &m->columns);
    put_values(out, m);
    if (selection && as_selection_any(selection)) {
        put_selected(out, selection, false);
        put_selected(out, selection, true);
        if (!m->no_attention) {
            put_sums(out, m, selection, true);
            put_sums(out, m, selection, false);
        }
    }
    as_buffer_text(out, "}");
}
