/* A training run from start (or checkpoint) to end: steps, measurements, the best model written at
 * each new best, checkpoints, and the reasons to stop. */
#ifndef AS_TRAIN_RUN_H
#define AS_TRAIN_RUN_H

#include "core/model.h"
#include "train/checkpoint.h"

#include <stdatomic.h>

typedef enum as_run_event {
    AS_RUN_STEP,       /* one update done */
    AS_RUN_MEASURED,   /* the valid text was measured */
    AS_RUN_CHECKPOINT, /* a checkpoint was written */
} as_run_event;

typedef struct as_run_status {
    as_run_event event;
    const as_settings *settings;
    const as_progress *progress;
    double epochs;
    as_step step;             /* the last one */
    as_loss valid;            /* of the last measurement; n = 0 before the first */
    double valid_bleu;        /* of the last measurement; -1: not measured */
    bool best;                /* MEASURED: it is the best so far, and the model was written */
    double tokens_per_second; /* target tokens in steps, lately */
} as_run_status;

typedef enum as_run_end {
    AS_RUN_COMPLETE, /* max_steps */
    AS_RUN_TIME,     /* minutes */
    AS_RUN_PATIENCE,
    AS_RUN_CANCELLED,
} as_run_end;

typedef struct as_run_options {
    const char *model_path;
    const char *checkpoint_path; /* NULL: none are written */
    as_model_card card;          /* all but `training`, which the run writes */
    const as_pieces *source, *target;
    uint64_t data_fingerprint;
    const char *lineage;       /* what was learned before (lineage.h); NULL: not known */
    const atomic_bool *cancel; /* polled every step, of any rank; NULL: cannot be cancelled */
    void (*report)(void *context, const as_run_status *status); /* NULL: none */
    void *context;
} as_run_options;

/* Runs until one of the ends; a checkpoint of the last state is written at every end. The best
 * model is the one with the lowest loss or the highest BLEU on the valid text, as the settings say;
 * without a valid text it is the newest. Errors: those of as_trainer_step, as_model_save and
 * as_checkpoint_save.
 *
 * Of several ranks only rank 0 writes files; all end together and for the same reason. Fails with
 * ARGUMENT when the ranks do not begin with the same settings, text and weights, or when their
 * weights have come to differ. */
bool as_run(as_trainer *trainer, const as_run_options *options, as_run_end *end, as_error *err);

const char *as_run_end_text(as_run_end end);

#endif
