/* Sentences of different lengths as one matrix without padding.
 *
 * Rows are sorted by falling length and stored step after step: step t holds the live[t] sentences
 * that have a token t, so row (t, j) is offset[t] + j and every product over all tokens is one
 * matrix product over exactly those tokens. At step t + 1 the live rows are the first live[t + 1]
 * of step t. (cuDNN and PyTorch call this a packed sequence.) */
#ifndef AS_TRAIN_PACKED_H
#define AS_TRAIN_PACKED_H

#include "core/error.h"
#include "core/memory.h"

typedef struct as_packed {
    int B;             /* sentences, >= 1 */
    int T;             /* steps: the longest length */
    int N;             /* tokens in all: sum of the lengths */
    const int *order;  /* [B] the sentence in row j; ties keep their order */
    const int *live;   /* [T] B at t = 0, never grows */
    const int *offset; /* [T] */
} as_packed;

/* Packs B sentences of length[b] >= 1 tokens. The arrays live in `arena`. Errors: SYSTEM. */
bool as_packed_init(as_packed *packed, const int *length, int B, as_arena *arena, as_error *err);

#endif
