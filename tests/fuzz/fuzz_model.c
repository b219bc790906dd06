/* A header, a NUL, and the data: a model file but for the header's length, which is put right here
 * so that changed headers stay readable. What loads must be a model that can be used. */
#include "check.h"

#include "core/dtype.h"
#include "core/model.h"

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

static void check_model(as_model *model)
{
    as_error err = { 0 };
    check_params(model);
    CHECK(as_config_check(&model->config, &err));
    CHECK(as_vocab_size(model->source_vocab) == model->config.Vx);
    CHECK(as_vocab_size(model->target_vocab) == model->config.Vy);
    CHECK(!model->source.bpe == (model->source.unit == AS_UNIT_CHAR));
    CHECK(strlen(model->name) <= 256);
    as_sentence sentence;
    CHECK(as_tokenize(&model->source, "ab a", 4, &sentence, &err));
    as_sentence_finish(&sentence);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
    size_t header = nul ? (size_t)(nul - data) : size, rest = nul ? size - header - 1 : 0;
    size_t len = 8 + header + rest;
    uint8_t *bytes = malloc(len);
    as_model *model;
    as_error err = { 0 };
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
