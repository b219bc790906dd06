#include "train/hmm.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double P_NULL = 0.2;    /* of a step to NULL; not learned, as in Och and Ney 2003 */
static const float T_FLOOR = 1e-10f; /* keeps a pair alive whose words the table gave up */

struct as_hmm_scratch {
    float t[AS_HMM_LENGTH * AS_HMM_LENGTH];       /* [T x S] with the floor */
    float forward[AS_HMM_LENGTH * AS_HMM_LENGTH]; /* [T x S] P(f_1…f_j, a_j = i), scaled */
    float null[AS_HMM_LENGTH * AS_HMM_LENGTH];    /* [T x S] the same, at NULL after position i */
    float scale[AS_HMM_LENGTH];                   /* [T] what each row was divided by */
    float jump[2 * AS_HMM_LENGTH];                /* by i - i' + S - 1 */
    float norm[AS_HMM_LENGTH];                    /* [S] 1 / sum_i jump(i - i') */
    float beta[AS_HMM_LENGTH], next[AS_HMM_LENGTH];
    double counts[2 * AS_HMM_LENGTH]; /* by i - i' + S - 1 */
};

as_hmm_scratch *as_hmm_scratch_new(void)
{
    return as_alloc(1, sizeof(as_hmm_scratch));
}

void as_hmm_scratch_free(as_hmm_scratch *scratch)
{
    free(scratch);
}

double as_model_1_posteriors(const as_alignment_task *task)
{
    size_t S = (size_t)task->S;
    double log_likelihood = 0;
    for (size_t j = 0; j < (size_t)task->T; j++) {
        const float *t = task->t + j * S;
        float sum = task->t_null[j] + T_FLOOR;
        for (size_t i = 0; i < S; i++)
            sum += t[i];
        for (size_t i = 0; i < S; i++)
            task->gamma[j * S + i] = t[i] / sum;
        task->gamma_null[j] = (task->t_null[j] + T_FLOOR) / sum;
        log_likelihood += log((double)sum / (double)(S + 1));
    }
    return log_likelihood;
}

static int jump_index(int distance)
{
    int clamped = distance < -AS_HMM_JUMP  ? -AS_HMM_JUMP
                  : distance > AS_HMM_JUMP ? AS_HMM_JUMP
                                           : distance;
    return clamped + AS_HMM_JUMP;
}

static void spread_jumps(as_hmm_scratch *x, const as_hmm *hmm, int S)
{
    for (int d = 1 - S; d < S; d++) {
        x->jump[d + S - 1] = (float)hmm->jump[jump_index(d)];
        x->counts[d + S - 1] = 0;
    }
    for (int from = 0; from < S; from++) {
        float sum = 0;
        for (int i = 0; i < S; i++)
            sum += x->jump[i - from + S - 1];
        x->norm[from] = 1 / sum;
    }
}

/* Divides row j of the forward table by its sum. */
static void scale_row(as_hmm_scratch *x, int j, int S)
{
    float *a = x->forward + (size_t)j * (size_t)S, *a_null = x->null + (size_t)j * (size_t)S;
    float sum = 0;
    for (int i = 0; i < S; i++)
        sum += a[i] + a_null[i];
    for (int i = 0; i < S; i++) {
        a[i] /= sum;
        a_null[i] /= sum;
    }
    x->scale[j] = sum;
}

/* What arrives at each position before f_j is emitted: out_i = sum_i' A_i' jump(i - i') / norm_i',
 * A_i' being all that stood at i', at the word or at NULL. */
static void move(const as_hmm_scratch *x, float *out, int j, int S)
{
    const float *a = x->forward + (size_t)(j - 1) * (size_t)S;
    const float *a_null = x->null + (size_t)(j - 1) * (size_t)S;
    memset(out, 0, (size_t)S * sizeof *out);
    for (int from = 0; from < S; from++) {
        float mass = (a[from] + a_null[from]) * x->norm[from];
        const float *jump = x->jump + S - 1 - from;
        for (int i = 0; i < S; i++)
            out[i] += mass * jump[i];
    }
}

static void forward_pass(as_hmm_scratch *x, const as_alignment_task *task)
{
    const float p_null = (float)P_NULL, p_word = 1 - p_null;
    int S = task->S;
    for (int j = 0; j < task->T; j++) {
        size_t row = (size_t)j * (size_t)S;
        float *a = x->forward + row, *a_null = x->null + row;
        float null = task->t_null[j] + T_FLOOR;
        if (j == 0) {
            for (int i = 0; i < S; i++) {
                a[i] = p_word / (float)S * x->t[i];
                a_null[i] = p_null / (float)S * null;
            }
        } else {
            move(x, a, j, S);
            for (int i = 0; i < S; i++) {
                a[i] *= p_word * x->t[row + (size_t)i];
                a_null[i] = p_null * null * (a[i - S] + a_null[i - S]);
            }
        }
        scale_row(x, j, S);
    }
}

/* beta of step j - 1 from that of step j, and the jumps expected between them.
 *   beta'_i' = [ (1 - p) sum_i jump(i - i') / norm_i' t_{j,i} beta_i + p t_null beta_i' ] / scale_j
 *   xi(i', i) = A_i' jump(i - i') / norm_i' (1 - p) t_{j,i} beta_i / scale_j */
static void backward_step(as_hmm_scratch *x, const as_alignment_task *task, int j)
{
    const float p_null = (float)P_NULL, p_word = 1 - p_null;
    int S = task->S;
    const float *t = x->t + (size_t)j * (size_t)S;
    const float *a = x->forward + (size_t)(j - 1) * (size_t)S;
    const float *a_null = x->null + (size_t)(j - 1) * (size_t)S;
    float null = p_null * (task->t_null[j] + T_FLOOR) / x->scale[j];
    for (int i = 0; i < S; i++)
        x->next[i] = p_word * t[i] * x->beta[i] / x->scale[j];
    for (int from = 0; from < S; from++) {
        const float *jump = x->jump + S - 1 - from;
        double *counts = x->counts + S - 1 - from;
        float mass = (a[from] + a_null[from]) * x->norm[from], sum = 0;
        for (int i = 0; i < S; i++) {
            float step = jump[i] * x->next[i];
            sum += step;
            counts[i] += (double)(mass * step);
        }
        x->beta[from] = sum * x->norm[from] + null * x->beta[from];
    }
}

double as_hmm_posteriors(as_hmm_scratch *x, const as_hmm *hmm, const as_alignment_task *task,
                         double jump_counts[AS_HMM_JUMPS])
{
    int S = task->S, T = task->T;
    assert(S >= 1 && S <= AS_HMM_LENGTH && T >= 1 && T <= AS_HMM_LENGTH);
    spread_jumps(x, hmm, S);
    for (int k = 0; k < S * T; k++)
        x->t[k] = task->t[k] + T_FLOOR;
    forward_pass(x, task);
    for (int i = 0; i < S; i++)
        x->beta[i] = 1;
    double log_likelihood = 0;
    for (int j = T - 1; j >= 0; j--) {
        size_t row = (size_t)j * (size_t)S;
        float null = 0;
        for (int i = 0; i < S; i++) {
            task->gamma[row + (size_t)i] = x->forward[row + (size_t)i] * x->beta[i];
            null += x->null[row + (size_t)i] * x->beta[i];
        }
        task->gamma_null[j] = null;
        log_likelihood += log((double)x->scale[j]);
        if (j > 0)
            backward_step(x, task, j);
    }
    for (int d = 1 - S; d < S; d++)
        jump_counts[jump_index(d)] += x->counts[d + S - 1];
    return log_likelihood;
}

void as_hmm_init(as_hmm *hmm)
{
    for (int d = 0; d < AS_HMM_JUMPS; d++)
        hmm->jump[d] = 1;
}

/* The outermost weights stand for many distances each; they keep the count of all of them, spread
 * over the first few, and every jump keeps a share of the uniform one. */
void as_hmm_update(as_hmm *hmm, const double jump_counts[AS_HMM_JUMPS])
{
    const double share = 0.02, far = 8;
    double sum = 0;
    for (int d = 0; d < AS_HMM_JUMPS; d++)
        sum += jump_counts[d];
    if (sum <= 0)
        return;
    for (int d = 0; d < AS_HMM_JUMPS; d++) {
        bool outermost = d == 0 || d == AS_HMM_JUMPS - 1;
        double p = jump_counts[d] / sum / (outermost ? far : 1);
        hmm->jump[d] = (1 - share) * p + share / AS_HMM_JUMPS;
    }
}
