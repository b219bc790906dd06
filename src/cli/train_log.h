/* The log of a training run: one JSON object a line, in the order of the steps. */
#ifndef AS_CLI_TRAIN_LOG_H
#define AS_CLI_TRAIN_LOG_H

#include "train/run.h"

#include <stdio.h>

typedef struct as_train_log {
    FILE *file; /* NULL: nothing is logged */
    const char *path;
} as_train_log;

/* path NULL: nothing is logged. A run that goes on from a checkpoint of step `step` keeps the lines
 * up to that step: those after it, and half a line at the end, are of a life that was cut short and
 * come again. step 0: the log is begun anew. Errors: SYSTEM. */
bool as_train_log_open(as_train_log *log, const char *path, long step, as_error *err);

/* Adds a line for a measurement, and now and then one for a step. */
void as_train_log_add(as_train_log *log, const as_run_status *status);

/* Safe on a log that is closed or not kept. Fails with SYSTEM when something could not be written.
 */
bool as_train_log_close(as_train_log *log, as_error *err);

#endif
