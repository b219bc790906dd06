/* Ctrl+S: the figure as a PNG file, beside what is there already. */
#ifndef AS_APP_SAVE_H
#define AS_APP_SAVE_H

#include "view/draw_list.h"

enum { AS_SAVE_SCALE = 2 };

/* The folder for pictures: the desktop's own (user-dirs.dirs) if it can be written to, else the
 * current one. *out is the caller's (free). Errors: SYSTEM. */
bool as_save_folder(char **out, as_error *err);

/* Draws `list`, width x height logical pixels, at AS_SAVE_SCALE on white and writes it to `folder`
 * as `name`, or name-2, name-3 … before its extension when that is taken: never over a file.
 * *out, the path written, is the caller's (free). Errors: SYSTEM, ARGUMENT, LIMIT. */
bool as_save_figure(const char *folder, const char *name, const as_draw_list *list, float width,
                    float height, char **out, as_error *err);

#endif
