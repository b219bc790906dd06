#include "core/rank.h"

#include "core/vocab.h"

#include <math.h>
#include <string.h>

/* Logits are looked at a run at a time: a run whose largest is no better than the worst of the
 * ranked is skipped, which most are. */
enum { RUN = 256 };

int as_rank_scratch(int Vy)
{
    return (Vy + RUN - 1) / RUN;
}

static int run_length(int Vy, int k)
{
    return Vy - k * RUN < RUN ? Vy - k * RUN : RUN;
}

static int fail_not_finite(const float *logits, int Vy, as_error *err)
{
    int id = 0;
    while (id < Vy - 1 && isfinite(logits[id]))
        id++;
    as_fail(err, AS_ERR_FORMAT, "the logit of token %d is %g, expected a finite number", id,
            (double)logits[id]);
    return -1;
}

/* Puts one token into the first n of out, sorted; out has room for `wanted`. Returns the new n. */
static int insert(as_candidate *out, int n, int wanted, int id, float logit)
{
    int at = n;
    while (at > 0 && logit > out[at - 1].logp)
        at--;
    if (at == wanted)
        return n;
    int kept = n < wanted ? n : wanted - 1;
    memmove(out + at + 1, out + at, (size_t)(kept - at) * sizeof *out);
    out[at] = (as_candidate){id, logit};
    return kept + 1;
}

static bool may_rank(int id, bool no_unknown)
{
    return id != AS_PAD && id != AS_BOS && !(id == AS_UNK && no_unknown);
}

int as_rankable(int Vy, bool no_unknown)
{
    return Vy - (no_unknown ? 3 : 2);
}

/* The best by logit, for now, in the place of logp. */
static int rank_logits(const float *logits, int Vy, const float *run_max, bool no_unknown,
                       as_candidate *out, int wanted)
{
    int n = 0;
    for (int k = 0; k < as_rank_scratch(Vy); k++) {
        if (n == wanted && (wanted == 0 || run_max[k] <= out[n - 1].logp))
            continue;
        for (int id = k * RUN; id < k * RUN + run_length(Vy, k); id++)
            if ((n < wanted || logits[id] > out[n - 1].logp) && may_rank(id, no_unknown))
                n = insert(out, n, wanted, id, logits[id]);
    }
    return n;
}

int as_rank(const as_kernels *kernels, const float *logits, int Vy, float *scratch,
            bool no_unknown, as_candidate *out, int wanted, double *log_Z, as_error *err)
{
    float max = -INFINITY;
    for (int k = 0; k < as_rank_scratch(Vy); k++) {
        scratch[k] = kernels->finite_max(logits + k * RUN, (size_t)run_length(Vy, k));
        if (isnan(scratch[k]))
            return fail_not_finite(logits, Vy, err);
        if (scratch[k] > max)
            max = scratch[k];
    }
    double sum = 0;
    float terms[RUN];
    for (int k = 0; k < as_rank_scratch(Vy); k++)
        sum += (double)kernels->exp_sum(terms, logits + k * RUN, max, (size_t)run_length(Vy, k));
    *log_Z = (double)max + log(sum);

    int n = rank_logits(logits, Vy, scratch, no_unknown, out, wanted);
    for (int k = 0; k < n; k++)
        out[k].logp = (float)((double)out[k].logp - *log_Z);
    return n;
}
