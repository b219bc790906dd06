#include "core/measures.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* x log x, with 0 log 0 = 0. */
static double x_log_x(double x)
{
    return x > 0 ? x * log(x) : 0;
}

/* H of n weights in nats, `step` elements apart, divided by their sum. 0 when there is no mass. */
static double entropy(const float *p, int n, size_t step)
{
    /* H(p / m) = log m - (1/m) sum p log p */
    double mass = 0, sum = 0;
    for (int k = 0; k < n; k++) {
        mass += (double)p[(size_t)k * step];
        sum += x_log_x((double)p[(size_t)k * step]);
    }
    return mass > 0 ? log(mass) - sum / mass : 0;
}

double as_row_entropy(const float *row, int S)
{
    double sum = 0;
    for (int i = 0; i < S; i++)
        sum -= x_log_x((double)row[i]);
    return sum > 0 ? sum / log(2) : 0; /* not -0 */
}

/* c_i = sum_t alpha[t][i] */
static double coverage_of(const float *alpha, int T, int S, int i)
{
    double c = 0;
    for (int t = 0; t < T; t++)
        c += (double)alpha[(size_t)t * (size_t)S + (size_t)i];
    return c;
}

void as_coverage(double *coverage, const float *alpha, int T, int S)
{
    for (int i = 0; i < S; i++)
        coverage[i] = coverage_of(alpha, T, S, i);
}

/* CDP = -(1/S) sum_i log(1 + (1 - c_i)^2) */
double as_coverage_deviation(const float *alpha, int T, int S)
{
    double sum = 0;
    for (int i = 0; i < S; i++) {
        double missing = 1 - coverage_of(alpha, T, S, i);
        sum += log1p(missing * missing);
    }
    return -sum / S;
}

/* AP_out = -(1/T) sum_t H(alpha[t]) */
double as_absentmindedness_out(const float *alpha, int T, int S)
{
    double sum = 0;
    for (int t = 0; t < T; t++)
        for (int i = 0; i < S; i++)
            sum += x_log_x((double)alpha[(size_t)t * (size_t)S + (size_t)i]);
    return sum / T;
}

/* AP_in = -(1/S) sum_i H(alpha[.][i] / c_i) */
double as_absentmindedness_in(const float *alpha, int T, int S)
{
    double sum = 0;
    for (int i = 0; i < S; i++)
        sum += entropy(alpha + i, T, (size_t)S);
    return -sum / S;
}

double as_confidence(const float *alpha, int T, int S)
{
    double total = as_coverage_deviation(alpha, T, S) + as_absentmindedness_out(alpha, T, S) +
                   as_absentmindedness_in(alpha, T, S);
    return 100 * exp(-0.05 * total * total);
}

double as_coverage_confidence(const float *alpha, int T, int S)
{
    double deviation = as_coverage_deviation(alpha, T, S);
    return 100 * exp(-deviation * deviation);
}

double as_length_penalty(int T, double a)
{
    return pow((5.0 + T) / 6.0, a);
}

/* b sum_i log(min(c_i, 1)) */
double as_coverage_penalty(const float *alpha, int T, int S, double b)
{
    double sum = 0;
    for (int i = 0; i < S; i++)
        sum += log(fmax(fmin(coverage_of(alpha, T, S, i), 1), 1e-10));
    return b * sum;
}

double as_tvd(const float *p, const float *q, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += fabs((double)p[k] - (double)q[k]);
    return sum / 2;
}

/* p log(p/m) summed as 1/2 p log p + 1/2 q log q - m log m: no division by a tiny m. */
double as_jsd(const float *p, const float *q, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += (x_log_x((double)p[k]) + x_log_x((double)q[k])) / 2 -
               x_log_x(((double)p[k] + (double)q[k]) / 2);
    return sum > 0 ? sum : 0; /* rounding only */
}

static int sign_of_difference(float a, float b)
{
    return (a > b) - (a < b);
}

/* tau_b = (C - D) / sqrt((C + D + T_x)(C + D + T_y)); a pair tied on both sides counts nowhere. */
double as_kendall_tau(const float *x, const float *y, int n)
{
    long long concordant = 0, discordant = 0, tied_x = 0, tied_y = 0;
    for (int j = 1; j < n; j++)
        for (int k = 0; k < j; k++) {
            int dx = sign_of_difference(x[j], x[k]), dy = sign_of_difference(y[j], y[k]);
            concordant += dx * dy > 0;
            discordant += dx * dy < 0;
            tied_x += dx == 0 && dy != 0;
            tied_y += dx != 0 && dy == 0;
        }
    double untied = (double)(concordant + discordant);
    double product = (untied + (double)tied_x) * (untied + (double)tied_y);
    return product > 0 ? (double)(concordant - discordant) / sqrt(product) : (double)NAN;
}

/* Place of item k in the ranking by weight, 0 first; ties go to the earlier position. */
static int rank_of(const float *w, int n, int k)
{
    int before = 0;
    for (int j = 0; j < n; j++)
        before += w[j] > w[k] || (w[j] == w[k] && j < k);
    return before;
}

/* RBO_ext(p, k) = (X_k / k) p^k + ((1 - p) / p) sum_{d=1..k} (X_d / d) p^d, X_d the items that the
 * first d places of both rankings share: an item joins at the deeper of its two ranks. */
double as_rbo(const float *x, const float *y, int n, double p, int k)
{
    if (k > n)
        k = n;
    if (k < 1)
        return (double)NAN;
    double sum = 0, power = 1, agreement = 0;
    for (int d = 1; d <= k; d++) {
        int shared = 0;
        for (int item = 0; item < n; item++)
            shared += rank_of(x, n, item) < d && rank_of(y, n, item) < d;
        power *= p;
        agreement = (double)shared / d;
        sum += agreement * power;
    }
    return agreement * power + (1 - p) / p * sum;
}

int as_argmax(const float *row, int n)
{
    int best = 0;
    for (int k = 1; k < n; k++)
        if (row[k] > row[best])
            best = k;
    return best;
}

static bool has_link(const as_link *links, int n, as_link link)
{
    for (int k = 0; k < n; k++)
        if (links[k].source == link.source && links[k].target == link.target)
            return true;
    return false;
}

/* Links are sets: one given twice counts once. */
void as_aer_add(as_aer *aer, const as_link *a, int n_a, const as_link *sure, int n_sure,
                const as_link *possible, int n_possible)
{
    for (int k = 0; k < n_a; k++) {
        if (has_link(a, k, a[k]))
            continue;
        bool is_sure = has_link(sure, n_sure, a[k]);
        aer->a++;
        aer->a_and_s += is_sure;
        aer->a_and_p += is_sure || has_link(possible, n_possible, a[k]);
    }
    for (int k = 0; k < n_sure; k++)
        aer->s += !has_link(sure, k, sure[k]);
}

/* AER = 1 - (|A and P| + |A and S|) / (|A| + |S|) */
double as_aer_value(const as_aer *aer)
{
    if (aer->a + aer->s == 0)
        return (double)NAN;
    return 1 - (double)(aer->a_and_p + aer->a_and_s) / (double)(aer->a + aer->s);
}

double as_aer_precision(const as_aer *aer)
{
    return aer->a ? (double)aer->a_and_p / (double)aer->a : (double)NAN;
}

double as_aer_recall(const as_aer *aer)
{
    return aer->s ? (double)aer->a_and_s / (double)aer->s : (double)NAN;
}

void as_words_from_pieces(float *out, int Tw, int Sw, const float *alpha, int T, int S,
                          const int *word_of_t, const int *word_of_i)
{
    memset(out, 0, (size_t)Tw * (size_t)Sw * sizeof *out);
    for (int t = 0; t < T; t++) {
        int pieces = 0; /* of this target word */
        for (int u = 0; u < T; u++)
            pieces += word_of_t[u] == word_of_t[t];
        assert(word_of_t[t] >= 0 && word_of_t[t] < Tw);
        float *row = out + (size_t)word_of_t[t] * (size_t)Sw;
        for (int i = 0; i < S; i++) {
            assert(word_of_i[i] >= 0 && word_of_i[i] < Sw);
            row[word_of_i[i]] += alpha[(size_t)t * (size_t)S + (size_t)i] / (float)pieces;
        }
    }
}
