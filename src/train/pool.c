#include "train/pool.h"

#include "core/memory.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct helper {
    as_pool *pool;
    int worker;
    pthread_t thread;
} helper;

struct as_pool {
    int n, n_started;
    helper helpers[AS_POOL_MAX];
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    /* Guarded by lock. */
    void (*job)(void *context, int worker);
    void *context;
    unsigned long round; /* grows by one per job */
    int n_working;
    bool stop;
};

static void *helper_main(void *argument)
{
    helper *self = argument;
    as_pool *pool = self->pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->stop && pool->round == seen)
            pthread_cond_wait(&pool->work, &pool->lock);
        if (pool->stop)
            break;
        seen = pool->round;
        void (*job)(void *, int) = pool->job;
        void *context = pool->context;
        pthread_mutex_unlock(&pool->lock);
        job(context, self->worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->n_working == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool as_pool_new(int n, as_pool **out, as_error *err)
{
    if (n < 1 || n > AS_POOL_MAX)
        return as_fail(err, AS_ERR_ARGUMENT, "%d threads asked for, expected 1 to %d", n,
                       AS_POOL_MAX);
    as_pool *pool = as_alloc(1, sizeof *pool);
    if (!pool)
        return as_fail_memory(err, "the worker threads");
    pool->n = n;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (int k = 1; k < n; k++) {
        helper *h = &pool->helpers[k];
        *h = (helper){.pool = pool, .worker = k};
        if (pthread_create(&h->thread, NULL, helper_main, h) != 0) {
            as_pool_free(pool);
            return as_fail(err, AS_ERR_SYSTEM, "cannot start thread %d of %d", k + 1, n);
        }
        pool->n_started++;
    }
    *out = pool;
    return true;
}

void as_pool_free(as_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int k = 1; k <= pool->n_started; k++)
        pthread_join(pool->helpers[k].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int as_pool_size(const as_pool *pool)
{
    return pool->n;
}

void as_pool_run(as_pool *pool, void (*job)(void *context, int worker), void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->job = job;
    pool->context = context;
    pool->n_working = pool->n - 1;
    pool->round++;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    job(context, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->n_working > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void as_pool_range(int n, int worker, size_t total, size_t *from, size_t *to)
{
    enum { LINE = 16 };
    size_t lines = (total + LINE - 1) / LINE, w = (size_t)worker;
    size_t a = lines * w / (size_t)n * LINE, b = lines * (w + 1) / (size_t)n * LINE;
    *from = a < total ? a : total;
    *to = b < total ? b : total;
}
