#include "cli/train_report.h"

#include "cli/program.h"
#include "core/buffer.h"
#include "core/clock.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { DRAW_MS = 250 }; /* between two progress lines */

#define CLEAR "\r\033[K" /* the line under the cursor */

bool as_train_report_begin(as_train_report *report, const char *log, long step, as_error *err)
{
    *report = (as_train_report){.terminal = isatty(STDERR_FILENO)};
    return as_train_log_open(&report->log, log, step, err);
}

void as_train_report_text(const as_corpus *corpus, int max_tokens, const as_augment *augment, int k)
{
    fprintf(stderr, "%s: %d pairs, %ld + %ld tokens\n", corpus->place, corpus->n,
            corpus->n_source_tokens, corpus->n_target_tokens);
    if (corpus->n_too_long > 0)
        fprintf(stderr, "%s:%d: %d tokens, expected at most %d (max_tokens); left out, %d in all\n",
                corpus->place, corpus->first_too_long, corpus->first_tokens, max_tokens,
                corpus->n_too_long);
    if (augment) {
        int n_names, n_numbers;
        as_augment_count(augment, k, &n_names, &n_numbers);
        fprintf(stderr, "%s: %d pairs with names and %d with numbers to swap\n", corpus->place,
                n_names, n_numbers);
    }
}

void as_train_report_model(const as_config *config)
{
    size_t n = 0;
    as_params_floats(config, &n, NULL);
    fprintf(stderr, "model: E %d H %d D %d A %d R %d, vocabularies %d and %d, %.1f M numbers\n",
            config->E, config->H, config->D, config->A, config->R, config->Vx, config->Vy,
            (double)n / 1e6);
}

/* Seconds as h:mm:ss. */
static void print_time(char *out, size_t size, double seconds)
{
    long s = (long)seconds;
    snprintf(out, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

static double seconds_left(const as_run_status *status)
{
    const as_progress *p = status->progress;
    double left = (double)(status->settings->max_steps - p->step) * p->seconds / (double)p->step;
    if (status->settings->minutes > 0)
        left = fmin(left, 60 * status->settings->minutes - p->seconds);
    return fmax(left, 0);
}

/* The guided loss beside the loss, when there are links. */
static void add_guided(as_buffer *line, const as_loss *train, int digits)
{
    if (train->guided > 0)
        as_buffer_format(line, "  align %.*f", digits, train->guided / (double)train->n);
}

/* A line is written as a whole. */
static void say(as_buffer *line)
{
    if (line->len > 0)
        as_program_say(line->text, line->len);
    as_buffer_finish(line);
}

static void draw_line(as_train_report *report, const as_run_status *status)
{
    char left[32];
    as_buffer line = {0};
    const as_progress *p = status->progress;
    double loss = p->train.smoothed / (double)p->train.n;
    print_time(left, sizeof left, seconds_left(status));
    as_buffer_format(&line, CLEAR "%ld/%d  epoch %.2f  loss %.3f", p->step,
                     status->settings->max_steps, status->epochs, loss);
    add_guided(&line, &p->train, 3);
    if (isfinite(p->best_nll)) /* measured already */
        as_buffer_format(&line, "  best ppl %.2f", exp(p->best_nll));
    if (p->best_bleu >= 0)
        as_buffer_format(&line, " BLEU %.2f", p->best_bleu);
    as_buffer_format(&line, "  %.0f tok/s  lr %.2g  %s left", status->tokens_per_second,
                     status->step.rate, left);
    say(&line);
    report->line_open = true;
}

static void clear_line(as_train_report *report, as_buffer *line)
{
    if (report->line_open)
        as_buffer_text(line, CLEAR);
    report->line_open = false;
}

static void print_measurement(as_train_report *report, const as_run_status *status)
{
    const as_progress *p = status->progress;
    const as_loss *train = &p->train, *valid = &status->valid;
    char spent[32];
    as_buffer line = {0};
    clear_line(report, &line);
    print_time(spent, sizeof spent, p->seconds);
    as_buffer_format(&line, "%s  step %ld  epoch %.2f  loss %.4f", spent, p->step, status->epochs,
                     train->smoothed / (double)train->n);
    add_guided(&line, train, 4);
    if (valid->n > 0)
        as_buffer_format(&line, "  valid ppl %.3f  right %.2f%%",
                         exp(valid->nll / (double)valid->n),
                         100.0 * (double)valid->n_right / (double)valid->n);
    if (status->valid_bleu >= 0)
        as_buffer_format(&line, "  BLEU %.2f", status->valid_bleu);
    if (valid->n > 0 && status->best)
        as_buffer_text(&line, "  best");
    as_buffer_format(&line, "  %.0f tok/s  lr %.3g\n", status->tokens_per_second,
                     status->step.rate);
    say(&line);
}

void as_train_report_event(void *context, const as_run_status *status)
{
    as_train_report *report = context;
    bool measured = status->event == AS_RUN_MEASURED;
    as_train_log_add(&report->log, status);
    if (measured) {
        print_measurement(report, status);
    } else if (report->terminal && status->event == AS_RUN_STEP) {
        double now = as_clock_ms();
        if (now - report->last_drawn < DRAW_MS)
            return;
        report->last_drawn = now;
        draw_line(report, status);
    }
}

bool as_train_report_end(as_train_report *report, const char *why, as_error *err)
{
    as_buffer line = {0};
    clear_line(report, &line);
    if (why)
        as_buffer_format(&line, "%s\n", why);
    say(&line);
    return as_train_log_close(&report->log, err);
}
