/* The second model of a comparison, and what it makes of the same sentence. */
#ifndef AS_CLI_RIVAL_H
#define AS_CLI_RIVAL_H

#include "cli/models.h"
#include "core/decode.h"
#include "view/result.h"

typedef struct as_rival {
    as_model *model;
    as_translation *translation;
    as_result result;
    bool own_target; /* it translates by itself, else the first's translation is forced on it */
} as_rival;

/* Opens the model and decodes the source of `first`, which `of_first` made: models with the same
 * pieces get the very pieces of its target. *out, of which own_target is set, is the caller's:
 * as_rival_finish, on failure too. Errors: of as_models_open and the decoder. */
bool as_rival_open(as_rival *out, const as_cli *cli, const char *model, const as_translation *first,
                   const as_model *of_first, const as_decode_options *options, as_error *err);
void as_rival_finish(as_rival *rival);

#endif
