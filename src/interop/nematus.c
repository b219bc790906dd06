/* Nematus for Theano, and the files in its layout that amun reads: .npz, settings in
 * MODEL.npz.json. https://github.com/EdinburghNLP/nematus, branch theano. */
#include "interop/beside.h"
#include "interop/conditional_gru.h"
#include "interop/settings.h"
#include "interop/toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))

/* decoder_c_tt is added to every score of a step, which changes no weight; the rest is the state of
 * training. */
static const char *const ignored[] = {"decoder_c_tt",  "uidx",  "history_errs",
                                      "zipped_params", "adam*", NULL};

static const as_demand demands[] = {
    {"encoder", "gru"},
    {"decoder", "gru_cond"},
    {"factors", "1"},
    {"enc_depth", "1"},
    {"dec_depth", "1"},
    {"enc_recurrence_transition_depth", "1"},
    {"dec_base_recurrence_transition_depth", "2"},
    {"weight_normalisation", "false"},
    {"deep_fusion_lm", "false"},
    {"decoder_deep_context", "false"},
    {"use_dropout", "true|false"},
    {"use_layer_norm", "true|false"},
    {"layer_normalisation", "true|false"},
    {"tie_encoder_decoder_embeddings", "true|false"},
    {"tie_decoder_embeddings", "true|false"},
};

static bool owns(const as_arrays *arrays)
{
    return as_arrays_lookup(arrays, "Wemb") && as_arrays_lookup(arrays, "decoder_U_nl");
}

/* Models from before version 0.1 were trained with a dropout after which every product must be
 * scaled; that is not implemented. */
static bool check_dropout(const as_yaml_node *settings, as_error *err)
{
    const char *version = as_setting_text(settings, "model_version");
    if (!as_setting_flag(settings, "use_dropout", false) ||
        (version && strtod(version, NULL) >= 0.1))
        return true;
    char shown[AS_PRINTABLE];
    return as_fail(err, AS_ERR_FORMAT,
                   "model_version %s with use_dropout is not implemented here, expected 0.1 or "
                   "later",
                   version ? as_printable(shown, sizeof shown, version) : "0");
}

static bool check_settings(const as_yaml_node *settings, as_error *err)
{
    return as_settings_demand(settings, demands, COUNT(demands), err) &&
           check_dropout(settings, err);
}

/* A file says by its arrays what it is; the settings, which may be absent, only forbid. */
static as_gru_traits traits_of(const as_arrays *arrays)
{
    bool own_output = as_layout_lookup(arrays, "ff_logit_W|decoder_ff_logit_l2_Wt") != NULL;
    return (as_gru_traits){
        .norm = as_arrays_lookup(arrays, "decoder_U_nl_lns") ? AS_NORM_NEMATUS : AS_NORM_NONE,
        .shared_embedding = !as_arrays_lookup(arrays, "Wemb_dec"),
        .output = own_output ? AS_GRU_OUTPUT_OWN : AS_GRU_OUTPUT_TIED,
    };
}

/* What the settings say about the arrays is what the arrays are. */
static bool check_traits(const as_yaml_node *settings, const as_gru_traits *traits, as_error *err)
{
    bool norm = traits->norm != AS_NORM_NONE;
    const struct {
        const char *key;
        bool found;
    } flags[] = {
        {"use_layer_norm", norm},
        {"layer_normalisation", norm},
        {"tie_encoder_decoder_embeddings", traits->shared_embedding},
        {"tie_decoder_embeddings", traits->output == AS_GRU_OUTPUT_TIED},
    };
    for (int k = 0; k < COUNT(flags); k++)
        if (as_setting_flag(settings, flags[k].key, flags[k].found) != flags[k].found)
            return as_fail(err, AS_ERR_FORMAT, "%s is %s, but the arrays are made for %s",
                           flags[k].key, flags[k].found ? "false" : "true",
                           flags[k].found ? "true" : "false");
    return true;
}

/* The vocabularies of "dictionaries": [source, target]. */
static bool find_vocabs(const char *config, const as_yaml_node *settings, as_plan *plan,
                        as_error *err)
{
    const as_yaml_node *list = as_yaml_lookup(settings, "dictionaries");
    if (!list || list->kind != AS_YAML_SEQUENCE || list->n != 2 || !list->first->text ||
        !list->first->next->text)
        return as_fail(err, AS_ERR_FORMAT, "%s: dictionaries is not a list of two files", config);
    return as_beside_find(config, list->first->text, &plan->vocabs[0], err) &&
           as_beside_find(config, list->first->next->text, &plan->vocabs[1], err);
}

static bool read_settings(const as_import_source *source, const char *config,
                          const as_gru_traits *traits, as_plan *plan, as_error *err)
{
    as_yaml *yaml;
    if (!as_settings_read(config, &yaml, err))
        return false;
    const as_yaml_node *root = as_yaml_root(yaml);
    bool given = source->files->vocabs[0] && source->files->vocabs[1];
    bool ok = (check_settings(root, err) && check_traits(root, traits, err)) ||
              as_fail_in(err, "%s", config);
    ok = ok && (given || find_vocabs(config, root, plan, err));
    as_yaml_free(yaml);
    return ok;
}

/* The settings given, or those beside the model; there may be none. */
static bool use_settings(const as_import_source *source, const as_gru_traits *traits, as_plan *plan,
                         as_error *err)
{
    plan->config_read = true;
    if (source->files->config)
        return read_settings(source, source->files->config, traits, plan, err);
    char *config = as_beside_suffixed(source->path, ".json");
    bool ok = config != NULL || as_fail_memory(err, "a path");
    if (ok && as_is_file(config))
        ok = read_settings(source, config, traits, plan, err);
    free(config);
    return ok;
}

static bool plan_model(const as_import_source *source, as_plan *plan, as_error *err)
{
    as_gru_traits traits = traits_of(source->arrays);
    if (!use_settings(source, &traits, plan, err) ||
        !as_conditional_gru(source->arrays, &traits, ignored, &plan->layout, &plan->config, err))
        return false;
    snprintf(plan->toolkit, sizeof plan->toolkit, "Nematus");
    /* nematus/translate.py, whose sentences have at most 200 words */
    plan->config.rules = (as_search_rules){
        .may_be_empty = 1, .narrowing = 1, .length_power = 1, .length_extra = 200};
    plan->longer_words = true; /* n_words cuts a dictionary off */
    for (int side = 0; side < 2; side++)
        plan->specials[side] = (as_special_names){
            .names = {[AS_EOS] = "</s>|eos|<EOS>", [AS_UNK] = "<unk>|UNK|<UNK>"}};
    return true;
}

const as_toolkit as_toolkit_nematus = {owns, plan_model};
