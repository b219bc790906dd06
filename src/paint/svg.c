#include "paint/svg.h"

#include "core/text.h"
#include "paint/families.h"
#include "paint/xml.h"

#include <math.h>
#include <string.h>

/* An element being written. */
typedef struct writer {
    as_buffer *out;
    const as_draw_list *list;
    const as_text_metrics *tm;
    const as_svg_options *options;
    int n_clips;      /* begun so far, which number their ids */
    bool clipped;     /* a group with a clip is open */
    bool cells_shown; /* the first CELLS has been written */
} writer;

/* ---- attributes ---- */

static void put_number(as_buffer *out, double x)
{
    as_buffer_rounded(out, isfinite(x) ? fmax(-1e6, fmin(x, 1e6)) : 0, 6);
}

/*  name="x" */
static void put_attribute(as_buffer *out, const char *name, double x)
{
    as_buffer_format(out, " %s=\"", name);
    put_number(out, x);
    as_buffer_text(out, "\"");
}

/*  fill="#rrggbb", and fill-opacity where it is not opaque */
static void put_colour(as_buffer *out, const char *name, as_rgba c)
{
    as_buffer_format(out, " %s=\"#%02x%02x%02x\"", name, c.r, c.g, c.b);
    if (c.a == 255)
        return;
    as_buffer_format(out, " %s-opacity=\"", name);
    as_buffer_rounded(out, c.a / 255.0, 3);
    as_buffer_text(out, "\"");
}

static void put_box(as_buffer *out, double x, double y, double w, double h)
{
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    put_attribute(out, "width", fmax(w, 0));
    put_attribute(out, "height", fmax(h, 0));
}

/* ---- shapes ---- */

static bool same_colour(as_rgba a, as_rgba b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static void put_rect(as_buffer *out, const as_draw *d)
{
    as_buffer_text(out, "<rect");
    put_box(out, d->box.x, d->box.y, d->box.w, d->box.h);
    if (d->radius > 0)
        put_attribute(out, "rx", d->radius);
    put_colour(out, "fill", d->colour);
    as_buffer_text(out, "/>\n");
}

static void put_outline(as_buffer *out, const as_draw *d)
{
    float half = d->width / 2;
    as_buffer_text(out, "<rect");
    put_box(out, d->box.x + half, d->box.y + half, d->box.w - d->width, d->box.h - d->width);
    if (d->radius > half)
        put_attribute(out, "rx", d->radius - half);
    as_buffer_text(out, " fill=\"none\"");
    put_colour(out, "stroke", d->colour);
    put_attribute(out, "stroke-width", d->width);
    as_buffer_text(out, "/>\n");
}

static void put_line(as_buffer *out, const as_draw *d)
{
    as_buffer_text(out, "<line");
    put_attribute(out, "x1", d->box.x);
    put_attribute(out, "y1", d->box.y);
    put_attribute(out, "x2", d->box.x + d->box.w);
    put_attribute(out, "y2", d->box.y + d->box.h);
    put_colour(out, "stroke", d->colour);
    put_attribute(out, "stroke-width", d->width);
    as_buffer_text(out, "/>\n");
}

/* Does `next` go on where d ends, in the same pen? */
static bool continues(const as_draw *d, const as_draw *next)
{
    return next->tag == AS_DRAW_LINE && next->radius > 0 && next->width == d->width &&
           same_colour(next->colour, d->colour) && next->box.x == d->box.x + d->box.w &&
           next->box.y == d->box.y + d->box.h;
}

static void put_point(as_buffer *out, double x, double y)
{
    put_number(out, x);
    as_buffer_text(out, ",");
    put_number(out, y);
}

/* Lines with round ends that follow each other are one element. Returns how many they are. */
static size_t put_polyline(as_buffer *out, const as_draw *d, size_t left)
{
    size_t n = 0;
    as_buffer_text(out, "<polyline points=\"");
    put_point(out, d->box.x, d->box.y);
    do {
        as_buffer_text(out, " ");
        put_point(out, d[n].box.x + d[n].box.w, d[n].box.y + d[n].box.h);
        n++;
    } while (n < left && continues(&d[n - 1], &d[n]));
    as_buffer_text(out, "\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    put_colour(out, "stroke", d->colour);
    put_attribute(out, "stroke-width", d->width);
    as_buffer_text(out, "/>\n");
    return n;
}

/* ---- text ---- */

/* The bytes of text that fit into max_width with an ellipsis after them; all, without one, when the
 * whole fits. */
static size_t fitting(const writer *w, const as_draw *d, const char *text, bool *cut)
{
    const as_text_metrics *tm = w->tm;
    size_t len = d->text_len;
    *cut = d->max_width > 0 && tm->width(tm->context, d->font, d->size, text, len) > d->max_width;
    if (!*cut)
        return len;
    float room = d->max_width - tm->width(tm->context, d->font, d->size, "\xE2\x80\xA6", 3);
    while (len > 0 && tm->width(tm->context, d->font, d->size, text, len) > room)
        len = as_text_previous_cluster(text, len, len);
    return len;
}

static void put_text(const writer *w, const as_draw *d)
{
    static const char *const anchors[] = {NULL, "middle", "end"}; /* by as_align_x */
    const char *text = w->list->text != NULL ? w->list->text + d->text : "";
    bool mono = d->font == AS_FONT_MONO || d->font == AS_FONT_MONO_BOLD;
    bool bold = d->font == AS_FONT_BOLD || d->font == AS_FONT_MONO_BOLD;
    bool cut;
    size_t len = fitting(w, d, text, &cut);
    as_buffer_text(w->out, "<text");
    put_attribute(w->out, "x", d->box.x);
    put_attribute(w->out, "y", d->box.y);
    put_attribute(w->out, "font-size", d->size);
    if (mono)
        as_buffer_text(w->out, " font-family=\"" AS_FAMILIES_MONO "\"");
    if (bold)
        as_buffer_text(w->out, " font-weight=\"bold\"");
    if (anchors[d->align] != NULL)
        as_buffer_format(w->out, " text-anchor=\"%s\"", anchors[d->align]);
    put_colour(w->out, "fill", d->colour);
    if (d->angle != 0) {
        as_buffer_text(w->out, " transform=\"rotate(");
        put_number(w->out, -d->angle);
        as_buffer_text(w->out, " ");
        put_number(w->out, d->box.x);
        as_buffer_text(w->out, " ");
        put_number(w->out, d->box.y);
        as_buffer_text(w->out, ")\"");
    }
    as_buffer_text(w->out, ">");
    as_xml_text(w->out, text, len);
    as_buffer_text(w->out, cut ? "\xE2\x80\xA6</text>\n" : "</text>\n");
}

/* ---- cells ---- */

/* Columns [c, end) of a row as one rectangle. */
static void put_cell(writer *w, const as_draw *d, int row, int c, int end, bool titled)
{
    double cell_w = (double)d->box.w / d->n_cols, cell_h = (double)d->box.h / d->n_rows;
    double half = fmin((double)d->gap, fmin(cell_w, cell_h) / 4) / 2;
    double left = c > 0 ? half : 0, right = end < d->n_cols ? half : 0;
    double top = row > 0 ? half : 0, bottom = row + 1 < d->n_rows ? half : 0;
    as_buffer_text(w->out, "<rect");
    put_box(w->out, d->box.x + c * cell_w + left, d->box.y + row * cell_h + top,
            (end - c) * cell_w - left - right, cell_h - top - bottom);
    put_colour(w->out, "fill",
               w->list->colours[d->cells + (size_t)row * (size_t)d->n_cols + (size_t)c]);
    if (!titled) {
        as_buffer_text(w->out, "/>\n");
        return;
    }
    as_buffer title = {0};
    w->options->cell_title(w->options->context, row, c, &title);
    w->out->failed = w->out->failed || title.failed;
    as_buffer_text(w->out, "><title>");
    if (title.len > 0)
        as_xml_text(w->out, title.text, title.len);
    as_buffer_text(w->out, "</title></rect>\n");
    as_buffer_finish(&title);
}

/* Equal neighbours without a gap or a title become one rectangle. */
static void put_cells(writer *w, const as_draw *d)
{
    bool titled = w->options->cell_title != NULL && !w->cells_shown;
    bool apart = titled || d->gap > 0;
    if (d->gap > 0) {
        as_draw ground = *d;
        ground.radius = 0;
        put_rect(w->out, &ground);
    }
    as_buffer_text(w->out, "<g class=\"cells\" shape-rendering=\"crispEdges\">\n");
    for (int row = 0; row < d->n_rows; row++) {
        const as_rgba *colours = w->list->colours + d->cells + (size_t)row * (size_t)d->n_cols;
        for (int c = 0, end; c < d->n_cols; c = end) {
            for (end = c + 1; !apart && end < d->n_cols && same_colour(colours[c], colours[end]);)
                end++;
            put_cell(w, d, row, c, end, titled);
        }
    }
    as_buffer_text(w->out, "</g>\n");
    w->cells_shown = true;
}

/* ---- the list ---- */

static void lift_clip(writer *w)
{
    if (w->clipped)
        as_buffer_text(w->out, "</g>\n");
    w->clipped = false;
}

static void put_clip(writer *w, const as_draw *d)
{
    lift_clip(w);
    if (d->box.w < 0)
        return;
    as_buffer_format(w->out, "<clipPath id=\"clip%d\"><rect", ++w->n_clips);
    put_box(w->out, d->box.x, d->box.y, d->box.w, d->box.h);
    as_buffer_format(w->out, "/></clipPath>\n<g clip-path=\"url(#clip%d)\">\n", w->n_clips);
    w->clipped = true;
}

/* Writes d, and perhaps some of those after it, `left` with d; returns how many. */
static size_t put_command(writer *w, const as_draw *d, size_t left)
{
    switch (d->tag) {
    case AS_DRAW_RECT:
        put_rect(w->out, d);
        break;
    case AS_DRAW_OUTLINE:
        put_outline(w->out, d);
        break;
    case AS_DRAW_LINE:
        if (d->radius > 0)
            return put_polyline(w->out, d, left);
        put_line(w->out, d);
        break;
    case AS_DRAW_TEXT:
        put_text(w, d);
        break;
    case AS_DRAW_CELLS:
        put_cells(w, d);
        break;
    case AS_DRAW_CLIP:
        put_clip(w, d);
        break;
    case AS_DRAW_LAYER:
        break;
    }
    return 1;
}

void as_svg_element(as_buffer *out, const as_draw_list *list, float width, float height,
                    const as_text_metrics *tm, const as_svg_options *options)
{
    writer w = {.out = out, .list = list, .tm = tm, .options = options};
    as_buffer_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    as_buffer_text(out, " viewBox=\"0 0 ");
    put_number(out, width);
    as_buffer_text(out, " ");
    put_number(out, height);
    as_buffer_text(out, "\" font-family=\"" AS_FAMILIES_SANS "\" xml:space=\"preserve\">\n");
    if (options->title != NULL) {
        as_buffer_text(out, "<title>");
        as_xml_text(out, options->title, strlen(options->title));
        as_buffer_text(out, "</title>\n");
    }
    for (size_t k = 0; k < list->n;)
        k += put_command(&w, &list->items[k], list->n - k);
    lift_clip(&w);
    as_buffer_text(out, "</svg>\n");
}

bool as_svg_write_draw_list(const char *path, const as_draw_list *list, float width, float height,
                            const as_text_metrics *tm, const as_svg_options *options, bool replace,
                            as_error *err)
{
    if (list->failed)
        return as_fail_memory(err, "draw list");
    as_buffer out = {0};
    as_buffer_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    as_svg_element(&out, list, width, height, tm, options);
    bool ok = as_buffer_save(&out, path, replace, err);
    as_buffer_finish(&out);
    return ok;
}
