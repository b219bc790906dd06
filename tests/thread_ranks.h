/* Ranks as threads of one process: what several processes say to each other, without MPI. */
#ifndef AS_THREAD_RANKS_H
#define AS_THREAD_RANKS_H

#include "train/comm.h"

enum { THREAD_RANKS_MAX = 4 };

/* Calls body(comm, data) on n threads, each with the as_comm of one rank on "machine R"; returns
 * when all have returned. A rank that leaves the others waiting hangs the test. Assertions are for
 * the caller, after it: they cannot leave a thread. */
void thread_ranks_run(int n, void (*body)(const as_comm *comm, void *data), void *data);

#endif
