/* The matrix as it is read, as data: what the screen shows, for other programs. */
#ifndef AS_VIEW_MATRIX_EXPORT_H
#define AS_VIEW_MATRIX_EXPORT_H

#include "core/buffer.h"
#include "view/selection.h"

/* A table: the columns' labels, then each row's label and values; see as_export_table. */
void as_matrix_export_tsv(as_buffer *out, const as_matrix *matrix);
/* NumPy's .npy: float32 [rows, columns]. */
void as_matrix_export_npy(as_buffer *out, const as_matrix *matrix);
/* One JSON object:
 *   {"words":…,"transposed":…,"by_source":…,"rows":[label …],"columns":[label …],
 *    "row_tokens":[[from,past] …],"column_tokens":[…],"values":[[…]…],
 *    "selected_target":[token …],"selected_source":[…],
 *    "sums_by_source":[…],"sums_by_target":[…]}
 * tokens 0-based; values null without attention. The last four only where something is selected:
 * the sum over the selected target units of each source unit, and the other way round; selection
 * may be NULL. */
void as_matrix_export_json(as_buffer *out, const as_matrix *matrix, const as_selection *selection);

#endif
