#include "interop/layout.h"

#include "core/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names --------------------------------------------------------------------------------- */

/* The next name between '|' into out; *at moves on. False after the last. */
static bool next_name(const char **at, char out[AS_PRINTABLE])
{
    if (**at == '\0')
        return false;
    size_t len = strcspn(*at, "|");
    assert(len < AS_PRINTABLE);
    memcpy(out, *at, len);
    out[len] = '\0';
    *at += len + ((*at)[len] == '|');
    return true;
}

const as_array *as_layout_lookup(const as_arrays *arrays, const char *array)
{
    char name[AS_PRINTABLE];
    while (next_name(&array, name)) {
        const as_array *found = as_arrays_lookup(arrays, name);
        if (found)
            return found;
    }
    return NULL;
}

/* "W or Wemb" into out, for messages. */
static const char *names_text(char out[2 * AS_PRINTABLE], const char *array)
{
    char name[AS_PRINTABLE];
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; next_name(&array, name) && used < 2 * AS_PRINTABLE; k++)
        used += (size_t)snprintf(out + used, 2 * AS_PRINTABLE - used, "%s%s", k > 0 ? " or " : "",
                                 name);
    return out;
}

static bool matches(const char *pattern, const char *name)
{
    size_t len = strlen(pattern);
    if (len > 0 && pattern[len - 1] == '*')
        return strncmp(pattern, name, len - 1) == 0;
    return strcmp(pattern, name) == 0;
}

/* ---- Sizes --------------------------------------------------------------------------------- */

static int extent_size(const as_layout_sizes *s, as_extent extent)
{
    switch (extent) {
    case AS_X_0:
        return 0;
    case AS_X_1:
        return 1;
    case AS_X_SOURCE_E:
        return s->source_E;
    case AS_X_TARGET_E:
        return s->target_E;
    case AS_X_H:
        return s->H;
    case AS_X_2H:
        return 2 * s->H;
    case AS_X_3H:
        return 3 * s->H;
    case AS_X_D:
    case AS_X_READ_C:
        return s->D;
    case AS_X_2D:
        return 2 * s->D;
    case AS_X_3D:
        return 3 * s->D;
    case AS_X_A:
        return s->A;
    case AS_X_R:
        return s->R;
    case AS_X_VX:
        return s->Vx;
    case AS_X_VY:
        return s->Vy;
    case AS_X_BESIDE_Y:
        return s->source_E > s->target_E ? s->source_E : s->target_E;
    case AS_X_READ_Y:
        return s->D + 2 * s->H;
    }
    return 0;
}

bool as_layout_size(const as_arrays *arrays, const char *array, int *rows, int *cols, as_error *err)
{
    enum { MAX_SIZE = 1 << 20 };
    const as_array *found = as_layout_lookup(arrays, array);
    char names[2 * AS_PRINTABLE], shape[96];
    if (!found)
        return as_fail(err, AS_ERR_FORMAT, "array %s is missing", names_text(names, array));
    const size_t *size = found->shape;
    if (found->rank != 2 || size[0] < 1 || size[0] > MAX_SIZE || size[1] < 1 || size[1] > MAX_SIZE)
        return as_fail(err, AS_ERR_FORMAT, "array %s is %s, expected two sizes from 1 to %d",
                       found->name, as_array_shape_text(shape, found), MAX_SIZE);
    if (rows)
        *rows = (int)size[0];
    if (cols)
        *cols = (int)size[1];
    return true;
}

/* ---- Checks -------------------------------------------------------------------------------- */

/* Columns of all cuts together. */
static size_t row_cols(const as_layout *layout, const as_layout_row *row)
{
    size_t cols = 0;
    for (int k = 0; k < AS_LAYOUT_CUTS && row->cuts[k].param; k++)
        cols += (size_t)extent_size(&layout->sizes, row->cuts[k].cols);
    return cols;
}

static bool is_vector(const as_layout_row *row)
{
    return row->cuts[0].cols == AS_X_1;
}

/* The shape as the file is to have it; of a vector the simplest. */
static as_array expected_shape(const as_layout *layout, const as_layout_row *row)
{
    size_t rows = (size_t)extent_size(&layout->sizes, row->rows), cols = row_cols(layout, row);
    as_array shape = {.rank = is_vector(row) ? 1 : 2, .shape = {rows, cols}};
    if (row->transposed) {
        shape.shape[0] = cols;
        shape.shape[1] = rows;
    }
    return shape;
}

/* A vector may also be one row or one column. */
static bool has_shape(const as_array *found, const as_array *expected)
{
    const size_t *shape = found->shape, n = expected->shape[0];
    if (expected->rank == 1)
        return (found->rank == 1 && shape[0] == n) ||
               (found->rank == 2 &&
                ((shape[0] == 1 && shape[1] == n) || (shape[0] == n && shape[1] == 1)));
    return found->rank == 2 && shape[0] == n && shape[1] == expected->shape[1];
}

static bool applies(const as_layout *layout, const as_layout_row *row)
{
    return (row->when & layout->traits) == row->when;
}

/* Whether some row wants the array; as_layout_lookup: under the name that the file has it by. */
static bool is_wanted(const as_arrays *arrays, const as_layout *layout, const as_array *array)
{
    for (int k = 0; k < layout->n_rows; k++)
        if (applies(layout, &layout->rows[k]) &&
            as_layout_lookup(arrays, layout->rows[k].array) == array)
            return true;
    for (int k = 0; layout->ignored && layout->ignored[k]; k++)
        if (matches(layout->ignored[k], array->name))
            return true;
    return false;
}

bool as_layout_check(const as_arrays *arrays, const as_layout *layout, as_error *err)
{
    char names[2 * AS_PRINTABLE], is[96], should_be[96];
    for (int k = 0; k < layout->n_rows; k++) {
        const as_layout_row *row = &layout->rows[k];
        if (!applies(layout, row))
            continue;
        as_array expected = expected_shape(layout, row);
        const as_array *found = as_layout_lookup(arrays, row->array);
        if (!found)
            return as_fail(err, AS_ERR_FORMAT, "array %s is missing, expected %s",
                           names_text(names, row->array),
                           as_array_shape_text(should_be, &expected));
        if (!has_shape(found, &expected))
            return as_fail(err, AS_ERR_FORMAT, "array %s is %s, expected %s", found->name,
                           as_array_shape_text(is, found),
                           as_array_shape_text(should_be, &expected));
    }
    for (int k = 0; k < as_arrays_count(arrays); k++) {
        const as_array *array = as_arrays_at(arrays, k);
        if (!is_wanted(arrays, layout, array))
            return as_fail(err, AS_ERR_FORMAT, "array %s %s is not part of a model of this kind",
                           as_printable(names, AS_PRINTABLE, array->name),
                           as_array_shape_text(is, array));
    }
    return true;
}

/* ---- Numbers ------------------------------------------------------------------------------- */

/* What a cut is copied with: where the numbers are and which rows they have. */
typedef struct source {
    const float *numbers; /* element (row, col) is row * by_row + col * by_col */
    size_t by_row, by_col;
    const int *words; /* of the model's rows, where they are words; else NULL */
} source;

static as_mat *param_lookup(const as_config *config, as_params *params, const char *name)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    for (int k = 0; k < n; k++)
        if (strcmp(specs[k].name, name) == 0)
            return as_param_of(params, &specs[k]);
    return NULL;
}

/* Adds columns first_col … first_col + cols of the source. */
static void add_cut(const source *from, size_t first_col, size_t rows, size_t cols, as_mat *to,
                    size_t row, size_t col)
{
    float *out = to->data;
    size_t n = from->words ? (size_t)to->rows : rows;
    for (size_t r = 0; r < n; r++) {
        if (from->words && from->words[r] < 0)
            continue;
        size_t at = from->words ? (size_t)from->words[r] : r;
        for (size_t c = 0; c < cols; c++)
            out[(row + r) * to->stride + col + c] +=
                from->numbers[at * from->by_row + (first_col + c) * from->by_col];
    }
}

static void add_row(const as_layout *layout, const as_layout_row *row, const float *numbers,
                    const int *words, const as_config *config, as_params *params)
{
    size_t rows = (size_t)extent_size(&layout->sizes, row->rows), all = row_cols(layout, row);
    source from = {numbers, row->transposed ? 1 : all, row->transposed ? rows : 1, words};
    size_t first = 0;
    for (int k = 0; k < AS_LAYOUT_CUTS && row->cuts[k].param; k++) {
        const as_layout_cut *cut = &row->cuts[k];
        size_t cols = (size_t)extent_size(&layout->sizes, cut->cols);
        as_mat *to = param_lookup(config, params, cut->param);
        assert(to); /* tables and configs of this program go together */
        add_cut(&from, first, rows, cols, to, (size_t)extent_size(&layout->sizes, cut->row),
                (size_t)extent_size(&layout->sizes, cut->col));
        first += cols;
    }
}

bool as_layout_fill(as_arrays *arrays, const as_layout *layout, const as_config *config,
                    const int *source_words, const int *target_words, as_params *params,
                    as_error *err)
{
    for (int k = 0; k < layout->n_rows; k++) {
        const as_layout_row *row = &layout->rows[k];
        if (!applies(layout, row))
            continue;
        const as_array *array = as_layout_lookup(arrays, row->array);
        float *numbers = as_alloc(array->count, sizeof *numbers);
        if (!numbers)
            return as_fail_memory(err, "the numbers of an array");
        bool ok = as_arrays_fetch(arrays, array, numbers, err);
        if (ok)
            add_row(layout, row, numbers,
                    row->rows == AS_X_VX   ? source_words
                    : row->rows == AS_X_VY ? target_words
                                           : NULL,
                    config, params);
        free(numbers);
        if (!ok)
            return false;
    }
    return true;
}
