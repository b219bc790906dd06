#include "view/target_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "view/forced_mark.h"
#include "view/strips.h"

static const char word_start[] = "\u2581";

void as_target_line_finish(as_target_line *line)
{
    free(line->chips);
    *line = (as_target_line){0};
}

float as_target_line_height(const as_theme *theme)
{
    return roundf(theme->size_input * 1.9f);
}

static bool starts_word(const as_token *token)
{
    return strncmp(token->piece, word_start, sizeof word_start - 1) == 0;
}

/* Where the word that begins at token t ends: the first token that follows a space. */
static int word_end(const as_sentence *target, int t)
{
    int k = t + 1;
    while (k < target->n && !target->tokens[k].special && !starts_word(&target->tokens[k]))
        k++;
    return k;
}

static bool reserve(as_target_line *line, int n, as_error *err)
{
    if (n <= line->capacity)
        return true;
    as_chip *chips = realloc(line->chips, (size_t)n * sizeof *chips);
    if (!chips)
        return as_fail_memory(err, "the translation's words");
    line->chips = chips;
    line->capacity = n;
    return true;
}

/* </s> is a row of the matrix, not a word to read; a lone space is as wide as one. */
static float text_width(const as_token *token, const as_target_line *line,
                        const as_text_metrics *tm)
{
    if (token->special)
        return 0;
    if (as_token_is_space(token))
        return line->size * 0.3f;
    const char *label = as_token_label(token);
    return tm->width(tm->context, AS_FONT_REGULAR, line->size, label, strlen(label));
}

/* Sets the pieces of one word side by side, from 0, and returns how wide it is. */
static float lay_word(as_target_line *line, const as_sentence *target, int from, int past,
                      const as_text_metrics *tm, float pad)
{
    float x = 0;
    for (int k = from; k < past; k++) {
        float w = text_width(&target->tokens[k], line, tm);
        float lead = k == from ? pad : 0;
        if (w > 0)
            w += lead + (k == past - 1 ? pad : 0);
        line->chips[k] = (as_chip){.x = x, .w = w, .lead = lead};
        x += w;
    }
    return x;
}

/* In a line of `width` what follows stands left of what is before it; the pieces of a word only
 * where the word runs that way, too. */
static void mirror(as_target_line *line, const as_sentence *target, float width)
{
    for (int t = 0, end; t < target->n; t = end) {
        end = word_end(target, t);
        const as_token *first = &target->tokens[t], *last = &target->tokens[end - 1];
        size_t stop = last->start + last->len;
        bool rtl =
            stop > first->start && as_text_is_rtl(target->text + first->start, stop - first->start);
        float from = line->chips[t].x;
        float past = line->chips[end - 1].x + line->chips[end - 1].w;
        float left = fmaxf(width - past, 0), pad = line->chips[t].lead;
        for (int k = t; k < end; k++) {
            as_chip *chip = &line->chips[k];
            chip->x = left + (rtl ? past - chip->x - chip->w : chip->x - from);
            if (rtl)
                chip->lead = k == end - 1 ? pad : 0;
        }
    }
}

bool as_target_line_layout(as_target_line *line, const as_result *result, float width,
                           const as_theme *theme, const as_text_metrics *tm, as_error *err)
{
    const as_sentence *target = &result->translation->target;
    if (!reserve(line, target->n, err))
        return false;
    line->n = target->n;
    line->size = theme->size_input;
    line->line_h = as_target_line_height(theme);
    line->ascent = tm->ascent(tm->context, AS_FONT_REGULAR, line->size);
    float pad = 2 * theme->zoom, between = 8 * theme->zoom;
    float x = 0;
    int row = 0;
    for (int t = 0; t < target->n;) {
        int end = word_end(target, t);
        float w = lay_word(line, target, t, end, tm, pad);
        if (x > 0 && x + w > width) {
            x = 0;
            row++;
        }
        for (int k = t; k < end; k++) {
            line->chips[k].x += x;
            line->chips[k].line = row;
        }
        x += w > 0 ? w + between : 0;
        t = end;
    }
    line->n_lines = row + 1;
    if (as_text_is_rtl(target->text, target->text_len))
        mirror(line, target, width);
    return true;
}

static float most_scroll(const as_target_line *line, as_box area)
{
    return fmaxf((float)line->n_lines * line->line_h - area.h, 0);
}

void as_target_line_scroll_by(as_target_line *line, as_box area, float dy)
{
    line->scroll = fmaxf(fminf(line->scroll + dy, most_scroll(line, area)), 0);
}

void as_target_line_scroll_to(as_target_line *line, as_box area, int t)
{
    float top = (float)line->chips[t].line * line->line_h;
    if (top < line->scroll)
        line->scroll = top;
    if (top + line->line_h > line->scroll + area.h)
        line->scroll = top + line->line_h - area.h;
    as_target_line_scroll_by(line, area, 0);
}

as_box as_target_line_box(const as_target_line *line, as_box area, int t)
{
    const as_chip *chip = &line->chips[t];
    return (as_box){area.x + chip->x, area.y + (float)chip->line * line->line_h - line->scroll,
                    chip->w, line->line_h - 3};
}

int as_target_line_hit(const as_target_line *line, as_box area, float x, float y)
{
    if (x < area.x || x >= area.x + area.w || y < area.y || y >= area.y + area.h)
        return -1;
    for (int t = 0; t < line->n; t++) {
        as_box b = as_target_line_box(line, area, t);
        if (x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h)
            return t;
    }
    return -1;
}

static void draw_chip(as_draw_list *list, const as_target_line *line, as_box area,
                      const as_result *result, int t, as_rgba text, const as_theme *theme)
{
    const as_translation *tr = result->translation;
    const as_token *token = &tr->target.tokens[t];
    as_box box = as_target_line_box(line, area, t);
    if (box.w <= 0 || box.y + box.h <= area.y || box.y >= area.y + area.h)
        return;
    float z = theme->zoom, under = 3 * z, lead = line->chips[t].lead;
    const char *label = as_token_is_space(token) ? "" : as_token_label(token);
    as_draw *d = as_draw_text(list, box.x + lead, box.y + 2 * z + line->ascent, AS_FONT_REGULAR,
                              line->size, text, label, strlen(label));
    if (d && box.x + box.w > area.x + area.w) /* one word longer than the line */
        d->max_width = fmaxf(area.x + area.w - box.x - lead, line->size);
    /* A hair of air between the lines under pieces of one word. */
    as_box stroke = {box.x, box.y + box.h - under, fmaxf(box.w - z, z), under};
    if (as_result_is_chosen(result, t))
        as_forced_mark_draw(list, stroke.x, stroke.y + under / 2, stroke.w, 0, under, theme);
    else
        as_draw_rect(list, stroke, 0, as_probability_colour(expf(tr->logp[t]), theme));
}

void as_target_line_draw(as_draw_list *list, const as_target_line *line, as_box area,
                         const as_result *result, int n_shown, const as_theme *theme)
{
    as_draw_clip(list, area);
    for (int t = 0; t < line->n && t < n_shown; t++) {
        bool known = result->translation->target.tokens[t].known;
        draw_chip(list, line, area, result, t, known ? theme->text : theme->error, theme);
    }
    as_draw_clip_none(list);
    float most = most_scroll(line, area);
    if (most <= 0)
        return;
    float whole = most + area.h, h = area.h * area.h / whole;
    as_draw_rect(list,
                 (as_box){area.x + area.w - 4 * theme->zoom,
                          area.y + (area.h - h) * line->scroll / most, 4 * theme->zoom, h},
                 2 * theme->zoom, theme->border_strong);
}

void as_target_line_draw_mark(as_draw_list *list, const as_target_line *line, as_box area,
                              const as_result *result, int t, bool hidden, const as_theme *theme)
{
    as_box box = as_target_line_box(line, area, t);
    if (box.w <= 0)
        return;
    as_draw_clip(list, area);
    as_draw_rect(list, box, 3 * theme->zoom, theme->mark_soft);
    if (!hidden)
        draw_chip(list, line, area, result, t, theme->text, theme);
    as_draw_clip_none(list);
}
