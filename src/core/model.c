#include "core/model.h"

#include "core/bpe_codes.h"
#include "core/dtype.h"
#include "core/model_file.h"
#include "core/model_format.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static bool load_tensor(as_model *model, const as_model_file *file, const as_placing *p,
                        as_error *err)
{
    unsigned char *to = (unsigned char *)model->block + p->offset;
    const as_st_tensor *t = p->tensor;
    size_t n = t->bytes / as_dtype_bytes(t->dtype), wide = n * as_dtype_bytes(p->dtype);
    /* Narrower numbers wait at the end of their place and spread out from there. */
    unsigned char *narrow = to + (wide - t->bytes);
    if (!as_model_file_fetch(file, t, narrow, err))
        return false;
    if (p->dtype != t->dtype)
        as_f32_from_dtype((float *)(void *)to, narrow, t->dtype, n);
    size_t bad = as_dtype_not_finite(to, p->dtype, n);
    if (bad < n)
        return as_fail(err, AS_ERR_FORMAT, "tensor %s: number %zu of %zu is not finite", t->name,
                       bad, n);
    *as_param_of(&model->params, &p->spec) = (as_mat){
        .data = to,
        .dtype = p->dtype,
        .rows = p->spec.rows,
        .cols = p->spec.cols,
        .stride = (size_t)p->spec.cols,
    };
    return true;
}

static bool load_weights(as_model *model, const as_model_file *file, as_error *err)
{
    as_placing places[AS_MAX_PARAMS];
    int n = 0;
    size_t bytes = 0;
    if (!as_model_file_place(file, &model->config, places, &n, &bytes, err))
        return false;
    model->block = aligned_alloc(ALIGNMENT, bytes);
    if (!model->block)
        return as_fail_memory(err, "the weights");
    for (int k = 0; k < n; k++)
        if (!load_tensor(model, file, &places[k], err))
            return false;
    return true;
}

/* The merges of one side: our own, or codes of subword-nmt. */
static bool load_bpe(as_unit unit, const char *text, as_bpe **bpe, bool *end_apart, as_error *err)
{
    as_bpe_codes codes;
    if (unit != AS_UNIT_SUBWORD)
        return as_bpe_parse(text, strlen(text), bpe, err);
    if (!as_bpe_codes_parse(text, strlen(text), &codes, err))
        return false;
    *end_apart = codes.end_apart;
    bool ok = as_bpe_parse(codes.merges, codes.len, bpe, err);
    as_bpe_codes_finish(&codes);
    return ok;
}

static bool load_tokenizer(const char *side, as_unit unit, const char *vocab_text,
                           const char *bpe_text, int V, as_vocab **vocab, as_bpe **bpe,
                           as_tokenizer *tokenizer, as_error *err)
{
    bool end_apart = false;
    if (!as_vocab_parse(vocab_text, strlen(vocab_text), vocab, err))
        return as_fail_in(err, "%s.vocab", side);
    if (as_vocab_size(*vocab) != V)
        return as_fail(err, AS_ERR_FORMAT, "%s.vocab has %d pieces, but the embedding has %d", side,
                       as_vocab_size(*vocab), V);
    if (bpe_text && !load_bpe(unit, bpe_text, bpe, &end_apart, err))
        return as_fail_in(err, "%s.bpe", side);
    *tokenizer = (as_tokenizer){
        .unit = unit, .vocab = *vocab, .bpe = *bpe, .end_apart = end_apart};
    return true;
}

static bool load_tokenizers(as_model *model, const as_model_card *card, as_error *err)
{
    if (!load_tokenizer("source", card->source_unit, card->source_vocab, card->source_bpe,
                        model->config.Vx, &model->source_vocab, &model->source_bpe, &model->source,
                        err) ||
        !load_tokenizer("target", card->target_unit, card->target_vocab, card->target_bpe,
                        model->config.Vy, &model->target_vocab, &model->target_bpe, &model->target,
                        err))
        return false;
    model->source.begins = card->source_begins;
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

static bool fill_model(as_model *model, const as_model_file *file, as_error *err)
{
    as_model_card card;
    return as_model_texts_read(file->header, &model->config, &card, err) &&
           keep_card(model, &card, err) && load_weights(model, file, err) &&
           load_tokenizers(model, &card, err);
}

/* Closes the file. */
static bool load_model(as_model_file *file, as_model **out, as_error *err)
{
    as_model *model = calloc(1, sizeof *model);
    bool ok = model ? fill_model(model, file, err) : as_fail_memory(err, "a model");
    if (ok) {
        model->file_bytes = file->bytes;
        *out = model;
    } else {
        as_model_free(model);
    }
    as_model_file_close(file);
    return ok;
}

bool as_model_from_params(const as_config *config, float *block, const as_model_card *card,
                          as_model **out, as_error *err)
{
    as_model *model = calloc(1, sizeof *model);
    if (!model) {
        free(block);
        return as_fail_memory(err, "a model");
    }
    model->config = *config;
    model->block = block;
    as_params_bind(&model->params, config, block);
    if (!keep_card(model, card, err) || !load_tokenizers(model, card, err)) {
        as_model_free(model);
        return false;
    }
    *out = model;
    return true;
}

bool as_model_parse(const char *place, const void *bytes, size_t len, as_model **out, as_error *err)
{
    as_model_file file;
    bool ok = as_model_file_parse(bytes, len, &file, err) && load_model(&file, out, err);
    return ok || as_fail_in(err, "%s", place);
}

bool as_model_load(const char *path, as_model **out, as_error *err)
{
    as_model_file file;
    bool ok = as_model_file_open(path, &file, err) && load_model(&file, out, err);
    return ok || as_fail_in(err, "%s", path);
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
