#include "view/column.h"

#include <math.h>

#include "view/format.h"

static const float value_w = 62; /* room for "0.95 bit" */

void as_column_heading(as_column *c, const char *text, const char *aside)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    float size = theme->size_small, base = c->y + c->head * 2 / 3;
    as_pen_text(pen, c->x, base, AS_FONT_BOLD, size, theme->text, c->w, text);
    if (aside) {
        float w = as_pen_width(pen, AS_FONT_BOLD, size, text) + 8 * theme->zoom;
        as_pen_text(pen, c->x + w, base, AS_FONT_REGULAR, size, theme->text_soft,
                    fmaxf(c->w - w, size), aside);
    }
    c->y += c->head;
}

void as_column_bar(as_column *c, const char *label, float share, const char *value, bool marked)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    float z = theme->zoom, size = theme->size_small, base = c->y + c->line / 2 + 4.25f * z;
    float label_w = 0.29f * c->w;
    as_pen_text(pen, c->x, base, marked ? AS_FONT_BOLD : AS_FONT_REGULAR, size,
                marked ? theme->mark : theme->text, fmaxf(label_w - 6 * z, size), label);
    as_box bar = {c->x + label_w, c->y + c->line / 2 - 4.75f * z,
                  fmaxf(c->w - label_w - value_w * z, 0), 10 * z};
    as_draw_rect(pen->list, bar, 2 * z, theme->bar_ground);
    bar.w *= fminf(fmaxf(share, 0), 1);
    if (bar.w > 0 && !as_format_is_nought(value))
        as_draw_rect(pen->list, bar, fminf(2 * z, bar.w / 2), theme->accent);
    as_pen_text_right(pen, c->x + c->w, base, AS_FONT_REGULAR, size, theme->text_soft, 0, value);
    c->y += c->line;
}

void as_column_note(as_column *c, const char *text, const char *then)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    float size = theme->size_small, base = c->y + c->line / 2 + 4.75f * theme->zoom;
    as_pen_text(pen, c->x, base, AS_FONT_REGULAR, size, theme->text_soft, c->w, text);
    if (then) {
        float w = as_pen_width(pen, AS_FONT_REGULAR, size, text) + 5 * theme->zoom;
        as_pen_text(pen, c->x + w, base, AS_FONT_REGULAR, size, theme->text, fmaxf(c->w - w, size),
                    then);
    }
    c->y += c->line;
}

void as_column_ends(as_column *c, const char *left, const char *right)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    float size = theme->size_small, base = c->y + c->line / 2 + 4.75f * theme->zoom;
    float w = as_pen_width(pen, AS_FONT_REGULAR, size, right);
    as_pen_text(pen, c->x, base, AS_FONT_REGULAR, size, theme->text_soft,
                fmaxf(c->w - w - 8 * theme->zoom, size), left);
    as_pen_text_right(pen, c->x + c->w, base, AS_FONT_REGULAR, size, theme->text, c->w, right);
    c->y += c->line;
}
