#include "train/settings.h"

#include "train/graph.h"
#include "train/snapshots.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const units[] = {"bpe", "char", NULL};
static const char *const vocabs[] = {"own", "joint", NULL};
static const char *const schedules[] = {"constant", "linear", "cosine", NULL};
static const char *const precisions[] = {"f32", "bf16", NULL};
static const char *const bests[] = {"loss", "bleu", NULL};
static const char *const dtypes[] = {"f32", "f16", "bf16", NULL};

#define AT(f) offsetof(as_settings, f)
#define INT(f, initial, min, max) #f, AS_SETTING_INT, AT(f), initial, min, max, NULL
#define REAL(f, initial, min, max) #f, AS_SETTING_REAL, AT(f), initial, min, max, NULL
#define CHOICE(f, initial, choices) #f, AS_SETTING_CHOICE, AT(f), initial, 0, 0, choices

static const as_setting table[] = {
    {INT(E, 256, 1, 8192), false, "size of the embeddings"},
    {INT(H, 256, 1, 8192), false, "encoder state, per direction"},
    {INT(D, 512, 1, 8192), false, "decoder state"},
    {INT(A, 256, 1, 8192), false, "attention (additive and scaled_dot)"},
    {INT(R, 256, 1, 8192), false, "readout (tanh and maxout)"},
    {CHOICE(readout, AS_READOUT_LINEAR, as_readout_names), false,
     "what stands before the vocabulary"},
    {CHOICE(score, AS_SCORE_ADDITIVE, as_score_names), false,
     "how attention compares states with positions; dot: D is 2 H"},
    {CHOICE(query, AS_QUERY_PREVIOUS, as_query_names), false,
     "which state asks: s_{t-1} (Bahdanau) or s_t (Luong)"},
    {CHOICE(unit, AS_UNIT_BPE, units), false, "tokens: subwords or characters"},
    {CHOICE(vocab, AS_VOCAB_OWN, vocabs), false,
     "joint: source_vocab pieces of both sides, so that names fall into the same ones"},
    {INT(source_vocab, 5000, 5, 1000000), false, "pieces of the source vocabulary"},
    {INT(target_vocab, 5000, 5, 1000000), false, "pieces of the target vocabulary"},
    {INT(max_tokens, 100, 2, 10000), false, "longest side of an example; others are left out"},
    {REAL(join, 0, 0, 1), false, "share of examples made of 2 to 4 pairs joined"},
    {REAL(swap, 0, 0, 1), true, "share of pairs taken from those with names or numbers, swapped"},
    {REAL(fragment, 0, 0, 1), true, "share of pairs changed to how people type"},
    {INT(batch_tokens, 2000, 1, 1000000), false, "tokens of a batch, either side"},
    {INT(batch_sentences, 0, 0, 100000), false, "examples of a batch; 0: no limit"},
    {REAL(lr, 1e-3, 0, 10), true, "learning rate after the warm-up"},
    {REAL(lr_min, 5e-5, 0, 10), true, "learning rate at the end"},
    {CHOICE(schedule, AS_SCHEDULE_COSINE, schedules), true, "how the rate falls"},
    {INT(warmup, 200, 0, 1000000), true, "steps over which the rate rises"},
    {INT(max_steps, 20000, 1, 100000000), true, "steps of the run; the rate falls towards them"},
    {REAL(minutes, 0, 0, 100000), true, "ends the run earlier; 0: no limit"},
    {REAL(dropout, 0.2, 0, 0.95), false, "of source and target embeddings"},
    {REAL(dropout_readout, 0.2, 0, 0.95), false, "of [s; c; y] before the readout"},
    {REAL(label_smoothing, 0.1, 0, 0.95), false, "share of the target spread over all pieces"},
    {REAL(align_weight, 0.1, 0, 100), true, "of the guided loss, with --align"},
    {REAL(clip, 1, 0, 1e9), false, "largest norm of the gradient; 0: no limit"},
    {REAL(average, 0, 0, 0.99999), false, "decay of the running average that is kept; 0: none"},
    {INT(average_last, 0, 0, AS_SNAPSHOTS_MAX), false,
     "measurements whose weights' mean is kept; 0: none"},
    {INT(seed, 1, 0, 2147483647), false, "of everything random"},
    {INT(threads, 2, 1, 64), false, "workers, each with its part of the batch"},
    {INT(ranks, 1, 1, 1000000), false, "processes started by mpirun, each with its threads"},
    {CHOICE(precision, AS_PRECISION_F32, precisions), true,
     "inputs of matrix products while training; bf16 is faster where the processor has AMX or "
     "AVX-512"},
    {INT(validate_every, 500, 1, 100000000), true, "steps between measurements"},
    {CHOICE(best, AS_BEST_LOSS, bests), true,
     "which measurement is the best: the lowest loss or the highest BLEU (greedy)"},
    {INT(patience, 0, 0, 100000), true, "measurements without a better one to end at; 0: none"},
    {INT(checkpoint_every, 500, 1, 100000000), true, "steps between checkpoints"},
    {CHOICE(dtype, AS_BF16, dtypes), true, "how the model file stores its matrices"},
    {.name = NULL},
};

const as_setting *as_setting_table(void)
{
    return table;
}

static int *int_field(const as_setting *setting, as_settings *settings)
{
    return (int *)((char *)settings + setting->field);
}

static double *real_field(const as_setting *setting, as_settings *settings)
{
    return (double *)((char *)settings + setting->field);
}

double as_setting_value(const as_setting *setting, const as_settings *settings)
{
    const char *field = (const char *)settings + setting->field;
    return setting->kind == AS_SETTING_REAL ? *(const double *)field : *(const int *)field;
}

as_settings as_settings_defaults(void)
{
    as_settings settings;
    memset(&settings, 0, sizeof settings);
    for (const as_setting *s = table; s->name; s++) {
        if (s->kind == AS_SETTING_REAL)
            *real_field(s, &settings) = s->initial;
        else
            *int_field(s, &settings) = (int)s->initial;
    }
    return settings;
}

as_settings as_settings_task_defaults(void)
{
    as_settings settings = as_settings_defaults();
    settings.unit = AS_UNIT_CHAR;
    settings.E = 64;
    settings.H = 96;
    settings.D = 128;
    settings.A = 64;
    settings.lr = 3e-3;
    settings.dropout = 0.05;
    settings.dropout_readout = 0.1;
    settings.label_smoothing = 0; /* an answer is right or wrong: nothing to be soft about */
    settings.max_steps = 2000;
    settings.validate_every = 250;
    return settings;
}

static bool set_choice(const as_setting *s, as_settings *settings, const char *text, as_error *err)
{
    char known[120] = "";
    for (int k = 0; s->choices[k]; k++) {
        if (strcmp(s->choices[k], text) == 0) {
            *int_field(s, settings) = k;
            return true;
        }
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", k ? ", " : "", s->choices[k]);
    }
    char shown[AS_PRINTABLE];
    return as_fail(err, AS_ERR_ARGUMENT, "%s is \"%s\", expected one of %s", s->name,
                   as_printable(shown, sizeof shown, text), known);
}

static bool set_number(const as_setting *s, as_settings *settings, double value, as_error *err)
{
    bool whole = s->kind == AS_SETTING_INT;
    if (!(value >= s->min && value <= s->max) || (whole && value != floor(value)))
        return as_fail(err, AS_ERR_ARGUMENT, "%s is %g, expected a %s from %g to %g", s->name,
                       value, whole ? "whole number" : "number", s->min, s->max);
    if (whole)
        *int_field(s, settings) = (int)value;
    else
        *real_field(s, settings) = value;
    return true;
}

static bool set_text(const as_setting *s, as_settings *settings, const char *text, as_error *err)
{
    if (s->kind == AS_SETTING_CHOICE)
        return set_choice(s, settings, text, err);
    char *end, shown[AS_PRINTABLE];
    double value = strtod(text, &end);
    if (end == text || *end != '\0')
        return as_fail(err, AS_ERR_ARGUMENT, "%s is \"%s\", expected a number from %g to %g",
                       s->name, as_printable(shown, sizeof shown, text), s->min, s->max);
    return set_number(s, settings, value, err);
}

bool as_settings_set(as_settings *settings, const char *assignment, as_error *err)
{
    const char *equals = strchr(assignment, '=');
    char shown[AS_PRINTABLE];
    if (!equals)
        return as_fail(err, AS_ERR_ARGUMENT, "\"%s\" is no setting, expected key=value",
                       as_printable(shown, sizeof shown, assignment));
    size_t len = (size_t)(equals - assignment);
    char known[400] = "";
    for (const as_setting *s = table; s->name; s++) {
        if (strlen(s->name) == len && memcmp(s->name, assignment, len) == 0)
            return set_text(s, settings, equals + 1, err);
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? " " : "", s->name);
    }
    char key[4 * AS_PRINTABLE]; /* room for more than what is shown */
    snprintf(key, sizeof key, "%.*s", (int)(len < sizeof key ? len : sizeof key), assignment);
    return as_fail(err, AS_ERR_ARGUMENT, "no setting \"%s\"; known: %s",
                   as_printable(shown, sizeof shown, key), known);
}

void as_setting_print(const as_setting *setting, const as_settings *settings, char *out,
                      size_t size)
{
    double value = as_setting_value(setting, settings);
    if (setting->kind == AS_SETTING_CHOICE)
        snprintf(out, size, "%s", setting->choices[(int)value]);
    else
        snprintf(out, size, setting->kind == AS_SETTING_INT ? "%.0f" : "%g", value);
}

json_t *as_settings_to_json(const as_settings *settings)
{
    json_t *object = json_object();
    for (const as_setting *s = table; object && s->name; s++) {
        double value = as_setting_value(s, settings);
        json_t *member = s->kind == AS_SETTING_CHOICE ? json_string(s->choices[(int)value])
                         : s->kind == AS_SETTING_INT  ? json_integer((json_int_t)value)
                                                      : json_real(value);
        if (json_object_set_new(object, s->name, member) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

bool as_settings_from_json(const json_t *object, as_settings *out, as_error *err)
{
    as_settings settings = as_settings_defaults();
    for (const as_setting *s = table; s->name; s++) {
        const json_t *member = json_object_get(object, s->name);
        if (!member)
            continue;
        bool fine =
            s->kind == AS_SETTING_CHOICE
                ? json_is_string(member) && set_choice(s, &settings, json_string_value(member), err)
                : json_is_number(member) &&
                      set_number(s, &settings, json_number_value(member), err);
        if (!fine)
            return as_fail(err, AS_ERR_FORMAT, "the setting %s cannot be read", s->name);
    }
    *out = settings;
    return true;
}

bool as_settings_check_change(const as_settings *run, const as_settings *wanted, as_error *err)
{
    for (const as_setting *s = table; s->name; s++) {
        if (s->changeable || as_setting_value(s, run) == as_setting_value(s, wanted))
            continue;
        char before[40], after[40];
        as_setting_print(s, run, before, sizeof before);
        as_setting_print(s, wanted, after, sizeof after);
        return as_fail(err, AS_ERR_ARGUMENT,
                       "%s=%s, but the run was begun with %s and this cannot change", s->name,
                       after, before);
    }
    return true;
}

as_config as_settings_config(const as_settings *settings, int Vx, int Vy)
{
    return (as_config){
        .score = (as_score_kind)settings->score,
        .query = (as_query)settings->query,
        .readout = (as_readout)settings->readout,
        .E = settings->E,
        .H = settings->H,
        .D = settings->D,
        .A = as_score_has_A((as_score_kind)settings->score) ? settings->A : 0,
        .R = as_readout_has_R((as_readout)settings->readout) ? settings->R : 0,
        .Vx = Vx,
        .Vy = Vy,
    };
}

bool as_settings_check(const as_settings *settings, as_error *err)
{
    as_config config = as_settings_config(settings, settings->source_vocab, settings->target_vocab);
    if (settings->average > 0 && settings->average_last > 0)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "average=%g and average_last=%d, expected one of the two to be 0",
                       settings->average, settings->average_last);
    return as_graph_check(&config, err);
}

as_schedule as_settings_schedule(const as_settings *settings)
{
    return (as_schedule){
        .kind = (as_schedule_kind)settings->schedule,
        .rate = settings->lr,
        .rate_end = settings->lr_min,
        .warmup = settings->warmup,
        .n_steps = settings->max_steps,
    };
}
