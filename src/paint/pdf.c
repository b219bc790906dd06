#include "paint/pdf.h"

#include "core/buffer.h"

#include <cairo-pdf.h>

static const double points_per_pixel = 72.0 / 96.0;

static cairo_status_t append(void *buffer, const unsigned char *bytes, unsigned int len)
{
    as_buffer *out = buffer;
    as_buffer_bytes(out, bytes, len);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static bool draw_page(as_painter *painter, cairo_surface_t *surface, const as_draw_list *list,
                      as_error *err)
{
    double scale = points_per_pixel / (double)as_painter_scale(painter);
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    bool ok = as_painter_draw(painter, cr, list, 0, list->n, err);
    cairo_destroy(cr);
    return ok;
}

static bool make_document(as_buffer *out, as_painter *painter, const as_draw_list *list,
                          float width, float height, const char *title, as_error *err)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        append, out, (double)width * points_per_pixel, (double)height * points_per_pixel);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Alphascope");
    /* no date: the same picture is the same file */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    if (title != NULL)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    bool ok = draw_page(painter, surface, list, err);
    cairo_surface_finish(surface);
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (ok && status != CAIRO_STATUS_SUCCESS)
        return as_fail(err, AS_ERR_SYSTEM, "cairo: %s", cairo_status_to_string(status));
    return ok;
}

bool as_pdf_write_draw_list(as_painter *painter, const char *path, const as_draw_list *list,
                            float width, float height, const char *title, bool replace,
                            as_error *err)
{
    if (!(width > 0 && height > 0))
        return as_fail(err, AS_ERR_ARGUMENT, "picture of size %g x %g; expected more than 0",
                       (double)width, (double)height);
    if (width > AS_PDF_MAX_SIDE || height > AS_PDF_MAX_SIDE)
        return as_fail(err, AS_ERR_LIMIT, "picture of %.0f x %.0f; at most %d a side",
                       (double)width, (double)height, AS_PDF_MAX_SIDE);
    as_buffer out = {0};
    bool ok = make_document(&out, painter, list, width, height, title, err) &&
              as_buffer_save(&out, path, replace, err);
    as_buffer_finish(&out);
    return ok;
}
