#include "cli/render_log.h"

#include "paint/picture.h"
#include "core/file.h"
#include "core/run_log.h"
#include "view/curves.h"

#include <stdlib.h>

enum { MAX_BYTES = 1 << 30 };

/* What the curves are drawn from. */
typedef struct as_curves_picture {
    as_run_log log;
    as_curves_options options;
} as_curves_picture;

static bool curves_frame(const void *context, const as_text_metrics *tm, as_draw_list *out,
                         float *width, float *height, as_error *err)
{
    const as_curves_picture *curves = context;
    return as_curves_frame(&curves->log, &curves->options, tm, out, width, height, err);
}

static bool read_log(const char *path, as_run_log *out, as_error *err)
{
    unsigned char *text = NULL;
    size_t len = 0;
    if (!as_file_read(path, MAX_BYTES, &text, &len, err))
        return false;
    bool ok = as_run_log_parse((const char *)text, len, out, err) || as_fail_in(err, "%s", path);
    free(text);
    return ok;
}

bool as_render_log(const char *path, const char *output, const as_look *look, bool replace,
                   as_error *err)
{
    char name[256];
    as_curves_picture curves = {.options = {.name = name,
                                            .theme = (as_theme_kind)look->theme,
                                            .language = (as_language)look->language}};
    const as_picture picture = {.frame = curves_frame,
                                .context = &curves,
                                .title = name,
                                .theme = (as_theme_kind)look->theme,
                                .language = (as_language)look->language};
    as_path_stem(path, name, sizeof name);
    if (!read_log(path, &curves.log, err))
        return false;
    bool ok = as_picture_write(&picture, output, (float)look->scale, replace, err);
    as_run_log_finish(&curves.log);
    return ok;
}
