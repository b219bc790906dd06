/* The state dict of the third tutorial of https://github.com/bentrevett/pytorch-seq2seq, "Neural
 * Machine Translation by Jointly Learning to Align and Translate", under its present names and its
 * older ones. */
#include "interop/toolkit.h"
#include "interop/torch_rows.h"

#include <stdio.h>

#define ALIGN "decoder.attention.attn_fc.weight|decoder.attention.attn.weight"

static const as_layout_row rows[] = {
    AS_TORCH_MATRIX("encoder.embedding.weight", AS_X_VX, "source.embedding", AS_X_SOURCE_E),
    AS_TORCH_ENCODER("", "encoder.forward"),
    AS_TORCH_ENCODER("_reverse", "encoder.backward"),
    AS_TORCH_MATRIX("encoder.fc.weight", AS_X_D, "decoder.init.W", AS_X_2H),
    AS_TORCH_VECTOR("encoder.fc.bias", AS_X_D, "decoder.init.b"),
    /* over [ s ; h ] */
    {ALIGN,
     0,
     AS_X_A,
     false,
     {{"attention.W_a", AS_X_0, AS_X_0, AS_X_D}, {"attention.U_a", AS_X_0, AS_X_0, AS_X_2H}}},
    AS_TORCH_VECTOR("decoder.attention.attn_fc.bias|decoder.attention.attn.bias", AS_X_A,
                    "attention.b_a"),
    AS_TORCH_VECTOR("decoder.attention.v_fc.weight|decoder.attention.v.weight", AS_X_A,
                    "attention.v_a"),
    AS_TORCH_MATRIX("decoder.embedding.weight", AS_X_VY, "target.embedding", AS_X_TARGET_E),
    AS_TORCH_DECODER_INPUT,
    AS_TORCH_DECODER_STATE,
    /* over [ s ; c ; y ] */
    {"decoder.fc_out.weight",
     0,
     AS_X_VY,
     false,
     {{"output.W_o", AS_X_0, AS_X_0, AS_X_D},
      {"output.W_o", AS_X_0, AS_X_READ_C, AS_X_2H},
      {"output.W_o", AS_X_0, AS_X_READ_Y, AS_X_TARGET_E}}},
    AS_TORCH_VECTOR("decoder.fc_out.bias", AS_X_VY, "output.b_o"),
};

static bool owns(const as_arrays *arrays)
{
    return as_arrays_lookup(arrays, "encoder.fc.weight") &&
           as_arrays_lookup(arrays, "decoder.fc_out.weight");
}

static bool plan_model(const as_import_source *source, as_plan *plan, as_error *err)
{
    static const as_special_names specials = {
        .names = {"<pad>", "<sos>|<s>|<bos>", "<eos>|</s>", "<unk>"}};
    const as_arrays *arrays = source->arrays;
    as_layout_sizes *sizes = &plan->layout.sizes;
    if (!as_layout_size(arrays, "encoder.embedding.weight", &sizes->Vx, &sizes->source_E, err) ||
        !as_layout_size(arrays, "encoder.rnn.weight_hh_l0", NULL, &sizes->H, err) ||
        !as_layout_size(arrays, "decoder.rnn.weight_hh_l0", NULL, &sizes->D, err) ||
        !as_layout_size(arrays, ALIGN, &sizes->A, NULL, err) ||
        !as_layout_size(arrays, "decoder.embedding.weight", &sizes->Vy, &sizes->target_E, err))
        return false;
    plan->layout.rows = rows;
    plan->layout.n_rows = (int)(sizeof rows / sizeof rows[0]);
    plan->config = (as_config){
        .score = AS_SCORE_ADDITIVE,
        .query = AS_QUERY_PREVIOUS,
        .readout = AS_READOUT_LINEAR,
        .start = AS_START_ENDS,
        .rules = {.may_be_empty = 1, .length_extra = 50}, /* max_len of translate_sentence */
    };
    plan->source_begins = true;
    plan->specials[0] = plan->specials[1] = specials;
    snprintf(plan->toolkit, sizeof plan->toolkit, "bentrevett/pytorch-seq2seq");
    return true;
}

const as_toolkit as_toolkit_bentrevett = {owns, plan_model};
