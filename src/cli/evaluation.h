/* Translating a test corpus and scoring the translations. */
#ifndef AS_CLI_EVALUATION_H
#define AS_CLI_EVALUATION_H

#include "core/buffer.h"
#include "core/corpus_scores.h"
#include "core/decode.h"
#include "core/file.h"
#include "core/lengths.h"

/* NULL-terminated, in the order of as_bleu_tokenizer. */
extern const char *const as_bleu_tokenizer_names[];

/* What an evaluation runs with, then what it has summed up (zeros to begin with). */
typedef struct as_evaluation {
    as_session *session;
    as_decode_options options;
    int batch;
    as_bleu_tokenizer tokenizer;
    as_lengths lengths;
    bool join;                 /* sentences are made of consecutive pairs (cli/join.h) */
    as_file_writer hypotheses; /* stream NULL: not wanted */
    as_corpus_scores all, by_length[AS_LENGTH_BOUNDS_MAX + 1]; /* all: the sum of the others */
    long long n_left_out; /* pairs, where sentences are joined */
    double ms;
} as_evaluation;

/* Translates the sources of a corpus (cli/corpus.h) and scores them, each in the bucket of its
 * number of words. Errors: FORMAT (names path and line or sentence), SYSTEM, LIMIT, CANCELLED. */
bool as_evaluation_run(as_evaluation *evaluation, const char *path, as_error *err);

/* As lines of text on standard output, and as members of a JSON object. */
void as_evaluation_print(const as_evaluation *evaluation);
void as_evaluation_json(as_buffer *out, const as_evaluation *evaluation);

#endif
