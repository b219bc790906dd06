#include "cli/progress.h"

#include "core/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { INTERVAL_MS = 200 };

void as_progress_line_start(as_progress_line *progress, const char *what)
{
    double now = as_clock_ms();
    *progress = (as_progress_line){
        .shown = isatty(STDERR_FILENO), .what = what, .started = now, .last = now};
}

void as_progress_line_update(as_progress_line *progress, long long done, long long total)
{
    double now = as_clock_ms();
    if (!progress->shown || now - progress->last < INTERVAL_MS)
        return;
    progress->last = now;
    double seconds = (now - progress->started) / 1e3;
    fprintf(stderr, "\r%lld", done);
    if (total > 0)
        fprintf(stderr, " of %lld", total);
    fprintf(stderr, " %s, %.0f a second\033[K", progress->what, (double)done / seconds);
}

void as_progress_line_end(as_progress_line *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r\033[K");
}
