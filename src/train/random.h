/* Seeded random numbers: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64.
 *
 * Everything random in training comes from a generator made for one purpose at one place (an
 * epoch's order, a pool of batches, one step's dropout), named by a seed and a stream. Continuing
 * after an interruption therefore needs counters, not the state of a long-lived generator. */
#ifndef AS_TRAIN_RANDOM_H
#define AS_TRAIN_RANDOM_H

#include <stdint.h>

typedef struct as_random {
    uint64_t state[4];
} as_random;

/* A generator for (seed, stream, index): different triples give unrelated sequences. */
as_random as_random_for(uint64_t seed, uint64_t stream, uint64_t index);

/* 64 random bits. */
uint64_t as_random_next(as_random *random);

/* Uniform in [0, n), n >= 1, without bias. */
uint32_t as_random_below(as_random *random, uint32_t n);

/* Uniform in [0, 1). */
double as_random_unit(as_random *random);

/* Normal with mean 0 and deviation 1 (Box and Muller). */
double as_random_normal(as_random *random);

/* Puts order[0..n) into a random order (Fisher and Yates). */
void as_random_shuffle(as_random *random, int *order, int n);

#endif
