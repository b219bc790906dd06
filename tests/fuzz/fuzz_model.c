/* A header, a NUL, and the data: a model file but for the header's length, which is put right here
 * so that changed headers stay readable. What loads must translate, or say why not. */
#include "check.h"

#include "core/decode.h"
#include "core/dtype.h"

#include <math.h>
#include <string.h>

/* Reads every number of every parameter. */
static void check_params(as_model *model)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&model->config, specs);
    for (int k = 0; k < n; k++) {
        const as_mat *mat = as_param_of(&model->params, &specs[k]);
        size_t count = (size_t)mat->rows * (size_t)mat->cols;
        CHECK(mat->rows == specs[k].rows && mat->cols == specs[k].cols);
        CHECK((uintptr_t)mat->data % 64 == 0);
        CHECK(mat->dtype != AS_F16 && (mat->dtype == AS_F32 || !specs[k].is_vector));
        CHECK(as_dtype_not_finite(mat->data, mat->dtype, count) == count);
    }
}

static void check_translation(const as_translation *translation)
{
    int T = translation->target.n, S = translation->source.n;
    CHECK(T >= 1 && S >= 1);
    for (int t = 0; t < T; t++) {
        double sum = 0;
        for (int i = 0; i < S; i++)
            sum += (double)translation->alpha[t * S + i];
        CHECK(fabs(sum - 1) < 1e-4);
        CHECK(translation->logp[t] <= 0);
    }
}

/* Weights of any size: a decode that overflows says so, it gives no picture. */
static void check_decode(const as_model *model)
{
    as_session *session;
    as_translation *found[2];
    int n = 0;
    as_error err = {0};
    as_decode_options options = as_decode_defaults();
    options.beam = options.n_best = 2;
    options.max_length = 6;
    CHECK(as_session_new(model, &session, &err));
    if (!as_translate(session, "ab a", 4, &options, found, &n, &err))
        CHECK(n == 0 && err.status == AS_ERR_FORMAT);
    for (int k = 0; k < n; k++) {
        check_translation(found[k]);
        as_translation_free(found[k]);
    }
    as_session_free(session);
}

static void check_model(as_model *model)
{
    as_error err = {0};
    check_params(model);
    CHECK(as_config_check(&model->config, &err));
    CHECK(as_vocab_size(model->source_vocab) == model->config.Vx);
    CHECK(as_vocab_size(model->target_vocab) == model->config.Vy);
    CHECK(!model->source.bpe == (model->source.unit == AS_UNIT_CHAR));
    CHECK(strlen(model->name) <= 256);
    as_sentence sentence;
    CHECK(as_tokenize(&model->source, "ab a", 4, &sentence, &err));
    as_sentence_finish(&sentence);
    if (model->config.E < 1000 && model->config.Vy < 1000)
        check_decode(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
    size_t header = nul ? (size_t)(nul - data) : size, rest = nul ? size - header - 1 : 0;
    size_t len = 8 + header + rest;
    uint8_t *bytes = malloc(len);
    as_model *model;
    as_error err = {0};
    CHECK(bytes);
    for (int k = 0; k < 8; k++)
        bytes[k] = (uint8_t)((uint64_t)header >> 8 * k);
    memcpy(bytes + 8, data, header);
    memcpy(bytes + 8 + header, data + size - rest, rest);
    if (as_model_parse("input", bytes, len, &model, &err)) {
        check_model(model);
        as_model_free(model);
    } else {
        CHECK(err.status != AS_OK && strncmp(err.message, "input: ", 7) == 0);
    }
    free(bytes);
    return 0;
}
