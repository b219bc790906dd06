/* A few threads that wait for work: the owner hands all of them the same job, each does its own
 * part, the owner waits. The calling thread is worker 0, so a pool of 1 starts no thread. */
#ifndef AS_TRAIN_POOL_H
#define AS_TRAIN_POOL_H

#include "core/error.h"

#include <stddef.h>

typedef struct as_pool as_pool;

enum { AS_POOL_MAX = 64 };

/* n workers, 1 to AS_POOL_MAX. Free with as_pool_free. Errors: SYSTEM, ARGUMENT. */
bool as_pool_new(int n, as_pool **out, as_error *err);
void as_pool_free(as_pool *pool);
int as_pool_size(const as_pool *pool);

/* Calls job(context, worker) once for each worker in [0, n) and returns when all are done. What
 * the jobs wrote is visible to the caller. Only the owner of the pool may call it. Cannot fail. */
void as_pool_run(as_pool *pool, void (*job)(void *context, int worker), void *context);

/* The part of [0, total) that belongs to a worker, in whole multiples of 16 but for the end. */
void as_pool_range(int n, int worker, size_t total, size_t *from, size_t *to);

#endif
