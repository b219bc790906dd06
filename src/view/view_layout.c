/* Boxes of the window's parts, made anew after every change that may move one. */
#include <math.h>
#include <string.h>

#include "view/view_private.h"

static float text_width(const as_view *view, as_font font, float size, const char *text)
{
    return view->tm->width(view->tm->context, font, size, text, strlen(text));
}

/* Of two texts of one button, so that it does not change its size. */
static float widest(const as_view *view, as_string a, as_string b)
{
    float size = view->theme.size_body;
    return fmaxf(text_width(view, AS_FONT_BOLD, size, as_str(view->language, a)),
                 text_width(view, AS_FONT_BOLD, size, as_str(view->language, b)));
}

static float widest_step_label(const as_view *view)
{
    char label[AS_STEP_LABEL_MAX];
    int stages = as_view_is_staged(view) ? AS_N_STAGES : 1;
    float most = 0;
    for (int stage = stages > 1 ? (int)view->play.first : 0; stage < stages; stage++) {
        as_view_step_label(view, view->result.T, (as_stage)stage, label);
        most = fmaxf(most, text_width(view, AS_FONT_REGULAR, view->theme.size_small, label));
    }
    return most;
}

static void measure_chrome(const as_view *view, as_layout_spec *spec)
{
    const as_theme *theme = &view->theme;
    char label[AS_NAME_MAX];
    *spec = (as_layout_spec){.width = view->width, .height = view->height};
    spec->letter_w = text_width(view, AS_FONT_BOLD, theme->size_title, "α");
    spec->logo_w = spec->letter_w + text_width(view, AS_FONT_BOLD, theme->size_title,
                                               as_str(view->language, AS_STR_APP_NAME));
    const char *score = as_view_model_score(view);
    spec->score_w = score[0] ? text_width(view, AS_FONT_REGULAR, theme->size_body, score) : 0;
    for (int c = 0; c < AS_N_CONTROLS; c++)
        spec->control_w[c] =
            text_width(view, AS_FONT_BOLD, theme->size_body,
                       as_view_control_label(view, (as_control)c, label, sizeof label));
    if (view->translation) {
        spec->control_w[AS_CONTROL_PLAY] = widest(view, AS_STR_PLAY, AS_STR_PAUSE);
        spec->step_label_w = widest_step_label(view);
    }
    spec->label_w = fmaxf(
        text_width(view, AS_FONT_REGULAR, theme->size_small, as_str(view->language, AS_STR_SOURCE)),
        text_width(view, AS_FONT_REGULAR, theme->size_small,
                   as_str(view->language, AS_STR_TRANSLATION)));
    if (view->save.open)
        spec->save_label_w =
            text_width(view, AS_FONT_REGULAR, theme->size_small, as_view_save_label(view));
    spec->target_line_h = as_target_line_height(theme);
    spec->dense = view->presenting;
    spec->panel = view->panel_open[as_view_is_narrow(view)] && !as_view_is_comparing(view);
    bool is_error;
    const char *notice = as_view_notice(view, &is_error);
    if (notice[0])
        spec->notice_w = text_width(view, AS_FONT_REGULAR, theme->size_small, notice);
}

/* Of the matrix that has the card for itself; measures its labels. */
static as_heatmap_spec map_spec(as_view *view)
{
    const as_theme *theme = &view->theme;
    float z = theme->zoom, size = theme->size_body * 1.05f;
    as_heatmap_spec spec = {.area = view->layout.map,
                            .size = size,
                            .min_w = 24 * z,
                            .max_w = 120 * z,
                            .min_h = 20 * z,
                            .max_h = 80 * z,
                            .centred_rows = view->pane.matrix.rows.n};
    spec.ascent = view->tm->ascent(view->tm->context, AS_FONT_REGULAR, size);
    spec.descent = view->tm->descent(view->tm->context, AS_FONT_REGULAR, size);
    as_pane *pane = &view->pane;
    if (pane->label_size != size) {
        as_heatmap_measure(&pane->matrix, view->tm, size, &pane->row_label_w, &pane->col_label_w);
        pane->label_size = size;
    }
    spec.row_label_w = pane->row_label_w;
    spec.col_label_w = pane->col_label_w;
    spec.upright_from = as_heatmap_upright_from(&pane->matrix, size, spec.col_label_w);
    spec.strips = true;
    as_box tab = view->layout.controls[AS_CONTROL_DIAGRAM];
    spec.title_from = tab.w > 0 ? tab.x + tab.w + 8 * z : 0;
    spec.corner_from = tab.y + tab.h + 4 * z;
    spec.zoom = as_view_matrix_zoom(view);
    as_box reading = view->layout.controls[AS_CONTROL_WHOLE];
    if (reading.w <= 0)
        reading = view->layout.controls[AS_CONTROL_READING];
    spec.title_past = reading.w > 0 ? reading.x - 8 * z : 0;
    return spec;
}

void as_view_layout_map(as_view *view)
{
    if (as_view_is_comparing(view)) {
        as_view_layout_compare(view);
        return;
    }
    as_pane *pane = &view->pane;
    as_heatmap_spec spec = map_spec(view);
    as_heatmap_layout(&pane->map, pane->matrix.rows.n, pane->matrix.columns.n, &spec);
}

/* Below the names of what the card shows. */
static void layout_diagram(as_view *view)
{
    as_box area = view->layout.map;
    float top = view->layout.card.y + 42 * view->theme.zoom;
    area.h = fmaxf(area.y + area.h - top, 0);
    area.y = top;
    as_diagram_layout(&view->diagram, &view->result, area, &view->theme, view->tm);
}

static int missing_in(const as_view *view, const char *text, size_t len)
{
    return view->tm->missing(view->tm->context, AS_FONT_REGULAR, view->theme.size_input, text, len);
}

static void count_missing(as_view *view)
{
    const as_text_edit *e = &view->field.edit;
    view->missing = missing_in(view, e->text, e->len);
    if (view->translation)
        view->missing +=
            missing_in(view, view->translation->target.text, view->translation->target.text_len);
}

float as_view_zoom_with_room(const as_view *view)
{
    return fminf(view->zoom_wanted, as_layout_most_zoom(view->width, view->height));
}

static void set_zoom(as_view *view, float zoom)
{
    view->zoom = zoom;
    view->theme = as_theme_make(view->theme_kind, zoom);
}

/* The window, the lines of the translation, the card, at view->zoom. */
static void layout_parts(as_view *view)
{
    as_error err = {0};
    as_layout_spec spec;
    measure_chrome(view, &spec);
    as_layout_make(&view->layout, &spec, &view->theme, 1);
    if (!view->translation)
        return;
    if (as_target_line_layout(&view->target, &view->result, view->layout.target.w, &view->theme,
                              view->tm, &err)) {
        int lines = as_layout_target_lines(&spec, &view->theme, view->target.n_lines);
        as_layout_make(&view->layout, &spec, &view->theme, lines);
        as_target_line_scroll_by(&view->target, view->layout.target, 0);
    } else {
        view->target.n = 0;
        as_view_say(view, err.message, true);
    }
    as_view_layout_map(view);
}

/* Is the whole translation seen, and the whole matrix where nobody zooms into it? */
static bool all_is_seen(as_view *view)
{
    as_heatmap map = {0};
    as_box track, thumb;
    as_heatmap_spec spec = map_spec(view);
    spec.zoom = 1;
    as_heatmap_layout(&map, view->pane.matrix.rows.n, view->pane.matrix.columns.n, &spec);
    return view->layout.target.h >= (float)view->target.n_lines * view->target.line_h &&
           !as_heatmap_scrollbar(&map, true, &track, &thumb) &&
           !as_heatmap_scrollbar(&map, false, &track, &thumb);
}

/* For an audience the type is as large as lets everything be seen, within bounds: at its smallest
 * it is still larger than in a window. */
static void fit_presented(as_view *view)
{
    static const float less[] = {0.93f, 0.87f, 0.81f, 0.75f};
    enum { N = sizeof less / sizeof *less };
    if (!view->presenting || !view->translation || as_view_is_comparing(view))
        return;
    for (int k = 0; k < N && !all_is_seen(view); k++) {
        set_zoom(view, as_view_zoom_with_room(view) * less[k]);
        layout_parts(view);
    }
}

static void layout_all(as_view *view)
{
    as_error err = {0};
    set_zoom(view, as_view_zoom_with_room(view));
    count_missing(view);
    layout_parts(view);
    fit_presented(view);
    if (view->translation) {
        as_view_layout_lines(view);
        layout_diagram(view);
    }
    if (!as_field_layout(&view->field, view->layout.field_text, view->theme.size_input,
                         &view->theme, view->tm, &err))
        as_view_say(view, err.message, true);
    if (as_view_is_editing_target(view)) {
        as_box inner = as_view_target_frame(view);
        float pad = 8 * view->theme.zoom; /* the words stay where they stand without a frame */
        inner.x += pad;
        inner.w = fmaxf(inner.w - 2 * pad, 0);
        if (!as_field_layout(&view->given, inner, view->theme.size_input, &view->theme, view->tm,
                             &err))
            as_view_say(view, err.message, true);
    }
    as_view_layout_save(view);
    if (view->menu.open)
        as_menu_layout(&view->menu, view->layout.controls[view->menu.owner], view->width,
                       view->height, &view->theme, view->tm);
}

static void settle_layout(as_view *view)
{
    if (view->layout_stale) {
        view->layout_stale = false;
        layout_all(view);
    }
    as_view_follow_first(view);
    as_view_layout_panel(view);
}

void as_view_settle(as_view *view)
{
    settle_layout(view);
    as_view_set_focus(view, (int)view->focus); /* what has it may be gone */
    if (view->layout_stale)
        settle_layout(view);
    as_view_hover_at(view);
    if (view->translation && view->layout.panel.w > 0)
        as_terms_of_cell(&view->terms, view->trace, view->step.t, view->step.i);
}
