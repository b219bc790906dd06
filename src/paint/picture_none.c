#include "paint/picture.h"

bool as_picture_write(const as_picture *picture, const char *path, float scale, bool replace,
                      as_error *err)
{
    (void)picture, (void)scale, (void)replace;
    return as_fail(err, AS_ERR_ARGUMENT,
                   "%s: this program was built without cairo, so it cannot draw; tsv, json and npy "
                   "work",
                   path);
}
