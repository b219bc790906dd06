#include "core/model_format.h"

#include <jansson.h>
#include <utf8proc.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_CONFIG = 4096 };

/* The texts of a card, as keys of __metadata__. */
typedef struct text_row {
    const char *key;
    size_t field; /* in as_model_card */
    size_t limit; /* bytes; 0 for none but the header's */
    enum { ONE_LINE, LINES, JSON, PIECES } kind;
} text_row;

#define FIELD(f) offsetof(as_model_card, f)

static const text_row text_rows[] = {
    {"source.vocab", FIELD(source_vocab), 0, PIECES},
    {"target.vocab", FIELD(target_vocab), 0, PIECES},
    {"source.bpe", FIELD(source_bpe), 0, PIECES},
    {"target.bpe", FIELD(target_bpe), 0, PIECES},
    {"name", FIELD(name), 256, ONE_LINE},
    {"languages", FIELD(languages), 64, ONE_LINE},
    {"licence", FIELD(licence), 1 << 14, LINES},
    {"data", FIELD(data), 1 << 16, LINES},
    {"training", FIELD(training), 1 << 18, JSON},
};

enum { N_TEXTS = sizeof text_rows / sizeof text_rows[0] };
_Static_assert(N_TEXTS + 2 <= AS_MODEL_MAX_TEXTS, "format and config come on top");

static const char *const unit_names[] = {
    [AS_UNIT_BPE] = "bpe",
    [AS_UNIT_CHAR] = "char",
    [AS_UNIT_WORD] = "word",
    [AS_UNIT_SUBWORD] = "subword",
    NULL,
};
static const char *const no_yes[] = {"no", "yes", NULL};

const char *as_unit_name(as_unit unit)
{
    return unit_names[unit];
}

static const char **card_text(as_model_card *card, const text_row *row)
{
    return (const char **)((char *)card + row->field);
}

/* ---- The settings -------------------------------------------------------------------------- */

/* What a config says, one number each. */
typedef enum setting {
    SCORE,
    QUERY,
    READOUT,
    START,
    FEED,
    READS,
    NORM,
    SIZE_E,
    SIZE_H,
    SIZE_D,
    SIZE_A,
    SIZE_R,
    SOURCE_VOCAB,
    TARGET_VOCAB,
    SOURCE_UNIT,
    TARGET_UNIT,
    SOURCE_BEGINS,
    NO_UNKNOWN,
    MAY_BE_EMPTY,
    NARROWING,
    LENGTH_POWER,
    LENGTH_PERCENT,
    LENGTH_EXTRA,
    N_SETTINGS,
} setting;

enum { REQUIRED = -1, MAX_SIZE = 1 << 30 };

static const struct {
    const char *key;
    const char *what;         /* for messages about a name */
    const char *const *names; /* NULL: a size */
    int otherwise;            /* what it is when the key is absent; not written when it is that */
} settings[N_SETTINGS] = {
    [SCORE] = {"score", "score", as_score_names, REQUIRED},
    [QUERY] = {"query", "query", as_query_names, REQUIRED},
    [READOUT] = {"readout", "readout", as_readout_names, REQUIRED},
    [START] = {"start", "start", as_start_names, AS_START_BACKWARD},
    [FEED] = {"feed", "feed", as_feed_names, AS_FEED_CONTEXT},
    [READS] = {"reads", "input of the readout", as_reads_names, AS_READS_WORD},
    [NORM] = {"norm", "norm", as_norm_names, AS_NORM_NONE},
    [SIZE_E] = {"E", NULL, NULL, REQUIRED},
    [SIZE_H] = {"H", NULL, NULL, REQUIRED},
    [SIZE_D] = {"D", NULL, NULL, REQUIRED},
    [SIZE_A] = {"A", NULL, NULL, REQUIRED},
    [SIZE_R] = {"R", NULL, NULL, REQUIRED},
    [SOURCE_VOCAB] = {"source_vocab", NULL, NULL, REQUIRED},
    [TARGET_VOCAB] = {"target_vocab", NULL, NULL, REQUIRED},
    [SOURCE_UNIT] = {"source_unit", "unit", unit_names, REQUIRED},
    [TARGET_UNIT] = {"target_unit", "unit", unit_names, REQUIRED},
    [SOURCE_BEGINS] = {"source_begins", "answer", no_yes, false},
    [NO_UNKNOWN] = {"no_unknown", "answer", no_yes, false},
    [MAY_BE_EMPTY] = {"may_be_empty", "answer", no_yes, false},
    [NARROWING] = {"narrowing", "answer", no_yes, false},
    [LENGTH_POWER] = {"length_power", "answer", no_yes, false},
    [LENGTH_PERCENT] = {"length_percent", NULL, NULL, 0},
    [LENGTH_EXTRA] = {"length_extra", NULL, NULL, 0},
};

static void config_from_numbers(const int x[N_SETTINGS], as_config *config, as_model_card *card)
{
    *config = (as_config){
        .score = (as_score_kind)x[SCORE],
        .query = (as_query)x[QUERY],
        .readout = (as_readout)x[READOUT],
        .start = (as_start)x[START],
        .feed = (as_feed)x[FEED],
        .reads = (as_reads)x[READS],
        .norm = (as_norm)x[NORM],
        .rules = {.no_unknown = x[NO_UNKNOWN],
                  .may_be_empty = x[MAY_BE_EMPTY],
                  .narrowing = x[NARROWING],
                  .length_power = x[LENGTH_POWER],
                  .length_percent = x[LENGTH_PERCENT],
                  .length_extra = x[LENGTH_EXTRA]},
        .E = x[SIZE_E],
        .H = x[SIZE_H],
        .D = x[SIZE_D],
        .A = x[SIZE_A],
        .R = x[SIZE_R],
        .Vx = x[SOURCE_VOCAB],
        .Vy = x[TARGET_VOCAB],
    };
    card->source_unit = (as_unit)x[SOURCE_UNIT];
    card->target_unit = (as_unit)x[TARGET_UNIT];
    card->source_begins = x[SOURCE_BEGINS] != 0;
}

static void numbers_from_config(const as_config *c, const as_model_card *card, int x[N_SETTINGS])
{
    const int all[N_SETTINGS] = {
        [SCORE] = (int)c->score,
        [QUERY] = (int)c->query,
        [READOUT] = (int)c->readout,
        [START] = (int)c->start,
        [FEED] = (int)c->feed,
        [READS] = (int)c->reads,
        [NORM] = (int)c->norm,
        [SIZE_E] = c->E,
        [SIZE_H] = c->H,
        [SIZE_D] = c->D,
        [SIZE_A] = c->A,
        [SIZE_R] = c->R,
        [SOURCE_VOCAB] = c->Vx,
        [TARGET_VOCAB] = c->Vy,
        [SOURCE_UNIT] = (int)card->source_unit,
        [TARGET_UNIT] = (int)card->target_unit,
        [SOURCE_BEGINS] = card->source_begins,
        [NO_UNKNOWN] = c->rules.no_unknown,
        [MAY_BE_EMPTY] = c->rules.may_be_empty,
        [NARROWING] = c->rules.narrowing,
        [LENGTH_POWER] = c->rules.length_power,
        [LENGTH_PERCENT] = c->rules.length_percent,
        [LENGTH_EXTRA] = c->rules.length_extra,
    };
    memcpy(x, all, sizeof all);
}

static bool read_setting(setting k, const json_t *json, int *out, as_error *err)
{
    if (!json && settings[k].otherwise != REQUIRED) {
        *out = settings[k].otherwise;
        return true;
    }
    if (!json)
        return as_fail(err, AS_ERR_FORMAT, "missing");
    if (!settings[k].names) {
        json_int_t value = json_integer_value(json);
        *out = (int)value;
        return (json_is_integer(json) && value >= 0 && value <= MAX_SIZE) ||
               as_fail(err, AS_ERR_FORMAT, "not a size");
    }
    const char *name = json_string_value(json);
    if (!name)
        return as_fail(err, AS_ERR_FORMAT, "not a name");
    *out = as_name_lookup(settings[k].what, settings[k].names, name, err);
    if (*out < 0 && err)
        err->status = AS_ERR_FORMAT; /* the file's fault, not the caller's */
    return *out >= 0;
}

static bool is_setting(const char *key)
{
    for (setting k = 0; k < N_SETTINGS; k++)
        if (strcmp(settings[k].key, key) == 0)
            return true;
    return false;
}

/* Every key known, every setting there: one that this program does not know changes the numbers. */
static bool read_settings(json_t *json, as_config *config, as_model_card *card, as_error *err)
{
    int numbers[N_SETTINGS];
    for (setting k = 0; k < N_SETTINGS; k++)
        if (!read_setting(k, json_object_get(json, settings[k].key), &numbers[k], err))
            return as_fail_in(err, "config \"%s\"", settings[k].key);
    const char *key;
    json_t *value;
    json_object_foreach (json, key, value) {
        char shown[AS_PRINTABLE];
        if (!is_setting(key))
            return as_fail(err, AS_ERR_FORMAT, "config \"%s\": a setting unknown here",
                           as_printable(shown, sizeof shown, key));
    }
    config_from_numbers(numbers, config, card);
    return true;
}

/* The config as JSON text, the caller's (free), or NULL when memory is short. */
static char *config_text(const as_config *config, const as_model_card *card)
{
    int numbers[N_SETTINGS];
    json_t *json = json_object();
    numbers_from_config(config, card, numbers);
    for (setting k = 0; k < N_SETTINGS; k++) {
        int x = numbers[k];
        if (x == settings[k].otherwise)
            continue;
        json_t *value = settings[k].names ? json_string(settings[k].names[x]) : json_integer(x);
        if (json_object_set_new(json, settings[k].key, value) != 0) {
            json_decref(json);
            return NULL;
        }
    }
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

/* ---- Texts --------------------------------------------------------------------------------- */

/* Parses JSON that must be an object. NULL with a message otherwise. */
static json_t *object_from_text(const char *key, const char *text, as_error *err)
{
    json_error_t why;
    char reason[AS_PRINTABLE];
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(json))
        return json;
    if (json)
        as_fail(err, AS_ERR_FORMAT, "%s is not a JSON object", key);
    else if (why.text[0] == '\0' || json_error_code(&why) == json_error_out_of_memory)
        as_fail_memory(err, key);
    else
        as_fail(err, AS_ERR_FORMAT, "%s is not valid JSON at byte %d: %s", key, why.position,
                as_printable(reason, sizeof reason, why.text));
    json_decref(json);
    return NULL;
}

static bool read_config(const as_safetensors *file, as_config *config, as_model_card *card,
                        as_error *err)
{
    size_t len = 0;
    const char *text = as_safetensors_metadata(file, "config", &len);
    if (!text)
        return as_fail(err, AS_ERR_FORMAT, "__metadata__ has no \"config\"");
    if (len > MAX_CONFIG)
        return as_fail(err, AS_ERR_LIMIT, "config has %zu bytes, expected at most %d", len,
                       MAX_CONFIG);
    json_t *json = object_from_text("config", text, err);
    bool ok = json && read_settings(json, config, card, err);
    json_decref(json);
    if (!ok)
        return false;
    if (as_config_check(config, err))
        return true;
    if (err && err->status == AS_ERR_ARGUMENT)
        err->status = AS_ERR_FORMAT; /* the file's fault, not the caller's */
    return as_fail_in(err, "config");
}

/* A person will read this text: letters and marks, no controls; line breaks and tabs in prose. */
static bool check_prose(const text_row *row, const char *text, as_error *err)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text;
    size_t left = strlen(text);
    while (left > 0) {
        utf8proc_int32_t c;
        utf8proc_ssize_t n = utf8proc_iterate(at, (utf8proc_ssize_t)left, &c);
        if (n <= 0)
            return as_fail(err, AS_ERR_FORMAT, "%s is not valid UTF-8", row->key);
        bool is_break = c == '\n' || c == '\t';
        /* The embeddings and overrides of bidirectional text would reorder what stands around. */
        bool is_control = utf8proc_category(c) == UTF8PROC_CATEGORY_CC ||
                          (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        if (is_control && !(is_break && row->kind == LINES))
            return as_fail(err, AS_ERR_FORMAT, "%s has the control character U+%04X", row->key,
                           (unsigned)c);
        at += n;
        left -= (size_t)n;
    }
    return true;
}

static bool check_text(const text_row *row, const char *text, as_error *err)
{
    size_t len = text ? strlen(text) : 0;
    if (len == 0 || row->kind == PIECES) /* vocab.c checks those */
        return true;
    if (len > row->limit)
        return as_fail(err, AS_ERR_LIMIT, "%s has %zu bytes, expected at most %zu", row->key, len,
                       row->limit);
    if (row->kind != JSON)
        return check_prose(row, text, err);
    json_t *json = object_from_text(row->key, text, err);
    json_decref(json);
    return json != NULL;
}

/* Merges there with the unit that has them, and only then. */
static bool check_pieces(const char *side, as_unit unit, const char *vocab, const char *bpe,
                         as_error *err)
{
    if (!vocab)
        return as_fail(err, AS_ERR_FORMAT, "no \"%s.vocab\"", side);
    if (!bpe != (unit == AS_UNIT_CHAR || unit == AS_UNIT_WORD))
        return as_fail(err, AS_ERR_FORMAT, "%s \"%s.bpe\", but its unit is %s", bpe ? "a" : "no",
                       side, as_unit_name(unit));
    return true;
}

static bool check_card(as_model_card *card, as_error *err)
{
    for (int k = 0; k < N_TEXTS; k++)
        if (!check_text(&text_rows[k], *card_text(card, &text_rows[k]), err))
            return false;
    return check_pieces("source", card->source_unit, card->source_vocab, card->source_bpe, err) &&
           check_pieces("target", card->target_unit, card->target_vocab, card->target_bpe, err);
}

bool as_model_texts_read(const as_safetensors *file, as_config *config, as_model_card *card,
                         as_error *err)
{
    const char *format = as_safetensors_metadata(file, "format", NULL);
    char shown[AS_PRINTABLE];
    if (!format || strcmp(format, AS_MODEL_FORMAT) != 0)
        return as_fail(err, AS_ERR_FORMAT, "format is %s, expected " AS_MODEL_FORMAT,
                       format ? as_printable(shown, sizeof shown, format) : "not given");
    memset(card, 0, sizeof *card);
    if (!read_config(file, config, card, err))
        return false;
    for (int k = 0; k < N_TEXTS; k++)
        *card_text(card, &text_rows[k]) = as_safetensors_metadata(file, text_rows[k].key, NULL);
    return check_card(card, err);
}

bool as_model_texts_write(const as_config *config, const as_model_card *card, as_st_metadata *out,
                          int *n_out, char **config_json, as_error *err)
{
    as_model_card texts = *card;
    if (!as_config_check(config, err))
        return false;
    if (!check_card(&texts, err)) {
        if (err && err->status == AS_ERR_FORMAT)
            err->status = AS_ERR_ARGUMENT; /* the caller's fault here, not a file's */
        return false;
    }
    char *json = config_text(config, card);
    if (!json)
        return as_fail_memory(err, "the config");
    int n = 0;
    out[n++] = (as_st_metadata){"format", AS_MODEL_FORMAT};
    out[n++] = (as_st_metadata){"config", json};
    for (int k = 0; k < N_TEXTS; k++) {
        const char *text = *card_text(&texts, &text_rows[k]);
        if (text)
            out[n++] = (as_st_metadata){text_rows[k].key, text};
    }
    *n_out = n;
    *config_json = json;
    return true;
}
