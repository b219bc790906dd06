#include "view/comparison_figure.h"

#include <math.h>

enum { MARGIN = 16, TEXT = 14 };

void as_comparison_fill(as_comparison *c, const as_comparison_pair *pair, as_pane *first,
                        as_pane *second, as_pane *difference, as_language language)
{
    *c = (as_comparison){.panes = {first},
                         .results = {pair->results[0], pair->results[1]},
                         .ms = {pair->ms[0], pair->ms[1]}};
    as_comparison_name(c, pair->names, pair->note, pair->texts, language);
    if (!pair->results[1])
        return;
    c->panes[1] = second;
    if (difference->matrix.rows.n > 0)
        c->panes[2] = difference;
}

/* Everything gets smaller together until the picture is within bounds. */
static void fit(as_comparison *c, float size, const as_figure_options *options,
                const as_text_metrics *tm, float *w, float *h)
{
    as_comparison_fit(c, MARGIN, MARGIN, size, options->numbers, tm, w, h);
    float most = fmaxf(*w, *h) + 2 * MARGIN;
    if (most > AS_FIGURE_MAX)
        as_comparison_fit(c, MARGIN, MARGIN, size * AS_FIGURE_MAX / most, options->numbers, tm, w,
                          h);
}

static void draw(const as_comparison_pair *pair, const as_figure_options *options,
                 as_pane panes[AS_COMPARED], const as_text_metrics *tm, as_draw_list *out,
                 float *width, float *height)
{
    as_comparison c;
    float w, h;
    as_comparison_fill(&c, pair, &panes[0], &panes[1], &panes[2], options->language);
    fit(&c, options->text_size > 0 ? options->text_size : TEXT, options, tm, &w, &h);
    as_theme theme = as_theme_make(options->theme, c.size / TEXT);
    as_heatmap_style style = {
        &theme, tm, options->colormap, options->range, options->language, options->numbers};
    const as_pen pen = {out, &theme, tm, options->language};
    w = as_comparison_widen(&c, &pen, AS_FIGURE_MAX - 2 * MARGIN);
    *width = w + 2 * MARGIN;
    *height = h + 2 * MARGIN;
    as_draw_reset(out);
    as_draw_rect(out, (as_box){0, 0, *width, *height}, 0, theme.surface);
    as_comparison_draw(out, &c, &style);
    if (options->pin) {
        as_block blocks[AS_COMPARED];
        as_comparison_blocks(&c, as_matrix_place(&panes[0].matrix, *options->pin), blocks);
        as_comparison_draw_mark(out, &c, &style, blocks);
    }
}

bool as_comparison_figure(const as_comparison_pair *pair, const as_figure_options *options,
                          const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                          as_error *err)
{
    as_pane panes[AS_COMPARED] = {0};
    const as_translation *first = pair->results[0]->translation;
    if (!as_matrix_init(&panes[0].matrix, first, &options->reading, err))
        return false;
    as_matrix_mark(&panes[0].matrix, options->chosen);
    bool ok = !pair->results[1] ||
              as_comparison_read(first, &panes[0].matrix, pair->results[1]->translation,
                                 &panes[1].matrix, &panes[2].matrix, err);
    if (ok)
        draw(pair, options, panes, tm, out, width, height);
    for (int k = 0; k < AS_COMPARED; k++)
        as_matrix_finish(&panes[k].matrix);
    return ok && (!out->failed || as_fail_memory(err, "the figure"));
}
