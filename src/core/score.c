#include "core/score.h"

#define DECLARE(KIND, name) extern const as_score as_score_##name;
#define ENTRY(KIND, name) [AS_SCORE_##KIND] = &as_score_##name,

AS_SCORE_TABLE(DECLARE)

static const as_score *const scores[] = {AS_SCORE_TABLE(ENTRY)};

const as_score *as_score_lookup(as_score_kind kind)
{
    return scores[kind];
}

const as_mat *as_score_mat(const as_params *params, int slot)
{
    return slot == AS_NO_SLOT ? NULL : &params->attention[slot];
}
