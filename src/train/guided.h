/* Guided alignment: a loss that pulls the attention of a target token towards the source positions
 * it is linked to. Chen, Matusov, Khadivi, Peter 2016 (arXiv:1607.01628).
 *
 *   g_t = -log sum_{i in L_t} alpha_{t,i}      0 for a token without links
 *
 * All mass on linked positions gives 0, however it is spread over them. Cannot fail. */
#ifndef AS_TRAIN_GUIDED_H
#define AS_TRAIN_GUIDED_H

#include "train/pass.h"

/* g_t of one target token from alpha [S] of its step. */
double as_guided_loss(const as_token_links *links, int t, const float *alpha);

/* d_alpha [S] += scale * dg_t / dalpha. */
void as_guided_backward(float *d_alpha, const as_token_links *links, int t, const float *alpha,
                        double scale);

#endif
