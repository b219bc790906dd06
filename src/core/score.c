#include "core/score.h"
#include "core/score_table.h"

static const as_score *const scores[] = {
    [AS_SCORE_ADDITIVE] = &as_score_additive,
};

const as_score *as_score_lookup(as_score_kind kind)
{
    return scores[kind];
}
