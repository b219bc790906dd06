/* A progress line on standard error: on a terminal only, a few times a second, erased at the end.
 */
#ifndef AS_CLI_PROGRESS_H
#define AS_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct as_progress {
    bool shown;           /* standard error is a terminal */
    const char *what;     /* "sentences" */
    double started, last; /* ms */
} as_progress;

void as_progress_start(as_progress *progress, const char *what);
/* total 0: not known. */
void as_progress_update(as_progress *progress, long long done, long long total);
void as_progress_end(as_progress *progress);

#endif
