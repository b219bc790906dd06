#include "view/figure.h"

#include <math.h>

#include "view/lines.h"
#include "view/strips.h"
#include "view/tooltip.h"

enum { MARGIN = 16 }; /* white around the figure */

static float text_size(const as_figure_options *options)
{
    return options->text_size > 0 ? options->text_size : 14;
}

/* Cells and text get smaller together until the picture is within bounds. */
static float shrink_factor(const as_heatmap_spec *spec, int T, int S)
{
    float w, h;
    as_heatmap_fit_size(spec, T, S, &w, &h);
    float most = fmaxf(w, h) + 2 * MARGIN;
    return most > AS_FIGURE_MAX ? AS_FIGURE_MAX / most : 1;
}

static void spec_at(as_heatmap_spec *spec, const as_matrix *matrix,
                    const as_figure_options *options, const as_text_metrics *tm, float size)
{
    *spec = (as_heatmap_spec){.size = size, .fit = true};
    spec->strips = options->selection && as_selection_any(options->selection);
    spec->ascent = tm->ascent(tm->context, AS_FONT_REGULAR, size);
    spec->descent = tm->descent(tm->context, AS_FONT_REGULAR, size);
    spec->min_w = spec->max_w =
        fmaxf(roundf(fmaxf(size * 2.6f, as_heatmap_numbers_width(tm, options->numbers, size))), 2);
    spec->min_h = spec->max_h = fmaxf(roundf(size * 2.0f), 2);
    as_heatmap_measure(matrix, tm, size, &spec->row_label_w, &spec->col_label_w);
    spec->upright_from = as_heatmap_upright_from(matrix, size, spec->col_label_w);
}

/* The size of the picture and its ground. */
static void begin(as_draw_list *out, float w, float h, const as_theme *theme, float *width,
                  float *height)
{
    *width = ceilf(w + 2 * MARGIN);
    *height = ceilf(h + 2 * MARGIN);
    as_draw_reset(out);
    as_draw_rect(out, (as_box){0, 0, *width, *height}, 0, theme->surface);
}

static as_heatmap_style style_of(const as_figure_options *options, const as_theme *theme,
                                 const as_text_metrics *tm)
{
    return (as_heatmap_style){
        theme, tm, options->colormap, options->range, options->language, options->numbers};
}

static void draw_matrix(const as_figure_options *options, const as_matrix *matrix,
                        const as_text_metrics *tm, as_draw_list *out, float *width, float *height)
{
    int rows = matrix->rows.n, columns = matrix->columns.n;
    as_heatmap_spec spec;
    spec_at(&spec, matrix, options, tm, text_size(options));
    float factor = shrink_factor(&spec, rows, columns);
    if (factor < 1)
        spec_at(&spec, matrix, options, tm, text_size(options) * factor);
    float w, h;
    as_heatmap_fit_size(&spec, rows, columns, &w, &h);
    spec.area = (as_box){MARGIN, MARGIN, w, h};
    as_heatmap map = {0};
    as_heatmap_layout(&map, rows, columns, &spec);

    as_theme theme = as_theme_make(options->theme, spec.size / 14);
    as_heatmap_style style = style_of(options, &theme, tm);
    begin(out, w, h, &theme, width, height);
    as_heatmap_draw(out, &map, matrix, &style);
    if (spec.strips) {
        as_heatmap_draw_selection(out, &map, matrix, &style, options->selection);
        as_strips_draw(out, &map, matrix, &style, options->selection);
    }
    as_cell pin = options->pin ? as_matrix_place(matrix, *options->pin) : AS_NO_CELL;
    if (pin.t >= 0 && pin.i >= 0)
        as_heatmap_draw_mark(out, &map, matrix, &style, as_block_of(pin));
}

static bool draw_lines(const as_figure_options *options, const as_matrix *matrix,
                       const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                       as_error *err)
{
    as_lines lines = {0};
    float w, h, size = text_size(options);
    as_lines_fit_size(matrix, size, tm, &w, &h);
    if (!as_lines_layout(&lines, matrix, (as_box){MARGIN, MARGIN, w, h}, size, tm, err))
        return false;
    as_theme theme = as_theme_make(options->theme, size / 14);
    as_heatmap_style style = style_of(options, &theme, tm);
    begin(out, w, h, &theme, width, height);
    as_lines_draw(out, &lines, matrix, &style, options->selection);
    as_cell pin = options->pin ? as_matrix_place(matrix, *options->pin) : AS_NO_CELL;
    if (pin.t >= 0 && pin.i >= 0)
        as_lines_draw_mark(out, &lines, matrix, &style, pin);
    as_lines_finish(&lines);
    return true;
}

bool as_figure_frame(const as_translation *translation, const as_figure_options *options,
                     const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                     as_error *err)
{
    as_matrix matrix;
    if (!as_matrix_init(&matrix, translation, &options->reading, err))
        return false;
    as_matrix_mark(&matrix, options->chosen);
    bool ok = true;
    if (options->lines)
        ok = draw_lines(options, &matrix, tm, out, width, height, err);
    else
        draw_matrix(options, &matrix, tm, out, width, height);
    as_matrix_finish(&matrix);
    return ok && (!out->failed || as_fail_memory(err, "the figure"));
}

void as_figure_cell_title(as_buffer *out, const as_result *result, const as_matrix *matrix,
                          as_cell place, as_language language)
{
    as_tooltip tip = {0};
    as_tooltip_place_of(&tip, result, matrix, place, language);
    as_buffer_text(out, tip.title);
    for (int k = 0; k < tip.n; k++) {
        as_buffer_text(out, "\n");
        as_buffer_text(out, tip.lines[k].name);
        as_buffer_text(out, "  ");
        as_buffer_text(out, tip.lines[k].value);
    }
}
