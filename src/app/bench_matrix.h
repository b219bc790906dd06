/* A made-up alignment of any size, for measuring how fast the window draws one. */
#ifndef AS_APP_BENCH_MATRIX_H
#define AS_APP_BENCH_MATRIX_H

#include "core/decode.h"

/* n x n, n >= 1 with </s>: words of different lengths, rows whose mass lies about the diagonal and
 * sums to 1. The caller's; free with as_translation_free. NULL without memory. */
as_translation *as_bench_matrix_new(int n);

#endif
