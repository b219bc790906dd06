#include "train/product_log.h"

#include <stdlib.h>

enum { FIRST_MAX = 256 };

void as_product_log_add(as_product_log *log, as_product_kind kind, int m, int n, int k)
{
    if (!log || log->short_of_memory)
        return;
    if (log->n == log->max) {
        size_t max = log->max > 0 ? 2 * log->max : FIRST_MAX;
        as_product *grown = realloc(log->products, max * sizeof *grown);
        if (!grown) {
            log->short_of_memory = true;
            return;
        }
        log->products = grown;
        log->max = max;
    }
    log->products[log->n++] = (as_product){kind, m, n, k};
}

double as_product_log_operations(const as_product_log *log)
{
    double sum = 0;
    for (size_t p = 0; p < log->n; p++)
        sum += 2.0 * log->products[p].m * log->products[p].n * log->products[p].k;
    return sum;
}

void as_product_log_finish(as_product_log *log)
{
    free(log->products);
    *log = (as_product_log){0};
}
