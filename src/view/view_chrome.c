/* The window above the heatmap: header, source field, translation. */
#include <math.h>

#include "view/view_private.h"

void as_view_draw_header(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    const as_layout *l = &view->layout;
    as_pen pen = as_view_pen(view, list);
    as_draw_rect(list, l->header, 0, theme->surface);
    as_draw_line(list, 0, l->header.h - 0.5f, l->header.w, l->header.h - 0.5f, 1, theme->border);
    float size = theme->size_title, x = l->logo_x, y = l->baseline + as_pen_drop(&pen, size);
    as_pen_text(&pen, x, y, AS_FONT_BOLD, size, theme->accent_text, 0, "α");
    x += as_pen_width(&pen, AS_FONT_BOLD, size, "α");
    if (!l->logo_cut)
        as_pen_text(&pen, x, y, AS_FONT_BOLD, size, theme->text, 0,
                    as_str(view->language, AS_STR_APP_NAME));
    for (int c = AS_CONTROL_MODEL; c <= AS_CONTROL_HELP; c++)
        as_view_draw_control(view, list, (as_control)c, false);
    size = theme->size_body;
    if (l->score.w > 0)
        as_pen_text(&pen, l->score.x, l->baseline + as_pen_drop(&pen, size), AS_FONT_REGULAR, size,
                    theme->text_soft, 0, as_view_model_score(view));
}

/* A side label, on the middle line of the box it names. */
static void draw_label(const as_view *view, as_draw_list *list, as_string name, float middle)
{
    const as_theme *theme = &view->theme;
    as_pen pen = as_view_pen(view, list);
    as_pen_text(&pen, view->layout.label_x, middle + as_pen_drop(&pen, theme->size_small),
                AS_FONT_REGULAR, theme->size_small, theme->text_soft, 0,
                as_str(view->language, name));
}

void as_view_draw_input(const as_view *view, as_draw_list *list)
{
    const as_theme *theme = &view->theme;
    const as_layout *l = &view->layout;
    draw_label(view, list, AS_STR_SOURCE, l->field.y + l->field.h / 2);
    bool focused = view->focus == AS_FOCUS_FIELD;
    as_draw_rect(list, l->field, theme->radius, theme->surface);
    as_draw_outline(list, l->field, theme->radius, focused ? 2 : 1,
                    focused ? theme->accent : theme->border_strong);
    as_field_draw(list, &view->field, as_str(view->language, AS_STR_FIELD_HINT), theme, view->tm);
    as_view_draw_control(view, list, AS_CONTROL_SENTENCES, false);
    draw_label(view, list, AS_STR_TRANSLATION,
               l->target.y + as_target_line_height(theme) / 2 - 2 * theme->zoom);
    as_view_draw_control(view, list, AS_CONTROL_EDIT, false);
    as_view_draw_control(view, list, AS_CONTROL_OWN, false);
    if (as_view_is_editing_target(view))
        as_view_draw_given(view, list);
    else if (view->translation && view->target.n > 0)
        as_target_line_draw(list, &view->target, l->target, &view->result,
                            as_view_words_shown(view), theme);
}
