/* A progress line on standard error: on a terminal only, a few times a second, erased at the end.
 */
#ifndef AS_CLI_PROGRESS_H
#define AS_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct as_progress_line {
    bool shown;           /* standard error is a terminal */
    const char *what;     /* "sentences" */
    double started, last; /* ms */
} as_progress_line;

void as_progress_line_start(as_progress_line *progress, const char *what);
/* total 0: not known. */
void as_progress_line_update(as_progress_line *progress, long long done, long long total);
void as_progress_line_end(as_progress_line *progress);

#endif
