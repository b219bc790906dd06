#include "paint/picture.h"

#include "paint/html.h"
#include "paint/pdf.h"
#include "paint/png.h"

/* A picture laid out for the painter that is to draw it. */
typedef struct drawn {
    as_painter *painter;
    as_text_metrics metrics;
    as_draw_list list;
    float width, height;
} drawn;

static bool draw(drawn *d, const as_picture *picture, float scale, as_error *err)
{
    if (!as_painter_new(scale, &d->painter, err))
        return false;
    d->metrics = as_painter_metrics(d->painter);
    return picture->frame(picture->context, &d->metrics, &d->list, &d->width, &d->height, err);
}

static bool write_as(as_file_kind kind, const drawn *d, const as_picture *picture, const char *path,
                     bool replace, as_error *err)
{
    const as_svg_options svg = {picture->title, picture->cell_title, picture->context};
    if (kind == AS_FILE_PNG)
        return as_png_write_draw_list(d->painter, path, &d->list, d->width, d->height, replace,
                                      err);
    if (kind == AS_FILE_PDF)
        return as_pdf_write_draw_list(d->painter, path, &d->list, d->width, d->height,
                                      picture->title, replace, err);
    if (kind == AS_FILE_SVG)
        return as_svg_write_draw_list(path, &d->list, d->width, d->height, &d->metrics, &svg,
                                      replace, err);
    return as_html_write_draw_list(path, &d->list, d->width, d->height, &d->metrics, &svg,
                                   as_theme_make(picture->theme, 1).surface,
                                   picture->language == AS_LANGUAGE_ZH ? "zh" : "en", replace, err);
}

bool as_picture_write(const as_picture *picture, const char *path, float scale, bool replace,
                      as_error *err)
{
    as_file_kind kind = as_file_kind_of(path);
    if (!as_file_kind_is_picture(kind))
        return as_fail(err, AS_ERR_ARGUMENT, "%s: ends in none of: " AS_PICTURE_KINDS, path);
    drawn d = {0};
    bool ok = draw(&d, picture, kind == AS_FILE_PNG ? scale : AS_VECTOR_SCALE, err) &&
              write_as(kind, &d, picture, path, replace, err);
    as_draw_finish(&d.list);
    as_painter_free(d.painter);
    return ok;
}
