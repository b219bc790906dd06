/* Layer normalisation (Ba, Kiros, Hinton 2016, arXiv:1607.06450) as two toolkits put it around a
 * product, for models imported from them:
 *
 *   LN(x; g, b) = g (x - mean) / sqrt(variance + eps) + b      variance over all numbers, not n - 1
 *
 *   marian    y = LN(W x; g, b), eps 1e-9; the three gates of a cell are one vector
 *   nematus   y = LN(W x + a; g, b), eps 1e-5; of a cell's gates r and z are one vector, n another
 *
 * b is the bias that the product has anyway. None can fail. All are thread-safe. */
#ifndef AS_CORE_LAYER_NORM_H
#define AS_CORE_LAYER_NORM_H

#include "core/params.h"

/* A dense layer, or the three gates of a cell in the order r, z, n. */
typedef enum as_norm_form { AS_NORM_DENSE, AS_NORM_GATES } as_norm_form;

/* Normalises n rows of `width` products in place, and adds b (NULL: nothing). With AS_NORM_NONE it
 * adds b alone. */
void as_layer_norm(as_norm norm, as_norm_form form, float *y, int n, int width,
                   const as_norm_params *params, const float *b);

/* y = W x + b for n rows of x, y [n x rows of W] normalised as above. */
void as_linear_norm(const as_kernels *kernels, as_norm norm, as_norm_form form, float *y, int n,
                    const as_mat *W, const float *x, const as_norm_params *params, const float *b);

#endif
