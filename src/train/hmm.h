/* Which source word each target word of a sentence pair answers to, as probabilities: the two
 * classic models of word alignment. Letters: source e_1…e_S, target f_1…f_T, a_j in 0…S the
 * position that f_j answers to, 0 for none (NULL).
 *
 *   model 1   P(a_j = i) ~ t(f_j|e_i)
 *             Brown, Della Pietra, Della Pietra, Mercer 1993 (Computational Linguistics 19.2)
 *   HMM       P(a_j = i | a_{j-1} = i') ~ jump(i - i'), f_j emitted with t(f_j|e_i)
 *             Vogel, Ney, Tillmann 1996 (COLING); NULL as in Och and Ney 2003
 *             (Computational Linguistics 29.1), section 2.2: it keeps the position it came from,
 *             and every step goes there with probability 0.2. */
#ifndef AS_TRAIN_HMM_H
#define AS_TRAIN_HMM_H

#include "core/memory.h"

enum {
    AS_HMM_LENGTH = 200, /* words of the longest side */
    AS_HMM_JUMP = 12,    /* jumps beyond share one probability, on either side */
    AS_HMM_JUMPS = 2 * AS_HMM_JUMP + 1
};

typedef struct as_hmm {
    double jump[AS_HMM_JUMPS]; /* of -AS_HMM_JUMP … AS_HMM_JUMP words; relative weights */
} as_hmm;

/* One sentence pair in, posteriors out. Row j of a [T x S] matrix is target word j. */
typedef struct as_alignment_task {
    int S, T;
    const float *t;      /* [T x S] t(f_j|e_i) */
    const float *t_null; /* [T] t(f_j|NULL) */
    float *gamma;        /* [T x S] out: P(a_j = i) */
    float *gamma_null;   /* [T] out: P(a_j = 0); a row sums to 1 with it */
} as_alignment_task;

/* Returns the log-likelihood, natural. Cannot fail. */
double as_model_1_posteriors(const as_alignment_task *task);

/* Buffers for one thread, of a fixed size. */
typedef struct as_hmm_scratch as_hmm_scratch;
as_hmm_scratch *as_hmm_scratch_new(void); /* NULL when memory is short */
void as_hmm_scratch_free(as_hmm_scratch *scratch);

/* Forward and backward over the pair; S and T in 1…AS_HMM_LENGTH (asserted). Adds the expected
 * number of each jump to jump_counts. Returns the log-likelihood. Cannot fail. */
double as_hmm_posteriors(as_hmm_scratch *scratch, const as_hmm *hmm, const as_alignment_task *task,
                         double jump_counts[AS_HMM_JUMPS]);

/* All jumps alike, and the jumps that expected counts ask for. */
void as_hmm_init(as_hmm *hmm);
void as_hmm_update(as_hmm *hmm, const double jump_counts[AS_HMM_JUMPS]);

#endif
