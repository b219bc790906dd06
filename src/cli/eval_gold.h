/* Alignment error rate: a model's attention, or the links of a file, against gold alignments. */
#ifndef AS_CLI_EVAL_GOLD_H
#define AS_CLI_EVAL_GOLD_H

#include "core/buffer.h"
#include "core/decode.h"
#include "core/measures.h"

enum { AS_GOLD_SHIFTS = 3 };

typedef struct as_gold_scores {
    as_aer aer[AS_GOLD_SHIFTS]; /* rows as they are; each read from the row after it; before it */
    bool of_model;              /* false: links of a file, which have only the first */
    long long n_pairs, n_possible;
    double ms;
} as_gold_scores;

/* Scores every line of `path` (core/gold.h): links of the attention along the gold target when
 * `session` is given, else those of the Pharaoh file `links`, which has a line for each of `path`.
 * Errors: FORMAT (file and line, what was found and expected), SYSTEM, LIMIT, CANCELLED. */
bool as_gold_score(const char *path, const char *links, as_session *session,
                   const as_decode_options *options, as_gold_scores *out, as_error *err);

/* As lines of text on standard output, and as members of a JSON object. */
void as_gold_print(const as_gold_scores *scores);
void as_gold_json(as_buffer *out, const as_gold_scores *scores);

#endif
