/* Whether the ranks of a run really are one run. Each reads its files by itself, from folders that
 * need not be the same ones, and keeps weights of its own; nothing would stop ranks with different
 * texts from training something that no single process could have trained. */
#ifndef AS_TRAIN_RANKS_H
#define AS_TRAIN_RANKS_H

#include "train/trainer.h"

/* All ranks call these together, and all fail with the message when one differs from rank 0
 * (ARGUMENT) or cannot be reached (SYSTEM). Without an as_comm they cannot fail. */

/* Before the first step: settings, training text (as_data_fingerprint), valid text, weights. */
bool as_ranks_check(as_trainer *trainer, uint64_t data_fingerprint, as_error *err);

/* Weights, moments and averages: they drift apart if machines round differently. */
bool as_ranks_check_weights(as_trainer *trainer, as_error *err);

#endif
