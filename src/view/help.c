/* The card that lists every key, and what a mark of the panel means. */
#include "view/help.h"

#include <math.h>
#include <string.h>

static const as_help_line lines[] = {
    {NULL, AS_STR_HELP_EVERYWHERE},
    {"Tab  Shift+Tab", AS_STR_HELP_TAB},
    {"Esc", AS_STR_HELP_ESCAPE},
    {"F1", AS_STR_HELP_F1},
    {"F2", AS_STR_HELP_F2},
    {"F3", AS_STR_HELP_F3},
    {"F4", AS_STR_HELP_F4},
    {"F5", AS_STR_HELP_F5},
    {"F6", AS_STR_HELP_F6},
    {"Ctrl+1  2  3", AS_STR_HELP_TABS},
    {"F7", AS_STR_HELP_F7},
    {"Alt+L", AS_STR_HELP_LINES},
    {"Alt+C", AS_STR_HELP_COMPARE},
    {"F8", AS_STR_HELP_F8},
    {"F9  F10", AS_STR_HELP_SPEED},
    {"F11", AS_STR_HELP_PRESENT},
    {"Alt+↑  ↓  0", AS_STR_HELP_SHARPNESS},
    {"Alt+←  →", AS_STR_HELP_WIDTH},
    {"Alt+W  T  D  N", AS_STR_HELP_READING},
    {"Alt+S", AS_STR_HELP_ONLY},
    {"Alt++  −", AS_STR_HELP_ZOOM_MAP},
    {"Ctrl++  −  0", AS_STR_HELP_ZOOM},
    {"Ctrl+Z  Y  Ctrl+Shift+Z", AS_STR_HELP_UNDO},
    {"Ctrl+B", AS_STR_HELP_BRANCH},
    {"Ctrl+T", AS_STR_HELP_TARGET},
    {"Ctrl+R", AS_STR_HELP_OWN},
    {"Ctrl+O", AS_STR_HELP_OPEN},
    {"Ctrl+E", AS_STR_HELP_SENTENCES},
    {"Ctrl+A  V", AS_STR_HELP_TEXT},
    {"Ctrl+S", AS_STR_HELP_SAVE},
    {"Ctrl+Shift+C", AS_STR_HELP_COPY_TRANSLATION},
    {"Ctrl+Shift+M", AS_STR_HELP_COPY_MATRIX},
    {"Ctrl+Q", AS_STR_HELP_QUIT},
    {NULL, AS_STR_HELP_STEP},
    {"↑  ↓  Enter", AS_STR_HELP_PUT},
    {"abc  Enter", AS_STR_HELP_WORD},
    {"·ing", AS_STR_HELP_PART},
    {NULL, AS_STR_HELP_BEAM},
    {"←  →  ↑  ↓", AS_STR_HELP_TREE},
    {"Home  End", AS_STR_HELP_TREE_ENDS},
    {"Enter  Space", AS_STR_HELP_TREE_OPEN},
    {"Esc", AS_STR_HELP_TREE_BACK},
    {NULL, AS_STR_HELP_FIELD},
    {"←  →  Home  End", AS_STR_HELP_CARET},
    {"Ctrl+←  →", AS_STR_HELP_WORDS},
    {"⌫  Del", AS_STR_HELP_ERASE_ONE},
    {"Ctrl+⌫  Del", AS_STR_HELP_ERASE},
    {"Ctrl+C  X", AS_STR_HELP_CUT},
    {"Ctrl+Ins  Shift+Del  Ins", AS_STR_HELP_CLIPBOARD},
    {"Enter  ↓", AS_STR_HELP_ENTER},
    {NULL, AS_STR_HELP_TRANSLATION},
    {"↑", AS_STR_HELP_TO_SOURCE},
    {"Esc", AS_STR_HELP_OWN},
    {NULL, AS_STR_HELP_MAP},
    {"←  →  ↑  ↓", AS_STR_HELP_WALK},
    {"Home  End  Ctrl+Home  End", AS_STR_HELP_ROW_ENDS},
    {"PgUp  PgDn", AS_STR_HELP_PAGE},
    {"Enter", AS_STR_HELP_PIN},
    {"Space", AS_STR_HELP_SPACE},
    {"Ctrl+C", AS_STR_HELP_COPY_MATRIX},
    {"Shift+←  →  ↑  ↓", AS_STR_HELP_EXTEND},
    {"", AS_STR_HELP_WHEEL},
    {"Home", AS_STR_HELP_WHOLE},
    {NULL, AS_STR_HELP_DIAGRAM},
    {"←  →", AS_STR_HELP_STAGES},
    {"↑  ↓", AS_STR_HELP_STEPS},
    {"Home  End", AS_STR_HELP_ENDS},
    {"Shift+←  →  Ctrl+←  →", AS_STR_HELP_SOURCE},
    {NULL, AS_STR_HELP_PATH},
    {"↑  ↓  →  Enter", AS_STR_HELP_COMPLETE},
    {NULL, AS_STR_HELP_SAVING},
    {"↑  ↓  Enter", AS_STR_HELP_SAVE_LIST},
    {"Enter", AS_STR_HELP_SAVE_NOW},
    {"Esc", AS_STR_HELP_SAVE_NOT},
    {NULL, AS_STR_HELP_CONTROLS},
    {"Enter  Space", AS_STR_HELP_PRESS},
    {"←  →  ↑  ↓", AS_STR_HELP_BETWEEN},
    {"Home  End  PgUp  PgDn", AS_STR_HELP_SLIDE},
    {NULL, AS_STR_HELP_MENUS},
    {"↑  ↓  Home  End", AS_STR_HELP_ITEMS},
    {"Enter  Esc", AS_STR_HELP_CHOOSE},
};
enum { N_LINES = sizeof lines / sizeof lines[0], MOST_COLUMNS = 4 };

/* As designed; times the zoom. */
static const float row_h = 23, column_w = 344, gap = 24, padding = 24, title_h = 40, edge = 8;

const as_help_line *as_help_lines(int *n)
{
    *n = N_LINES;
    return lines;
}

/* Which lines stand in which column. */
typedef struct plan {
    int first[MOST_COLUMNS + 1]; /* of column k; those up to first[k + 1] are its own */
    int n_columns, n_rows;       /* of the highest column */
} plan;

static bool is_heading(int line)
{
    return line == N_LINES || lines[line].keys == NULL;
}

/* How many rows above its own lines a column has: the heading of a section that goes on in it. */
static int repeated(const plan *p, int column)
{
    return is_heading(p->first[column]) ? 0 : 1;
}

/* A section is not broken: the next one begins a new column once this one is as high as `target`.
 */
static plan fill(int n_columns, int target)
{
    plan p = {.n_columns = 1, .n_rows = 0};
    for (int k = 0; k <= N_LINES; k++) {
        int in_column = k - p.first[p.n_columns - 1];
        if (k == N_LINES || (is_heading(k) && in_column >= target && p.n_columns < n_columns)) {
            p.n_rows = in_column > p.n_rows ? in_column : p.n_rows;
            if (k < N_LINES)
                p.first[p.n_columns++] = k;
        }
    }
    p.first[p.n_columns] = N_LINES;
    return p;
}

/* Sections are broken: each column but the last has `height` rows, but for a heading that would
 * stand alone below. */
static plan fill_broken(int n_columns, int height)
{
    plan p = {.n_columns = 1, .n_rows = height};
    while (p.n_columns < n_columns) {
        int last = p.n_columns - 1, next = p.first[last] + height - repeated(&p, last);
        if (next >= N_LINES)
            break;
        p.first[p.n_columns++] = is_heading(next - 1) ? next - 1 : next;
    }
    p.first[p.n_columns] = N_LINES;
    int last = p.n_columns - 1, in_last = N_LINES - p.first[last] + repeated(&p, last);
    p.n_rows = in_last > height ? in_last : height;
    return p;
}

/* What the card has above and below the rows, and around it. */
static const float around = title_h + 1.5f * padding + 2 * edge;

/* The lowest that the columns can be: of whole sections unless only broken ones are all seen. */
static plan plan_of(as_box window, const as_theme *theme)
{
    float z = theme->zoom, room = window.w - 2 * (edge + padding) * z;
    int n = (int)floorf((room + gap * z) / ((column_w + gap) * z));
    n = n < 1 ? 1 : n > MOST_COLUMNS ? MOST_COLUMNS : n;
    plan best = fill(n, N_LINES);
    for (int target = 1; target < N_LINES; target++) {
        plan p = fill(n, target);
        if (p.n_rows <= best.n_rows) /* of equals the one with the fuller columns */
            best = p;
    }
    int seen = (int)floorf((window.h - around * z) / (row_h * z));
    plan broken = best;
    for (int height = 2; best.n_rows > seen && height <= seen && broken.n_rows > seen; height++)
        broken = fill_broken(n, height);
    return broken.n_rows <= seen ? broken : best;
}

static as_box card_of(const plan *p, as_box window, const as_theme *theme)
{
    float z = theme->zoom, columns = (float)p->n_columns;
    float w = fminf((columns * column_w + (columns - 1) * gap + 2 * padding) * z,
                    fmaxf(window.w - 2 * edge * z, 0));
    float h = fminf(((float)p->n_rows * row_h + title_h + 2 * padding) * z,
                    fmaxf(window.h - 2 * edge * z, 0));
    return (as_box){window.x + (window.w - w) / 2, window.y + (window.h - h) / 2, w, h};
}

/* Where the lines are seen. */
static as_box body_of(as_box card, const as_theme *theme)
{
    float z = theme->zoom, top = (padding + title_h) * z;
    return (as_box){card.x + padding * z, card.y + top, fmaxf(card.w - 2 * padding * z, 0),
                    fmaxf(card.h - top - padding * z / 2, 0)};
}

float as_help_scroll_most(as_box window, const as_theme *theme)
{
    plan p = plan_of(window, theme);
    as_box body = body_of(card_of(&p, window, theme), theme);
    return fmaxf((float)p.n_rows * row_h * theme->zoom - body.h, 0);
}

static void draw_line(const as_pen *pen, const as_help_line *line, as_box box)
{
    const as_theme *theme = pen->theme;
    float size = theme->size_small, base = box.y + 0.7f * box.h;
    const char *text = as_str(pen->language, line->text), *keys = line->keys;
    if (keys == NULL) {
        as_pen_text(pen, box.x, base, AS_FONT_BOLD, size, theme->accent_text, fmaxf(box.w, size),
                    text);
        return;
    }
    if (keys[0] == '\0')
        keys = as_str(pen->language, AS_STR_KEY_WHEEL);
    float keys_w =
        fmaxf(112 * theme->zoom, as_pen_width(pen, AS_FONT_BOLD, size, keys) + 10 * theme->zoom);
    keys_w = fminf(keys_w, 0.6f * box.w);
    as_pen_text(pen, box.x, base, AS_FONT_BOLD, size, theme->text, fmaxf(keys_w, size), keys);
    as_pen_text(pen, box.x + keys_w, base, AS_FONT_REGULAR, size, theme->text_soft,
                fmaxf(box.w - keys_w, size), text);
}

static int heading_of(int line)
{
    while (!is_heading(line))
        line--;
    return line;
}

static void draw_lines(const as_pen *pen, const plan *p, as_box body, float scroll)
{
    float z = pen->theme->zoom, h = row_h * z, n = (float)p->n_columns;
    float w = fmaxf((body.w - (n - 1) * gap * z) / n, 0);
    for (int c = 0; c < p->n_columns; c++) {
        int first = p->first[c] - repeated(p, c);
        for (int k = first; k < p->first[c + 1]; k++) {
            float y = body.y - scroll + (float)(k - first) * h;
            as_box box = {body.x + (float)c * (w + gap * z), y, w, h};
            const as_help_line *line = &lines[k < p->first[c] ? heading_of(k) : k];
            if (y + h > body.y && y < body.y + body.h)
                draw_line(pen, line, box);
        }
    }
}

static void draw_scrollbar(const as_pen *pen, as_box body, float scroll, float most)
{
    if (most <= 0)
        return;
    float z = pen->theme->zoom, share = body.h / (body.h + most);
    as_box track = {body.x + body.w + 8 * z, body.y, 6 * z, body.h};
    as_box thumb = {track.x, track.y + (1 - share) * track.h * scroll / most, track.w,
                    share * track.h};
    as_pen_scrollbar(pen, track, thumb);
}

void as_help_draw(const as_pen *pen, as_box window, float scroll)
{
    const as_theme *theme = pen->theme;
    float z = theme->zoom, pad = padding * z;
    plan p = plan_of(window, theme);
    as_box card = card_of(&p, window, theme), body = body_of(card, theme);
    as_rgba veil = theme->dark ? (as_rgba){0, 0, 0, 150} : (as_rgba){20, 23, 28, 90};
    as_draw_rect(pen->list, window, 0, veil);
    as_draw_rect(pen->list, card, theme->radius, theme->surface);
    as_draw_outline(pen->list, card, theme->radius, 1, theme->border_strong);
    float base = card.y + pad + 14 * z;
    as_pen_text(pen, card.x + pad, base, AS_FONT_BOLD, theme->size_title, theme->text, 0,
                as_str(pen->language, AS_STR_HELP_TITLE));
    as_pen_text_right(pen, card.x + card.w - pad, base, AS_FONT_REGULAR, theme->size_small,
                      theme->text_soft, 0, as_str(pen->language, AS_STR_HELP_CLOSE));
    as_draw_clip(pen->list, body);
    draw_lines(pen, &p, body, scroll);
    as_draw_clip_none(pen->list);
    draw_scrollbar(pen, body, scroll, as_help_scroll_most(window, theme));
}
