#include "train/init.h"

#include "train/carry.h"
#include "train/pieces.h"
#include "train/random.h"

#include <math.h>
#include <stdio.h>
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

/* ---- from a model ---- */

/* Adds "E is 256, not 128" to a list when the two differ. */
static void compare(char *list, size_t size, const char *name, const char *found,
                    const char *wanted)
{
    size_t used = strlen(list);
    if (strcmp(found, wanted) != 0)
        snprintf(list + used, size - used, "%s%s is %s, not %s", used ? ", " : "", name, found,
                 wanted);
}

static void compare_sizes(char *list, size_t size, const char *name, int found, int wanted)
{
    char a[16], b[16];
    snprintf(a, sizeof a, "%d", found);
    snprintf(b, sizeof b, "%d", wanted);
    compare(list, size, name, a, b);
}

static bool check_same(const as_config *model, const as_config *wanted, bool same_pieces,
                       as_error *err)
{
    char list[400] = "";
    compare(list, sizeof list, "score", as_score_name(model->score), as_score_name(wanted->score));
    compare(list, sizeof list, "query", as_query_name(model->query), as_query_name(wanted->query));
    compare(list, sizeof list, "readout", as_readout_name(model->readout),
            as_readout_name(wanted->readout));
    compare(list, sizeof list, "start", as_start_names[model->start],
            as_start_names[wanted->start]);
    compare_sizes(list, sizeof list, "E", model->E, wanted->E);
    compare_sizes(list, sizeof list, "H", model->H, wanted->H);
    compare_sizes(list, sizeof list, "D", model->D, wanted->D);
    compare_sizes(list, sizeof list, "A", model->A, wanted->A);
    compare_sizes(list, sizeof list, "R", model->R, wanted->R);
    if (same_pieces) {
        compare_sizes(list, sizeof list, "source vocabulary", model->Vx, wanted->Vx);
        compare_sizes(list, sizeof list, "target vocabulary", model->Vy, wanted->Vy);
    }
    return list[0] == '\0' ||
           as_fail(err, AS_ERR_ARGUMENT, "the model differs from the settings: %s", list);
}

static void copy_rows(const as_mat *to, const as_mat *from)
{
    const as_kernels *kernels = as_kernels_best();
    for (int row = 0; row < to->rows; row++)
        as_mat_row(kernels, as_mat_f32(to) + (size_t)row * to->stride, from, row);
}

/* Whether the rows of W belong to the pieces of that side. */
static bool belongs_to(const as_params *params, const as_mat *W, as_side side)
{
    if (side == AS_SOURCE)
        return W == &params->source_embedding;
    return W == &params->target_embedding || W == &params->output_W || W == &params->output_b;
}

bool as_init_from_model(const as_config *config, as_params *params, const as_model *model,
                        const as_init_pieces *pieces, as_error *err)
{
    as_param_spec specs[AS_MAX_PARAMS];
    if (!check_same(&model->config, config, !pieces, err))
        return false;
    int n_specs = as_param_specs(config, specs);
    bool done = true;
    for (int s = 0; done && s < n_specs; s++) {
        const as_mat *from = as_param_of_const(&model->params, &specs[s]);
        const as_mat *to = as_param_of(params, &specs[s]);
        if (pieces && belongs_to(params, to, AS_SOURCE))
            done = as_carry_rows(to, &pieces->source, from, &model->source, err);
        else if (pieces && belongs_to(params, to, AS_TARGET))
            done = as_carry_rows(to, &pieces->target, from, &model->target, err);
        else
            copy_rows(to, from);
    }
    return done;
}
