#include "core/run_log.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

static const char *const keys[AS_N_LOG_SERIES] = {
    "step", "train_loss", "align_loss", "valid_nll", "valid_bleu", "lr", "tokens_per_second",
};

static bool take_number(const json_t *line, const char *key, double *out, as_error *err)
{
    static const char *const kinds[] = {[JSON_OBJECT] = "an object",
                                        [JSON_ARRAY] = "a list",
                                        [JSON_STRING] = "a string",
                                        [JSON_TRUE] = "true",
                                        [JSON_FALSE] = "false"};
    const json_t *value = json_object_get(line, key);
    *out = (double)NAN;
    if (value == NULL || json_is_null(value))
        return true;
    if (!json_is_number(value))
        return as_fail(err, AS_ERR_FORMAT, "\"%s\" is %s, expected a number", key,
                       kinds[json_typeof(value)]);
    *out = json_number_value(value);
    return true;
}

static bool parse_line(const char *text, size_t len, double values[AS_N_LOG_SERIES], as_error *err)
{
    json_error_t why;
    json_t *line = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
    if (line == NULL) {
        char shown[AS_PRINTABLE];
        return as_fail(err, AS_ERR_FORMAT, "no JSON (%s), expected an object",
                       as_printable(shown, sizeof shown, why.text));
    }
    bool ok = json_is_object(line) ||
              as_fail(err, AS_ERR_FORMAT, "no JSON object, expected {\"step\":…}");
    for (int s = 0; s < AS_N_LOG_SERIES && ok; s++)
        ok = take_number(line, keys[s], &values[s], err);
    json_decref(line);
    if (ok && !(values[AS_LOG_STEP] >= 0))
        return as_fail(err, AS_ERR_FORMAT, "no \"step\", expected a number of 0 or more");
    return ok;
}

/* A step before the last one: the run went on from a checkpoint, and what follows it is told anew.
 */
static void take_back(as_run_log *log, double step)
{
    const double *steps = log->values[AS_LOG_STEP];
    if (log->n == 0 || step >= steps[log->n - 1])
        return;
    while (log->n > 0 && steps[log->n - 1] >= step)
        log->n--;
}

static bool is_blank(const char *text, size_t len)
{
    for (size_t k = 0; k < len; k++)
        if (memchr(" \t\r", text[k], 3) == NULL)
            return false;
    return true;
}

static bool allocate(as_run_log *log, const char *text, size_t len, as_error *err)
{
    size_t n = 1;
    for (size_t k = 0; k < len; k++)
        n += text[k] == '\n';
    if (n > AS_RUN_LOG_MAX)
        return as_fail(err, AS_ERR_LIMIT, "more than %d lines", AS_RUN_LOG_MAX);
    for (int s = 0; s < AS_N_LOG_SERIES; s++) {
        log->values[s] = as_alloc(n, sizeof *log->values[s]);
        if (log->values[s] == NULL)
            return as_fail_memory(err, "the lines of a log");
    }
    return true;
}

static bool parse(as_run_log *log, const char *text, size_t len, as_error *err)
{
    if (!allocate(log, text, len, err))
        return false;
    long long number = 0;
    for (size_t at = 0; at < len;) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t end = newline != NULL ? (size_t)(newline - text) : len;
        double values[AS_N_LOG_SERIES];
        number++;
        if (!is_blank(text + at, end - at)) {
            /* What a run that was killed, or is writing, left of its last line is left out. */
            bool half = newline == NULL && log->n > 0;
            if (!parse_line(text + at, end - at, values, half ? NULL : err))
                return half || as_fail_in(err, "line %lld", number);
            take_back(log, values[AS_LOG_STEP]);
            for (int s = 0; s < AS_N_LOG_SERIES; s++)
                log->values[s][log->n] = values[s];
            log->n++;
        }
        at = end + 1;
    }
    return log->n > 0 || as_fail(err, AS_ERR_FORMAT, "no line, expected JSON objects with a step");
}

bool as_run_log_parse(const char *text, size_t len, as_run_log *out, as_error *err)
{
    as_run_log log = {0};
    if (!parse(&log, text, len, err)) {
        as_run_log_finish(&log);
        return false;
    }
    *out = log;
    return true;
}

void as_run_log_finish(as_run_log *log)
{
    for (int s = 0; s < AS_N_LOG_SERIES; s++)
        free(log->values[s]);
    *log = (as_run_log){0};
}

int as_run_log_count(const as_run_log *log, as_log_series series)
{
    int n = 0;
    for (int k = 0; k < log->n; k++)
        n += isfinite(log->values[series][k]) != 0;
    return n;
}
