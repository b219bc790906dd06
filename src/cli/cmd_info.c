#include "cli/commands.h"
#include "cli/models.h"
#include "cli/output.h"
#include "cli/options.h"
#include "cli/program.h"

#include "core/buffer.h"
#include "core/dtype.h"
#include "core/model_format.h"
#include "interop/open.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

static size_t parameters_of(const as_param_spec *spec)
{
    return (size_t)spec->rows * (size_t)spec->cols;
}

static as_dtype dtype_of(const as_model *model, const as_param_spec *spec)
{
    return as_param_of_const(&model->params, spec)->dtype;
}

/* ---- for people ---- */

static void print_text(const char *label, const char *text)
{
    if (text[0] == '\0')
        return;
    printf("%-12s", label);
    as_program_print(stdout, text);
    putchar('\n');
}

/* The runs before the one that made the model, as train/lineage.h has them; a line each. */
static void print_lineage(const json_t *runs)
{
    const char *label = "before it";
    for (size_t k = 0; k < json_array_size(runs); k++, label = "") {
        const json_t *run = json_array_get(runs, k);
        const json_t *steps = json_object_get(run, "steps");
        const char *name = json_string_value(json_object_get(run, "name"));
        printf("%-12s", label);
        as_program_print(stdout, name != NULL && name[0] != '\0' ? name : "a model without a name");
        if (json_is_integer(steps))
            printf(", %" JSON_INTEGER_FORMAT " %s", json_integer_value(steps),
                   json_integer_value(steps) == 1 ? "step" : "steps");
        if (json_object_get(run, "earlier") != NULL)
            printf("; what came before that is not recorded");
        putchar('\n');
    }
}

/* The run that made the weights, then those before it: one level of keys; what lies deeper stays
 * JSON. A record that has steps but not what they began from is of an older trainer, which told of
 * the last run alone. */
static void print_training(const char *text)
{
    json_t *training = json_loads(text, 0, NULL), *value;
    if (!json_is_object(training)) {
        print_text("training", text);
        json_decref(training);
        return;
    }
    const json_t *lineage = json_object_get(training, "began_from");
    bool only = json_is_array(lineage) ? json_array_size(lineage) == 0
                                       : json_object_get(training, "steps") == NULL;
    const char *key, *label = only ? "training" : "last run";
    json_object_foreach (training, key, value) {
        if (value == lineage && json_is_array(lineage))
            continue;
        char *encoded = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
        printf("%-12s", label);
        as_program_print(stdout, key);
        printf(": ");
        as_program_print(stdout, json_is_string(value) ? json_string_value(value)
                                 : encoded != NULL     ? encoded
                                                       : "?");
        putchar('\n');
        free(encoded);
        label = "";
    }
    if (json_is_array(lineage))
        print_lineage(lineage);
    else if (!only)
        print_text("before it", "not recorded; there may have been other runs");
    json_decref(training);
}

static void print_tensors(const as_model *model)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&model->config, specs);
    size_t total = 0;
    for (int k = 0; k < n; k++)
        total += parameters_of(&specs[k]);
    printf("%-12s%zu\n", "parameters", total);
    for (int k = 0; k < n; k++) {
        char shape[32];
        if (specs[k].is_vector)
            snprintf(shape, sizeof shape, "[%d]", specs[k].rows);
        else
            snprintf(shape, sizeof shape, "[%d, %d]", specs[k].rows, specs[k].cols);
        printf("  %-24s %-14s %-4s %10zu\n", specs[k].name, shape,
               as_dtype_name(dtype_of(model, &specs[k])), parameters_of(&specs[k]));
    }
}

/* Which state asks: rows of alpha are not comparable between models that differ in it. */
static const char *const asking[] = {
    [AS_QUERY_PREVIOUS] = "the state before, s_{t-1}",
    [AS_QUERY_CURRENT] = "the new state, s_t",
    [AS_QUERY_HALF] = "the state half-way, s'_t",
};

/* Settings that models trained here do not have. */
static void print_imported(const as_config *c)
{
    if (c->start != AS_START_BACKWARD)
        printf(", start %s", as_start_names[c->start]);
    if (c->feed != AS_FEED_CONTEXT)
        printf(", feed %s", as_feed_names[c->feed]);
    if (c->reads != AS_READS_WORD)
        printf(", reads %s", as_reads_names[c->reads]);
    if (c->norm != AS_NORM_NONE)
        printf(", norm %s", as_norm_names[c->norm]);
}

/* How the toolkit of an imported model searches. */
static void print_rules(const as_search_rules *r)
{
    char limit[64], extra[16] = "";
    if (r->length_extra != 0)
        snprintf(extra, sizeof extra, " + %d", r->length_extra);
    snprintf(limit, sizeof limit, "at most %g S%s tokens", r->length_percent / 100.0, extra);
    const struct {
        bool holds;
        const char *text;
    } parts[] = {
        {r->no_unknown, "never <unk>"},
        {r->may_be_empty, "perhaps nothing"},
        {r->narrowing, "a beam that narrows"},
        {r->length_power, "score log P / T^A"},
        {r->length_percent > 0 || r->length_extra > 0, limit},
    };
    const char *label = "search";
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        if (!parts[k].holds)
            continue;
        print_text(label, parts[k].text);
        label = "";
    }
}

static void print_card(const as_model *model, const char *path)
{
    const as_config *c = &model->config;
    print_text("name", model->name);
    print_text("languages", model->languages);
    print_text("file", path);
    printf("%-12s%.1f MB\n", "size", (double)model->file_bytes / 1e6);
    printf("%-12sscore %s, query %s, readout %s", "model", as_score_name(c->score),
           as_query_name(c->query), as_readout_name(c->readout));
    print_imported(c);
    putchar('\n');
    if (as_config_attends(c))
        print_text("asks", asking[c->query]);
    print_rules(&c->rules);
    printf("%-12sembedding %d, encoder 2 x %d, decoder %d", "sizes", c->E, c->H, c->D);
    if (c->A > 0)
        printf(", attention %d", c->A);
    if (c->R > 0)
        printf(", readout %d", c->R);
    putchar('\n');
    printf("%-12s%d pieces, %s\n", "source", c->Vx, as_unit_name(model->source.unit));
    printf("%-12s%d pieces, %s\n", "target", c->Vy, as_unit_name(model->target.unit));
    print_text("data", model->data);
    print_text("licence", model->licence);
    print_training(model->training);
    print_tensors(model);
}

/* ---- for programs ---- */

static void json_text(as_buffer *out, const char *key, const char *text)
{
    as_buffer_format(out, ",\"%s\":", key);
    as_buffer_json_string(out, text);
}

static void json_side(as_buffer *out, const char *key, int size, as_unit unit)
{
    as_buffer_format(out, ",\"%s\":{\"vocabulary\":%d,\"unit\":\"%s\"}", key, size,
                     as_unit_name(unit));
}

static void json_tensors(as_buffer *out, const as_model *model)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&model->config, specs);
    size_t total = 0;
    as_buffer_text(out, ",\"tensors\":[");
    for (int k = 0; k < n; k++) {
        as_buffer_format(out, "%s{\"name\":\"%s\",\"shape\":[%d", k > 0 ? "," : "", specs[k].name,
                         specs[k].rows);
        if (!specs[k].is_vector)
            as_buffer_format(out, ",%d", specs[k].cols);
        as_buffer_format(out, "],\"dtype\":\"%s\",\"parameters\":%zu}",
                         as_dtype_name(dtype_of(model, &specs[k])), parameters_of(&specs[k]));
        total += parameters_of(&specs[k]);
    }
    as_buffer_format(out, "],\"parameters\":%zu", total);
}

/* As the object it is, on one line; text that is no JSON stays text. */
static void json_training(as_buffer *out, const char *text)
{
    json_t *training = json_loads(text, 0, NULL);
    char *encoded = training != NULL ? json_dumps(training, JSON_COMPACT) : NULL;
    if (encoded != NULL) {
        as_buffer_text(out, ",\"training\":");
        as_buffer_text(out, encoded);
    } else {
        json_text(out, "training", text);
    }
    free(encoded);
    json_decref(training);
}

static void json_rules(as_buffer *out, const as_search_rules *r)
{
    as_buffer_format(out,
                     ",\"search\":{\"no_unknown\":%s,\"may_be_empty\":%s,\"narrowing\":%s,"
                     "\"length_power\":%s,\"length_percent\":%d,\"length_extra\":%d}",
                     r->no_unknown ? "true" : "false", r->may_be_empty ? "true" : "false",
                     r->narrowing ? "true" : "false", r->length_power ? "true" : "false",
                     r->length_percent, r->length_extra);
}

static bool print_json(const as_model *model, const char *path, as_error *err)
{
    const as_config *c = &model->config;
    as_buffer out = {0};
    as_buffer_text(&out, "{\"file\":");
    as_buffer_json_string(&out, path);
    as_buffer_format(&out, ",\"bytes\":%zu", model->file_bytes);
    json_text(&out, "name", model->name);
    json_text(&out, "languages", model->languages);
    json_text(&out, "licence", model->licence);
    json_text(&out, "data", model->data);
    as_buffer_format(&out, ",\"config\":{\"score\":\"%s\",\"query\":\"%s\",\"readout\":\"%s\"",
                     as_score_name(c->score), as_query_name(c->query), as_readout_name(c->readout));
    as_buffer_format(&out, ",\"start\":\"%s\",\"feed\":\"%s\",\"reads\":\"%s\",\"norm\":\"%s\"",
                     as_start_names[c->start], as_feed_names[c->feed], as_reads_names[c->reads],
                     as_norm_names[c->norm]);
    as_buffer_format(&out, ",\"E\":%d,\"H\":%d,\"D\":%d,\"A\":%d,\"R\":%d}", c->E, c->H, c->D, c->A,
                     c->R);
    json_rules(&out, &c->rules);
    json_side(&out, "source", c->Vx, model->source.unit);
    json_side(&out, "target", c->Vy, model->target.unit);
    json_training(&out, model->training);
    json_tensors(&out, model);
    as_buffer_text(&out, "}\n");
    bool ok = as_output_flush(&out, err);
    as_buffer_finish(&out);
    return ok;
}

int as_cmd_info(const as_cli *cli, int argc, char **argv)
{
    const char *name = NULL;
    bool json = false;
    const as_option options[] = {
        AS_MODEL_OPTION(name),
        AS_FLAG('j', "json", &json, "one JSON object on one line"),
    };
    const as_option_table table = {
        .command = "alphascope info",
        .usage = "[--json] [MODEL]",
        .summary = "Prints what a model is: languages, sizes, every tensor, licence and training.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_operands > 1 || (n_operands == 1 && name != NULL))
        return as_options_wrong(&table, "one model at a time");
    if (n_operands == 1)
        name = argv[1];

    as_error err = {0};
    as_model *model = NULL;
    char *path = NULL;
    bool ok = as_models_path(cli, name, &path, &err) && as_open_model(path, &model, &err);
    if (ok && json)
        ok = print_json(model, path, &err);
    else if (ok)
        print_card(model, path);
    ok = ok && as_program_flush(&err);
    as_model_free(model);
    free(path);
    return ok ? AS_EXIT_DONE : as_program_fail("info", &err);
}
