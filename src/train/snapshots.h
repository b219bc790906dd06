/* The weights at the last measurements of a run, and their mean: averaging of checkpoints, as in
 * Vaswani et al. 2017 (arXiv:1706.03762), section 6.1. */
#ifndef AS_TRAIN_SNAPSHOTS_H
#define AS_TRAIN_SNAPSHOTS_H

#include "core/error.h"

#include <stddef.h>

enum { AS_SNAPSHOTS_MAX = 16 };

/* A ring: snapshot number k, from 0, lies in blocks[k % n]. */
typedef struct as_snapshots {
    int n;           /* how many are kept, 0 to AS_SNAPSHOTS_MAX */
    size_t n_floats; /* of one */
    float *blocks[AS_SNAPSHOTS_MAX];
} as_snapshots;

/* Room for n of them. Release with as_snapshots_finish. Errors: SYSTEM. */
bool as_snapshots_init(as_snapshots *snapshots, int n, size_t n_floats, as_error *err);

/* Safe on a zeroed struct and twice. */
void as_snapshots_finish(as_snapshots *snapshots);

/* How many blocks are in use after `taken` snapshots: blocks[0 … result). */
int as_snapshots_used(const as_snapshots *snapshots, long taken);

/* Copies numbers [from, to) of the weights as a part of snapshot number `taken`, and writes the
 * same part of the mean of all that are then in use. Parts may be taken by threads. The mean
 * depends on the blocks alone, not on the way to them. n >= 1. Cannot fail. */
void as_snapshots_take(as_snapshots *snapshots, long taken, const float *weights, float *mean,
                       size_t from, size_t to);

#endif
