/* From the logits of one step to log P and the most probable tokens. */
#ifndef AS_CORE_RANK_H
#define AS_CORE_RANK_H

#include "core/decode.h"
#include "core/kernels.h"

/* Floats that as_rank needs as scratch. */
int as_rank_scratch(int Vy);

/* log P(y) = logits[y] - log_Z, log_Z = log sum_y exp(logits[y]); and the `wanted` most probable
 * tokens into out, best first, the lower id first on a tie. <pad> and <s>, and with no_unknown
 * <unk>, are part of P but never ranked. Returns how many were ranked, wanted or as_rankable, or -1 when a logit is not finite:
 * FORMAT, the message names the id; the caller adds t. Allocates nothing. */
int as_rank(const as_kernels *kernels, const float *logits, int Vy, float *scratch,
            bool no_unknown, as_candidate *out, int wanted, double *log_Z, as_error *err);

/* How many tokens of Vy can be ranked. */
int as_rankable(int Vy, bool no_unknown);

#endif
