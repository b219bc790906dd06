#include "core/model.h"

#include "core/dtype.h"
#include "core/file.h"
#include "core/model_format.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };
#define MAX_FILE ((size_t)4 << 30)

/* Where a tensor of the file goes in the block. */
typedef struct placing {
    as_param_spec spec;
    const as_st_tensor *tensor;
    as_dtype dtype; /* in memory: matrices stay F32 or BF16, all else becomes F32 */
    size_t offset;
} placing;

static bool check_tensor(const as_param_spec *spec, const as_st_tensor *t, as_error *err)
{
    if (!t)
        return as_fail(err, AS_ERR_FORMAT, "tensor %s is missing", spec->name);
    size_t rows = (size_t)spec->rows, cols = (size_t)spec->cols;
    if (spec->is_vector) {
        if (t->rank == 1 && t->shape[0] == rows)
            return true;
        if (t->rank == 1)
            return as_fail(err, AS_ERR_FORMAT, "tensor %s is [%zu], expected [%zu]", spec->name,
                           t->shape[0], rows);
        return as_fail(err, AS_ERR_FORMAT, "tensor %s is [%zu, %zu], expected [%zu]", spec->name,
                       t->shape[0], t->shape[1], rows);
    }
    if (t->rank == 2 && t->shape[0] == rows && t->shape[1] == cols)
        return true;
    if (t->rank == 1)
        return as_fail(err, AS_ERR_FORMAT, "tensor %s is [%zu], expected [%zu, %zu]", spec->name,
                       t->shape[0], rows, cols);
    return as_fail(err, AS_ERR_FORMAT, "tensor %s is [%zu, %zu], expected [%zu, %zu]", spec->name,
                   t->shape[0], t->shape[1], rows, cols);
}

static bool check_no_extra(const as_safetensors *file, const placing *places, int n, as_error *err)
{
    for (int k = 0; k < as_safetensors_count(file); k++) {
        const as_st_tensor *t = as_safetensors_at(file, k);
        bool known = false;
        for (int j = 0; j < n; j++)
            known = known || places[j].tensor == t;
        char name[AS_PRINTABLE];
        if (!known)
            return as_fail(err, AS_ERR_FORMAT, "tensor %s is not part of a model of this config",
                           as_printable(name, sizeof name, t->name));
    }
    return true;
}

/* Every parameter that the config has, each once and of the right shape, and no other tensor. Only
 * then is the block's size known to be no more than twice the file's. */
static bool place_tensors(const as_safetensors *file, const as_config *config, placing *places,
                          int *n_places, size_t *bytes, as_error *err)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    size_t end = 0;
    for (int k = 0; k < n; k++) {
        const as_st_tensor *t = as_safetensors_lookup(file, specs[k].name);
        if (!check_tensor(&specs[k], t, err))
            return false;
        bool keeps = t->dtype == AS_BF16 && !specs[k].is_vector;
        places[k] = (placing){ specs[k], t, keeps ? AS_BF16 : AS_F32, end };
        size_t size = t->bytes / as_dtype_bytes(t->dtype) * as_dtype_bytes(places[k].dtype);
        end += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    *n_places = n;
    *bytes = end;
    return check_no_extra(file, places, n, err);
}

static bool load_tensor(as_model *model, const placing *p, as_error *err)
{
    void *to = (char *)model->block + p->offset;
    size_t n = p->tensor->bytes / as_dtype_bytes(p->tensor->dtype);
    if (p->dtype == p->tensor->dtype)
        memcpy(to, p->tensor->data, p->tensor->bytes);
    else
        as_f32_from_dtype(to, p->tensor->data, p->tensor->dtype, n);
    size_t bad = as_dtype_not_finite(to, p->dtype, n);
    if (bad < n)
        return as_fail(err, AS_ERR_FORMAT, "tensor %s: number %zu of %zu is not finite",
                       p->spec.name, bad, n);
    *as_param_of(&model->params, &p->spec) = (as_mat){
        .data = to,
        .dtype = p->dtype,
        .rows = p->spec.rows,
        .cols = p->spec.cols,
        .stride = (size_t)p->spec.cols,
    };
    return true;
}

static bool load_weights(as_model *model, const as_safetensors *file, as_error *err)
{
    placing places[AS_MAX_PARAMS];
    int n = 0;
    size_t bytes = 0;
    if (!place_tensors(file, &model->config, places, &n, &bytes, err))
        return false;
    model->block = aligned_alloc(ALIGNMENT, bytes);
    if (!model->block)
        return as_fail_memory(err, "the weights");
    for (int k = 0; k < n; k++)
        if (!load_tensor(model, &places[k], err))
            return false;
    return true;
}

static bool load_tokenizer(const char *side, as_unit unit, const char *vocab_text,
                           const char *bpe_text, int V, as_vocab **vocab, as_bpe **bpe,
                           as_tokenizer *tokenizer, as_error *err)
{
    if (!as_vocab_parse(vocab_text, strlen(vocab_text), vocab, err))
        return as_fail_in(err, "%s.vocab", side);
    if (as_vocab_size(*vocab) != V)
        return as_fail(err, AS_ERR_FORMAT, "%s.vocab has %d pieces, but the embedding has %d", side,
                       as_vocab_size(*vocab), V);
    if (bpe_text && !as_bpe_parse(bpe_text, strlen(bpe_text), bpe, err))
        return as_fail_in(err, "%s.bpe", side);
    *tokenizer = (as_tokenizer){ unit, *vocab, *bpe };
    return true;
}

/* Copies a text of the card; "" when absent. */
static bool keep_text(char **out, const char *text)
{
    *out = strdup(text ? text : "");
    return *out != NULL;
}

static bool keep_card(as_model *model, const as_model_card *card, as_error *err)
{
    if (!keep_text(&model->name, card->name) || !keep_text(&model->languages, card->languages) ||
        !keep_text(&model->licence, card->licence) || !keep_text(&model->data, card->data) ||
        !keep_text(&model->training, card->training))
        return as_fail_memory(err, "the model's card");
    return true;
}

static bool fill_model(as_model *model, const as_safetensors *file, as_error *err)
{
    as_model_card card;
    return as_model_texts_read(file, &model->config, &card, err) &&
           keep_card(model, &card, err) && load_weights(model, file, err) &&
           load_tokenizer("source", card.source_unit, card.source_vocab, card.source_bpe,
                          model->config.Vx, &model->source_vocab, &model->source_bpe,
                          &model->source, err) &&
           load_tokenizer("target", card.target_unit, card.target_vocab, card.target_bpe,
                          model->config.Vy, &model->target_vocab, &model->target_bpe,
                          &model->target, err);
}

bool as_model_parse(const char *place, const void *bytes, size_t len, as_model **out, as_error *err)
{
    as_safetensors *file = NULL;
    as_model *model = calloc(1, sizeof *model);
    if (!model)
        return as_fail_memory(err, "a model");
    bool ok = as_safetensors_parse(bytes, len, &file, err) && fill_model(model, file, err);
    as_safetensors_free(file);
    if (!ok) {
        as_model_free(model);
        return as_fail_in(err, "%s", place);
    }
    model->file_bytes = len;
    *out = model;
    return true;
}

bool as_model_load(const char *path, as_model **out, as_error *err)
{
    unsigned char *bytes = NULL;
    size_t len = 0;
    if (!as_file_read(path, MAX_FILE, &bytes, &len, err))
        return false;
    bool ok = as_model_parse(path, bytes, len, out, err);
    free(bytes);
    return ok;
}

void as_model_free(as_model *model)
{
    if (!model)
        return;
    as_vocab_free(model->source_vocab);
    as_vocab_free(model->target_vocab);
    as_bpe_free(model->source_bpe);
    as_bpe_free(model->target_bpe);
    free(model->block);
    free(model->name);
    free(model->languages);
    free(model->licence);
    free(model->data);
    free(model->training);
    free(model);
}
