#include "cli/eval_picture.h"

#include "paint/picture.h"
#include "view/bars.h"

#include <stdio.h>
#include <string.h>

/* What the bars are drawn from. */
typedef struct as_bars_picture {
    const as_evaluation *evaluation;
    as_bars_options options;
} as_bars_picture;

static bool bars_frame(const void *context, const as_text_metrics *tm, as_draw_list *out,
                       float *width, float *height, as_error *err)
{
    const as_bars_picture *bars = context;
    return as_bars_frame(&bars->evaluation->lengths, bars->evaluation->by_length, &bars->options,
                         tm, out, width, height, err);
}

bool as_evaluation_draw(const as_evaluation *evaluation, const char *model, const char *corpus,
                        const char *path, const as_look *look, bool replace, as_error *err)
{
    char name[512];
    as_language language = (as_language)look->language;
    const char *slash = strrchr(corpus, '/');
    snprintf(name, sizeof name, "%s · %s%s%s", model, slash != NULL ? slash + 1 : corpus,
             evaluation->join ? " · " : "",
             evaluation->join ? as_str(language, AS_STR_LENGTHS_JOINED) : "");
    const as_bars_picture bars = {evaluation, {name, (as_theme_kind)look->theme, language}};
    const as_picture picture = {.frame = bars_frame,
                                .context = &bars,
                                .title = name,
                                .theme = (as_theme_kind)look->theme,
                                .language = language};
    return as_picture_write(&picture, path, (float)look->scale, replace, err);
}
