/* JoeyNMT with recurrent networks: a checkpoint of torch, config.yaml, src_vocab.txt and
 * trg_vocab.txt in one folder. https://github.com/joeynmt/joeynmt, encoders.py, decoders.py,
 * attention.py. */
#include "interop/beside.h"
#include "interop/settings.h"
#include "interop/toolkit.h"
#include "interop/torch_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))

enum {
    BAHDANAU = 1 << 0,
    LUONG = 1 << 1,
    FEEDING = 1 << 2, /* the cell sees [ y ; r ] */
    NO_FEEDING = 1 << 3,
    BRIDGE = 1 << 4, /* s_0 = act(W [ ->h_S ; <-h_1 ] + b) */
};

#define CELL_INPUT "decoder.rnn.weight_ih_l0"
#define KEYS "decoder.attention.key_layer.weight"

static const as_layout_row rows[] = {
    AS_TORCH_MATRIX("src_embed.lut.weight", AS_X_VX, "source.embedding", AS_X_SOURCE_E),
    AS_TORCH_ENCODER("", "encoder.forward"),
    AS_TORCH_ENCODER("_reverse", "encoder.backward"),
    AS_LAYOUT_MATRIX("decoder.bridge_layer.weight", BRIDGE, AS_X_D, "decoder.init.W", AS_X_2H),
    AS_LAYOUT_VECTOR("decoder.bridge_layer.bias", BRIDGE, AS_X_D, "decoder.init.b"),
    AS_LAYOUT_MATRIX("decoder.attention.query_layer.weight", BAHDANAU, AS_X_A, "attention.W_a",
                     AS_X_D),
    AS_LAYOUT_MATRIX(KEYS, BAHDANAU, AS_X_A, "attention.U_a", AS_X_2H),
    AS_LAYOUT_VECTOR("decoder.attention.energy_layer.weight", BAHDANAU, AS_X_A, "attention.v_a"),
    AS_LAYOUT_MATRIX(KEYS, LUONG, AS_X_D, "attention.W_a", AS_X_2H),
    AS_TORCH_MATRIX("trg_embed.lut.weight", AS_X_VY, "target.embedding", AS_X_TARGET_E),
    {CELL_INPUT,
     FEEDING,
     AS_X_3D,
     false,
     {{"decoder.cell.W_ih", AS_X_0, AS_X_0, AS_X_TARGET_E},
      {"decoder.cell.W_ih", AS_X_0, AS_X_BESIDE_Y, AS_X_R}}},
    AS_LAYOUT_MATRIX(CELL_INPUT, NO_FEEDING, AS_X_3D, "decoder.cell.W_ih", AS_X_TARGET_E),
    AS_TORCH_DECODER_STATE,
    /* over [ s ; c ] */
    AS_TORCH_MATRIX("decoder.att_vector_layer.weight", AS_X_R, "readout.W", AS_X_READ_Y),
    AS_TORCH_VECTOR("decoder.att_vector_layer.bias", AS_X_R, "readout.b"),
    AS_TORCH_MATRIX("decoder.output_layer.weight", AS_X_VY, "output.W_o", AS_X_R),
};

static const as_demand encoder_demands[] = {
    {"type", "recurrent"},
    {"rnn_type", "gru"},
    {"bidirectional", "true"},
    {"num_layers", "1"},
};
static const as_demand decoder_demands[] = {
    {"type", "recurrent"},
    {"rnn_type", "gru"},
    {"num_layers", "1"},
    {"attention", "bahdanau|luong"},
    {"activation", "tanh|relu"},
    {"init_hidden", "bridge|last|zero"},
    {"input_feeding", "true|false"},
};
static const as_demand embedding_demands[] = {{"scale", "false"}};
static const as_demand testing_demands[] = {{"generate_unk", "true|false"}};

static bool owns(const as_arrays *arrays)
{
    return as_arrays_lookup(arrays, "src_embed.lut.weight") &&
           as_arrays_lookup(arrays, "decoder.att_vector_layer.weight");
}

/* ---- Settings ------------------------------------------------------------------------------ */

static bool check_side(const as_yaml_node *model, const char *side, const as_demand *demands, int n,
                       as_error *err)
{
    const as_yaml_node *settings = as_yaml_lookup(model, side);
    if (!settings || settings->kind != AS_YAML_MAPPING)
        return as_fail(err, AS_ERR_FORMAT, "no model.%s", side);
    return as_settings_demand(settings, demands, n, err) &&
           as_settings_demand(as_yaml_lookup(settings, "embeddings"), embedding_demands,
                              COUNT(embedding_demands), err);
}

static bool check_model(const as_yaml_node *model, as_error *err)
{
    const char *type;
    if (!check_side(model, "encoder", encoder_demands, COUNT(encoder_demands), err))
        return as_fail_in(err, "encoder");
    if (!check_side(model, "decoder", decoder_demands, COUNT(decoder_demands), err))
        return as_fail_in(err, "decoder");
    /* Both default to a transformer in some versions: what says nothing is not believed. */
    type = as_setting_text(as_yaml_lookup(model, "decoder"), "rnn_type");
    return type || as_fail(err, AS_ERR_FORMAT, "decoder: no rnn_type");
}

static as_start start_of(const char *init, bool relu)
{
    if (init && strcmp(init, "last") == 0)
        return AS_START_LAST;
    if (init && strcmp(init, "zero") == 0)
        return AS_START_ZERO;
    return relu ? AS_START_ENDS_RELU : AS_START_ENDS;
}

static void set_config(const as_yaml_node *decoder, as_config *config)
{
    const char *attention = as_setting_text(decoder, "attention");
    const char *activation = as_setting_text(decoder, "activation");
    bool relu = activation && strcmp(activation, "relu") == 0;
    bool luong = attention && strcmp(attention, "luong") == 0;
    config->score = luong ? AS_SCORE_GENERAL : AS_SCORE_ADDITIVE;
    config->query = AS_QUERY_CURRENT;
    config->readout = relu ? AS_READOUT_RELU : AS_READOUT_TANH;
    config->reads = AS_READS_NO_WORD;
    config->feed =
        as_setting_flag(decoder, "input_feeding", true) ? AS_FEED_READOUT : AS_FEED_NOTHING;
    config->start = start_of(as_setting_text(decoder, "init_hidden"), relu);
}

/* The search as "testing" has it: JoeyNMT's own, where it says nothing. */
static bool set_rules(const as_yaml_node *testing, as_search_rules *rules, as_error *err)
{
    int limit; /* -1: half as many again as the source has */
    if (!as_settings_demand(testing, testing_demands, COUNT(testing_demands), err) ||
        !as_setting_int(testing, "max_output_length", -1, -1, &limit, err))
        return as_fail_in(err, "testing");
    if (limit > 0)
        rules->length_extra = limit;
    else
        rules->length_percent = 150;
    rules->no_unknown = !as_setting_flag(testing, "generate_unk", true);
    return true;
}

static unsigned traits_of(const as_config *config)
{
    return (config->score == AS_SCORE_GENERAL ? LUONG : BAHDANAU) |
           (config->feed == AS_FEED_READOUT ? FEEDING : NO_FEEDING) |
           (config->start == AS_START_ENDS || config->start == AS_START_ENDS_RELU ? BRIDGE : 0);
}

/* ---- Vocabularies -------------------------------------------------------------------------- */

/* The copy that training leaves beside the configuration, or else what data.SIDE.voc_file names. */
static bool find_vocab(const char *config, const as_yaml_node *root, const char *copy,
                       const char *side, char **out, as_error *err)
{
    char *path = as_beside(config, copy);
    if (!path)
        return as_fail_memory(err, "a path");
    if (as_is_file(path)) {
        *out = path;
        return true;
    }
    free(path);
    const as_yaml_node *data = as_yaml_lookup(as_yaml_lookup(root, "data"), side);
    const char *named = as_setting_text(data, "voc_file");
    return named ? as_beside_find(config, named, out, err)
                 : as_fail(err, AS_ERR_FORMAT, "%s is not there, nor does %s name a voc_file", copy,
                           config);
}

/* How the specials are written, NAME_token in data.special_symbols. */
static const char *special_of(const as_yaml_node *root, const char *key)
{
    const as_yaml_node *data = as_yaml_lookup(root, "data");
    return as_setting_text(as_yaml_lookup(data, "special_symbols"), key);
}

static bool check_specials(const as_yaml_node *root, as_error *err)
{
    static const struct {
        const char *key, *usual;
    } tokens[] = {{"pad_token", "<pad>"},
                  {"bos_token", "<s>"},
                  {"eos_token", "</s>"},
                  {"unk_token", "<unk>"}};
    char shown[AS_PRINTABLE];
    for (int k = 0; k < COUNT(tokens); k++) {
        const char *token = special_of(root, tokens[k].key);
        if (token && strcmp(token, tokens[k].usual) != 0)
            return as_fail(err, AS_ERR_FORMAT, "%s %s is not implemented here, expected %s",
                           tokens[k].key, as_printable(shown, sizeof shown, token),
                           tokens[k].usual);
    }
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------- */

static bool find_sizes(const as_arrays *arrays, as_layout_sizes *out, as_error *err)
{
    return as_layout_size(arrays, "src_embed.lut.weight", &out->Vx, &out->source_E, err) &&
           as_layout_size(arrays, "encoder.rnn.weight_hh_l0", NULL, &out->H, err) &&
           as_layout_size(arrays, "decoder.rnn.weight_hh_l0", NULL, &out->D, err) &&
           as_layout_size(arrays, KEYS, &out->A, NULL, err) &&
           as_layout_size(arrays, "decoder.att_vector_layer.weight", &out->R, NULL, err) &&
           as_layout_size(arrays, "trg_embed.lut.weight", &out->Vy, &out->target_E, err);
}

static bool use_settings(const as_import_source *source, const char *config,
                         const as_yaml_node *root, as_plan *plan, as_error *err)
{
    const as_yaml_node *model = as_yaml_lookup(root, "model");
    if (!check_model(model, err) || !check_specials(root, err) ||
        !set_rules(as_yaml_lookup(root, "testing"), &plan->config.rules, err))
        return as_fail_in(err, "%s", config);
    set_config(as_yaml_lookup(model, "decoder"), &plan->config);
    plan->layout.traits = traits_of(&plan->config);
    if (source->files->vocabs[0] && source->files->vocabs[1])
        return true;
    return find_vocab(config, root, "src_vocab.txt", "src", &plan->vocabs[0], err) &&
           find_vocab(config, root, "trg_vocab.txt", "trg", &plan->vocabs[1], err);
}

static bool read_settings(const as_import_source *source, as_plan *plan, as_error *err)
{
    const char *given = source->files->config;
    char *config = given ? strdup(given) : as_beside(source->path, "config.yaml");
    as_yaml *yaml = NULL;
    bool ok = config != NULL || as_fail_memory(err, "a path");
    if (ok && !as_is_file(config))
        ok =
            as_fail(err, AS_ERR_FORMAT,
                    "a checkpoint of JoeyNMT needs its configuration, but %s is not there", config);
    ok = ok && as_settings_read(config, &yaml, err) &&
         use_settings(source, config, as_yaml_root(yaml), plan, err);
    as_yaml_free(yaml);
    free(config);
    return ok;
}

static bool plan_model(const as_import_source *source, as_plan *plan, as_error *err)
{
    plan->layout = (as_layout){.rows = rows, .n_rows = COUNT(rows)};
    plan->config_read = true;
    if (!read_settings(source, plan, err) || !find_sizes(source->arrays, &plan->layout.sizes, err))
        return false;
    for (int side = 0; side < 2; side++)
        plan->specials[side] = (as_special_names){.names = {"<pad>", "<s>", "</s>", "<unk>"}};
    snprintf(plan->toolkit, sizeof plan->toolkit, "JoeyNMT");
    return true;
}

const as_toolkit as_toolkit_joeynmt = {owns, plan_model};
