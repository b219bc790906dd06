/* How fast the matrix products of a step run when nothing stands between them. */
#ifndef AS_TRAIN_BENCH_PRODUCTS_H
#define AS_TRAIN_BENCH_PRODUCTS_H

#include "core/kernels.h"
#include "core/times.h"
#include "train/matmul.h"
#include "train/product_log.h"

/* Times the products of logs[0] … logs[threads - 1], each log in a thread, on random matrices that
 * are as large as the largest; as_pass_weights are packed beforehand. matmul NULL: by BLAS. Errors:
 * SYSTEM, ARGUMENT (threads). */
bool as_bench_products(const as_kernels *kernels, const as_matmul_kernel *matmul,
                       const as_product_log *logs, int threads, int runs, as_times *out,
                       as_error *err);

#endif
