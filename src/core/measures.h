/* Measures of an alignment matrix that need alpha alone. Definitions and sources: each function
 * names its own. alpha [T x S], rows sum to 1. Natural logarithms unless "bit" is said; 0 log 0 =
 * 0. Cannot fail. */
#ifndef AS_CORE_MEASURES_H
#define AS_CORE_MEASURES_H

/* H = -sum_i p_i log2 p_i, in bit. */
double as_row_entropy(const float *row, int S);
/* c_i = sum_t alpha[t][i], coverage [S]. */
void as_coverage(double *coverage, const float *alpha, int T, int S);
/* CDP = -(1/S) sum_i log(1 + (1 - c_i)^2); 0 is best. Rikters and Fishel 2017. */
double as_coverage_deviation(const float *alpha, int T, int S);
/* AP_out = -(1/T) sum_t H(alpha[t]) in nats; AP_in the same over normalized columns (columns with
 * no mass are skipped, the divisor stays S). Rikters and Fishel 2017. */
double as_absentmindedness_out(const float *alpha, int T, int S);
double as_absentmindedness_in(const float *alpha, int T, int S);
/* 100 exp(-0.05 (CDP + AP_out + AP_in)^2), percent. */
double as_confidence(const float *alpha, int T, int S);
/* 100 exp(-CDP^2), percent. */
double as_coverage_confidence(const float *alpha, int T, int S);
/* GNMT length penalty ((5 + T)/6)^a and coverage penalty b sum_i log(min(c_i, 1)), c_i floored at
 * 1e-10. Wu et al. 2016. */
double as_length_penalty(int T, double a);
double as_coverage_penalty(const float *alpha, int T, int S, double b);
/* 1/2 sum |p_k - q_k|, and the Jensen-Shannon divergence (at most ln 2). Jain and Wallace 2019. */
double as_tvd(const float *p, const float *q, int n);
double as_jsd(const float *p, const float *q, int n);
/* Kendall tau-b; NAN for fewer than 2 items or a constant side. */
double as_kendall_tau(const float *x, const float *y, int n);
/* RBO_ext(p, k) of two rankings given by weights, ties broken by position. Webber 2010. */
double as_rbo(const float *x, const float *y, int n, double p, int k);
/* Index of the largest weight; the first maximum wins. */
int as_argmax(const float *row, int n);

/* Alignment error rate over a corpus: add pairs, then ask. Och and Ney 2003. */
typedef struct as_link {
    int source, target; /* 0-based */
} as_link;
typedef struct as_aer {
    long long a_and_s, a_and_p, a, s;
} as_aer;
/* sure and possible need not be disjoint: P includes S. */
void as_aer_add(as_aer *aer, const as_link *a, int n_a, const as_link *sure, int n_sure,
                const as_link *possible, int n_possible);
double as_aer_value(const as_aer *aer);     /* NAN when |A| + |S| = 0 */
double as_aer_precision(const as_aer *aer); /* |A and P| / |A| */
double as_aer_recall(const as_aer *aer);    /* |A and S| / |S| */

/* out [Tw x Sw] from pieces to words: word_of_t [T], word_of_i [S] give each token's row or column
 * in out, non-decreasing. Source pieces of one word are summed, target pieces averaged. */
void as_words_from_pieces(float *out, int Tw, int Sw, const float *alpha, int T, int S,
                          const int *word_of_t, const int *word_of_i);

#endif
