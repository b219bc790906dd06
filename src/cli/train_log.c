#include "cli/train_log.h"

#include "core/file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEPS_A_LINE = 50 };

/* ---- going on ---- */

/* Whether a whole line, without its break, is of a later step. What is no line of a log is not. */
static bool is_after(const char *line, size_t len, long step)
{
    json_t *object = json_loadb(line, len, 0, NULL);
    const json_t *member = json_object_get(object, "step");
    bool after = json_is_integer(member) && json_integer_value(member) > step;
    json_decref(object);
    return after;
}

/* How much of a log a run that goes on from `step` keeps. */
static size_t kept_length(const char *text, size_t len, long step)
{
    size_t at = 0;
    while (at < len) {
        const char *end = memchr(text + at, '\n', len - at);
        if (!end || is_after(text + at, (size_t)(end - text) - at, step))
            break;
        at = (size_t)(end - text) + 1;
    }
    return at;
}

static bool cut(const char *path, long step, as_error *err)
{
    struct stat st;
    unsigned char *text;
    size_t len;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return true; /* nothing to keep; opening it tells what is wrong */
    if (!as_file_read(path, (size_t)1 << 30, &text, &len, err))
        return false;
    size_t kept = kept_length((const char *)text, len, step);
    free(text);
    return kept == len || truncate(path, (off_t)kept) == 0 ||
           as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
}

bool as_train_log_open(as_train_log *log, const char *path, long step, as_error *err)
{
    *log = (as_train_log){.path = path};
    if (!path)
        return true;
    if (step > 0 && !cut(path, step, err))
        return false;
    log->file = fopen(path, step > 0 ? "a" : "w");
    if (!log->file)
        return as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
    setvbuf(log->file, NULL, _IOLBF, BUFSIZ);
    return true;
}

/* ---- lines ---- */

static void set_real(json_t *line, const char *key, double value)
{
    json_object_set_new(line, key, json_real(value)); /* fails on a line that is NULL */
}

static void set_measurement(json_t *line, const as_run_status *status)
{
    const as_loss *valid = &status->valid;
    double nll = valid->nll / (double)valid->n;
    set_real(line, "valid_nll", nll);
    set_real(line, "valid_perplexity", exp(nll));
    set_real(line, "valid_accuracy", (double)valid->n_right / (double)valid->n);
    if (status->valid_bleu >= 0)
        set_real(line, "valid_bleu", status->valid_bleu);
    json_object_set_new(line, "best", json_boolean(status->best));
}

void as_train_log_add(as_train_log *log, const as_run_status *status)
{
    const as_progress *p = status->progress;
    bool measured = status->event == AS_RUN_MEASURED;
    if (!log->file || !(measured || (status->event == AS_RUN_STEP && p->step % STEPS_A_LINE == 0)))
        return;
    json_t *line = json_object();
    json_object_set_new(line, "step", json_integer((json_int_t)p->step));
    set_real(line, "epoch", status->epochs);
    set_real(line, "seconds", p->seconds);
    set_real(line, "lr", status->step.rate);
    set_real(line, "norm", status->step.norm);
    set_real(line, "tokens_per_second", status->tokens_per_second);
    json_object_set_new(line, "target_tokens", json_integer((json_int_t)p->n_target_tokens));
    if (p->train.n > 0)
        set_real(line, "train_loss", p->train.smoothed / (double)p->train.n);
    if (p->train.guided > 0)
        set_real(line, "align_loss", p->train.guided / (double)p->train.n);
    if (measured && status->valid.n > 0)
        set_measurement(line, status);
    if (line && json_dumpf(line, log->file, JSON_COMPACT | JSON_REAL_PRECISION(6)) == 0)
        fputc('\n', log->file);
    json_decref(line);
}

bool as_train_log_close(as_train_log *log, as_error *err)
{
    if (!log->file)
        return true;
    bool failed = ferror(log->file) != 0;
    failed = fclose(log->file) != 0 || failed;
    log->file = NULL;
    return !failed || as_fail(err, AS_ERR_SYSTEM, "%s: cannot be written", log->path);
}
