#include "thread_ranks.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct meeting {
    int n;
    pthread_barrier_t barrier;
    const void *brought[THREAD_RANKS_MAX];
} meeting;

typedef struct member {
    meeting *meeting;
    as_comm comm;
    char place[32];
    void (*body)(const as_comm *comm, void *data);
    void *data;
} member;

static bool gather(void *context, const void *mine, size_t size, void *all, as_error *err)
{
    (void)err;
    member *m = context;
    m->meeting->brought[m->comm.rank] = mine;
    pthread_barrier_wait(&m->meeting->barrier);
    for (int r = 0; r < m->meeting->n; r++)
        memcpy((char *)all + (size_t)r * size, m->meeting->brought[r], size);
    pthread_barrier_wait(&m->meeting->barrier);
    return true;
}

static bool sum(void *context, float *x, size_t n, as_error *err)
{
    member *m = context;
    float *total = calloc(n, sizeof *total);
    m->meeting->brought[m->comm.rank] = x;
    pthread_barrier_wait(&m->meeting->barrier);
    for (int r = 0; total && r < m->meeting->n; r++)
        for (size_t k = 0; k < n; k++)
            total[k] += ((const float *)m->meeting->brought[r])[k];
    pthread_barrier_wait(&m->meeting->barrier);
    if (!total)
        return as_fail_memory(err, "a sum");
    memcpy(x, total, n * sizeof *x);
    free(total);
    return true;
}

static void *attend(void *context)
{
    member *m = context;
    m->body(&m->comm, m->data);
    return NULL;
}

void thread_ranks_run(int n, void (*body)(const as_comm *comm, void *data), void *data)
{
    assert_true(n >= 1 && n <= THREAD_RANKS_MAX);
    meeting all = {.n = n};
    member members[THREAD_RANKS_MAX];
    pthread_t threads[THREAD_RANKS_MAX];
    assert_int_equal(pthread_barrier_init(&all.barrier, NULL, (unsigned)n), 0);
    for (int r = 0; r < n; r++) {
        member *m = &members[r];
        *m = (member){.meeting = &all, .body = body, .data = data};
        snprintf(m->place, sizeof m->place, "machine %d", r);
        m->comm = (as_comm){.rank = r,
                            .n = n,
                            .place = m->place,
                            .context = m,
                            .gather = gather,
                            .sum = sum,
                            .records = calloc((size_t)n, AS_COMM_RECORD)};
        assert_non_null(m->comm.records);
        assert_int_equal(pthread_create(&threads[r], NULL, attend, m), 0);
    }
    for (int r = 0; r < n; r++) {
        assert_int_equal(pthread_join(threads[r], NULL), 0);
        free(members[r].comm.records);
    }
    pthread_barrier_destroy(&all.barrier);
}
