#include "paint/png.h"

#include "core/file.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* A logical pixel is 1/96 inch, as on the web; PNG counts pixels per metre. */
static png_uint_32 pixels_per_metre(float scale)
{
    return (png_uint_32)lround(96.0 * scale / 0.0254);
}

static void write_failed(png_structp png, png_const_charp message)
{
    as_error *err = png_get_error_ptr(png);
    as_fail(err, AS_ERR_SYSTEM, "libpng: %s", message);
    png_longjmp(png, 1);
}

static void write_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* cairo's native-endian xRGB words to bytes. */
static void rgb_from_words(png_byte *out, const unsigned char *words, int width)
{
    for (int x = 0; x < width; x++, out += 3, words += 4) {
        uint32_t word;
        memcpy(&word, words, sizeof word);
        out[0] = (png_byte)(word >> 16);
        out[1] = (png_byte)(word >> 8);
        out[2] = (png_byte)word;
    }
}

/* The part in which libpng may jump: nothing here is allocated, so nothing leaks. */
static bool write_rows(png_structp png, png_infop info, FILE *stream, cairo_surface_t *surface,
                       png_byte *row, float scale)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    png_init_io(png, stream);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(png, info, pixels_per_metre(scale), pixels_per_metre(scale), PNG_RESOLUTION_METER);
    png_write_info(png, info);
    for (int y = 0; y < height; y++) {
        rgb_from_words(row, data + (size_t)y * stride, width);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return true;
}

static bool encode(FILE *stream, cairo_surface_t *surface, float scale, as_error *err)
{
    as_error inner = {AS_ERR_SYSTEM, "libpng: out of memory"};
    png_byte *row = malloc((size_t)cairo_image_surface_get_width(surface) * 3);
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &inner, write_failed, write_warned);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    cairo_surface_flush(surface);
    errno = 0;
    bool ok = row != NULL && info != NULL && write_rows(png, info, stream, surface, row, scale);
    if (!ok && ferror(stream) && errno != 0) /* libpng only says "Write Error" */
        as_fail(&inner, AS_ERR_SYSTEM, "%s", strerror(errno));
    png_destroy_write_struct(&png, &info); /* takes NULL */
    free(row);
    return ok || as_fail(err, inner.status, "%s", inner.message);
}

static bool write_file(const char *path, cairo_surface_t *surface, float scale, bool replace,
                       as_error *err)
{
    as_file_writer writer = {0};
    bool ok = as_file_writer_open(&writer, path, replace, err);
    if (ok && !encode(writer.stream, surface, scale, err))
        ok = as_fail_in(err, "%s", path);
    ok = ok && as_file_writer_commit(&writer, err);
    as_file_writer_abort(&writer);
    return ok;
}

static bool device_size(float logical, float scale, int *out, as_error *err)
{
    float n = ceilf(logical * scale);
    if (!(n >= 1))
        return as_fail(err, AS_ERR_ARGUMENT, "picture of size %g; expected more than 0",
                       (double)logical);
    if (n > AS_PNG_MAX_SIDE)
        return as_fail(err, AS_ERR_LIMIT, "picture of %.0f pixels a side; at most %d", (double)n,
                       AS_PNG_MAX_SIDE);
    *out = (int)n;
    return true;
}

bool as_png_write_draw_list(as_painter *painter, const char *path, const as_draw_list *list,
                            float width, float height, bool replace, as_error *err)
{
    float scale = as_painter_scale(painter);
    int w = 0, h = 0;
    if (!device_size(width, scale, &w, err) || !device_size(height, scale, &h, err))
        return false;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    bool ok =
        cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS || as_fail_memory(err, "picture");
    ok = ok && as_painter_draw(painter, cr, list, 0, list->n, err);
    cairo_destroy(cr);
    ok = ok && write_file(path, surface, scale, replace, err);
    cairo_surface_destroy(surface);
    return ok;
}
