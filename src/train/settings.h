/* What a training run can be told. One table names every setting, with its range, its default and
 * a line of help; parsing `key=value`, --help and the JSON in a model file all loop over it. */
#ifndef AS_TRAIN_SETTINGS_H
#define AS_TRAIN_SETTINGS_H

#include "core/params.h"
#include "core/tokenize.h"
#include "train/matmul.h"
#include "train/schedule.h"

#include <jansson.h>

/* Pieces of each side's own text, or of both texts together (pieces.h). */
typedef enum as_vocab_kind { AS_VOCAB_OWN, AS_VOCAB_JOINT } as_vocab_kind;

/* By what the best model is told from the others. */
typedef enum as_best { AS_BEST_LOSS, AS_BEST_BLEU } as_best;

typedef struct as_settings {
    /* The model. */
    int E, H, D, A, R;
    int readout; /* as_readout */
    int score;   /* as_score_kind */
    int query;   /* as_query */
    /* The text. */
    int unit;  /* as_unit */
    int vocab; /* as_vocab_kind */
    int source_vocab, target_vocab;
    int max_tokens;
    double join, swap, fragment;
    /* The batches and the steps. */
    int batch_tokens, batch_sentences;
    double lr, lr_min;
    int schedule; /* as_schedule_kind */
    int warmup, max_steps;
    double minutes;
    double dropout, dropout_readout, label_smoothing, align_weight, clip, average;
    int average_last, seed, threads, ranks;
    int precision; /* as_precision, of the inputs of matrix products */
    /* What is measured and kept. */
    int validate_every, best, patience, checkpoint_every; /* best: as_best */
    int dtype;                                            /* as_dtype */
} as_settings;

typedef enum as_setting_kind { AS_SETTING_INT, AS_SETTING_REAL, AS_SETTING_CHOICE } as_setting_kind;

typedef struct as_setting {
    const char *name;
    as_setting_kind kind;
    size_t field;               /* offset in as_settings: int, double, or int index of choices */
    double initial, min, max;   /* for a choice: initial is the index */
    const char *const *choices; /* NULL-terminated */
    bool changeable;            /* a continued run may be told another value */
    const char *help;
} as_setting;

/* The table, terminated by a row without a name. */
const as_setting *as_setting_table(void);

as_settings as_settings_defaults(void);

/* The defaults of the built-in tasks: characters, and a small model that learns in minutes. */
as_settings as_settings_task_defaults(void);

/* Sets one from "key=value". Errors: ARGUMENT, with the known names or the range. */
bool as_settings_set(as_settings *settings, const char *assignment, as_error *err);

/* The value as a number; of a choice, its index. */
double as_setting_value(const as_setting *setting, const as_settings *settings);

/* The value as text into out [size]. */
void as_setting_print(const as_setting *setting, const as_settings *settings, char *out,
                      size_t size);

/* An object with every setting; NULL when memory is short. The caller's (json_decref). */
json_t *as_settings_to_json(const as_settings *settings);

/* Reads what as_settings_to_json wrote; a setting that is missing keeps its default. Errors:
 * FORMAT (wrong type, out of range). */
bool as_settings_from_json(const json_t *object, as_settings *out, as_error *err);

/* Fails with ARGUMENT when a setting that is not changeable differs from the run's. */
bool as_settings_check_change(const as_settings *run, const as_settings *wanted, as_error *err);

/* Fails when the settings contradict each other: a score or query that does not go with the rest.
 * Errors: ARGUMENT, LIMIT. */
bool as_settings_check(const as_settings *settings, as_error *err);

/* The model's sizes for these settings and vocabularies. */
as_config as_settings_config(const as_settings *settings, int Vx, int Vy);
as_schedule as_settings_schedule(const as_settings *settings);

#endif
