/* relu(x) = max(x, 0), in place. */
#ifndef AS_CORE_RELU_H
#define AS_CORE_RELU_H

#include <stddef.h>

static inline void as_relu(float *x, size_t n)
{
    for (size_t k = 0; k < n; k++)
        x[k] = x[k] > 0 ? x[k] : 0;
}

#endif
