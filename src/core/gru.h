/* The gated recurrent unit: gate order r, z, n, the reset gate applied after the recurrent product
 * (the convention of cuDNN and PyTorch, whose weights load unchanged; Cho et al. 2014 apply r
 * before U and write the complement of z):
 *
 *   r = sigmoid(W_ir x + b_ir + W_hr h + b_hr)      z = sigmoid(W_iz x + b_iz + W_hz h + b_hz)
 *   n = tanh(W_in x + b_in + r * (W_hn h + b_hn))   h' = (1 - z) * n + z * h
 *
 * These functions start from the products gx = W_ih x + b_ih and gh = W_hh h + b_hh, [B x 3D] each,
 * because callers hoist gx out of the time loop. B rows, D units. None can fail. Thread-safe. */
#ifndef AS_CORE_GRU_H
#define AS_CORE_GRU_H

#include "core/kernels.h"

/* h_out [B x D]; gates [B x 3D] receives r, z, n for the backward pass, or NULL.
 * live [B]: rows with 0 keep their state (padding); NULL when all live. h_out may be h. */
void as_gru_forward(const as_kernels *kernels, float *h_out, float *gates, const float *gx,
                    const float *gh, const float *h, const unsigned char *live, int B, int D);

/* Gradients of one forward call, from d_h_out [B x D] and the kept gates.
 *   d_gx, d_gh [B x 3D]  written      d_h [B x D]  written: the direct path through z * h only;
 *                                     the caller adds d_gh W_hh
 * gh is the forward call's. Rows with live 0: d_gx = d_gh = 0, d_h = d_h_out. */
void as_gru_backward(const as_kernels *kernels, float *d_gx, float *d_gh, float *d_h,
                     const float *d_h_out, const float *gates, const float *gh, const float *h,
                     const unsigned char *live, int B, int D);

#endif
