#include "paint/picture.h"

bool as_saving_write(const as_saving *saving, const char *path, float scale, bool replace,
                     as_error *err)
{
    as_file_kind kind = as_file_kind_of(path);
    if (!as_saving_check(saving, kind, err))
        return false;
    if (as_file_kind_is_picture(kind)) {
        as_picture picture = as_saving_picture(saving);
        return as_picture_write(&picture, path, scale, replace, err);
    }
    as_buffer out = {0};
    bool ok =
        as_saving_numbers(saving, kind, &out, err) && as_buffer_save(&out, path, replace, err);
    as_buffer_finish(&out);
    return ok;
}
