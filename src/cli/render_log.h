/* The curves of a training log as a picture. */
#ifndef AS_CLI_RENDER_LOG_H
#define AS_CLI_RENDER_LOG_H

#include "cli/look.h"
#include "core/error.h"

/* Draws the log `path` (JSON lines, as train --log writes them) into the picture `output`. Errors:
 * FORMAT (names the line), SYSTEM, LIMIT, and those of as_picture_write. */
bool as_render_log(const char *path, const char *output, const as_look *look, bool replace,
                   as_error *err);

#endif
