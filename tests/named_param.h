/* A parameter by its name in model files. */
#ifndef TESTS_NAMED_PARAM_H
#define TESTS_NAMED_PARAM_H

#include "core/params.h"

#include <string.h>

/* NULL when this config has none of the name. */
static inline as_mat *named_param(as_params *params, const as_config *config, const char *name)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    for (int k = 0; k < n; k++)
        if (strcmp(specs[k].name, name) == 0)
            return as_param_of(params, &specs[k]);
    return NULL;
}

#endif
