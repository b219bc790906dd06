#include "view/beam_figure.h"

#include <math.h>
#include <stdio.h>

#include "view/figure.h"

/* Logical pixels: around it all, and the line above the tree. */
static const float margin = 16, head_h = 26;

/* Room for every lane, and for most of what ended or was discarded in one line. */
static int columns_of(const as_beam *beam)
{
    enum { ONE_LINE = 5 };
    int columns = beam->n_lanes;
    for (int row = 0; row < beam->n_rows; row++) {
        int others = beam->open[row] ? beam->n_others[row] : 0;
        others = others > beam->n_ended[row] ? others : beam->n_ended[row];
        others = others < ONE_LINE ? others : ONE_LINE;
        columns = others > columns ? others : columns;
    }
    return columns;
}

/* *w, *h: of the nodes that are shown. */
static as_theme lay_out(as_beam *beam, const as_beam_figure_options *options, float zoom, float *w,
                        float *h)
{
    as_theme theme = as_theme_make(options->theme, zoom);
    as_beam_layout(beam, as_beam_width(columns_of(beam), &theme), &theme);
    *w = *h = 0;
    for (int k = 0; k < beam->tree->n; k++) {
        as_box box = beam->boxes[k];
        *w = box.w > 0 ? fmaxf(*w, box.x + box.w) : *w;
        *h = box.w > 0 ? fmaxf(*h, box.y + box.h) : *h;
    }
    for (int row = 0; row < beam->n_rows; row++)
        beam->chips[row].w = 0; /* nothing can be opened in a picture */
    return theme;
}

bool as_beam_figure(as_beam *beam, const as_beam_figure_options *options, const as_text_metrics *tm,
                    as_draw_list *out, float *width, float *height, as_error *err)
{
    char head[160];
    float w, h;
    as_theme theme;
    as_pen pen = {.list = out, .theme = &theme, .tm = tm, .language = options->language};
    snprintf(head, sizeof head, as_str(options->language, AS_STR_BEAM_FIGURE), beam->tree->beam);
    for (int row = 0; row < beam->n_rows && options->rows != AS_BEAM_AS_IT_IS; row++)
        beam->open[row] = options->rows == AS_BEAM_OPEN;
    theme = lay_out(beam, options, 1, &w, &h);
    float most = fmaxf(w, h + head_h) + 2 * margin;
    if (most > AS_FIGURE_MAX)
        theme = lay_out(beam, options, AS_FIGURE_MAX / most, &w, &h);
    float z = theme.zoom, size = theme.size_small;
    *width = fmaxf(w, as_pen_width(&pen, AS_FONT_REGULAR, size, head)) + 2 * margin * z;
    *height = h + (2 * margin + head_h) * z;
    as_draw_reset(out);
    as_draw_rect(out, (as_box){0, 0, *width, *height}, 0, theme.surface);
    as_pen_text(&pen, margin * z, margin * z + size, AS_FONT_REGULAR, size, theme.text_soft, 0,
                head);
    as_beam_draw(&pen, beam, (as_box){margin * z, (margin + head_h) * z, w, h}, -1,
                 (as_beam_place){-1, -1});
    return !out->failed || as_fail_memory(err, "the figure");
}
