/* No attention: c_t = [ ->h_S ; <-h_1 ] in every step, whatever the target so far.
 * Sutskever, Vinyals, Le 2014 (arXiv:1409.3215), Cho et al. 2014 (arXiv:1406.1078): the sentence as
 * one vector of fixed length, what attention was invented to replace. */
#include "core/score.h"

static bool check(const as_config *config, as_error *err)
{
    if (config->query != AS_QUERY_PREVIOUS)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "score none asks nothing: query is %s, expected previous",
                       as_query_name(config->query));
    return true;
}

const as_score as_score_none = {
    .key_W = AS_NO_SLOT,
    .key_b = AS_NO_SLOT,
    .query_W = AS_NO_SLOT,
    .width = AS_DIM_0,
    .check = check,
};
