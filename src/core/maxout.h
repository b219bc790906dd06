/* The maxout units of a readout: r_k = max(p_{2k}, p_{2k+1}).
 * Goodfellow et al. 2013 (arXiv:1302.4389); Bahdanau, Cho, Bengio 2015, appendix A.2.2.
 *
 * n rows of 2R numbers p and of R numbers r, the caller's. Cannot fail. Thread-safe. */
#ifndef AS_CORE_MAXOUT_H
#define AS_CORE_MAXOUT_H

/* r may be p: the rows then lie closer together. */
void as_maxout_forward(float *r, const float *p, int n, int R);

/* d_p written; of two equal numbers the first takes the gradient. */
void as_maxout_backward(float *d_p, const float *d_r, const float *p, int n, int R);

#endif
