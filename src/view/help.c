/* The card that lists every key, and what a mark of the panel means. */
#include <math.h>
#include <string.h>

#include "view/view_private.h"

typedef struct help_line {
    const char *keys; /* NULL: a heading; "": the mouse wheel */
    as_string text;
} help_line;

static const help_line left[] = {
    {NULL, AS_STR_HELP_EVERYWHERE},
    {"Tab  Shift+Tab", AS_STR_HELP_TAB},
    {"F1", AS_STR_HELP_F1},
    {"F2", AS_STR_HELP_F2},
    {"F3", AS_STR_HELP_F3},
    {"F4", AS_STR_HELP_F4},
    {"F5", AS_STR_HELP_F5},
    {"F6", AS_STR_HELP_F6},
    {"Ctrl+1  2", AS_STR_HELP_TABS},
    {"F7", AS_STR_HELP_F7},
    {"F8", AS_STR_HELP_F8},
    {"F9  F10", AS_STR_HELP_SPEED},
    {"Alt+↑  ↓  0", AS_STR_HELP_SHARPNESS},
    {"Alt+W  T  D  N", AS_STR_HELP_READING},
    {"Ctrl +  −  0", AS_STR_HELP_ZOOM},
    {"Ctrl+Z  Y", AS_STR_HELP_UNDO},
    {"Ctrl+R", AS_STR_HELP_OWN},
    {"Ctrl+S", AS_STR_HELP_SAVE},
    {"Ctrl+Shift+C", AS_STR_HELP_COPY_TRANSLATION},
    {"Ctrl+Shift+M", AS_STR_HELP_COPY_MATRIX},
    {"Ctrl+Q", AS_STR_HELP_QUIT},
    {NULL, AS_STR_HELP_STEP},
    {"Ctrl+B", AS_STR_HELP_BRANCH},
    {"↑  ↓  Enter", AS_STR_HELP_PUT},
    {"abc  Enter", AS_STR_HELP_WORD},
    {"·ing", AS_STR_HELP_PART},
};
static const help_line right[] = {
    {NULL, AS_STR_HELP_FIELD},
    {"Ctrl+←  →", AS_STR_HELP_WORDS},
    {"Ctrl+⌫  Del", AS_STR_HELP_ERASE},
    {"Ctrl+A", AS_STR_HELP_ALL},
    {"Ctrl+C  X  V", AS_STR_HELP_CLIPBOARD},
    {"Enter  ↓", AS_STR_HELP_ENTER},
    {NULL, AS_STR_HELP_MAP},
    {"←  →  ↑  ↓", AS_STR_HELP_WALK},
    {"Home  End", AS_STR_HELP_ROW_ENDS},
    {"PgUp  PgDn", AS_STR_HELP_PAGE},
    {"Enter", AS_STR_HELP_PIN},
    {"Space", AS_STR_HELP_SPACE},
    {"Ctrl+C", AS_STR_HELP_COPY_MATRIX},
    {"Shift+←  ↑", AS_STR_HELP_EXTEND},
    {"Alt+S", AS_STR_HELP_ONLY},
    {"", AS_STR_HELP_WHEEL},
    {"Alt +  −", AS_STR_HELP_ZOOM_MAP},
    {"Home", AS_STR_HELP_WHOLE},
    {NULL, AS_STR_HELP_DIAGRAM},
    {"←  →", AS_STR_HELP_STAGES},
    {"↑  ↓", AS_STR_HELP_STEPS},
    {"Home  End", AS_STR_HELP_ENDS},
    {"Shift+←  →", AS_STR_HELP_SOURCE},
};
enum {
    N_LEFT = sizeof left / sizeof left[0],
    N_RIGHT = sizeof right / sizeof right[0],
    N_ROWS = N_LEFT > N_RIGHT ? N_LEFT : N_RIGHT,
};

static void draw_column(as_draw_list *list, const help_line *lines, int n, as_box box, float row,
                        const as_theme *theme, as_language language)
{
    float keys_w = fminf(112 * theme->zoom, box.w * 0.35f), y = box.y;
    for (int k = 0; k < n; k++, y += row) {
        bool heading = !lines[k].keys;
        const char *text = as_str(language, lines[k].text), *keys = lines[k].keys;
        float x = heading ? box.x : box.x + keys_w;
        if (keys && !keys[0])
            keys = as_str(language, AS_STR_KEY_WHEEL);
        float base = y + 0.7f * row;
        if (!heading)
            as_draw_text(list, box.x, base, AS_FONT_BOLD, theme->size_small, theme->text, keys,
                         strlen(keys));
        as_draw *d =
            as_draw_text(list, x, base, heading ? AS_FONT_BOLD : AS_FONT_REGULAR, theme->size_small,
                         heading ? theme->accent_text : theme->text_soft, text, strlen(text));
        if (d)
            d->max_width = fmaxf(box.x + box.w - x, theme->size_small);
    }
}

void as_help_draw(as_draw_list *list, as_box window, const as_theme *theme,
                  const as_text_metrics *tm, as_language language)
{
    (void)tm;
    float z = theme->zoom, pad = 24 * z, title_h = 40 * z;
    float w = fminf(760 * z, window.w - 16 * z);
    float row = fminf(25 * z, fmaxf((window.h - 2 * pad - title_h) / N_ROWS, 4));
    float h = title_h + N_ROWS * row + 2 * pad;
    as_rgba veil = theme->dark ? (as_rgba){0, 0, 0, 150} : (as_rgba){20, 23, 28, 90};
    as_box card = {window.x + (window.w - w) / 2, window.y + fmaxf((window.h - h) / 2, 0), w, h};
    as_draw_rect(list, window, 0, veil);
    as_draw_rect(list, card, theme->radius, theme->surface);
    as_draw_outline(list, card, theme->radius, 1, theme->border_strong);
    const char *title = as_str(language, AS_STR_HELP_TITLE);
    const char *close = as_str(language, AS_STR_HELP_CLOSE);
    float base = card.y + pad + 14 * z;
    as_draw_text(list, card.x + pad, base, AS_FONT_BOLD, theme->size_title, theme->text, title,
                 strlen(title));
    as_draw *d = as_draw_text(list, card.x + w - pad, base, AS_FONT_REGULAR, theme->size_small,
                              theme->text_soft, close, strlen(close));
    if (d)
        d->align = AS_ALIGN_RIGHT;
    float gap = 24 * z, column = (w - 2 * pad - gap) / 2, y = card.y + pad + title_h;
    draw_column(list, left, N_LEFT, (as_box){card.x + pad, y, column, h}, row, theme, language);
    draw_column(list, right, N_RIGHT, (as_box){card.x + pad + column + gap, y, column, h}, row,
                theme, language);
}
