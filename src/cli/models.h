/* Models by name or path, for the commands. */
#ifndef AS_CLI_MODELS_H
#define AS_CLI_MODELS_H

#include "cli/commands.h"
#include "core/catalogue.h"

/* The row of -m/--model in an option table. */
#define AS_MODEL_OPTION(field)                                                                     \
    AS_TEXT('m', "model", &(field), "MODEL",                                                       \
            "a path or the name of a shipped model (" AS_DEFAULT_MODEL ")")

/* The shipped models, in the data folder. *out as as_catalogue_read gives it. */
bool as_models_list(const as_cli *cli, as_catalogue *out, as_error *err);

/* The file of a model; `model` NULL: the default. *out is the caller's (free). */
bool as_models_path(const as_cli *cli, const char *model, char **out, as_error *err);

/* Loads it. *out is the caller's (as_model_free). */
bool as_models_open(const as_cli *cli, const char *model, as_model **out, as_error *err);

#endif
