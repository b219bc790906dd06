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

/* One row.
 * forward:  r = sigmoid(gx_r + gh_r)   z = sigmoid(gx_z + gh_z)   n = tanh(gx_n + r gh_n)
 *           h' = (1 - z) n + z h
 * backward: d_n = d_h' (1 - z)         through tanh:    d_gx_n = d_n (1 - n^2) */
static void row_backward(float *restrict d_gx, float *restrict d_gh, float *restrict d_h,
                         const float *restrict d_h_out, const float *restrict gates,
                         const float *restrict gh, const float *restrict h, size_t D)
{
    for (size_t k = 0; k < D; k++) {
        float r = gates[k], z = gates[D + k], n = gates[2 * D + k];
        float d_gx_n = d_h_out[k] * (1 - z) * (1 - n * n);
        float d_gx_z = d_h_out[k] * (h[k] - n) * z * (1 - z);
        float d_gx_r = d_gx_n * gh[2 * D + k] * r * (1 - r);
        d_gx[k] = d_gh[k] = d_gx_r;
        d_gx[D + k] = d_gh[D + k] = d_gx_z;
        d_gx[2 * D + k] = d_gx_n;
        d_gh[2 * D + k] = d_gx_n * r;
        d_h[k] = d_h_out[k] * z;
    }
}

void as_gru_backward(float *d_gx, float *d_gh, float *d_h, const float *d_h_out, const float *gates,
                     const float *gh, const float *h, const unsigned char *live, int B, int D)
{
    for (int row = 0; row < B; row++) {
        size_t at = (size_t)row * (size_t)D;
        if (!live || live[row]) {
            row_backward(d_gx + 3 * at, d_gh + 3 * at, d_h + at, d_h_out + at, gates + 3 * at,
                         gh + 3 * at, h + at, (size_t)D);
            continue;
        }
        memset(d_gx + 3 * at, 0, 3 * (size_t)D * sizeof *d_gx);
        memset(d_gh + 3 * at, 0, 3 * (size_t)D * sizeof *d_gh);
        memcpy(d_h + at, d_h_out + at, (size_t)D * sizeof *d_h);
    }
}
