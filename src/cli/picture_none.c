#include "cli/picture.h"

bool as_picture_write_png(const char *path, const as_translation *translation,
                          const as_figure_options *options, float scale, bool replace,
                          as_error *err)
{
    (void)translation, (void)options, (void)scale, (void)replace;
    return as_fail(err, AS_ERR_ARGUMENT,
                   "%s: this program was built without cairo, so it cannot "
                   "draw PNG; tsv, json and npy work",
                   path);
}
