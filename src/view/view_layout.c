/* Boxes of the window's parts, made anew after every change that may move one. */
#include <math.h>
#include <string.h>

#include "view/view_private.h"

static float text_width(const as_view *view, as_font font, float size, const char *text)
{
    return view->tm->width(view->tm->context, font, size, text, strlen(text));
}

static void measure_chrome(const as_view *view, as_layout_spec *spec)
{
    const as_theme *theme = &view->theme;
    char label[AS_NAME_MAX];
    *spec = (as_layout_spec){.width = view->width, .height = view->height};
    spec->logo_w =
        text_width(view, AS_FONT_BOLD, theme->size_title, "α") +
        text_width(view, AS_FONT_BOLD, theme->size_title, as_str(view->language, AS_STR_APP_NAME));
    const char *score = view->model >= 0 ? view->models[view->model].score : "";
    spec->score_w = score[0] ? text_width(view, AS_FONT_REGULAR, theme->size_body, score) : 0;
    for (int b = 0; b < AS_N_CONTROLS; b++)
        spec->control_w[b] =
            text_width(view, AS_FONT_REGULAR, theme->size_body,
                       as_view_control_label(view, (as_control)b, label, sizeof label));
    spec->label_w = fmaxf(
        text_width(view, AS_FONT_REGULAR, theme->size_small, as_str(view->language, AS_STR_SOURCE)),
        text_width(view, AS_FONT_REGULAR, theme->size_small,
                   as_str(view->language, AS_STR_TRANSLATION)));
    spec->target_line_h = as_target_line_height(theme);
}

static void layout_map(as_view *view)
{
    const as_theme *theme = &view->theme;
    float z = theme->zoom, size = theme->size_body * 1.05f;
    as_heatmap_spec spec = {.area = view->layout.map,
                            .size = size,
                            .min_w = 24 * z,
                            .max_w = 120 * z,
                            .min_h = 20 * z,
                            .max_h = 64 * z};
    spec.ascent = view->tm->ascent(view->tm->context, AS_FONT_REGULAR, size);
    spec.descent = view->tm->descent(view->tm->context, AS_FONT_REGULAR, size);
    if (view->label_size != size) {
        as_heatmap_measure(&view->result, view->tm, size, &view->row_label_w, &view->col_label_w);
        view->label_size = size;
    }
    spec.row_label_w = view->row_label_w;
    spec.col_label_w = view->col_label_w;
    as_heatmap_layout(&view->map, view->result.T, view->result.S, &spec);
}

static void layout_all(as_view *view)
{
    as_error err = {0};
    as_layout_spec spec;
    view->theme = as_theme_make(view->theme_kind, view->zoom);
    measure_chrome(view, &spec);
    as_layout_make(&view->layout, &spec, &view->theme, 1);
    if (view->translation) {
        if (as_target_line_layout(&view->target, &view->result, view->layout.target.w, &view->theme,
                                  view->tm, &err)) {
            int lines = as_layout_target_lines(&spec, &view->theme, view->target.n_lines);
            as_layout_make(&view->layout, &spec, &view->theme, lines);
            as_target_line_scroll_by(&view->target, view->layout.target, 0);
        } else {
            view->target.n = 0;
            as_view_say(view, err.message, true);
        }
        layout_map(view);
    }
    if (!as_field_layout(&view->field, view->layout.field_text, &view->theme, view->tm, &err))
        as_view_say(view, err.message, true);
    if (view->menu.open)
        as_menu_layout(&view->menu, view->layout.controls[view->menu.owner], view->width,
                       view->height, &view->theme, view->tm);
}

void as_view_settle(as_view *view)
{
    if (view->layout_stale) {
        view->layout_stale = false;
        layout_all(view);
    }
    as_view_hover_at(view);
}
