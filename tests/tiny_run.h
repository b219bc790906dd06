/* A small training run for tests: random pairs that copy, and a trainer of a few thousand
 * numbers. */
#ifndef AS_TINY_RUN_H
#define AS_TINY_RUN_H

#include "train/trainer.h"

enum { TINY_VOCAB = 12, TINY_PAIRS = 60 };

/* A corpus of n pairs of 1 to 6 random tokens and </s>, each target its source. Release with
 * as_corpus_finish. Fails the running test when memory is short. */
void tiny_corpus(as_corpus *out, int n, uint64_t seed);

/* Links each target token but </s> to the source token in its place. */
void tiny_links(as_corpus *corpus);

/* Sizes around 8, dropout on, two workers unless changed. */
as_settings tiny_settings(void);

as_config tiny_config(const as_settings *settings);

#endif
