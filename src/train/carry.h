/* Rows of one vocabulary carried over to another. */
#ifndef AS_TRAIN_CARRY_H
#define AS_TRAIN_CARRY_H

#include "core/mat.h"
#include "core/tokenize.h"

/* Fills F32 `to` [pieces of `fresh`, n], whose rows belong to pieces, from `from` [pieces of `old`,
 * n]: a piece that both have takes its row along; another begins as the mean of the rows of the
 * pieces that `old` spells it with; one with a character that `old` does not know stays as it is.
 * Errors: SYSTEM. */
bool as_carry_rows(const as_mat *to, const as_tokenizer *fresh, const as_mat *from,
                   const as_tokenizer *old, as_error *err);

#endif
