/* The state dict of https://github.com/bastings/annotated_encoder_decoder. */
#include "interop/toolkit.h"
#include "interop/torch_rows.h"

#include <stdio.h>

static const as_layout_row rows[] = {
    AS_TORCH_MATRIX("src_embed.weight", AS_X_VX, "source.embedding", AS_X_SOURCE_E),
    AS_TORCH_ENCODER("", "encoder.forward"),
    AS_TORCH_ENCODER("_reverse", "encoder.backward"),
    AS_TORCH_MATRIX("decoder.bridge.weight", AS_X_D, "decoder.init.W", AS_X_2H),
    AS_TORCH_VECTOR("decoder.bridge.bias", AS_X_D, "decoder.init.b"),
    AS_TORCH_MATRIX("decoder.attention.query_layer.weight", AS_X_A, "attention.W_a", AS_X_D),
    AS_TORCH_MATRIX("decoder.attention.key_layer.weight", AS_X_A, "attention.U_a", AS_X_2H),
    AS_TORCH_VECTOR("decoder.attention.energy_layer.weight", AS_X_A, "attention.v_a"),
    AS_TORCH_MATRIX("trg_embed.weight", AS_X_VY, "target.embedding", AS_X_TARGET_E),
    AS_TORCH_DECODER_INPUT,
    AS_TORCH_DECODER_STATE,
    /* over [ y ; s ; c ] */
    {"decoder.pre_output_layer.weight",
     0,
     AS_X_R,
     false,
     {{"readout.W", AS_X_0, AS_X_READ_Y, AS_X_TARGET_E},
      {"readout.W", AS_X_0, AS_X_0, AS_X_D},
      {"readout.W", AS_X_0, AS_X_READ_C, AS_X_2H}}},
    AS_TORCH_MATRIX("generator.proj.weight", AS_X_VY, "output.W_o", AS_X_R),
};

static bool owns(const as_arrays *arrays)
{
    return as_arrays_lookup(arrays, "decoder.pre_output_layer.weight") &&
           as_arrays_lookup(arrays, "generator.proj.weight");
}

static bool plan_model(const as_import_source *source, as_plan *plan, as_error *err)
{
    const as_arrays *arrays = source->arrays;
    as_layout_sizes *sizes = &plan->layout.sizes;
    if (!as_layout_size(arrays, "src_embed.weight", &sizes->Vx, &sizes->source_E, err) ||
        !as_layout_size(arrays, "encoder.rnn.weight_hh_l0", NULL, &sizes->H, err) ||
        !as_layout_size(arrays, "decoder.rnn.weight_hh_l0", NULL, &sizes->D, err) ||
        !as_layout_size(arrays, "decoder.attention.key_layer.weight", &sizes->A, NULL, err) ||
        !as_layout_size(arrays, "decoder.pre_output_layer.weight", &sizes->R, NULL, err) ||
        !as_layout_size(arrays, "trg_embed.weight", &sizes->Vy, &sizes->target_E, err))
        return false;
    plan->layout.rows = rows;
    plan->layout.n_rows = (int)(sizeof rows / sizeof rows[0]);
    plan->config = (as_config){
        .score = AS_SCORE_ADDITIVE,
        .query = AS_QUERY_PREVIOUS,
        .readout = AS_READOUT_AFFINE,
        .start = AS_START_ENDS,
        .rules = {.may_be_empty = 1, .length_extra = 100}, /* max_len of greedy_decode */
    };
    plan->specials[0] =
        (as_special_names){.names = {[AS_PAD] = "<pad>", [AS_EOS] = "</s>", [AS_UNK] = "<unk>"}};
    plan->specials[1] = (as_special_names){.names = {"<pad>", "<s>", "</s>", "<unk>"}};
    snprintf(plan->toolkit, sizeof plan->toolkit, "bastings/annotated_encoder_decoder");
    return true;
}

const as_toolkit as_toolkit_bastings = {owns, plan_model};
