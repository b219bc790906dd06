/* How much memory a run holds, said before it is taken: the kernel promises more than there is and
 * ends the program, without a word, when the promise falls due. */
#ifndef AS_TRAIN_FOOTPRINT_H
#define AS_TRAIN_FOOTPRINT_H

#include "train/settings.h"

#include <stddef.h>

/* Bytes of the machine's memory; SIZE_MAX when it does not say. */
size_t as_machine_memory(void);

/* Whether a process's blocks of n floats each, which are weights, Adam's two moments, a gradient
 * for each thread and the averages that the settings ask for, go into `memory` bytes. Error: LIMIT,
 * with what they take and what takes most of it. */
bool as_footprint_check(const as_settings *settings, size_t n, size_t memory, as_error *err);

#endif
