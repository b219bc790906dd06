#include "core/model.h"

#include "core/buffer.h"
#include "core/dtype.h"
#include "core/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Steele, Lea, Flood 2014: splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Uniform in [-scale, scale). */
static float next_float(uint64_t *state, float scale)
{
    return ((float)(next_random(state) >> 40) * 0x1p-23f - 1) * scale;
}

/* PyTorch's range: 1 / sqrt of the numbers that one output sums over. */
static void fill_random(float *out, const as_param_spec *spec, uint64_t *state)
{
    size_t n = (size_t)spec->rows * (size_t)spec->cols;
    float scale = 1 / sqrtf((float)(spec->is_vector ? spec->rows : spec->cols));
    for (size_t k = 0; k < n; k++)
        out[k] = next_float(state, scale);
}

/* Points each matrix at its numbers again as BF16, in place: half of the room stays empty. */
static void narrow_matrices(as_params *params, const as_config *config)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    for (int k = 0; k < n; k++) {
        as_mat *mat = as_param_of(params, &specs[k]);
        if (specs[k].is_vector)
            continue;
        as_dtype_from_f32(mat->data, AS_BF16, mat->data,
                          (size_t)specs[k].rows * (size_t)specs[k].cols);
        mat->dtype = AS_BF16;
    }
}

static bool random_weights(as_model *model, as_dtype dtype, uint64_t seed, as_error *err)
{
    size_t n_floats;
    if (!as_params_floats(&model->config, &n_floats, err))
        return false;
    model->block = as_alloc(n_floats, sizeof(float));
    if (!model->block)
        return as_fail_memory(err, "the weights");
    as_params_bind(&model->params, &model->config, model->block);
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&model->config, specs);
    for (int k = 0; k < n; k++)
        fill_random(as_param_of(&model->params, &specs[k])->data, &specs[k], &seed);
    if (dtype == AS_BF16)
        narrow_matrices(&model->params, &model->config);
    return true;
}

static bool numbered_vocab(int V, as_vocab **vocab, as_bpe **bpe, as_tokenizer *tokenizer,
                           as_error *err)
{
    as_buffer text = {0};
    as_buffer_text(&text, "<pad>\n<s>\n</s>\n<unk>");
    for (int id = AS_N_SPECIAL; id < V; id++)
        as_buffer_format(&text, "\nw%d", id);
    bool ok = as_buffer_ok(&text, err) && as_vocab_parse(text.text, text.len, vocab, err) &&
              as_bpe_parse("", 0, bpe, err);
    as_buffer_finish(&text);
    *tokenizer = (as_tokenizer){.unit = AS_UNIT_BPE, .vocab = *vocab, .bpe = *bpe};
    return ok;
}

static bool random_card(as_model *model, as_error *err)
{
    model->name = strdup("random weights");
    model->languages = strdup("");
    model->licence = strdup("");
    model->data = strdup("");
    model->training = strdup("");
    if (!model->name || !model->languages || !model->licence || !model->data || !model->training)
        return as_fail_memory(err, "the model's card");
    return true;
}

bool as_model_random(const as_config *config, as_dtype dtype, unsigned long long seed,
                     as_model **out, as_error *err)
{
    as_model *model = calloc(1, sizeof *model);
    if (!model)
        return as_fail_memory(err, "a model");
    model->config = *config;
    if (!random_weights(model, dtype, seed, err) || !random_card(model, err) ||
        !numbered_vocab(config->Vx, &model->source_vocab, &model->source_bpe, &model->source,
                        err) ||
        !numbered_vocab(config->Vy, &model->target_vocab, &model->target_bpe, &model->target,
                        err)) {
        as_model_free(model);
        return false;
    }
    *out = model;
    return true;
}
