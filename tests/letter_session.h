/* Translations by a small model (letter_model.h), for tests of decoding and searching. Every
 * function fails the running test where it does not succeed. */
#ifndef TESTS_LETTER_SESSION_H
#define TESTS_LETTER_SESSION_H

#include "core/decode.h"
#include "letter_model.h"

/* Free with as_session_free. */
as_session *new_session(const as_model *model);

/* Returns how many translations came out: 1 to options->n_best. Free each. */
int translate(as_session *session, const char *text, const as_decode_options *options,
              as_translation **out);

/* The one translation of options->n_best = 1. Free it. */
as_translation *translate_one(as_session *session, const char *text,
                              const as_decode_options *options);

/* The greedy translation that begins with the n given ids. Free it. */
as_translation *along_prefix(as_session *session, const char *text, const int *ids, int n,
                             int max_length, int n_candidates);

void assert_close(double got, double want, double tolerance);

#endif
