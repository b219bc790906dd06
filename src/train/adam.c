#include "train/adam.h"

#include <math.h>

void as_adam_update(const as_adam *adam, float *restrict w, float *restrict m, float *restrict v,
                    const float *restrict d_w, size_t n, double rate, double scale, long step)
{
    float b_1 = (float)adam->beta_1, b_2 = (float)adam->beta_2;
    float c_1 = (float)(1 - adam->beta_1), c_2 = (float)(1 - adam->beta_2);
    /* Both bias corrections, moved to where they cost nothing per weight. */
    double unbiased_2 = sqrt(1 - pow(adam->beta_2, (double)step));
    float r = (float)(rate * unbiased_2 / (1 - pow(adam->beta_1, (double)step)));
    float epsilon = (float)(adam->epsilon * unbiased_2), s = (float)scale;
    for (size_t k = 0; k < n; k++) {
        float g = s * d_w[k];
        m[k] = b_1 * m[k] + c_1 * g;
        v[k] = b_2 * v[k] + c_2 * g * g;
        w[k] -= r * m[k] / (sqrtf(v[k]) + epsilon);
    }
}

void as_gradient_take(float *restrict sum, float *restrict part, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        sum[k] += part[k];
        part[k] = 0;
    }
}

double as_sum_of_squares(const float *x, size_t n)
{
    enum { LANES = 8 }; /* so that the sum need not wait for itself */
    double lane[LANES] = {0}, sum = 0;
    size_t k = 0;
    for (; k + LANES <= n; k += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += (double)x[k + j] * (double)x[k + j];
    for (; k < n; k++)
        sum += (double)x[k] * (double)x[k];
    for (size_t j = 0; j < LANES; j++)
        sum += lane[j];
    return sum;
}

double as_clip_scale(double norm, double limit)
{
    return limit > 0 && norm > limit ? limit / norm : 1;
}

void as_average_update(float *restrict average, const float *restrict w, size_t n, double decay)
{
    float share = (float)(1 - decay);
    for (size_t k = 0; k < n; k++)
        average[k] += share * (w[k] - average[k]);
}
