#include "core/layer_norm.h"

#include <math.h>

/* x = x + a in place, [n]; a may be NULL. */
static void add(float *x, const float *a, size_t n)
{
    for (size_t k = 0; a && k < n; k++)
        x[k] += a[k];
}

/* x = g (x - mean) / sqrt(variance + eps) in place, [n]. */
static void normalise(float *x, const float *g, size_t n, double eps)
{
    double mean = 0, variance = 0;
    for (size_t k = 0; k < n; k++)
        mean += (double)x[k];
    mean /= (double)n;
    for (size_t k = 0; k < n; k++)
        variance += ((double)x[k] - mean) * ((double)x[k] - mean);
    variance /= (double)n;
    double scale = 1 / sqrt(variance + eps);
    for (size_t k = 0; k < n; k++)
        x[k] = (float)((double)g[k] * ((double)x[k] - mean) * scale);
}

static void normalise_row(as_norm norm, as_norm_form form, float *y, size_t width,
                          const as_norm_params *params)
{
    const float *g = as_mat_f32(&params->g);
    if (norm == AS_NORM_MARIAN) {
        normalise(y, g, width, 1e-9);
        return;
    }
    add(y, params->a.data, width);
    size_t first = form == AS_NORM_GATES ? width / 3 * 2 : width;
    normalise(y, g, first, 1e-5);
    if (first < width)
        normalise(y + first, g + first, width - first, 1e-5);
}

void as_layer_norm(as_norm norm, as_norm_form form, float *y, int n, int width,
                   const as_norm_params *params, const float *b)
{
    for (int row = 0; row < n; row++, y += width) {
        if (norm != AS_NORM_NONE)
            normalise_row(norm, form, y, (size_t)width, params);
        add(y, b, (size_t)width);
    }
}

void as_linear_norm(const as_kernels *kernels, as_norm norm, as_norm_form form, float *y, int n,
                    const as_mat *W, const float *x, const as_norm_params *params, const float *b)
{
    bool plain = norm == AS_NORM_NONE;
    as_linear(kernels, y, (size_t)W->rows, n, W, x, (size_t)W->cols, plain ? b : NULL, false);
    if (!plain)
        as_layer_norm(norm, form, y, n, W->rows, params, b);
}
