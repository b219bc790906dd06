#include "cli/picture.h"

#include "paint/painter.h"
#include "paint/png.h"

bool as_picture_write_png(const char *path, const as_translation *translation,
                          const as_figure_options *options, float scale, bool replace,
                          as_error *err)
{
    as_painter *painter = NULL;
    as_draw_list list = {0};
    float width = 0.0f, height = 0.0f;
    bool ok = as_painter_new(scale, &painter, err);
    if (ok) {
        as_text_metrics metrics = as_painter_metrics(painter);
        ok = as_figure_frame(translation, options, &metrics, &list, &width, &height, err) &&
             as_png_write_draw_list(painter, path, &list, width, height, replace, err);
    }
    as_draw_finish(&list);
    as_painter_free(painter);
    return ok;
}
