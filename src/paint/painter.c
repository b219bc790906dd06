#include "paint/painter.h"

#include "paint/fonts.h"
#include "paint/grid.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

struct as_painter {
    float scale;
    as_fonts *fonts;
    int n_unknown;
};

bool as_painter_new(float scale, as_painter **out, as_error *err)
{
    if (!(scale >= 0.25f && scale <= 16))
        return as_fail(err, AS_ERR_ARGUMENT, "scale is %g; expected 0.25 to 16", (double)scale);
    as_painter *painter = calloc(1, sizeof *painter);
    if (painter == NULL)
        return as_fail_memory(err, "painter");
    painter->scale = scale;
    if (!as_fonts_new(scale, &painter->fonts, err)) {
        free(painter);
        return false;
    }
    *out = painter;
    return true;
}

void as_painter_free(as_painter *painter)
{
    if (painter == NULL)
        return;
    as_fonts_free(painter->fonts);
    free(painter);
}

float as_painter_scale(const as_painter *painter)
{
    return painter->scale;
}

as_text_metrics as_painter_metrics(as_painter *painter)
{
    return as_fonts_metrics(painter->fonts);
}

int as_painter_unknown_glyphs(const as_painter *painter)
{
    return painter->n_unknown;
}

void as_painter_reset_unknown_glyphs(as_painter *painter)
{
    painter->n_unknown = 0;
}

/* ---- device pixels ---- */

/* Nearest whole device pixel, kept within what cairo's fixed point holds (NaN: the lower end). */
static int pixel(const as_painter *painter, float logical)
{
    float x = logical * painter->scale;
    return (int)floorf(fmaxf(-4e6f, fminf(x, 4e6f)) + 0.5f);
}

static int stroke_pixels(const as_painter *painter, float width)
{
    int n = pixel(painter, width);
    return n > 0 ? n : 1;
}

cairo_rectangle_int_t as_painter_snap(const as_painter *painter, as_box box)
{
    int x0 = pixel(painter, box.x), x1 = pixel(painter, box.x + box.w);
    int y0 = pixel(painter, box.y), y1 = pixel(painter, box.y + box.h);
    if (x1 <= x0)
        x1 = x0 + (box.w > 0);
    if (y1 <= y0)
        y1 = y0 + (box.h > 0);
    return (cairo_rectangle_int_t){x0, y0, x1 - x0, y1 - y0};
}

static void set_colour(cairo_t *cr, as_rgba c)
{
    cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

static void rounded_path(cairo_t *cr, double x, double y, double w, double h, double radius)
{
    double r = fmin(radius, fmin(w, h) / 2);
    if (!(r > 0)) {
        cairo_rectangle(cr, x, y, w, h);
        return;
    }
    cairo_new_sub_path(cr);
    cairo_arc(cr, x + w - r, y + r, r, -PI / 2, 0);
    cairo_arc(cr, x + w - r, y + h - r, r, 0, PI / 2);
    cairo_arc(cr, x + r, y + h - r, r, PI / 2, PI);
    cairo_arc(cr, x + r, y + r, r, PI, 3 * PI / 2);
    cairo_close_path(cr);
}

static void draw_rect(const as_painter *painter, cairo_t *cr, const as_draw *d)
{
    cairo_rectangle_int_t r = as_painter_snap(painter, d->box);
    set_colour(cr, d->colour);
    rounded_path(cr, r.x, r.y, r.width, r.height, (double)d->radius * painter->scale);
    cairo_fill(cr);
}

static void draw_outline(const as_painter *painter, cairo_t *cr, const as_draw *d)
{
    cairo_rectangle_int_t r = as_painter_snap(painter, d->box);
    double stroke = stroke_pixels(painter, d->width);
    set_colour(cr, d->colour);
    cairo_set_line_width(cr, stroke);
    rounded_path(cr, r.x + stroke / 2, r.y + stroke / 2, fmax(r.width - stroke, 0),
                 fmax(r.height - stroke, 0), (double)d->radius * painter->scale - stroke / 2);
    cairo_stroke(cr);
}

static void draw_line(const as_painter *painter, cairo_t *cr, const as_draw *d)
{
    double scale = painter->scale;
    double x0 = d->box.x * scale, x1 = (d->box.x + d->box.w) * scale;
    double y0 = d->box.y * scale, y1 = (d->box.y + d->box.h) * scale;
    double stroke = d->width * scale;
    bool round = d->radius > 0;
    if (!round && (d->box.w == 0 || d->box.h == 0)) { /* along an axis: on whole pixels */
        stroke = stroke_pixels(painter, d->width);
        if (d->box.w == 0)
            x0 = x1 = floor(x0 - stroke / 2 + 0.5) + stroke / 2;
        if (d->box.h == 0)
            y0 = y1 = floor(y0 - stroke / 2 + 0.5) + stroke / 2;
    }
    set_colour(cr, d->colour);
    cairo_set_line_width(cr, stroke);
    cairo_set_line_cap(cr, round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
}

/* ---- text ---- */

static const as_shaped *shape(as_painter *painter, const as_draw_list *list, const as_draw *d)
{
    assert(d->text <= list->text_len && d->text_len <= list->text_len - d->text);
    const char *text = list->text != NULL ? list->text + d->text : "";
    return as_fonts_shape(painter->fonts, d->font, d->size, d->max_width, text, d->text_len);
}

/* Where the baseline starts, relative to the anchor, along the baseline. */
static double align_offset(const as_shaped *s, as_align_x align)
{
    switch (align) {
    case AS_ALIGN_LEFT:
        return 0;
    case AS_ALIGN_CENTRE:
        return -s->width / 2.0;
    case AS_ALIGN_RIGHT:
        return -s->width;
    }
    return 0;
}

/* Level text from cached glyphs, which cairo places on whole pixels. */
static void draw_level(const as_painter *painter, cairo_t *cr, const as_draw *d, const as_shaped *s)
{
    double x = (double)d->box.x * painter->scale + align_offset(s, d->align);
    cairo_move_to(cr, floor(x + 0.5), pixel(painter, d->box.y));
    pango_cairo_show_layout_line(cr, s->line);
}

/* Turned text from outlines on pixels, where cached glyphs would jump up and down along a slope; as
 * text where there are none. */
static void draw_turned(const as_painter *painter, cairo_t *cr, const as_draw *d,
                        const as_shaped *s)
{
    cairo_save(cr);
    cairo_translate(cr, (double)d->box.x * painter->scale, (double)d->box.y * painter->scale);
    cairo_rotate(cr, -d->angle * PI / 180);
    cairo_move_to(cr, align_offset(s, d->align), 0);
    if (s->coloured || !as_grid_has_pixels(cr)) {
        pango_cairo_show_layout_line(cr, s->line);
    } else {
        pango_cairo_layout_line_path(cr, s->line);
        cairo_fill(cr);
    }
    cairo_restore(cr);
}

static bool draw_text(as_painter *painter, cairo_t *cr, const as_draw_list *list, const as_draw *d,
                      as_error *err)
{
    const as_shaped *s = shape(painter, list, d);
    if (s == NULL)
        return as_fail_memory(err, "text");
    painter->n_unknown += s->n_unknown;
    set_colour(cr, d->colour);
    if (d->angle == 0)
        draw_level(painter, cr, d, s);
    else
        draw_turned(painter, cr, d, s);
    cairo_new_path(cr);
    return true;
}

static cairo_rectangle_int_t text_extents(as_painter *painter, const as_draw_list *list,
                                          const as_draw *d)
{
    const as_shaped *s = shape(painter, list, d);
    if (s == NULL)
        return (cairo_rectangle_int_t){0, 0, 0, 0};
    double turn = -d->angle * PI / 180, cosine = cos(turn), sine = sin(turn);
    double left = align_offset(s, d->align) + s->ink.x, top = s->ink.y;
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        double u = left + (corner & 1 ? s->ink.width : 0);
        double v = top + (corner & 2 ? s->ink.height : 0);
        double x = (double)d->box.x * painter->scale + u * cosine - v * sine;
        double y = (double)d->box.y * painter->scale + u * sine + v * cosine;
        x0 = fmin(x0, x), x1 = fmax(x1, x);
        y0 = fmin(y0, y), y1 = fmax(y1, y);
    }
    /* A pixel for rounding to whole pixels, and one for the soft edge of glyphs. */
    int left_px = (int)floor(x0) - 2, top_px = (int)floor(y0) - 2;
    return (cairo_rectangle_int_t){left_px, top_px, (int)ceil(x1) + 2 - left_px,
                                   (int)ceil(y1) + 2 - top_px};
}

/* ---- the list ---- */

static void set_clip(const as_painter *painter, cairo_t *cr, const as_draw *d)
{
    cairo_restore(cr); /* to the clip around the whole list */
    cairo_save(cr);
    if (d->box.w < 0)
        return;
    cairo_rectangle_int_t r = as_painter_snap(painter, d->box);
    cairo_rectangle(cr, r.x, r.y, r.width, r.height);
    cairo_clip(cr);
}

static bool draw_one(as_painter *painter, cairo_t *cr, const as_draw_list *list, const as_draw *d,
                     as_error *err)
{
    switch (d->tag) {
    case AS_DRAW_RECT:
        draw_rect(painter, cr, d);
        return true;
    case AS_DRAW_OUTLINE:
        draw_outline(painter, cr, d);
        return true;
    case AS_DRAW_LINE:
        draw_line(painter, cr, d);
        return true;
    case AS_DRAW_TEXT:
        return draw_text(painter, cr, list, d, err);
    case AS_DRAW_CELLS:
        return as_grid_draw(cr, list, d, as_painter_snap(painter, d->box),
                            d->gap > 0 ? stroke_pixels(painter, d->gap) : 0, err);
    case AS_DRAW_CLIP:
        set_clip(painter, cr, d);
        return true;
    case AS_DRAW_LAYER:
        return true;
    }
    return true;
}

bool as_painter_draw(as_painter *painter, cairo_t *cr, const as_draw_list *list, size_t from,
                     size_t to, as_error *err)
{
    if (list->failed)
        return as_fail_memory(err, "draw list");
    cairo_save(cr);
    cairo_save(cr);
    for (size_t i = from; i-- > 0;) {
        if (list->items[i].tag == AS_DRAW_CLIP) {
            set_clip(painter, cr, &list->items[i]);
            break;
        }
    }
    bool ok = true;
    for (size_t i = from; i < to && ok; i++)
        ok = draw_one(painter, cr, list, &list->items[i], err);
    cairo_restore(cr);
    cairo_restore(cr);
    if (ok && cairo_status(cr) != CAIRO_STATUS_SUCCESS)
        return as_fail(err, AS_ERR_SYSTEM, "cairo: %s", cairo_status_to_string(cairo_status(cr)));
    return ok;
}

cairo_rectangle_int_t as_painter_extents(as_painter *painter, const as_draw_list *list, size_t i)
{
    const as_draw *d = &list->items[i];
    switch (d->tag) {
    case AS_DRAW_RECT:
    case AS_DRAW_OUTLINE:
    case AS_DRAW_CELLS:
        return as_painter_snap(painter, d->box);
    case AS_DRAW_LINE: {
        int reach = stroke_pixels(painter, d->width) + 1;
        int x0 = pixel(painter, fminf(d->box.x, d->box.x + d->box.w));
        int x1 = pixel(painter, fmaxf(d->box.x, d->box.x + d->box.w));
        int y0 = pixel(painter, fminf(d->box.y, d->box.y + d->box.h));
        int y1 = pixel(painter, fmaxf(d->box.y, d->box.y + d->box.h));
        return (cairo_rectangle_int_t){x0 - reach, y0 - reach, x1 - x0 + 2 * reach,
                                       y1 - y0 + 2 * reach};
    }
    case AS_DRAW_TEXT:
        return text_extents(painter, list, d);
    case AS_DRAW_CLIP:
    case AS_DRAW_LAYER:
        break;
    }
    return (cairo_rectangle_int_t){0, 0, 0, 0};
}
