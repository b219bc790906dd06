/* What `alphascope train` says while it runs: a progress line on a terminal, a line per
 * measurement, and a log of JSON lines. */
#ifndef AS_CLI_TRAIN_REPORT_H
#define AS_CLI_TRAIN_REPORT_H

#include "cli/train_log.h"
#include "train/augment.h"

typedef struct as_train_report {
    as_train_log log;
    bool terminal;     /* standard error is one */
    bool line_open;    /* a progress line stands unfinished */
    double last_drawn; /* as_clock_ms; a line is drawn a few times a second */
} as_train_report;

/* log and step as in as_train_log_open. Errors: SYSTEM. */
bool as_train_report_begin(as_train_report *report, const char *log, long step, as_error *err);

/* What was read from a file, the first line that is left out, and with `augment`, which knows it as
 * the k-th, what can be swapped in it. */
void as_train_report_text(const as_corpus *corpus, int max_tokens, const as_augment *augment,
                          int k);

/* What is trained. */
void as_train_report_model(const as_config *config);

/* as_run_options.report; context is the as_train_report. */
void as_train_report_event(void *context, const as_run_status *status);

/* Says why the run ended (NULL: says nothing) and closes the log. Fails with SYSTEM when the log
 * could not be written. */
bool as_train_report_end(as_train_report *report, const char *why, as_error *err);

#endif
