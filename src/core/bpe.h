/* Byte-pair encoding: joining characters into the pieces of a vocabulary.
 * Sennrich, Haddow, Birch 2016 (arXiv:1508.07909), section 3.2. */
#ifndef AS_CORE_BPE_H
#define AS_CORE_BPE_H

#include "core/error.h"
#include "core/memory.h"

#include <stddef.h>
#include <stdint.h>

typedef struct as_bpe as_bpe; /* merge table; immutable; shared by threads */

enum { AS_MAX_MERGES = 1000000 };

/* Parses newline-separated merges "left right", best first (a newline at the end is allowed). An
 * empty text is an empty table. FORMAT names the line of a repeated or malformed merge; LIMIT;
 * SYSTEM. Free with as_bpe_free. */
bool as_bpe_parse(const char *text, size_t len, as_bpe **out, as_error *err);
void as_bpe_free(as_bpe *bpe);
/* The same for tables of the same merges in the same order (as_hash_fold). */
uint64_t as_bpe_fingerprint(const as_bpe *bpe);

/* The symbols that joining begins with: the grapheme clusters of `text`, a space mark at its
 * beginning going with the first one. Their byte lengths into lens, which has room for len of them;
 * returns how many. */
int as_bpe_split(const char *text, size_t len, size_t *lens);

/* Joins the n consecutive symbols of `text`, whose byte lengths are lens[n], and leaves the
 * lengths of the resulting pieces in lens. While any neighbours are in the table, the best-ranked
 * pair is joined, the leftmost of equals. Returns how many pieces remain, or -1 when memory is
 * short (lens is then as it was). O(n log n). `scratch` is reset. */
int as_bpe_join(const as_bpe *bpe, const char *text, size_t *lens, int n, as_arena *scratch);

#endif
