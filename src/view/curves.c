#include "view/curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/axes.h"

enum {
    MAX_LINES = 3, /* of a panel */
    N_PANELS = 4,
    WIDTH = 900,
    TALL = 240, /* plots: the first, and the others */
    LOW = 120,
    MARGIN = 20,
    RIGHT = 36, /* of the plots: half a label */
    GAP = 48,   /* between plots: a title */
    FEW = 40,   /* values of a line that are marked with a dot each */
    Y_TICKS = 6,
    X_TICKS = 8,
};

typedef struct as_curve {
    as_log_series series;
    as_string name;
} as_curve;

typedef struct as_panel {
    as_string title;
    as_curve curves[MAX_LINES];
    int n_curves;
    bool from_zero;
} as_panel;

static const as_panel panels[N_PANELS] = {
    {AS_STR_CURVES_LOSS,
     {{AS_LOG_TRAIN_LOSS, AS_STR_CURVES_TRAIN},
      {AS_LOG_VALID_NLL, AS_STR_CURVES_VALID},
      {AS_LOG_ALIGN_LOSS, AS_STR_CURVES_ALIGN}},
     3,
     false},
    {AS_STR_CURVES_BLEU, {{AS_LOG_VALID_BLEU, AS_STR_CURVES_BLEU}}, 1, false},
    {AS_STR_CURVES_RATE, {{AS_LOG_RATE, AS_STR_CURVES_RATE}}, 1, true},
    {AS_STR_CURVES_SPEED, {{AS_LOG_SPEED, AS_STR_CURVES_SPEED}}, 1, true},
};

/* What is drawn with. */
typedef struct as_pen {
    as_draw_list *list;
    const as_run_log *log;
    const as_text_metrics *tm;
    as_theme theme;
    as_language language;
    float *points; /* [4 x columns of pixels] of one stretch */
} as_pen;

static as_rgba curve_colour(const as_theme *theme, int k)
{
    const as_rgba colours[MAX_LINES] = {theme->accent, theme->mark, theme->good};
    return colours[k];
}

/* ---- ranges ---- */

static void widen(const as_run_log *log, as_log_series series, double *low, double *high)
{
    for (int k = 0; k < log->n; k++) {
        double value = log->values[series][k];
        if (isfinite(value)) {
            *low = fmin(*low, value);
            *high = fmax(*high, value);
        }
    }
}

/* low < high, a twentieth of room above and below; equal ends are moved apart. */
static void make_room(double *low, double *high, bool from_zero)
{
    if (from_zero)
        *low = fmin(*low, 0);
    double room = (*high / 20 - *low / 20);
    if (!(room > 0))
        room = fmax(fabs(*high) / 2, 1e-9);
    if (!from_zero || *low < 0)
        *low -= room;
    *high += room;
}

static bool panel_range(const as_run_log *log, const as_panel *panel, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int c = 0; c < panel->n_curves; c++)
        widen(log, panel->curves[c].series, low, high);
    if (!(*low <= *high))
        return false;
    make_room(low, high, panel->from_zero);
    return isfinite(*high - *low);
}

/* ---- one curve ---- */

static void draw_dots(const as_pen *pen, const as_axes *axes, as_log_series series, as_rgba colour)
{
    float r = 2.5f * pen->theme.zoom;
    for (int k = 0; k < pen->log->n; k++) {
        double value = pen->log->values[series][k];
        if (!isfinite(value))
            continue;
        float x = as_axes_x(axes, pen->log->values[AS_LOG_STEP][k]);
        as_draw_rect(pen->list, (as_box){x - r, as_axes_y(axes, value) - r, 2 * r, 2 * r}, r,
                     colour);
    }
}

/* The values that fall on one column of pixels: first, lowest, highest, last. Drawn in that order,
 * they leave no spike out however many there are. */
typedef struct as_column {
    float x, first, low, high, last;
    bool any;
} as_column;

static int flush_column(as_column *column, float *points, int n)
{
    if (!column->any)
        return n;
    const float ys[] = {column->first, column->low, column->high, column->last};
    for (int k = 0; k < 4; k++) {
        if (n > 0 && points[2 * n - 2] == column->x && points[2 * n - 1] == ys[k])
            continue;
        points[2 * n] = column->x;
        points[2 * n + 1] = ys[k];
        n++;
    }
    column->any = false;
    return n;
}

static void add_to_column(as_column *column, float x, float y)
{
    if (!column->any)
        *column = (as_column){x, y, y, y, y, true};
    column->low = fminf(column->low, y);
    column->high = fmaxf(column->high, y);
    column->last = y;
}

static void draw_curve(const as_pen *pen, const as_axes *axes, as_log_series series, as_rgba colour)
{
    float width = 1.5f * pen->theme.zoom;
    as_column column = {.any = false};
    int n = 0;
    for (int k = 0; k < pen->log->n; k++) {
        double value = pen->log->values[series][k];
        if (!isfinite(value))
            continue;
        float x = roundf(2 * as_axes_x(axes, pen->log->values[AS_LOG_STEP][k])) / 2;
        if (column.any && column.x != x)
            n = flush_column(&column, pen->points, n);
        add_to_column(&column, x, as_axes_y(axes, value));
    }
    n = flush_column(&column, pen->points, n);
    as_draw_polyline(pen->list, pen->points, n, width, colour);
    if (as_run_log_count(pen->log, series) <= FEW)
        draw_dots(pen, axes, series, colour);
}

/* ---- panels ---- */

static float text_width(const as_pen *pen, as_font font, float size, const char *text)
{
    return pen->tm->width(pen->tm->context, font, size, text, strlen(text));
}

/* Names of the curves with a stroke of their colour each, right of the title. */
static void draw_legend(const as_pen *pen, const as_panel *panel, as_box plot, float baseline)
{
    const as_theme *theme = &pen->theme;
    float size = theme->size_small, x = plot.x + plot.w;
    for (int c = panel->n_curves - 1; c >= 0; c--) {
        if (as_run_log_count(pen->log, panel->curves[c].series) == 0)
            continue;
        const char *name = as_str(pen->language, panel->curves[c].name);
        x -= text_width(pen, AS_FONT_REGULAR, size, name);
        as_draw_text(pen->list, x, baseline, AS_FONT_REGULAR, size, theme->text, name,
                     strlen(name));
        float y = baseline - 0.35f * size, from = x - 2.4f * size, to = x - 0.6f * size;
        const float stroke[] = {from, y, to, y};
        as_draw_polyline(pen->list, stroke, 2, 2.5f * theme->zoom, curve_colour(theme, c));
        x = from - 1.4f * size;
    }
}

static void draw_panel(const as_pen *pen, const as_panel *panel, const as_axes *axes, bool last)
{
    const as_theme *theme = &pen->theme;
    const as_box plot = axes->box;
    float baseline = plot.y - 0.8f * theme->size_body;
    const char *title = as_str(pen->language, panel->title);
    as_draw_text(pen->list, plot.x, baseline, AS_FONT_BOLD, theme->size_body, theme->text, title,
                 strlen(title));
    if (panel->n_curves > 1)
        draw_legend(pen, panel, plot, baseline);
    as_axes_draw_y(pen->list, axes, theme, pen->tm);
    as_axes_draw_x(pen->list, axes, last, theme, pen->tm);
    for (int c = 0; c < panel->n_curves; c++)
        draw_curve(pen, axes, panel->curves[c].series, curve_colour(theme, c));
}

/* ---- the picture ---- */

typedef struct as_layout_of_curves {
    const as_panel *panels[N_PANELS]; /* those with a value */
    as_axes axes[N_PANELS];
    int n;
    float height; /* of the picture */
} as_layout_of_curves;

static void lay_out(as_layout_of_curves *out, const as_pen *pen)
{
    double x_low = INFINITY, x_high = -INFINITY;
    float y = 1.5f * MARGIN + pen->theme.size_title + GAP, label = 0;
    *out = (as_layout_of_curves){.n = 0};
    widen(pen->log, AS_LOG_STEP, &x_low, &x_high);
    x_low = fmin(x_low, 0);
    if (!(x_high > x_low))
        x_high = x_low + 1;
    for (int p = 0; p < N_PANELS; p++) {
        as_axes axes = {.x_low = x_low, .x_high = x_high};
        if (!panel_range(pen->log, &panels[p], &axes.y_low, &axes.y_high))
            continue;
        axes.box = (as_box){0, y, 0, out->n == 0 ? TALL : LOW};
        axes.x = as_ticks_between(x_low, x_high, X_TICKS);
        axes.y = as_ticks_between(axes.y_low, axes.y_high, out->n == 0 ? Y_TICKS : Y_TICKS - 2);
        label = fmaxf(label, as_axes_label_width(&axes.y, pen->theme.size_small, pen->tm));
        y += axes.box.h + GAP;
        out->panels[out->n] = &panels[p];
        out->axes[out->n++] = axes;
    }
    float left = ceilf(MARGIN + label + pen->theme.size_small);
    for (int p = 0; p < out->n; p++) {
        out->axes[p].box.x = left;
        out->axes[p].box.w = WIDTH - RIGHT - left;
    }
    out->height = ceilf(y + MARGIN);
}

static void draw_titles(const as_pen *pen, const as_layout_of_curves *layout,
                        const as_curves_options *options)
{
    char title[256];
    const as_theme *theme = &pen->theme;
    const as_box first = layout->axes[0].box, last = layout->axes[layout->n - 1].box;
    snprintf(title, sizeof title, "%s", as_str(pen->language, AS_STR_CURVES_TITLE));
    if (options->name != NULL && options->name[0] != '\0') {
        size_t used = strlen(title);
        used += (size_t)snprintf(title + used, sizeof title - used, ": ");
        as_format_cut(title + used, sizeof title - used, options->name);
    }
    as_draw *d = as_draw_text(pen->list, first.x, MARGIN + theme->size_title, AS_FONT_BOLD,
                              theme->size_title, theme->text, title, strlen(title));
    if (d)
        d->max_width = first.w;
    const char *step = as_str(pen->language, AS_STR_CURVES_STEP);
    d = as_draw_text(pen->list, last.x + last.w / 2, layout->height - MARGIN, AS_FONT_REGULAR,
                     theme->size_small, theme->text_soft, step, strlen(step));
    if (d)
        d->align = AS_ALIGN_CENTRE;
}

bool as_curves_frame(const as_run_log *log, const as_curves_options *options,
                     const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                     as_error *err)
{
    as_pen pen = {out, log, tm, as_theme_make(options->theme, 1), options->language, NULL};
    as_layout_of_curves layout;
    lay_out(&layout, &pen);
    if (layout.n == 0)
        return as_fail(err, AS_ERR_ARGUMENT, "no loss, BLEU, learning rate or speed in the log");
    pen.points = calloc(8 * (2 * WIDTH + 2), sizeof *pen.points); /* 4 points a half pixel */
    if (pen.points == NULL)
        return as_fail_memory(err, "the curves");
    *width = WIDTH;
    *height = layout.height;
    as_draw_reset(out);
    as_draw_rect(out, (as_box){0, 0, *width, *height}, 0, pen.theme.surface);
    draw_titles(&pen, &layout, options);
    for (int p = 0; p < layout.n; p++)
        draw_panel(&pen, layout.panels[p], &layout.axes[p], p == layout.n - 1);
    free(pen.points);
    return out->failed ? as_fail_memory(err, "the curves") : true;
}
