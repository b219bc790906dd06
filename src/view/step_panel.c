#include "view/step_panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/equations.h"
#include "view/format.h"

/* What is needed to write the next line, and where it goes. */
typedef struct pen {
    as_draw_list *list;
    const as_theme *theme;
    const as_text_metrics *tm;
    as_language language;
    float x, w; /* the column being written */
    float y;    /* top of the next line */
    float z;
    float line, head; /* heights of a line and of a heading */
} pen;

/* As designed; times the zoom, and less in a low panel. */
static const float line_h = 20.5f, heading_h = 27, tab_h = 42, top_gap = 6;
static const float equations_edge = 8, part_gap = 6;
static const float least_share = 0.66f; /* of a line: the letters of two lines just do not touch */
static const float smallest_equation = 0.75f; /* of its usual size: still to be read */

static float width_of(const pen *p, as_font font, float size, const char *text)
{
    return p->tm->width(p->tm->context, font, size, text, strlen(text));
}

static as_draw *write_at(const pen *p, float x, float y, as_font font, float size, as_rgba colour,
                         const char *text)
{
    return as_draw_text(p->list, x, y, font, size, colour, text, strlen(text));
}

static void heading(pen *p, const char *text, const char *aside)
{
    const as_theme *theme = p->theme;
    float base = p->y + p->head * 2 / 3;
    as_draw *d = write_at(p, p->x, base, AS_FONT_BOLD, theme->size_small, theme->text, text);
    if (d)
        d->max_width = p->w;
    if (aside) {
        float w = width_of(p, AS_FONT_BOLD, theme->size_small, text) + 8 * p->z;
        d = write_at(p, p->x + w, base, AS_FONT_REGULAR, theme->size_small, theme->text_soft,
                     aside);
        if (d)
            d->max_width = fmaxf(p->w - w, theme->size_small);
    }
    p->y += p->head;
}

/* A label, a bar filled to `share`, a value. */
static void bar_line(pen *p, const char *label, float share, const char *value, bool marked)
{
    const as_theme *theme = p->theme;
    float size = theme->size_small, base = p->y + p->line / 2 + 4.25f * p->z;
    float label_w = 0.29f * p->w, value_w = 62 * p->z;
    as_draw *d = write_at(p, p->x, base, marked ? AS_FONT_BOLD : AS_FONT_REGULAR, size,
                          marked ? theme->mark : theme->text, label);
    if (d)
        d->max_width = label_w - 6 * p->z;
    as_box bar = {p->x + label_w, p->y + p->line / 2 - 4.75f * p->z, p->w - label_w - value_w,
                  10 * p->z};
    as_draw_rect(p->list, bar, 2 * p->z, theme->bar_ground);
    bar.w *= fminf(fmaxf(share, 0), 1);
    if (bar.w > 0)
        as_draw_rect(p->list, bar, fminf(2 * p->z, bar.w / 2), theme->accent);
    d = write_at(p, p->x + p->w, base, AS_FONT_REGULAR, size, theme->text_soft, value);
    if (d)
        d->align = AS_ALIGN_RIGHT;
    p->y += p->line;
}

static void draw_title(pen *p, const as_result *r, int t)
{
    const as_sentence *target = &r->translation->target;
    char step[64];
    snprintf(step, sizeof step, as_str(p->language, AS_STR_STEP_T), t + 1);
    const as_theme *theme = p->theme;
    float base = p->y + p->head * 2 / 3, size = theme->size_small, x = p->x;
    write_at(p, x, base, AS_FONT_BOLD, size, theme->text, step);
    x += width_of(p, AS_FONT_BOLD, size, step) + 10 * p->z;
    const char *before = t > 0 ? as_token_label(&target->tokens[t - 1]) : "<s>";
    as_draw *d = write_at(p, x, base, AS_FONT_REGULAR, size, theme->text_soft, before);
    float room = fmaxf((p->x + p->w - x) / 2, size);
    if (d)
        d->max_width = room;
    x += fminf(width_of(p, AS_FONT_REGULAR, size, before), room) + 6 * p->z;
    write_at(p, x, base, AS_FONT_REGULAR, size, theme->text_soft, "▸");
    x += width_of(p, AS_FONT_REGULAR, size, "▸") + 6 * p->z;
    d = write_at(p, x, base, AS_FONT_BOLD, size, theme->mark, as_token_label(&target->tokens[t]));
    if (d)
        d->max_width = fmaxf(p->x + p->w - x, size);
    p->y += p->head;
}

/* An equation and its number on one line. Where both are too long for it the number goes without
 * its name, then the line is set smaller: a step past t = 99 has long subscripts. */
static void draw_equation(pen *p, const as_equation *eq, float pad, bool marked)
{
    const as_theme *theme = p->theme;
    float size = theme->size_small * 0.96f, base = p->y + p->line / 2 + 4.75f * p->z;
    float room = p->w - 2 * pad, gap = eq->value[0] ? 8 * p->z : 0;
    as_font font = marked ? AS_FONT_MONO_BOLD : AS_FONT_MONO;
    const char *value = eq->value;
    float text_w = width_of(p, AS_FONT_MONO, size, eq->text);
    if (text_w + gap + width_of(p, font, size, value) > room)
        value = eq->number;
    float usual = size, taken = text_w + width_of(p, font, size, value);
    while (taken + gap > room && size > smallest_equation * usual) {
        size -= 0.05f * usual; /* by steps: hinted letters do not shrink in proportion */
        taken = width_of(p, AS_FONT_MONO, size, eq->text) + width_of(p, font, size, value);
    }
    as_draw *d = write_at(p, p->x + pad, base, AS_FONT_MONO, size, theme->text, eq->text);
    if (d)
        d->max_width = room;
    p->y += p->line;
    if (!value[0] || taken > room) /* the gap may go before the number does */
        return;
    d = write_at(p, p->x + p->w - pad, base, font, size, marked ? theme->mark : theme->text, value);
    if (d)
        d->align = AS_ALIGN_RIGHT;
}

static void draw_equations(pen *p, const as_equation *lines, int n)
{
    float pad = 10 * p->z, edge = equations_edge * p->z;
    as_box box = {p->x, p->y, p->w, (float)n * p->line + 2 * edge};
    as_draw_rect(p->list, box, p->theme->radius * 0.75f, p->theme->sunken);
    p->y += edge;
    for (int k = 0; k < n; k++)
        draw_equation(p, &lines[k], pad, lines[k].marked);
    p->y += edge + part_gap * p->z;
}

static void draw_candidates(pen *p, const as_result *r, int t, int n)
{
    const as_translation *tr = r->translation;
    char name[192], number[AS_FORMAT_MAX], sub[AS_FORMAT_MAX];
    as_format_subscript(sub, t + 1);
    snprintf(name, sizeof name, "%s P(y%s | y<%s, x)", as_str(p->language, AS_STR_NEXT_TOKEN), sub,
             sub);
    heading(p, name, NULL);
    for (int k = 0; k < n; k++) {
        size_t at = (size_t)t * (size_t)tr->n_candidates + (size_t)k;
        double P = exp((double)tr->candidates[at].logp);
        bool chosen = tr->candidates[at].id == tr->target.tokens[t].id;
        const char *value = P < 0.0005 ? "< 0.001" : as_format_fixed(number, P, 3);
        bar_line(p, r->candidates[at], (float)P, value, chosen);
    }
}

static void draw_diagnostics(pen *p, const as_result *r, int t, int i)
{
    char value[64], number[AS_FORMAT_MAX], name[64], sub[AS_FORMAT_MAX];
    heading(p, as_str(p->language, AS_STR_ROW_DIAGNOSTICS), NULL);
    float most = r->S > 1 ? log2f((float)r->S) : 1; /* the entropy of an even row */
    snprintf(value, sizeof value, "%s bit", as_format_fixed(number, (double)r->entropy[t], 2));
    bar_line(p, as_str(p->language, AS_STR_ENTROPY), r->entropy[t] / most, value, false);
    snprintf(name, sizeof name, "%s Σα%s", as_str(p->language, AS_STR_COVERAGE_SHORT),
             as_format_subscript(sub, i + 1));
    bar_line(p, name, r->coverage[i], as_format_fixed(number, (double)r->coverage[i], 2), false);
    int second = as_result_second(r, t);
    if (second < 0)
        return;
    float alpha = as_result_alpha(r, t, second);
    bar_line(p, as_str(p->language, AS_STR_NEXT_BEST), alpha,
             as_format_fixed(number, (double)alpha, 3), false);
    const char *label = as_token_label(&r->translation->source.tokens[second]);
    const char *note = as_str(p->language, AS_STR_NEXT_BEST_NOTE);
    float size = p->theme->size_small, base = p->y + p->line / 2 + 4.75f * p->z;
    write_at(p, p->x, base, AS_FONT_REGULAR, size, p->theme->text_soft, note);
    float x = p->x + width_of(p, AS_FONT_REGULAR, size, note) + 5 * p->z;
    as_draw *d = write_at(p, x, base, AS_FONT_REGULAR, size, p->theme->text, label);
    if (d)
        d->max_width = fmaxf(p->x + p->w - x, size);
}

/* What a panel has room for. */
typedef struct panel_plan {
    bool diagnostics, equations;
    int candidates;
    float share; /* of the designed heights of lines and headings */
} panel_plan;

/* How high the parts are as designed: what shrinks with the lines and what does not. */
static float flexible_height(const panel_plan *plan, int n_equations)
{
    float h = heading_h; /* the step's title */
    if (plan->equations)
        h += (float)n_equations * line_h;
    if (plan->candidates > 0)
        h += heading_h + (float)plan->candidates * line_h;
    if (plan->diagnostics)
        h += heading_h + 4 * line_h;
    return h;
}

static float fixed_height(const panel_plan *plan)
{
    float h = tab_h + top_gap + part_gap; /* the last: air at the end */
    if (plan->equations)
        h += 2 * equations_edge + part_gap;
    if (plan->diagnostics)
        h += part_gap;
    return h;
}

static bool fits(panel_plan *plan, int n_equations, float height)
{
    plan->share = fminf((height - fixed_height(plan)) / flexible_height(plan, n_equations), 1);
    return plan->share >= least_share;
}

/* All candidates are shown: first the lines move together, then the diagnostics go, then the
 * equations. Only a panel too low for even that shows the most likely ones alone. */
static panel_plan make_plan(const as_result *r, int n_equations, float height)
{
    int n_candidates = r->candidates ? r->translation->n_candidates : 0;
    panel_plan plan = {.diagnostics =
                           !r->translation->no_attention, /* they are of a row of alpha */
                       .equations = true,
                       .candidates = n_candidates < 10 ? n_candidates : 10};
    if (fits(&plan, n_equations, height))
        return plan;
    plan.diagnostics = false;
    if (fits(&plan, n_equations, height))
        return plan;
    plan.equations = false;
    while (!fits(&plan, n_equations, height) && plan.candidates > 0)
        plan.candidates--;
    plan.share = fmaxf(plan.share, least_share);
    return plan;
}

void as_step_panel_draw(as_draw_list *list, as_box box, const as_result *r, int t, int i,
                        const as_theme *theme, const as_text_metrics *tm, as_language language)
{
    float z = theme->zoom, pad = 16 * z;
    as_equation equations[AS_EQUATIONS_MAX];
    int n_equations = as_equations(equations, r, t, i);
    panel_plan plan = make_plan(r, n_equations, box.h / z);
    pen p = {.list = list,
             .theme = theme,
             .tm = tm,
             .language = language,
             .x = box.x + pad,
             .w = box.w - 2 * pad,
             .y = box.y + (tab_h + top_gap) * z,
             .z = z,
             .line = plan.share * line_h * z,
             .head = plan.share * heading_h * z};
    as_draw_clip(list, box);
    draw_title(&p, r, t);
    if (plan.equations)
        draw_equations(&p, equations, n_equations);
    if (plan.candidates > 0)
        draw_candidates(&p, r, t, plan.candidates);
    p.y += part_gap * z;
    if (plan.diagnostics)
        draw_diagnostics(&p, r, t, i);
    as_draw_clip_none(list);
}

void as_step_panel_draw_frame(as_draw_list *list, as_box box, const as_theme *theme,
                              const as_text_metrics *tm, as_language language)
{
    float z = theme->zoom, x = box.x + 16 * z, y = box.y + tab_h * z;
    const char *name = as_str(language, AS_STR_TAB_STEP);
    as_draw_rect(list, box, theme->radius, theme->surface);
    as_draw_outline(list, box, theme->radius, 1, theme->border);
    as_draw_line(list, box.x + 1, y, box.x + box.w - 1, y, 1, theme->border);
    as_draw_text(list, x, box.y + 27 * z, AS_FONT_BOLD, theme->size_body, theme->accent_text, name,
                 strlen(name));
    float w = tm->width(tm->context, AS_FONT_BOLD, theme->size_body, name, strlen(name));
    as_draw_rect(list, (as_box){x, y - 2 * z, w, 2 * z}, 0, theme->accent);
}
