#include "view/step_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/score.h"
#include "view/equations.h"
#include "view/format.h"
#include "view/sharpness.h"
#include "view/slider.h"

static const float smallest_equation = 0.75f; /* of its usual size: still to be read */

/* Is the word still to come? */
static bool is_hidden(const as_step_view *what)
{
    return what->staged && what->stage != AS_STAGE_WORD;
}

void as_step_draw_title(as_column *c, const as_step_view *what)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    const as_sentence *target = &what->result->translation->target;
    char step[64];
    snprintf(step, sizeof step, as_str(pen->language, AS_STR_STEP_T), what->t + 1);
    float z = theme->zoom, base = c->y + c->head * 2 / 3, size = theme->size_small, x = c->x;
    as_pen_text(pen, x, base, AS_FONT_BOLD, size, theme->text, 0, step);
    x += as_pen_width(pen, AS_FONT_BOLD, size, step) + 10 * z;
    const char *before = what->t > 0 ? as_token_label(&target->tokens[what->t - 1]) : "<s>";
    float room = fmaxf((c->x + c->w - x) / 2, size);
    as_pen_text(pen, x, base, AS_FONT_REGULAR, size, theme->text_soft, room, before);
    x += fminf(as_pen_width(pen, AS_FONT_REGULAR, size, before), room) + 6 * z;
    as_pen_text(pen, x, base, AS_FONT_REGULAR, size, theme->text_soft, 0, "▸");
    x += as_pen_width(pen, AS_FONT_REGULAR, size, "▸") + 6 * z;
    as_pen_text(pen, x, base, AS_FONT_BOLD, size, theme->mark, fmaxf(c->x + c->w - x, size),
                is_hidden(what) ? "…" : as_token_label(&target->tokens[what->t]));
    c->y += c->head;
}

/* ---- equations ---- */

/* An equation and its number on one line. Where both are too long for it the number goes without
 * its name, then the line is set smaller: a step past t = 99 has long subscripts. */
static void draw_equation(as_column *c, const as_equation *eq, float pad, bool marked, bool faint)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    float z = theme->zoom, size = theme->size_small * 0.96f, base = c->y + c->line / 2 + 4.75f * z;
    float room = c->w - 2 * pad, gap = eq->value[0] ? 8 * z : 0;
    as_font font = marked ? AS_FONT_MONO_BOLD : AS_FONT_MONO;
    as_rgba colour = marked ? theme->mark : faint ? theme->text_faint : theme->text;
    const char *value = eq->value;
    float text_w = as_pen_width(pen, AS_FONT_MONO, size, eq->text);
    if (text_w + gap + as_pen_width(pen, font, size, value) > room)
        value = eq->number;
    float usual = size, taken = text_w + as_pen_width(pen, font, size, value);
    while (taken + gap > room && size > smallest_equation * usual) {
        size -= 0.05f * usual; /* by steps: hinted letters do not shrink in proportion */
        taken =
            as_pen_width(pen, AS_FONT_MONO, size, eq->text) + as_pen_width(pen, font, size, value);
    }
    as_pen_text(pen, c->x + pad, base, AS_FONT_MONO, size, faint ? colour : theme->text, room,
                eq->text);
    c->y += c->line;
    if (value[0] && taken <= room) /* the gap may go before the number does */
        as_pen_text_right(pen, c->x + c->w - pad, base, font, size, colour, 0, value);
}

void as_step_draw_equations(as_column *c, const as_step_view *what, int n)
{
    const as_theme *theme = c->pen.theme;
    float z = theme->zoom, edge = AS_STEP_EQUATIONS_EDGE * z;
    as_equation lines[AS_EQUATIONS_MAX];
    as_equations(lines, what->result, what->t, what->i);
    as_box box = {c->x, c->y, c->w, (float)n * c->line + 2 * edge};
    as_draw_rect(c->pen.list, box, theme->radius * 0.75f, theme->sunken);
    c->y += edge;
    for (int k = 0; k < n; k++) {
        bool now = what->staged && lines[k].stage == what->stage;
        bool later = what->staged && lines[k].stage > what->stage;
        if (later)
            lines[k].value[0] = lines[k].number[0] = '\0';
        draw_equation(c, &lines[k], 10 * z, what->staged ? now : lines[k].marked,
                      what->staged && !now);
    }
}

/* ---- candidates, diagnostics, weights ---- */

/* Behind a line that would be taken. */
static void draw_ground(const as_column *c)
{
    float z = c->pen.theme->zoom;
    as_draw_rect(c->pen.list, (as_box){c->x - 4 * z, c->y, c->w + 8 * z, c->line}, 4 * z,
                 c->pen.theme->mark_soft);
}

/* Where a word that is no candidate is typed. */
static void draw_word(as_column *c, const as_step_view *what)
{
    const as_theme *theme = c->pen.theme;
    float z = theme->zoom;
    as_box frame = {c->x, c->y + 3 * z, c->w, (AS_STEP_WORD_H - 6) * z};
    as_draw_rect(c->pen.list, frame, theme->radius * 0.75f, theme->surface);
    as_draw_outline(c->pen.list, frame, theme->radius * 0.75f, what->typing ? 2 : 1,
                    what->typing ? theme->accent : theme->border_strong);
    as_field_draw(c->pen.list, what->word, as_str(c->pen.language, AS_STR_OTHER_WORD), theme,
                  c->pen.tm);
    c->y += AS_STEP_WORD_H * z;
}

void as_step_draw_candidates(as_column *c, const as_step_view *what, int n)
{
    const as_translation *tr = what->result->translation;
    int t = what->t;
    char name[192], number[AS_FORMAT_MAX], sub[AS_FORMAT_MAX];
    as_format_subscript(sub, t + 1);
    snprintf(name, sizeof name, "%s P(y%s | y<%s, x)", as_str(c->pen.language, AS_STR_NEXT_TOKEN),
             sub, sub);
    as_column_heading(c, name, what->word ? as_str(c->pen.language, AS_STR_CLICK_BRANCHES) : NULL);
    for (int k = 0; k < n; k++) {
        if (k == what->candidate)
            draw_ground(c);
        size_t at = (size_t)t * (size_t)tr->n_candidates + (size_t)k;
        double P = exp((double)tr->candidates[at].logp);
        bool chosen = tr->candidates[at].id == tr->target.tokens[t].id;
        as_column_bar(c, what->result->candidates[at], (float)P, as_format_share(number, P, 3),
                      chosen);
    }
    if (what->word)
        draw_word(c, what);
}

void as_step_draw_diagnostics(as_column *c, const as_step_view *what)
{
    const as_result *r = what->result;
    int t = what->t, i = what->i;
    as_language language = c->pen.language;
    char value[64], number[AS_FORMAT_MAX], name[64], sub[AS_FORMAT_MAX];
    as_column_heading(c, as_str(language, AS_STR_ROW_DIAGNOSTICS), NULL);
    float most = r->S > 1 ? log2f((float)r->S) : 1; /* the entropy of an even row */
    snprintf(value, sizeof value, "%s bit", as_format_fixed(number, (double)r->entropy[t], 2));
    as_column_bar(c, as_str(language, AS_STR_ENTROPY), r->entropy[t] / most, value, false);
    snprintf(name, sizeof name, "%s Σα%s", as_str(language, AS_STR_COVERAGE_SHORT),
             as_format_subscript(sub, i + 1));
    as_column_bar(c, name, r->coverage[i], as_format_fixed(number, (double)r->coverage[i], 2),
                  false);
    int second = as_result_second(r, t);
    if (second < 0)
        return;
    float alpha = as_result_alpha(r, t, second);
    char next[128], label[100];
    as_format_cut(label, sizeof label, as_token_label(&r->translation->source.tokens[second]));
    snprintf(next, sizeof next, "%s %s", as_str(language, AS_STR_NEXT_BEST), label);
    as_column_bar(c, next, alpha, as_format_share(number, (double)alpha, 3), false);
}

/* The position of the rank-th largest weight of a row, from 1. */
static int position_of_rank(const as_result *r, int t, int rank)
{
    int i = 0;
    while (i + 1 < r->S && as_result_rank(r, t, i) != rank)
        i++;
    return i;
}

void as_step_draw_weights(as_column *c, const as_step_view *what, int n)
{
    const as_result *r = what->result;
    char name[96], number[AS_FORMAT_MAX], sub[AS_FORMAT_MAX];
    snprintf(name, sizeof name, as_str(c->pen.language, AS_STR_GOES_INTO),
             as_format_subscript(sub, what->t + 1));
    as_column_heading(c, name, NULL);
    bool all = r->S <= n;
    double rest = 1;
    for (int rank = 1; rank <= (all ? n : n - 1); rank++) {
        int i = position_of_rank(r, what->t, rank);
        float alpha = as_result_alpha(r, what->t, i);
        rest -= (double)alpha;
        as_column_bar(c, as_token_label(&r->translation->source.tokens[i]), alpha,
                      as_format_share(number, (double)alpha, 4), i == what->i);
    }
    if (all)
        return;
    snprintf(name, sizeof name, as_str(c->pen.language, AS_STR_OTHERS), r->S - n + 1);
    as_column_bar(c, name, (float)rest, as_format_share(number, rest, 4), false);
}

/* ---- the state that asks ---- */

const float *as_step_asking_state(const as_result *r, int t)
{
    if (!r->translation->s || !r->has_config || r->config.query == AS_QUERY_HALF)
        return NULL; /* s' is not kept */
    int place = r->config.query == AS_QUERY_CURRENT ? t + 1 : t;
    return r->translation->s + (size_t)place * (size_t)r->config.D;
}

static as_rgba mixed(as_rgba a, as_rgba b, float share)
{
    return (as_rgba){(uint8_t)lrintf((float)a.r + ((float)b.r - (float)a.r) * share),
                     (uint8_t)lrintf((float)a.g + ((float)b.g - (float)a.g) * share),
                     (uint8_t)lrintf((float)a.b + ((float)b.b - (float)a.b) * share), 255};
}

/* The numbers of s as cells, row by row: a state is a long list of numbers and no more. */
static void draw_numbers(as_column *c, const float *s, int D)
{
    enum { COLUMNS = 64 };
    const as_theme *theme = c->pen.theme;
    int columns = D < COLUMNS ? D : COLUMNS, rows = (D + columns - 1) / columns;
    float h = AS_STEP_STATE_H * theme->zoom;
    as_rgba *cells = as_draw_cells(c->pen.list, (as_box){c->x, c->y, c->w, h}, rows, columns,
                                   rows <= 8 ? 1 : 0, theme->surface);
    for (int k = 0; cells && k < rows * columns; k++) {
        float x = k < D ? fminf(fmaxf(s[k], -1), 1) : 0; /* a GRU's state lies between -1 and 1 */
        cells[k] = mixed(theme->bar_ground, x < 0 ? theme->fair : theme->accent, fabsf(x));
    }
    c->y += h;
}

void as_step_draw_state(as_column *c, const as_step_view *what)
{
    const as_result *r = what->result;
    const float *s = as_step_asking_state(r, what->t);
    int D = r->config.D, place = r->config.query == AS_QUERY_CURRENT ? what->t + 1 : what->t;
    char name[96], aside[128], number[AS_FORMAT_MAX], sub[AS_FORMAT_MAX];
    double sum = 0;
    for (int k = 0; k < D; k++)
        sum += (double)s[k] * (double)s[k];
    as_format_subscript(sub, place);
    snprintf(name, sizeof name, as_str(c->pen.language, AS_STR_STATE_ASKS), sub);
    snprintf(aside, sizeof aside, as_str(c->pen.language, AS_STR_STATE_NUMBERS), D, sub,
             as_format_fixed(number, sqrt(sum), 2));
    as_column_heading(c, name, aside);
    draw_numbers(c, s, D);
    as_column_note(c, as_str(c->pen.language, AS_STR_STATE_COLOURS), NULL);
}

/* ---- a score taken apart ---- */

void as_step_draw_terms(as_column *c, const as_step_view *what)
{
    const as_terms *terms = what->terms;
    const as_result *r = what->result;
    as_language language = c->pen.language;
    char name[2 * AS_FORMAT_MAX + 4], aside[160], left[200], t[AS_FORMAT_MAX], i[AS_FORMAT_MAX];
    char up[AS_FORMAT_MAX], down[AS_FORMAT_MAX], number[AS_FORMAT_MAX];
    char right[200];
    snprintf(name, sizeof name, "e%s,%s", as_format_subscript(t, what->t + 1),
             as_format_subscript(i, what->i + 1));
    snprintf(left, sizeof left, as_str(language, AS_STR_TERMS_TITLE), name);
    snprintf(aside, sizeof aside, as_str(language, AS_STR_TERMS_COUNT), terms->n,
             r->trace->score->term);
    as_column_heading(c, left, aside);
    as_box box = {c->x, c->y, c->w, AS_STEP_TERMS_H * c->pen.theme->zoom};
    as_terms_draw(&c->pen, terms, box, what->term);
    c->y += box.h;
    if (what->term >= 0 && what->term < terms->n) {
        snprintf(left, sizeof left, as_str(language, AS_STR_TERM_AT), terms->place[what->term] + 1,
                 what->term + 1, terms->n);
        as_column_ends(c, left, as_format_fixed(number, (double)terms->value[what->term], 4));
        return;
    }
    snprintf(left, sizeof left, as_str(language, AS_STR_TERMS_SUMS),
             as_format_fixed(up, terms->up, 3), as_format_fixed(down, terms->down, 3));
    size_t at = (size_t)what->t * (size_t)r->S + (size_t)what->i;
    snprintf(right, sizeof right, "%s = %s", name,
             as_format_fixed(number, (double)r->translation->energy[at], 3));
    as_column_ends(c, left, right);
}

/* ---- sharpness ---- */

void as_step_draw_sharpness(as_column *c, const as_step_view *what, bool hot)
{
    const as_theme *theme = c->pen.theme;
    as_language language = c->pen.language;
    char value[64], number[AS_FORMAT_MAX];
    as_column_heading(c, as_str(language, AS_STR_SHARPNESS), "α ∝ exp(e/τ)");
    as_slider slider = {.box = {c->x, c->y, c->w, AS_STEP_SLIDER_H * theme->zoom},
                        .n = AS_SHARPNESS_PLACES,
                        .at = what->sharpness,
                        .page = AS_SHARPNESS_TRAINED};
    as_slider_draw(c->pen.list, &slider, hot, theme);
    c->y += slider.box.h;
    snprintf(value, sizeof value, "τ = %s",
             as_format_fixed(number, as_sharpness_tau(what->sharpness), 2));
    as_string says = what->sharpness < AS_SHARPNESS_TRAINED   ? AS_STR_SHARPER
                     : what->sharpness > AS_SHARPNESS_TRAINED ? AS_STR_FLATTER
                                                              : AS_STR_AS_TRAINED;
    as_column_note(c, value, as_str(language, says));
}
