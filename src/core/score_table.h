/* The scores that score.c lists, one per file. Internal to the scores. */
#ifndef AS_CORE_SCORE_TABLE_H
#define AS_CORE_SCORE_TABLE_H

#include "core/score.h"

extern const as_score as_score_additive;

#endif
