/* The matrix as it is read: rows and columns with their labels, and a value for each cell.
 *
 * A translation's cells have their place by token, (t, i); a matrix may join tokens, leave some out
 * and lie the other way round. as_matrix_place and as_matrix_tokens go from one to the other.
 * With words, METRICS: alpha of source pieces is summed, of target pieces averaged. */
#ifndef AS_VIEW_MATRIX_H
#define AS_VIEW_MATRIX_H

#include "view/reading.h"
#include "view/result.h"

/* What has a row or a column of its own: a token, or the tokens of a word. */
typedef struct as_unit_label {
    int first, past; /* tokens of the sentence */
    const char *label;
    bool known, special;
    bool chosen; /* a person put it there; false after init */
} as_unit_label;

typedef struct as_axis {
    const as_sentence *sentence; /* borrowed */
    bool source;
    int n;
    as_unit_label *units; /* [n] */
    /* But for the special ones each unit is one character; each is one or a word of Han or kana. */
    bool characters, ideographs;
    char *text;           /* the labels of words; NULL: they are the tokens' own */
} as_axis;

typedef struct as_matrix {
    as_reading reading;
    as_axis rows, columns;
    float *value;    /* [rows.n x columns.n] alpha, or its share of the source word's sum */
    float *most;     /* largest value of each target unit, by_source: of each source unit; over the
                        whole sentence */
    float *coverage; /* of each source unit: alpha summed over every target token */
    float *logp;     /* of each target unit: log P of its tokens together */
    bool no_attention;
    double temperature; /* both the translation's */
    bool difference;    /* values are those of one matrix less those of another, -1 to 1 */
} as_matrix;

typedef struct as_cell {
    int t, i; /* both -1: none; one -1: a whole column or row */
} as_cell;

#define AS_NO_CELL ((as_cell){-1, -1})

/* Units [first, past) of an axis; past <= first: none. */
typedef struct as_units {
    int first, past;
} as_units;

/* Rows and columns that are meant together; with none of one of them, the others as a whole. */
typedef struct as_block {
    as_units rows, columns;
} as_block;

#define AS_NO_BLOCK ((as_block){{0, 0}, {0, 0}})

/* *m is the caller's; as_matrix_finish. It borrows from the translation. Errors: ARGUMENT
 * (there is no row or no column), SYSTEM. */
bool as_matrix_init(as_matrix *m, const as_translation *translation, const as_reading *reading,
                    as_error *err);
void as_matrix_finish(as_matrix *m);
/* Marks the target units with a token that a person put there: chosen [T], NULL: none. */
void as_matrix_mark(as_matrix *m, const bool *chosen);

/* matrix_pair.c */
/* Have two matrices the same labels in the same places, so that their cells answer to each other?
 */
bool as_matrix_same_labels(const as_matrix *a, const as_matrix *b);
/* *m = a - b, cell by cell, of matrices with the same labels; borrows from a's translation, which
 * is given again. Errors: SYSTEM. */
bool as_matrix_difference(as_matrix *m, const as_translation *translation, const as_matrix *a,
                          const as_matrix *b, as_error *err);
/* The units of `to` that answer to a unit of `from` (-1: none): of the same text all that share a
 * character with it, the space before a word being its own; else the one with the same number. Of
 * one text it goes both ways: b is linked to a if a is linked to b. */
as_units as_axis_linked(const as_axis *from, int unit, const as_axis *to);

/* The block of one place, which is empty where t or i is -1; and its first place, -1 where it is
 * empty. */
as_block as_block_of(as_cell place);
as_cell as_block_first(as_block block);
bool as_units_any(as_units units);

/* Of the two axes, the one of the source and the one of the target. */
const as_axis *as_matrix_source(const as_matrix *m);
const as_axis *as_matrix_target(const as_matrix *m);

float as_matrix_value(const as_matrix *m, int row, int column);
/* The value of a block with rows and columns: summed along the side that sums to 1, averaged along
 * the other one, as words have it of their pieces. */
float as_matrix_block_value(const as_matrix *m, as_block block);
/* What a value is measured against under AS_RANGE_ROW_MAX: the largest of those that it sums to 1
 * with. */
float as_matrix_most(const as_matrix *m, int row, int column);

/* The unit that a token belongs to, -1: none that is shown. */
int as_axis_place(const as_axis *axis, int token);
/* (row, column) of a cell of tokens, and the first tokens of a place; -1 stays -1, and what is not
 * shown becomes -1. */
as_cell as_matrix_place(const as_matrix *m, as_cell tokens);
as_cell as_matrix_tokens(const as_matrix *m, as_cell place);

#endif
