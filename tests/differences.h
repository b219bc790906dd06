/* Gradients against central differences, for tests of backward passes. */
#ifndef TESTS_DIFFERENCES_H
#define TESTS_DIFFERENCES_H

#include <stddef.h>
#include <stdint.h>

/* A scalar that depends on the numbers being varied. */
typedef double loss_function(void *data);

/* Fails the running test unless gradient[k] is d loss / d x[k] within 2e-4 (relative above 1), for
 * all n. Fourth-order differences: their error is about 1e-5 with floats inside the loss. x ends as
 * it was. */
void check_gradient(const char *name, loss_function *loss, void *data, float *x,
                    const float *gradient, size_t n);

/* Numbers in [-1, 1) from a seed. */
void fill_random(float *out, size_t n, uint64_t seed);

#endif
