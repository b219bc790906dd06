/* e_{t,i} = s^T W_a h_i
 * Luong, Pham, Manning 2015 (arXiv:1508.04025), section 3.1, "general".
 * Query q = s, keys k_i = W_a h_i, both of length D: W_a is multiplied once per sentence. */
#include "core/score.h"
#include "core/score_product.h"

enum { W_A, N_PARAMS };

const as_score as_score_general = {
    .equation = "{s}ᵀ Wₐ hᵢ",
    .term = "sₖ (Wₐ hᵢ)ₖ",
    .params = {[W_A] = {"attention.W_a", AS_DIM_D, AS_DIM_2H}},
    .n_params = N_PARAMS,
    .key_W = W_A,
    .key_b = AS_NO_SLOT,
    .query_W = AS_NO_SLOT,
    .width = AS_DIM_D,
    .forward = as_product_forward,
    .terms = as_product_terms,
    .backward = as_product_backward,
};
