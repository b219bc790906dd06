#include "differences.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* (f(x - 2h) - 8 f(x - h) + 8 f(x + h) - f(x + 2h)) / 12 h, with the h that floats really step. */
static double difference(loss_function *loss, void *data, float *x)
{
    const float h = 0x1p-6f, before = *x;
    double f[5];
    for (int k = -2; k <= 2; k++) {
        *x = before + (float)k * h;
        f[k + 2] = k == 0 ? 0 : loss(data);
    }
    *x = before;
    return (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * (double)h);
}

void check_gradient(const char *name, loss_function *loss, void *data, float *x,
                    const float *gradient, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        double want = difference(loss, data, &x[k]), got = (double)gradient[k];
        if (!(fabs(got - want) <= 2e-4 * fmax(1, fabs(want))))
            fail_msg("%s[%zu]: gradient %.8g, central difference %.8g", name, k, got, want);
    }
}

void fill_random(float *out, size_t n, uint64_t seed)
{
    uint64_t state = seed * 2 + 1;
    for (size_t k = 0; k < n; k++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        out[k] = (float)(state >> 40) / 8388608.0f - 1;
    }
}
