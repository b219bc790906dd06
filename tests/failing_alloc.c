#include "failing_alloc.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *p);

/* Live blocks by address, open addressing. Blocks from inside libc (strdup) are not in it. */
enum { N_SLOTS = 1 << 20 };
static void *const tombstone = (void *)&tombstone;
static void *slots[N_SLOTS];
static long n_live, countdown;
static bool later, failed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all of these */

static size_t first_slot(const void *p)
{
    return (size_t)(((uintptr_t)p >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 32) % N_SLOTS;
}

static void note(void *p)
{
    size_t slot = first_slot(p);
    if (!p)
        return;
    pthread_mutex_lock(&lock);
    bool full = n_live >= N_SLOTS / 2;
    while (!full && slots[slot] && slots[slot] != tombstone)
        slot = (slot + 1) % N_SLOTS;
    if (!full) {
        slots[slot] = p;
        n_live++;
    }
    pthread_mutex_unlock(&lock);
    if (full)
        fail_msg("more live blocks than the test can follow");
}

static void forget(const void *p)
{
    size_t slot = first_slot(p);
    pthread_mutex_lock(&lock);
    for (size_t tried = 0; p && slots[slot] && tried < N_SLOTS; tried++) {
        if (slots[slot] == p) {
            slots[slot] = tombstone;
            n_live--;
            break;
        }
        slot = (slot + 1) % N_SLOTS;
    }
    pthread_mutex_unlock(&lock);
}

static bool fails(void)
{
    pthread_mutex_lock(&lock);
    bool fail = countdown > 0 && --countdown == 0;
    if (fail) {
        countdown = later;
        failed = true;
    }
    pthread_mutex_unlock(&lock);
    return fail;
}

void *__wrap_malloc(size_t size)
{
    void *p = fails() ? NULL : __real_malloc(size);
    note(p);
    return p;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *p = fails() ? NULL : __real_calloc(count, size);
    note(p);
    return p;
}

void *__wrap_realloc(void *old, size_t size)
{
    if (fails())
        return NULL;
    forget(old);
    void *p = __real_realloc(old, size);
    note(p);
    return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *p = fails() ? NULL : __real_aligned_alloc(alignment, size);
    note(p);
    return p;
}

void __wrap_free(void *p)
{
    forget(p);
    __real_free(p);
}

void failing_alloc_arm(long k, bool and_later)
{
    countdown = k;
    later = and_later;
    failed = false;
}

bool failing_alloc_disarm(void)
{
    countdown = 0;
    return failed;
}

long failing_alloc_live(void)
{
    return n_live;
}

long failing_alloc_try_all(bool (*job)(void *), void *data)
{
    long tried = 0;
    for (int and_later = 0; and_later <= 1; and_later++) {
        for (long k = 1;; k++) {
            long before = n_live;
            failing_alloc_arm(k, and_later);
            bool ok = job(data);
            bool had_failed = failing_alloc_disarm();
            if (n_live != before)
                fail_msg("allocation %ld failing leaves %ld blocks behind", k, n_live - before);
            if (!had_failed) {
                assert_true(ok);
                break;
            }
            if (ok)
                fail_msg("allocation %ld failed and nobody noticed", k);
            tried++;
        }
    }
    return tried;
}
