/* The matrix products of a pass, written down: what a benchmark counts and runs again alone. */
#ifndef AS_TRAIN_PRODUCT_LOG_H
#define AS_TRAIN_PRODUCT_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* C [m x n], inner length k: the products of core/mat.h, and one with as_pass_weights. */
typedef enum as_product_kind {
    AS_PRODUCT_NT,
    AS_PRODUCT_NN,
    AS_PRODUCT_TN,
    AS_PRODUCT_WEIGHTS
} as_product_kind;

typedef struct as_product {
    as_product_kind kind;
    int m, n, k;
} as_product;

/* In the order in which they ran. Zeroed: empty. */
typedef struct as_product_log {
    as_product *products;
    size_t n, max;
    bool short_of_memory; /* some are missing */
} as_product_log;

/* Nothing with log NULL. */
void as_product_log_add(as_product_log *log, as_product_kind kind, int m, int n, int k);

/* Floating-point operations: 2 m n k for each product, a multiplication and an addition. */
double as_product_log_operations(const as_product_log *log);

void as_product_log_finish(as_product_log *log);

#endif
