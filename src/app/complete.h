/* How the path of a file could go on. */
#ifndef AS_APP_COMPLETE_H
#define AS_APP_COMPLETE_H

#include "view/sentences.h"

/* A path whose "~" at the start stands for HOME, as it stands. The caller's (free). NULL without
 * memory. */
char *as_path_expanded(const char *path);

/* Folders (with a slash at the end) and files whose paths are wanted that begin with `path`,
 * sorted, written as `path` is: relative ones stay so, "~" too. Hidden ones only for a name that
 * begins with a dot. A folder that cannot be read has none. *out is replaced. Errors: SYSTEM
 * (memory). */
bool as_path_completions(const char *path, bool (*wanted)(const char *path), as_sentences *out,
                         as_error *err);

#endif
