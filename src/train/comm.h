/* What the processes of one training run say to each other: each is a rank, and all take the same
 * steps, each with its part of the same batches.
 *
 * A NULL as_comm is a run of one process: every function here is then trivial and cannot fail.
 * Otherwise all ranks must make the same calls in the same order, so a rank on which something went
 * wrong does not leave: it says so in the next call, and all ranks fail with its message. */
#ifndef AS_TRAIN_COMM_H
#define AS_TRAIN_COMM_H

#include "core/error.h"
#include "train/loss.h"

#include <stdint.h>

/* How numbers travel; MPI in src/mpi. The two functions fail (SYSTEM) when another rank cannot be
 * reached; the run is then lost. */
typedef struct as_comm {
    int rank, n;       /* this process, from 0, and how many there are */
    const char *place; /* the machine this one runs on, for messages */
    void *context;
    /* all [n x size] receives the `size` bytes at mine of every rank, in the order of the ranks. */
    bool (*gather)(void *context, const void *mine, size_t size, void *all, as_error *err);
    /* x [n] becomes the sum over all ranks, the same bits on each. */
    bool (*sum)(void *context, float *x, size_t n, as_error *err);
    void *records; /* [n x AS_COMM_RECORD] bytes for the functions below */
} as_comm;

enum { AS_COMM_RECORD = 768 };

/* 0 and 1 when alone. */
int as_comm_rank(const as_comm *comm);
int as_comm_size(const as_comm *comm);

/* True when `done` is true on every rank; otherwise *err is "rank R on PLACE: " and the message
 * that the first failing rank had in its err. Alone: done. */
bool as_comm_agree(const as_comm *comm, bool done, as_error *err);

/* as_comm_agree; and when all are done *loss becomes the sum over the ranks. */
bool as_comm_add_losses(const as_comm *comm, bool done, as_loss *loss, as_error *err);

/* *value becomes that of the first rank on which it is not negative, if there is one. */
bool as_comm_first(const as_comm *comm, int *value, as_error *err);

/* *differs becomes the first k at which the numbers [n] of this rank are not those of rank 0, or
 * -1; n is the same on all ranks. Alone: -1. */
bool as_comm_compare(const as_comm *comm, const uint64_t *numbers, int n, int *differs,
                     as_error *err);

/* Fails (ARGUMENT) on all ranks when `number` is not that of rank 0 everywhere; `what` says what
 * the number stands for, as in "the training text". */
bool as_comm_same(const as_comm *comm, const char *what, uint64_t number, as_error *err);

/* x [n] becomes the sum over all ranks, the same bits on each. */
bool as_comm_sum(const as_comm *comm, float *x, size_t n, as_error *err);

#endif
