#include "core/gru.h"

#include <string.h>

void as_gru_forward(const as_kernels *kernels, float *h_out, float *gates, const float *gx,
                    const float *gh, const float *h, const unsigned char *live, int B, int D)
{
    for (int row = 0; row < B; row++) {
        size_t at = (size_t)row * (size_t)D;
        float *out = h_out + at;
        if (!live || live[row])
            kernels->gru_gates(out, gates ? gates + 3 * at : NULL, gx + 3 * at, gh + 3 * at, h + at,
                               (size_t)D);
        else if (out != h + at)
            memcpy(out, h + at, (size_t)D * sizeof *out);
    }
}

void as_gru_backward(const as_kernels *kernels, float *d_gx, float *d_gh, float *d_h,
                     const float *d_h_out, const float *gates, const float *gh, const float *h,
                     const unsigned char *live, int B, int D)
{
    for (int row = 0; row < B; row++) {
        size_t at = (size_t)row * (size_t)D;
        if (!live || live[row]) {
            kernels->gru_gates_backward(d_gx + 3 * at, d_gh + 3 * at, d_h + at, d_h_out + at,
                                        gates + 3 * at, gh + 3 * at, h + at, (size_t)D);
            continue;
        }
        memset(d_gx + 3 * at, 0, 3 * (size_t)D * sizeof *d_gx);
        memset(d_gh + 3 * at, 0, 3 * (size_t)D * sizeof *d_gh);
        memcpy(d_h + at, d_h_out + at, (size_t)D * sizeof *d_h);
    }
}
