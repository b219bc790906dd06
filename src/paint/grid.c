#include "paint/grid.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* One axis of the grid in device pixels. */
typedef struct axis {
    int start, length, n;
    int gap_before, gap_after; /* ground at the sides of a cell that has a neighbour there */
} axis;

/* Where cell k begins; k == n gives the end. */
static int edge(const axis *a, int k)
{
    int64_t twice = 2 * (int64_t)k * a->length + a->n; /* rounds half up */
    return a->start + (int)(twice / (2 * (int64_t)a->n));
}

static axis axis_of(int start, int length, int n, int gap)
{
    int most = length / n / 4;
    int g = gap < most ? gap : most;
    return (axis){start, length, n, g / 2, g - g / 2};
}

/* The pixels of cell k inside [from, to), without its gaps. */
static void cell_span(const axis *a, int k, int from, int to, int *first, int *last)
{
    int x0 = edge(a, k) + (k > 0 ? a->gap_before : 0);
    int x1 = edge(a, k + 1) - (k + 1 < a->n ? a->gap_after : 0);
    *first = x0 > from ? x0 : from;
    *last = x1 < to ? x1 : to;
}

static uint32_t premultiplied(as_rgba c)
{
    uint32_t a = c.a;
    return a << 24 | (c.r * a + 127) / 255 << 16 | (c.g * a + 127) / 255 << 8 |
           (c.b * a + 127) / 255;
}

static void fill(uint32_t *line, int n, uint32_t colour)
{
    for (int i = 0; i < n; i++)
        line[i] = colour;
}

/* One line of pixels through a row of cells; `line` stands for x in [from, from + n). */
static void fill_line(uint32_t *line, int from, int n, const axis *columns, const as_rgba *colours,
                      uint32_t ground)
{
    fill(line, n, ground);
    for (int c = 0; c < columns->n; c++) {
        int x0, x1;
        cell_span(columns, c, from, from + n, &x0, &x1);
        if (x0 < x1)
            fill(line + (x0 - from), x1 - x0, premultiplied(colours[c]));
    }
}

static void fill_image(cairo_surface_t *image, const axis *rows, const axis *columns, int left,
                       int top, const as_rgba *colours, uint32_t ground)
{
    int width = cairo_image_surface_get_width(image);
    int height = cairo_image_surface_get_height(image);
    int stride = cairo_image_surface_get_stride(image);
    unsigned char *data = cairo_image_surface_get_data(image);
    for (int y = 0; y < height; y++)
        fill((uint32_t *)(void *)(data + (size_t)y * stride), width, ground);
    for (int r = 0; r < rows->n; r++) {
        int y0, y1;
        cell_span(rows, r, top, top + height, &y0, &y1);
        if (y0 >= y1)
            continue;
        unsigned char *first = data + (size_t)(y0 - top) * stride;
        fill_line((uint32_t *)(void *)first, left, width, columns, colours + (size_t)r * columns->n,
                  ground);
        for (int y = y0 + 1; y < y1; y++)
            memcpy(data + (size_t)(y - top) * stride, first, (size_t)width * sizeof(uint32_t));
    }
}

/* ---- without pixels ---- */

static void set_colour(cairo_t *cr, as_rgba c)
{
    cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

static void draw_rectangles(cairo_t *cr, const axis *rows, const axis *columns,
                            const as_rgba *colours, as_rgba ground)
{
    set_colour(cr, ground);
    cairo_rectangle(cr, columns->start, rows->start, columns->length, rows->length);
    cairo_fill(cr);
    for (int r = 0; r < rows->n; r++) {
        int y0, y1;
        cell_span(rows, r, INT_MIN, INT_MAX, &y0, &y1);
        for (int c = 0; c < columns->n; c++) {
            int x0, x1;
            cell_span(columns, c, INT_MIN, INT_MAX, &x0, &x1);
            set_colour(cr, *colours++);
            cairo_rectangle(cr, x0, y0, x1 - x0, y1 - y0);
            cairo_fill(cr);
        }
    }
}

/* Cells that touch, as an image with a pixel each: rectangles would show seams between them. */
static bool draw_pixel_a_cell(cairo_t *cr, const axis *rows, const axis *columns,
                              const as_rgba *colours, as_error *err)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns->n, rows->n);
    if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(image);
        return as_fail_memory(err, "heatmap image");
    }
    const axis cells_y = axis_of(0, rows->n, rows->n, 0),
               cells_x = axis_of(0, columns->n, columns->n, 0);
    cairo_surface_flush(image);
    fill_image(image, &cells_y, &cells_x, 0, 0, colours, 0);
    cairo_surface_mark_dirty(image);
    cairo_save(cr);
    cairo_translate(cr, columns->start, rows->start);
    cairo_scale(cr, (double)columns->length / columns->n, (double)rows->length / rows->n);
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cr, 0, 0, columns->n, rows->n);
    cairo_fill(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
    return true;
}

bool as_grid_has_pixels(cairo_t *cr)
{
    return cairo_surface_get_type(cairo_get_target(cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

bool as_grid_draw(cairo_t *cr, const as_draw_list *list, const as_draw *d,
                  cairo_rectangle_int_t box, int gap, as_error *err)
{
    if (d->n_rows < 1 || d->n_cols < 1)
        return true;
    assert(d->cells + (size_t)d->n_rows * d->n_cols <= list->n_colours);
    axis rows = axis_of(box.y, box.height, d->n_rows, gap);
    axis columns = axis_of(box.x, box.width, d->n_cols, gap);
    const as_rgba *colours = list->colours + d->cells;
    if (!as_grid_has_pixels(cr) && gap == 0)
        return draw_pixel_a_cell(cr, &rows, &columns, colours, err);
    if (!as_grid_has_pixels(cr)) {
        draw_rectangles(cr, &rows, &columns, colours, d->colour);
        return true;
    }
    double cx0, cy0, cx1, cy1;
    cairo_clip_extents(cr, &cx0, &cy0, &cx1, &cy1);
    int left = (int)fmax(box.x, floor(cx0)), right = (int)fmin(box.x + box.width, ceil(cx1));
    int top = (int)fmax(box.y, floor(cy0)), bottom = (int)fmin(box.y + box.height, ceil(cy1));
    if (left >= right || top >= bottom)
        return true;
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, right - left, bottom - top);
    if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(image);
        return as_fail_memory(err, "heatmap image");
    }
    cairo_surface_flush(image);
    fill_image(image, &rows, &columns, left, top, colours, premultiplied(d->colour));
    cairo_surface_mark_dirty(image);
    cairo_set_source_surface(cr, image, left, top);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cr, left, top, right - left, bottom - top);
    cairo_fill(cr);
    cairo_surface_destroy(image);
    return true;
}
