/* Compiled once per instruction set (meson.build): AS_LOOPS_TABLE names the table this build
 * fills. Plain loops that compilers vectorize. */
#include "train/loops_tables.h"

#include <math.h>

static double sum_all(const float *x, size_t n)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < n; k++)
        sum += (double)x[k];
    return sum;
}

static double sum_of_squares(const float *x, size_t n)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < n; k++)
        sum += (double)x[k] * (double)x[k];
    return sum;
}

static void scale_and_add(float *restrict x, float *restrict total, float scale, float shift,
                          size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        x[k] = scale * x[k] - shift;
        total[k] += x[k];
    }
}

static void mask_all(float *restrict x, const unsigned char *restrict mask, float scale, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        x[k] = mask[k] ? x[k] * scale : 0.0f;
}

static void take(float *restrict sum, float *restrict part, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        sum[k] += part[k];
        part[k] = 0;
    }
}

static void approach(float *restrict average, const float *restrict w, float share, size_t n)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++)
        average[k] += share * (w[k] - average[k]);
}

static void adam(float *restrict w, float *restrict m, float *restrict v, const float *restrict d_w,
                 const as_adam_rates *rates, size_t n)
{
    const as_adam_rates r = *rates;
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        float g = r.scale * d_w[k];
        m[k] = r.beta_1 * m[k] + r.new_1 * g;
        v[k] = r.beta_2 * v[k] + r.new_2 * g * g;
        w[k] -= r.rate * m[k] / (sqrtf(v[k]) + r.epsilon);
    }
}

const as_loops AS_LOOPS_TABLE = {
    .sum = sum_all,
    .sum_of_squares = sum_of_squares,
    .scale_and_add = scale_and_add,
    .mask = mask_all,
    .take = take,
    .approach = approach,
    .adam = adam,
};
