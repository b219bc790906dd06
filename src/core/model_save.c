#include "core/model_format.h"

#include <stdlib.h>
#include <string.h>

/* A file that would not load again is not written. */
static bool check_vocab(const char *side, const char *text, int expected, as_error *err)
{
    as_vocab *vocab;
    if (!as_vocab_parse(text, strlen(text), &vocab, err))
        return as_fail_in(err, "%s.vocab", side);
    int size = as_vocab_size(vocab);
    as_vocab_free(vocab);
    if (size != expected)
        return as_fail(err, AS_ERR_ARGUMENT, "%s.vocab has %d pieces, but the model has %d", side,
                       size, expected);
    return true;
}

static bool sources_of(const as_config *config, const as_params *params, as_dtype dtype,
                       as_st_source *out, int *n_out, as_error *err)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    for (int k = 0; k < n; k++) {
        const as_mat *mat = as_param_of_const(params, &specs[k]);
        if (!mat->data || mat->dtype != AS_F32 || mat->rows != specs[k].rows ||
            mat->cols != specs[k].cols || mat->stride != (size_t)mat->cols)
            return as_fail(err, AS_ERR_ARGUMENT, "%s is not the F32 tensor that the config wants",
                           specs[k].name);
        out[k] = (as_st_source){
            .name = specs[k].name,
            .rank = specs[k].is_vector ? 1 : 2,
            .shape = {(size_t)mat->rows, (size_t)mat->cols},
            .dtype = specs[k].is_vector ? AS_F32 : dtype,
            .f32 = mat->data,
        };
    }
    *n_out = n;
    return true;
}

/* The entries of __metadata__, as in as_model_texts_write, of texts that would load again. */
static bool texts_of(const as_config *config, const as_model_card *card, as_st_metadata *out,
                     int *n_out, char **config_json, as_error *err)
{
    return as_model_texts_write(config, card, out, n_out, config_json, err) &&
           check_vocab("source", card->source_vocab, config->Vx, err) &&
           check_vocab("target", card->target_vocab, config->Vy, err);
}

bool as_model_card_check(const as_config *config, const as_model_card *card, as_error *err)
{
    as_st_metadata texts[AS_MODEL_MAX_TEXTS];
    int n = 0;
    char *config_json = NULL;
    bool ok = texts_of(config, card, texts, &n, &config_json, err);
    free(config_json);
    return ok;
}

bool as_model_save(const char *path, const as_config *config, const as_params *params,
                   const as_model_card *card, as_dtype dtype, as_error *err)
{
    as_st_source tensors[AS_MAX_PARAMS];
    as_st_metadata texts[AS_MODEL_MAX_TEXTS];
    int n_tensors = 0, n_texts = 0;
    char *config_json = NULL;
    bool ok = texts_of(config, card, texts, &n_texts, &config_json, err) &&
              sources_of(config, params, dtype, tensors, &n_tensors, err) &&
              as_safetensors_write(path, tensors, n_tensors, texts, n_texts, err);
    free(config_json);
    return ok;
}
