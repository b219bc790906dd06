/* What goes into a file of what is shown, as pictures and as numbers: one way for the window and
 * for the command line. */
#ifndef AS_VIEW_SAVING_H
#define AS_VIEW_SAVING_H

#include "view/beam_figure.h"
#include "view/comparison_figure.h"
#include "view/file_kind.h"
#include "view/picture.h"

/* All borrowed. */
typedef struct as_saving {
    const char *title;               /* of the document */
    const as_result *result;         /* with its translation */
    const as_matrix *matrix;         /* of that, read as figure->reading says */
    const as_figure_options *figure; /* how it is read and drawn */
    const as_comparison_pair *pair;  /* a picture of two instead; NULL */
    as_beam *tree; /* a picture of the search, without all the above; NULL. It is laid out anew */
    as_beam_figure_options tree_options;
} as_saving;

/* As a picture; it borrows *saving. Cannot fail. */
as_picture as_saving_picture(const as_saving *saving);

/* Fails when such a file cannot be made: ARGUMENT for numbers of a comparison or a tree, for
 * nothing but alpha where there is no attention, and for AS_N_FILE_KINDS, with all kinds listed. */
bool as_saving_check(const as_saving *saving, as_file_kind kind, as_error *err);

/* Appends the bytes of a file of numbers: TSV and NPY are the matrix as it is read, JSON is what
 * `translate` prints, with "reading" (see as_matrix_export_json) where that differs or something
 * is selected. Errors: those of as_saving_check; *out tells of missing memory. */
bool as_saving_numbers(const as_saving *saving, as_file_kind kind, as_buffer *out, as_error *err);

#endif
