/* The log of a training run: JSON lines, as `alphascope train --log` writes them. */
#ifndef AS_CORE_RUN_LOG_H
#define AS_CORE_RUN_LOG_H

#include "core/error.h"

#include <stddef.h>

/* What is read of each line; every other key is passed over. */
typedef enum as_log_series {
    AS_LOG_STEP,       /* "step": of the optimizer; on every line, and never falling in a log */
    AS_LOG_TRAIN_LOSS, /* "train_loss": nats a token, as it is trained */
    AS_LOG_ALIGN_LOSS, /* "align_loss": of guided alignment, nats a token */
    AS_LOG_VALID_NLL,  /* "valid_nll": nats a token of the validation text */
    AS_LOG_VALID_BLEU, /* "valid_bleu": 0 to 100 */
    AS_LOG_RATE,       /* "lr" */
    AS_LOG_SPEED,      /* "tokens_per_second" */
    AS_N_LOG_SERIES,
} as_log_series;

typedef struct as_run_log {
    int n;                           /* lines that hold something */
    double *values[AS_N_LOG_SERIES]; /* [n] each; NAN where a line does not say or says null */
} as_run_log;

/* Reads a log. A run that was continued from an earlier step takes back what the log had from there
 * on. A last line without its break may be half a line: if it cannot be read it is left out. *out
 * is the caller's; release with as_run_log_finish. Errors: FORMAT (the message names the line, what
 * was found and what was expected; also for a log without a line), LIMIT past AS_RUN_LOG_MAX lines,
 * SYSTEM. */
enum { AS_RUN_LOG_MAX = 10000000 };
bool as_run_log_parse(const char *text, size_t len, as_run_log *out, as_error *err);
/* Safe on a zeroed log and twice. */
void as_run_log_finish(as_run_log *log);

/* How many lines give a value of this series. Cannot fail. */
int as_run_log_count(const as_run_log *log, as_log_series series);

#endif
