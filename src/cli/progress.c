#include "cli/progress.h"

#include "cli/program.h"

#include <stdio.h>
#include <unistd.h>

enum { INTERVAL_MS = 200 };

void as_progress_start(as_progress *progress, const char *what)
{
    double now = as_program_ms();
    *progress =
        (as_progress){.shown = isatty(STDERR_FILENO), .what = what, .started = now, .last = now};
}

void as_progress_update(as_progress *progress, long long done, long long total)
{
    double now = as_program_ms();
    if (!progress->shown || now - progress->last < INTERVAL_MS)
        return;
    progress->last = now;
    double seconds = (now - progress->started) / 1e3;
    fprintf(stderr, "\r%lld", done);
    if (total > 0)
        fprintf(stderr, " of %lld", total);
    fprintf(stderr, " %s, %.0f a second\033[K", progress->what, (double)done / seconds);
}

void as_progress_end(as_progress *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r\033[K");
}
