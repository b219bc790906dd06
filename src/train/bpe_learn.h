/* Learning vocabularies and byte-pair merges from text.
 * Sennrich, Haddow, Birch 2016 (arXiv:1508.07909), algorithm 1. */
#ifndef AS_TRAIN_BPE_LEARN_H
#define AS_TRAIN_BPE_LEARN_H

#include "core/error.h"

#include <stddef.h>

/* Characters seen fewer times than this stay out of a vocabulary and become <unk>: nothing can be
 * learned about them. */
enum { AS_MIN_CHARACTER_COUNT = 3 };

/* Learns the merges and the vocabulary of one side of a corpus.
 *
 *   lines, lens [n_lines]   UTF-8; normalized and split here as as_tokenize does
 *   n_pieces                pieces wanted, the four specials included; at least 5. Fewer come out
 *                           when no pair is left that occurs twice
 *   *merges_text            for as_bpe_parse
 *   *vocab_text             for as_vocab_parse: specials, "▁", characters by falling count, merged
 *                           pieces in merge order
 *
 * Symbols to begin with are characters (grapheme clusters), the first of a pre-token with its
 * space mark "▁". Those too rare, or too many for n_pieces, are left out, and no pair crosses
 * them. Then the pair that occurs most often is joined, again and again; of equals, the one whose
 * text comes first. The same lines give the same result, in any order of lines.
 *
 * Both texts are the caller's (free). Errors: ARGUMENT (n_pieces); FORMAT, LIMIT (text; names the
 * line, from 1); SYSTEM. */
bool as_bpe_learn(const char *const *lines, const size_t *lens, int n_lines, int n_pieces,
                  char **merges_text, char **vocab_text, as_error *err);

/* The vocabulary for AS_UNIT_CHAR: specials, "▁", and at most n_pieces - 5 characters by falling
 * count. Otherwise as above. */
bool as_char_vocab_learn(const char *const *lines, const size_t *lens, int n_lines, int n_pieces,
                         char **vocab_text, as_error *err);

#endif
