/* Sentence pairs in text: one pair a line, source and target with one tab between them. */
#ifndef AS_TRAIN_TSV_H
#define AS_TRAIN_TSV_H

#include "core/error.h"

#include <stddef.h>

/* One line; both texts point into the file's bytes and are not NUL-terminated. */
typedef struct as_tsv_row {
    const char *source, *target;
    size_t source_len, target_len; /* >= 1 */
    size_t
        references_len; /* of the target and further ones, each after a tab; target_len if none */
} as_tsv_row;

typedef struct as_tsv {
    char *place; /* for messages: the path */
    char *text;
    as_tsv_row *rows; /* row k stands in line k + 1 */
    int n;
} as_tsv;

/* Reads a file of pairs. Every line must be UTF-8 and have exactly two columns, neither of them
 * blank; the last line need not end in a line feed. *out is the caller's; release with
 * as_tsv_finish.
 * Errors: SYSTEM, LIMIT, FORMAT ("FILE:LINE: what was found, what was expected"). */
bool as_tsv_read(const char *path, as_tsv *out, as_error *err);

/* The same, but a line may have further columns: other good targets. An empty one is none. */
bool as_tsv_read_references(const char *path, as_tsv *out, as_error *err);

/* as_tsv_read from text, which is taken over: freed by as_tsv_finish, and on failure too. */
bool as_tsv_parse(const char *place, char *text, size_t len, as_tsv *out, as_error *err);

/* Safe on a zeroed struct and twice. */
void as_tsv_finish(as_tsv *tsv);

#endif
