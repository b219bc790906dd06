#include "paint/canvas.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 16384 };

struct as_canvas {
    as_painter *painter;
    int width, height;
    cairo_surface_t *base;   /* the commands before the layer */
    cairo_surface_t *frame;  /* base with the overlay on it */
    cairo_region_t *overlay; /* the pixels the last overlay could touch */
    cairo_region_t *changed;
    /* The commands that `base` shows, to tell whether they are the same this time. */
    as_draw_list shown;
    bool valid;
};

bool as_canvas_new(as_painter *painter, as_canvas **out, as_error *err)
{
    as_canvas *canvas = calloc(1, sizeof *canvas);
    if (canvas == NULL)
        return as_fail_memory(err, "canvas");
    canvas->painter = painter;
    canvas->overlay = cairo_region_create();
    canvas->changed = cairo_region_create();
    *out = canvas;
    return true;
}

static void free_surfaces(as_canvas *canvas)
{
    cairo_surface_destroy(canvas->base); /* takes NULL */
    cairo_surface_destroy(canvas->frame);
    canvas->base = canvas->frame = NULL;
    canvas->valid = false;
}

void as_canvas_free(as_canvas *canvas)
{
    if (canvas == NULL)
        return;
    free_surfaces(canvas);
    cairo_region_destroy(canvas->overlay);
    cairo_region_destroy(canvas->changed);
    as_draw_finish(&canvas->shown);
    free(canvas);
}

cairo_surface_t *as_canvas_surface(const as_canvas *canvas)
{
    return canvas->frame;
}

const cairo_region_t *as_canvas_changed(const as_canvas *canvas)
{
    return canvas->changed;
}

/* ---- is the base still right? ---- */

static bool same_colour(as_rgba a, as_rgba b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static bool same_box(as_box a, as_box b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* Field by field: the padding between them holds anything. */
static bool same_command(const as_draw *a, const as_draw *b)
{
    return a->tag == b->tag && same_colour(a->colour, b->colour) && same_box(a->box, b->box) &&
           a->radius == b->radius && a->width == b->width && a->size == b->size &&
           a->angle == b->angle && a->max_width == b->max_width && a->font == b->font &&
           a->align == b->align && a->text == b->text && a->text_len == b->text_len &&
           a->cells == b->cells && a->n_rows == b->n_rows && a->n_cols == b->n_cols &&
           a->gap == b->gap;
}

/* The beginning of a list: n commands with the text and colours that they use. */
typedef struct prefix {
    size_t n, text_len, n_colours;
} prefix;

static prefix prefix_before_layer(const as_draw_list *list)
{
    prefix p = {0, 0, 0};
    for (; p.n < list->n && list->items[p.n].tag != AS_DRAW_LAYER; p.n++) {
        const as_draw *d = &list->items[p.n];
        size_t text_end = d->text + d->text_len;
        size_t colours_end = d->cells + (size_t)d->n_rows * (size_t)d->n_cols;
        if (text_end > p.text_len)
            p.text_len = text_end;
        if (colours_end > p.n_colours)
            p.n_colours = colours_end;
    }
    return p;
}

static bool same_bytes(const void *a, const void *b, size_t n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

static bool shows(const as_canvas *canvas, const as_draw_list *list, prefix p)
{
    const as_draw_list *shown = &canvas->shown;
    if (!canvas->valid || shown->n != p.n || shown->text_len != p.text_len ||
        shown->n_colours != p.n_colours)
        return false;
    for (size_t i = 0; i < p.n; i++) {
        if (!same_command(&shown->items[i], &list->items[i]))
            return false;
    }
    return same_bytes(shown->text, list->text, p.text_len) &&
           same_bytes(shown->colours, list->colours, p.n_colours * sizeof *list->colours);
}

/* Copies n elements into a block that grows as needed. */
static bool copy_block(void **block, size_t *capacity, const void *from, size_t n, size_t size)
{
    if (n > *capacity) {
        void *grown = realloc(*block, n * size);
        if (grown == NULL)
            return false;
        *block = grown;
        *capacity = n;
    }
    if (n > 0)
        memcpy(*block, from, n * size);
    return true;
}

static bool remember(as_canvas *canvas, const as_draw_list *list, prefix p, as_error *err)
{
    as_draw_list *shown = &canvas->shown;
    void *items = shown->items, *text = shown->text, *colours = shown->colours;
    bool ok = copy_block(&items, &shown->capacity, list->items, p.n, sizeof *list->items) &&
              copy_block(&text, &shown->text_capacity, list->text, p.text_len, 1) &&
              copy_block(&colours, &shown->colours_capacity, list->colours, p.n_colours,
                         sizeof *list->colours);
    shown->items = items;
    shown->text = text;
    shown->colours = colours;
    if (!ok)
        return as_fail_memory(err, "draw list");
    shown->n = p.n;
    shown->text_len = p.text_len;
    shown->n_colours = p.n_colours;
    return true;
}

/* ---- drawing ---- */

static bool resize(as_canvas *canvas, int width, int height, as_error *err)
{
    if (canvas->frame != NULL && width == canvas->width && height == canvas->height)
        return true;
    free_surfaces(canvas);
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
        return as_fail(err, AS_ERR_LIMIT, "picture is %d x %d pixels; expected 1 to %d a side",
                       width, height, MAX_SIDE);
    canvas->base = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    canvas->frame = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (cairo_surface_status(canvas->base) != CAIRO_STATUS_SUCCESS ||
        cairo_surface_status(canvas->frame) != CAIRO_STATUS_SUCCESS) {
        free_surfaces(canvas);
        return as_fail_memory(err, "picture");
    }
    canvas->width = width;
    canvas->height = height;
    return true;
}

static bool draw_range(as_canvas *canvas, cairo_surface_t *surface, const as_draw_list *list,
                       size_t from, size_t to, as_error *err)
{
    cairo_t *cr = cairo_create(surface);
    bool ok = as_painter_draw(canvas->painter, cr, list, from, to, err);
    cairo_destroy(cr);
    return ok;
}

/* The pixels that commands [from, n) can touch: their extents inside the clip that holds. */
static cairo_region_t *touched_by(as_canvas *canvas, const as_draw_list *list, size_t from)
{
    const cairo_rectangle_int_t all = {0, 0, canvas->width, canvas->height};
    cairo_rectangle_int_t clip = all;
    cairo_region_t *touched = cairo_region_create();
    for (size_t i = 0; i < list->n; i++) {
        const as_draw *d = &list->items[i];
        if (d->tag == AS_DRAW_CLIP) {
            clip = d->box.w < 0 ? all : as_painter_snap(canvas->painter, d->box);
        } else if (i >= from) {
            cairo_rectangle_int_t extents = as_painter_extents(canvas->painter, list, i);
            cairo_region_t *one = cairo_region_create_rectangle(&extents);
            cairo_region_intersect_rectangle(one, &clip);
            cairo_region_intersect_rectangle(one, &all);
            cairo_region_union(touched, one);
            cairo_region_destroy(one);
        }
    }
    return touched;
}

static void copy_region(cairo_surface_t *from, cairo_surface_t *to, const cairo_region_t *region)
{
    cairo_t *cr = cairo_create(to);
    for (int i = 0; i < cairo_region_num_rectangles(region); i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(region, i, &r);
        cairo_rectangle(cr, r.x, r.y, r.width, r.height);
    }
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cr, from, 0, 0);
    cairo_fill(cr);
    cairo_destroy(cr);
}

static bool draw_base(as_canvas *canvas, const as_draw_list *list, prefix p, as_error *err)
{
    canvas->valid = false;
    return remember(canvas, list, p, err) && draw_range(canvas, canvas->base, list, 0, p.n, err);
}

bool as_canvas_update(as_canvas *canvas, const as_draw_list *list, int width, int height,
                      as_error *err)
{
    if (list->failed)
        return as_fail_memory(err, "draw list");
    if (!resize(canvas, width, height, err))
        return false;
    prefix p = prefix_before_layer(list);
    bool kept = shows(canvas, list, p);
    if (!kept && !draw_base(canvas, list, p, err))
        return false;

    cairo_region_t *touched = touched_by(canvas, list, p.n);
    cairo_region_destroy(canvas->changed);
    canvas->changed = cairo_region_copy(touched);
    if (kept) {
        cairo_region_union(canvas->changed, canvas->overlay);
    } else {
        const cairo_rectangle_int_t all = {0, 0, width, height};
        cairo_region_union_rectangle(canvas->changed, &all);
    }
    cairo_region_destroy(canvas->overlay);
    canvas->overlay = touched;
    copy_region(canvas->base, canvas->frame, canvas->changed);
    canvas->valid = draw_range(canvas, canvas->frame, list, p.n, list->n, err);
    return canvas->valid;
}
