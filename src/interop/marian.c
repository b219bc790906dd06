/* Marian: .npz with its settings inside, vocabularies named by the decoder's configuration. Types
 * s2s, amun and nematus; https://github.com/marian-nmt/marian, src/models/s2s.h, amun.h, nematus.h.
 */
#include "interop/conditional_gru.h"
#include "interop/beside.h"
#include "interop/settings.h"
#include "interop/toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))

static const char settings_name[] = "special:model.yml";

/* decoder_c_tt is added to every score of a step, which changes no weight. */
static const char *const ignored[] = {"decoder_c_tt", NULL};

static const as_demand demands[] = {
    {"type", "s2s|amun|nematus"},
    {"enc-type", "bidirectional"},
    {"enc-cell", "gru|gru-nematus"},
    {"dec-cell", "gru|gru-nematus"},
    {"enc-depth", "1"},
    {"enc-cell-depth", "1"},
    {"dec-depth", "1"},
    {"dec-cell-base-depth", "2"},
    {"skip", "false"},
    {"right-left", "false"},
    {"lemma-dim-emb", "0"},
    {"factors-dim-emb", "0"},
    {"ulr", "false"},
    {"layer-normalization", "true|false"},
    {"tied-embeddings", "true|false"},
    {"tied-embeddings-src", "true|false"},
    {"tied-embeddings-all", "true|false"},
    {"output-omit-bias", "true|false"},
    {"input-types", "sequence"},
};

static bool owns(const as_arrays *arrays)
{
    return as_arrays_text(arrays, settings_name) != NULL;
}

/* The kind of normalisation: that of the cells, which is also that of the type. */
static bool find_norm(const as_yaml_node *settings, as_norm *out, as_error *err)
{
    static const char *const keys[] = {"enc-cell", "dec-cell"};
    const char *type = as_setting_text(settings, "type");
    bool nematus = strcmp(type, "nematus") == 0;
    *out = AS_NORM_NONE;
    if (!as_setting_flag(settings, "layer-normalization", false))
        return true;
    *out = nematus ? AS_NORM_NEMATUS : AS_NORM_MARIAN;
    const char *expected = nematus ? "gru-nematus" : "gru";
    for (int k = 0; k < COUNT(keys); k++) {
        const char *cell = as_setting_text(settings, keys[k]);
        if (cell && strcmp(cell, expected) != 0)
            return as_fail(err, AS_ERR_FORMAT,
                           "layer-normalization of type %s with %s %s is not implemented here, "
                           "expected %s",
                           type, keys[k], cell, expected);
    }
    return true;
}

/* What the settings say of a size is what the arrays have. */
static bool check_size(const as_yaml_node *settings, const char *key, int found, as_error *err)
{
    int said;
    if (!as_setting_int(settings, key, 1, found, &said, err))
        return false;
    return said == found || as_fail(err, AS_ERR_FORMAT, "%s is %d, but the arrays are made for %d",
                                    key, said, found);
}

static bool check_settings(const as_yaml_node *settings, as_norm *norm, as_error *err)
{
    bool ok = as_setting_text(settings, "type")
                  ? as_settings_demand(settings, demands, COUNT(demands), err) &&
                        find_norm(settings, norm, err)
                  : as_fail(err, AS_ERR_FORMAT, "no type");
    return ok || as_fail_in(err, "%s", settings_name);
}

static bool check_sizes(const as_yaml_node *settings, const as_layout_sizes *sizes, as_error *err)
{
    return (check_size(settings, "dim-emb", sizes->source_E, err) &&
            check_size(settings, "dim-rnn", sizes->D, err)) ||
           as_fail_in(err, "%s", settings_name);
}

static bool plan_graph(const as_arrays *arrays, const as_yaml_node *settings, as_plan *plan,
                       as_error *err)
{
    as_norm norm = AS_NORM_NONE;
    if (!check_settings(settings, &norm, err))
        return false;
    bool all = as_setting_flag(settings, "tied-embeddings-all", false);
    bool tied = as_setting_flag(settings, "tied-embeddings", false);
    as_gru_traits traits = {
        .norm = norm,
        .shared_embedding = all || as_setting_flag(settings, "tied-embeddings-src", false),
        .output = all || tied ? AS_GRU_OUTPUT_TIED : AS_GRU_OUTPUT_OWN,
        .no_output_bias = as_setting_flag(settings, "output-omit-bias", false),
    };
    return as_conditional_gru(arrays, &traits, ignored, &plan->layout, &plan->config, err) &&
           check_sizes(settings, &plan->layout.sizes, err);
}

/* ---- Vocabularies -------------------------------------------------------------------------- */

static bool find_both(const char *config, const char *source, const char *target, char *out[2],
                      as_error *err)
{
    return as_beside_find(config, source, &out[0], err) &&
           as_beside_find(config, target, &out[1], err);
}

/* The two files that a configuration names: "vocabs", or amun's two keys; *found: whether it does.
 */
static bool vocabs_of(const char *config, const as_yaml_node *root, char *out[2], bool *found,
                      as_error *err)
{
    const as_yaml_node *list = as_yaml_lookup(root, "vocabs");
    const char *source = as_setting_text(root, "source-vocab");
    const char *target = as_setting_text(root, "target-vocab");
    bool ok = true;
    if (list && list->kind == AS_YAML_SEQUENCE && list->n != 2)
        ok = as_fail(err, AS_ERR_FORMAT, "%s: %d vocabularies, expected 2", config, list->n);
    else if (list && list->kind == AS_YAML_SEQUENCE && list->first->text && list->first->next->text)
        *found = ok = find_both(config, list->first->text, list->first->next->text, out, err);
    else if (source && target)
        *found = ok = find_both(config, source, target, out, err);
    return ok;
}

/* ---- Search -------------------------------------------------------------------------------- */

/* marian-decoder without options of its own but for the beam. */
static const as_search_rules usual_search = {.no_unknown = 1,
                                             .may_be_empty = 1,
                                             .narrowing = 1,
                                             .length_power = 1,
                                             .length_percent = 300};

/* What would change the score of a hypothesis in a way that this search does not. */
static const as_demand search_demands[] = {
    {"allow-unk", "true|false"},
    {"word-penalty", "0|0.0|0.00"},
};

/* "max-length-factor": target tokens for each source token, as hundredths. */
static bool read_length_factor(const as_yaml_node *root, int *percent, as_error *err)
{
    static const char key[] = "max-length-factor";
    const char *text = as_setting_text(root, key);
    char *end;
    if (!text)
        return true;
    double factor = strtod(text, &end);
    if (end == text || *end != '\0' || !(factor >= 0.01 && factor <= 1000))
        return as_fail(err, AS_ERR_FORMAT, "%s is %s, expected a number from 0.01 to 1000", key,
                       text);
    *percent = (int)(factor * 100 + 0.5);
    return true;
}

static bool read_search(const as_yaml_node *root, as_search_rules *rules, as_error *err)
{
    rules->no_unknown = !as_setting_flag(root, "allow-unk", false);
    return as_settings_demand(root, search_demands, COUNT(search_demands), err) &&
           read_length_factor(root, &rules->length_percent, err);
}

/* Of a configuration that names vocabularies, all that it says; of another, nothing. */
static bool read_configuration(const char *config, as_plan *plan, bool *found, as_error *err)
{
    as_yaml *yaml;
    if (!as_settings_read(config, &yaml, err))
        return false;
    const as_yaml_node *root = as_yaml_root(yaml);
    bool ok = vocabs_of(config, root, plan->vocabs, found, err);
    if (ok && *found)
        ok = read_search(root, &plan->config.rules, err) || as_fail_in(err, "%s", config);
    as_yaml_free(yaml);
    return ok;
}

/* Those of the configuration given, or of the first one beside the model that names some. */
static bool find_vocabs(const as_import_source *source, as_plan *plan, as_error *err)
{
    static const char *const suffixes[] = {".decoder.yml", ".yml", ".amun.yml"};
    bool found = false, ok = true;
    plan->config_read = true;
    if (source->files->config)
        return read_configuration(source->files->config, plan, &found, err);
    for (int k = 0; ok && !found && k < COUNT(suffixes); k++) {
        char *config = as_beside_suffixed(source->path, suffixes[k]);
        ok = config != NULL || as_fail_memory(err, "a path");
        if (ok && as_is_file(config))
            ok = read_configuration(config, plan, &found, err);
        free(config);
    }
    return ok;
}

static bool plan_model(const as_import_source *source, as_plan *plan, as_error *err)
{
    const char *text = as_arrays_text(source->arrays, settings_name);
    as_yaml *yaml;
    if (!as_yaml_parse(text, strlen(text), &yaml, err))
        return as_fail_in(err, "%s", settings_name);
    const as_yaml_node *settings = as_yaml_root(yaml);
    bool ok = plan_graph(source->arrays, settings, plan, err);
    if (ok)
        snprintf(plan->toolkit, sizeof plan->toolkit, "Marian %s",
                 as_setting_text(settings, "type"));
    as_yaml_free(yaml);
    if (!ok)
        return false;
    plan->config.rules = usual_search;
    for (int side = 0; side < 2; side++)
        plan->specials[side] =
            (as_special_names){.names = {[AS_EOS] = "</s>|eos", [AS_UNK] = "<unk>|UNK"}};
    return (source->files->vocabs[0] && source->files->vocabs[1]) || find_vocabs(source, plan, err);
}

const as_toolkit as_toolkit_marian = {owns, plan_model};
