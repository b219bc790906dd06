/* The alignments of two directions made one: grow-diag-final-and.
 * Koehn, Och, Marcu 2003 (NAACL); Koehn et al. 2005 (IWSLT): begin with the links both directions
 * agree on; take in neighbours (also diagonal ones) from either as long as they reach a word
 * without a link; at last, links of either between two words that are both without. */
#ifndef AS_TRAIN_SYMMETRIZE_H
#define AS_TRAIN_SYMMETRIZE_H

#include <stdbool.h>

/* forward [T]: the source word that target word j answers to, or -1; backward [S]: the target word
 * that source word i answers to, or -1. out [T x S], row j target: true for a link. Scratch: none.
 * Cannot fail. */
void as_symmetrize(bool *out, const int *forward, const int *backward, int S, int T);

#endif
