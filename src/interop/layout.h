/* Where the arrays of another toolkit's file go in a model: a table per toolkit, and what reads it.
 *
 * A row says that an array, seen as [rows, cols] or transposed, is cut into columns, and each cut
 * is added to a parameter at some row and column. Parameters begin as 0: what a toolkit does not
 * have stays 0, what it keeps in several arrays is their sum. Rows that stand for words go where
 * the model numbers those words. */
#ifndef AS_INTEROP_LAYOUT_H
#define AS_INTEROP_LAYOUT_H

#include "core/params.h"
#include "interop/arrays.h"

/* Sizes as the file has them, in the letters of core/params.h; the embeddings of the two sides may
 * differ, and words are counted without those that the model has on top. */
typedef struct as_layout_sizes {
    int source_E, target_E, H, D, A, R, Vx, Vy;
} as_layout_sizes;

/* A size, or a place among rows or columns. */
typedef enum as_extent {
    AS_X_0,
    AS_X_1,
    AS_X_SOURCE_E,
    AS_X_TARGET_E,
    AS_X_H,
    AS_X_2H,
    AS_X_3H,
    AS_X_D,
    AS_X_2D,
    AS_X_3D,
    AS_X_A,
    AS_X_R,
    AS_X_VX,
    AS_X_VY,
    AS_X_BESIDE_Y, /* in the cell's input [ y ; c ]: where c begins */
    AS_X_READ_C,   /* in the readout's input [ s ; c ; y ]: where c begins */
    AS_X_READ_Y,   /* and where y begins */
} as_extent;

enum { AS_LAYOUT_CUTS = 3 };

typedef struct as_layout_cut {
    const char *param;  /* its name in a model file; NULL after the last */
    as_extent row, col; /* where in it */
    as_extent cols;     /* how many columns; AS_X_1 alone: a vector */
} as_layout_cut;

typedef struct as_layout_row {
    const char *array; /* its name, or several between '|' of which a file has one */
    unsigned when;     /* traits that the model must have all */
    as_extent rows;
    bool transposed; /* the array is [cols, rows] */
    as_layout_cut cuts[AS_LAYOUT_CUTS];
} as_layout_row;

/* Rows that are one cut at the start of a parameter, a matrix or a vector. */
#define AS_LAYOUT_MATRIX(array, when, rows, param, cols)                                           \
    {                                                                                              \
        array, when, rows, false,                                                                  \
        {                                                                                          \
            {                                                                                      \
                param, AS_X_0, AS_X_0, cols                                                        \
            }                                                                                      \
        }                                                                                          \
    }
#define AS_LAYOUT_VECTOR(array, when, rows, param)                                                 \
    AS_LAYOUT_MATRIX(array, when, rows, param, AS_X_1)

typedef struct as_layout {
    const as_layout_row *rows;
    int n_rows;
    unsigned traits;            /* of this model, in the toolkit's own bits */
    const char *const *ignored; /* arrays without a meaning here, NULL after the last; or NULL. A
                                   name that ends in '*' stands for all that begin like it */
    as_layout_sizes sizes;
} as_layout;

/* The sizes of a matrix as it lies in the file, NULL for one that is not wanted; `array` as in a
 * row. FORMAT when the array is missing, is no matrix, or has a size that no model has. */
bool as_layout_size(const as_arrays *arrays, const char *array, int *rows, int *cols,
                    as_error *err);
/* The array of a row, or NULL. */
const as_array *as_layout_lookup(const as_arrays *arrays, const char *array);

/* Checks that the file has every array, each of the right shape, and no other. Errors: FORMAT (the
 * message names the array, what was found and what was expected). */
bool as_layout_check(const as_arrays *arrays, const as_layout *layout, as_error *err);

/* Fetches the arrays of a checked layout into params, all 0 before, which are those of `config`.
 * source_words and target_words [Vx] and [Vy] of the config tell which of the file's words each of
 * the model's is, or -1. Errors: those of as_arrays_fetch. */
bool as_layout_fill(as_arrays *arrays, const as_layout *layout, const as_config *config,
                    const int *source_words, const int *target_words, as_params *params,
                    as_error *err);

#endif
