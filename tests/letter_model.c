#include "letter_model.h"

#include "core/kernels.h"
#include "core/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void use_letters(as_tokenizer *tokenizer, as_vocab **vocab, as_bpe **bpe, int V)
{
    char text[256] = "<pad>\n<s>\n</s>\n<unk>";
    for (int k = 0; k < V - AS_N_SPECIAL; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "\n%c", 'a' + k);
    as_vocab_free(*vocab);
    as_bpe_free(*bpe);
    *vocab = NULL;
    *bpe = NULL;
    assert_true(as_vocab_parse(text, strlen(text), vocab, NULL));
    *tokenizer = (as_tokenizer){.unit = AS_UNIT_CHAR, .vocab = *vocab};
}

/* Multiplies a parameter; BF16 weights are rounded again. */
static void scale(as_mat *W, float by)
{
    size_t n = (size_t)W->rows * (size_t)W->cols;
    float *wide = as_alloc(n, sizeof *wide);
    assert_non_null(wide);
    if (W->dtype == AS_BF16)
        as_kernels_plain()->f32_from_bf16(wide, W->data, n);
    else
        memcpy(wide, W->data, n * sizeof *wide);
    for (size_t k = 0; k < n; k++)
        wide[k] *= by;
    if (W->dtype == AS_BF16)
        as_kernels_plain()->bf16_from_f32(W->data, wide, n);
    else
        memcpy(W->data, wide, n * sizeof *wide);
    free(wide);
}

as_model *letter_model(const letter_model_spec *spec)
{
    const as_config config = {
        .score = spec->score,
        .query = spec->query,
        .readout = spec->readout,
        .E = 9,
        .H = 11,
        .D = spec->score == AS_SCORE_DOT ? 22 : 17,
        .A = as_score_has_A(spec->score) ? 13 : 0,
        .R = as_readout_has_R(spec->readout) ? 12 : 0,
        .Vx = spec->V,
        .Vy = spec->V,
    };
    as_model *model = NULL;
    assert_true(as_model_random(&config, spec->dtype, spec->seed, &model, NULL));
    use_letters(&model->source, &model->source_vocab, &model->source_bpe, spec->V);
    use_letters(&model->target, &model->target_vocab, &model->target_bpe, spec->V);
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&config, specs);
    for (int k = 0; k < n; k++)
        scale(as_param_of(&model->params, &specs[k]), spec->sharpness);
    float *b_o = as_mat_f32(&model->params.output_b);
    b_o[AS_EOS] += spec->end;
    b_o[AS_UNK] += spec->unknown;
    return model;
}
