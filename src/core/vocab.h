/* Vocabularies: the pieces a model knows, numbered. */
#ifndef AS_CORE_VOCAB_H
#define AS_CORE_VOCAB_H

#include "core/error.h"

#include <stddef.h>

enum { AS_PAD = 0, AS_BOS = 1, AS_EOS = 2, AS_UNK = 3, AS_N_SPECIAL = 4 };
enum { AS_MAX_PIECES = 1000000, AS_MAX_PIECE_BYTES = 4096 };

typedef struct as_vocab as_vocab; /* immutable after loading; shared by threads */

/* Parses newline-separated pieces (a newline at the end is allowed); the first four must be
 * <pad> <s> </s> <unk>. FORMAT names the line of an empty, repeated or invalid piece (see
 * as_piece_fault); LIMIT past AS_MAX_PIECES; SYSTEM. Free with as_vocab_free. */
bool as_vocab_parse(const char *text, size_t len, as_vocab **out, as_error *err);
void as_vocab_free(as_vocab *vocab);
int as_vocab_size(const as_vocab *vocab);
/* The piece of an id in [0, size), NUL-terminated, borrowed. */
const char *as_vocab_piece(const as_vocab *vocab, int id);
/* The id of a piece, or -1. */
int as_vocab_lookup(const as_vocab *vocab, const char *piece, size_t len);

/* What keeps these bytes from being a piece, for messages, or NULL when nothing does: a piece is
 * UTF-8 of 1 to AS_MAX_PIECE_BYTES bytes without U+0020, line breaks or controls. */
const char *as_piece_fault(const char *piece, size_t len);

#endif
