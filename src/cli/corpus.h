/* A test corpus: TSV lines of a source and one or more references. */
#ifndef AS_CLI_CORPUS_H
#define AS_CLI_CORPUS_H

#include "cli/lines.h"

/* One line, taken apart in place. */
typedef struct as_test_pair {
    char *line;         /* owned: what the others point into */
    const char *source; /* NUL-terminated */
    const char **references;
    int n_references; /* at least 1; empty columns are left out */
} as_test_pair;

/* A file being read, or standard input for "-". */
typedef struct as_test_corpus {
    const char *path;
    int fd;
    as_line_reader reader;
} as_test_corpus;

/* Errors: SYSTEM (the message names the path). */
bool as_test_corpus_open(as_test_corpus *corpus, const char *path, as_error *err);
void as_test_corpus_close(as_test_corpus *corpus);

/* Up to `limit` pairs into pairs[]; *n is 0 at the end. Blank lines are passed over. Errors: FORMAT
 * (the message names path and line: no reference, invalid UTF-8, a NUL), SYSTEM, LIMIT, CANCELLED.
 * The pairs are the caller's also then; release each with as_test_pair_finish. */
bool as_test_corpus_read(as_test_corpus *corpus, as_test_pair *pairs, int limit, int *n,
                         as_error *err);
void as_test_pair_finish(as_test_pair *pair);

#endif
