/* Translating a test corpus and scoring the translations. */
#ifndef AS_CLI_EVALUATION_H
#define AS_CLI_EVALUATION_H

#include "core/bleu.h"
#include "core/buffer.h"
#include "core/chrf.h"
#include "core/decode.h"
#include "core/file.h"

/* NULL-terminated, in the order of as_bleu_tokenizer. */
extern const char *const as_bleu_tokenizer_names[];

/* What an evaluation runs with, then what it has summed up (zeros to begin with). */
typedef struct as_evaluation {
    as_session *session;
    as_decode_options options;
    int batch;
    as_file_writer hypotheses; /* stream NULL: not wanted */
    as_bleu bleu;
    as_chrf chrf;
    double logp; /* of the first references, natural */
    long long n_sentences, n_references, n_exact, n_tokens;
    double ms;
} as_evaluation;

/* Translates the sources of a corpus (cli/corpus.h) and scores them. Errors: FORMAT (names path and
 * line or sentence), SYSTEM, LIMIT, CANCELLED. */
bool as_evaluation_run(as_evaluation *evaluation, const char *path, as_error *err);

/* As lines of text on standard output, and as members of a JSON object. */
void as_evaluation_print(const as_evaluation *evaluation);
void as_evaluation_json(as_buffer *out, const as_evaluation *evaluation);

#endif
