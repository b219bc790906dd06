/* Figures as picture files. A program built without cairo has this too and says so. */
#ifndef AS_CLI_PICTURE_H
#define AS_CLI_PICTURE_H

#include "view/figure.h"

/* Writes the heatmap of `translation` as PNG, `scale` device pixels per logical pixel. `replace`
 * false: never over an existing file. Errors: SYSTEM, LIMIT, ARGUMENT (the name is taken; no row to
 * draw; no painter in this program). */
bool as_picture_write_png(const char *path, const as_translation *translation,
                          const as_figure_options *options, float scale, bool replace,
                          as_error *err);

#endif
