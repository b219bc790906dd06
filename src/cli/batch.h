/* Translating many lines: alike lengths decode together, results stay in the order of the lines,
 * and one bad line spoils nothing but itself. */
#ifndef AS_CLI_BATCH_H
#define AS_CLI_BATCH_H

#include "core/beam_tree.h"

/* One line and what became of it. Zero it, then set text and len, and wants_tree. */
typedef struct as_line {
    const char *text; /* borrowed */
    size_t len;
    bool wants_tree;       /* of its search: n_best is 1 then, and it decodes alone */
    bool blank;            /* nothing but spaces: not decoded */
    as_translation **best; /* n_best of them, best first; 0 when blank or failed */
    int n_best;
    as_beam_tree *tree; /* of those that want one; NULL: blank or failed */
    as_error error;     /* status AS_OK: it did not fail */
} as_line;

/* Decodes `lines`, `batch` at a time where one translation each is wanted. False only when nothing
 * further makes sense: CANCELLED, or SYSTEM for memory. Lines keep what they got; release each with
 * as_line_finish. */
bool as_lines_translate(as_session *session, as_line *lines, int n, int batch,
                        const as_decode_options *options, as_error *err);

void as_line_finish(as_line *line);

#endif
