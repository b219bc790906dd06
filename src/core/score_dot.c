/* e_{t,i} = s^T h_i, where D = 2H
 * Luong, Pham, Manning 2015 (arXiv:1508.04025), section 3.1, "dot".
 * Query q = s and keys k_i = h_i as they are. */
#include "core/score.h"
#include "core/score_product.h"

static bool check(const as_config *config, as_error *err)
{
    if (config->D != 2 * config->H)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "score dot multiplies s with h_i: decoder D is %d, expected 2 H = %d",
                       config->D, 2 * config->H);
    return true;
}

const as_score as_score_dot = {
    .equation = "{s}ᵀ hᵢ",
    .term = "sₖ hᵢₖ",
    .key_W = AS_NO_SLOT,
    .key_b = AS_NO_SLOT,
    .query_W = AS_NO_SLOT,
    .width = AS_DIM_D,
    .check = check,
    .forward = as_product_forward,
    .terms = as_product_terms,
    .backward = as_product_backward,
};
