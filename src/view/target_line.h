/* The translation in words, each underlined by its probability, in as many lines as it needs. */
#ifndef AS_VIEW_TARGET_LINE_H
#define AS_VIEW_TARGET_LINE_H

#include "view/result.h"
#include "view/theme.h"

/* One token: its place relative to the first line's left top. */
typedef struct as_chip {
    float x, w;
    float lead; /* from x to its text: the first piece of a word has some air, the others none */
    int line;
} as_chip;

typedef struct as_target_line {
    as_chip *chips; /* [n] one per target token; </s> has w 0 unless it stands alone */
    int n, capacity, n_lines;
    float line_h, size, ascent;
    float scroll; /* pixels scrolled off the top */
} as_target_line;

void as_target_line_finish(as_target_line *line);

/* The height of one line. */
float as_target_line_height(const as_theme *theme);

/* Breaks the tokens into lines of `width`. Errors: SYSTEM. */
bool as_target_line_layout(as_target_line *line, const as_result *result, float width,
                           const as_theme *theme, const as_text_metrics *tm, as_error *err);

/* The box of token t inside `area` as scrolled, and the token at (x, y); -1: none. */
as_box as_target_line_box(const as_target_line *line, as_box area, int t);
int as_target_line_hit(const as_target_line *line, as_box area, float x, float y);
/* Scrolls by pixels, and so far that token t is visible. */
void as_target_line_scroll_by(as_target_line *line, as_box area, float dy);
void as_target_line_scroll_to(as_target_line *line, as_box area, int t);

/* The first n_shown tokens. */
void as_target_line_draw(as_draw_list *list, const as_target_line *line, as_box area,
                         const as_result *result, int n_shown, const as_theme *theme);
/* Token t again, marked; `hidden`: its place alone. */
void as_target_line_draw_mark(as_draw_list *list, const as_target_line *line, as_box area,
                              const as_result *result, int t, bool hidden, const as_theme *theme);

#endif
