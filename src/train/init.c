#include "train/init.h"

#include "train/random.h"

#include <math.h>
#include <string.h>

enum { STREAM_INIT = 0x300 };

static void fill_uniform(as_random *random, float *x, size_t n, double range)
{
    for (size_t k = 0; k < n; k++)
        x[k] = (float)((2 * as_random_unit(random) - 1) * range);
}

void as_init_params(const as_config *config, as_params *params, uint64_t seed)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n_specs = as_param_specs(config, specs);
    for (int s = 0; s < n_specs; s++) {
        const as_mat *W = as_param_of(params, &specs[s]);
        float *x = as_mat_f32(W);
        size_t n = (size_t)specs[s].rows * (size_t)specs[s].cols;
        as_random random = as_random_for(seed, STREAM_INIT, (uint64_t)s);
        if (W == &params->source_embedding || W == &params->target_embedding) {
            for (size_t k = 0; k < n; k++)
                x[k] = (float)(0.1 * as_random_normal(&random));
        } else if (strstr(specs[s].name, ".v_")) { /* a vector that multiplies */
            fill_uniform(&random, x, n, 1 / sqrt(specs[s].rows));
        } else if (specs[s].is_vector) {
            memset(x, 0, n * sizeof *x);
        } else {
            bool gates = strstr(specs[s].name, "W_ih") || strstr(specs[s].name, "W_hh");
            int rows = gates ? specs[s].rows / 3 : specs[s].rows;
            fill_uniform(&random, x, n, sqrt(6.0 / (rows + specs[s].cols)));
        }
    }
}
