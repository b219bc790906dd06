#include "train/bench_products.h"

#include "train/pass.h"
#include "train/pool.h"

#include <stdlib.h>
#include <string.h>

/* One thread's matrices. */
typedef struct bench_worker {
    const as_product_log *log;
    as_arena arena;
    as_pass pass;
    float *A, *B, *C;
    void *packed; /* NULL in F32 */
} bench_worker;

typedef struct bench {
    as_pool *pool;
    bench_worker *workers;
} bench;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static float *random_matrix(bench_worker *w, size_t n, uint64_t seed)
{
    float *x = as_arena_alloc(&w->arena, n, sizeof *x);
    as_random random = as_random_for(seed, 0, 0);
    for (size_t k = 0; x && k < n; k++)
        x[k] = (float)as_random_unit(&random) - 0.5f;
    return x;
}

static bool worker_init(bench_worker *w, as_error *err)
{
    const as_matmul_kernel *matmul = w->pass.matmul.kernel;
    size_t mk = 0, nk = 0, mn = 0, packed = 0;
    for (size_t p = 0; p < w->log->n; p++) {
        size_t m = (size_t)w->log->products[p].m, n = (size_t)w->log->products[p].n;
        size_t k = (size_t)w->log->products[p].k;
        mk = larger(mk, m * k);
        nk = larger(nk, n * k);
        mn = larger(mn, m * n);
        if (matmul)
            packed = larger(packed, as_matmul_packed_bytes(matmul, (int)n, (int)k));
    }
    w->A = random_matrix(w, mk, 1);
    w->B = random_matrix(w, nk, 2);
    w->C = random_matrix(w, mn, 3);
    if (!w->A || !w->B || !w->C)
        return as_fail_memory(err, "the benchmark's matrices");
    if (!matmul)
        return true;
    w->pass.matmul.space = as_arena_alloc(&w->arena, as_matmul_space(matmul), 1);
    w->packed = as_arena_alloc(&w->arena, packed, 1);
    if (!w->pass.matmul.space || !w->packed)
        return as_fail_memory(err, "the benchmark's matrices");
    memset(w->packed, 0, packed); /* serves every shape: only the time counts */
    return true;
}

static void run_product(const bench_worker *w, const as_product *p)
{
    const as_pass *pass = &w->pass;
    size_t n = (size_t)p->n, k = (size_t)p->k;
    as_mat W = {w->B, AS_F32, p->n, p->k, k};
    switch (p->kind) {
    case AS_PRODUCT_NT:
        as_pass_linear(pass, w->C, n, p->m, &W, w->A, k, NULL);
        break;
    case AS_PRODUCT_NN:
        as_pass_gemm_nn(pass, w->C, n, p->m, p->n, p->k, w->A, k, w->B, n, false);
        break;
    case AS_PRODUCT_TN:
        as_pass_gemm_tn(pass, w->C, n, p->m, p->n, p->k, w->A, (size_t)p->m, w->B, n, false);
        break;
    case AS_PRODUCT_WEIGHTS: {
        const as_pass_weights weights = {.W = W, .packed = w->packed};
        as_pass_weights_apply(pass, w->C, n, p->m, &weights, w->A, k, NULL, false);
        break;
    }
    }
}

static void products_job(void *context, int worker)
{
    const bench_worker *w = &((bench *)context)->workers[worker];
    for (size_t p = 0; p < w->log->n; p++)
        run_product(w, &w->log->products[p]);
}

static bool run_once(void *context, as_error *err)
{
    (void)err;
    as_pool_run(((bench *)context)->pool, products_job, context);
    return true;
}

bool as_bench_products(const as_kernels *kernels, const as_matmul_kernel *matmul,
                       const as_product_log *logs, int threads, int runs, as_times *out,
                       as_error *err)
{
    enum { WARM_UP = 1 };
    bench b = {0};
    if (!as_pool_new(threads, &b.pool, err))
        return false;
    b.workers = as_alloc((size_t)threads, sizeof *b.workers);
    bool ok = b.workers || as_fail_memory(err, "the benchmark");
    for (int k = 0; ok && k < threads; k++) {
        bench_worker *w = &b.workers[k];
        w->log = &logs[k];
        w->pass = (as_pass){.kernels = kernels, .arena = &w->arena, .matmul.kernel = matmul};
        ok = worker_init(w, err);
    }
    ok = ok && as_times_measure(run_once, &b, WARM_UP, runs, out, err);
    for (int k = 0; b.workers && k < threads; k++)
        as_arena_finish(&b.workers[k].arena);
    free(b.workers);
    as_pool_free(b.pool);
    return ok;
}
