#include "view/step_panel.h"

#include <math.h>

#include "view/equations.h"
#include "view/step_parts.h"

/* As designed; times the zoom. */
static const float top_gap = 6, part_gap = 6, bottom_gap = 8;
static const float least_share = 0.72f; /* of a line: the letters of two lines do not touch */
enum { CANDIDATES = 10, WEIGHTS = 5 };

/* The parts from the top: of a whole step, and of a stage of it. */
static const as_step_part whole[] = {
    AS_STEP_TITLE,       AS_STEP_EQUATIONS, AS_STEP_CANDIDATES,
    AS_STEP_DIAGNOSTICS, AS_STEP_TERMS,     AS_STEP_SHARPNESS,
};
static const as_step_part staged[AS_N_STAGES][4] = {
    [AS_STAGE_QUERY] = {AS_STEP_TITLE, AS_STEP_EQUATIONS, AS_STEP_STATE, AS_STEP_SHARPNESS},
    [AS_STAGE_SCORES] = {AS_STEP_TITLE, AS_STEP_EQUATIONS, AS_STEP_TERMS, AS_STEP_SHARPNESS},
    [AS_STAGE_WEIGHTS] = {AS_STEP_TITLE, AS_STEP_EQUATIONS, AS_STEP_WEIGHTS, AS_STEP_SHARPNESS},
    [AS_STAGE_CONTEXT] = {AS_STEP_TITLE, AS_STEP_EQUATIONS, AS_STEP_WEIGHTS, AS_STEP_SHARPNESS},
    [AS_STAGE_WORD] = {AS_STEP_TITLE, AS_STEP_EQUATIONS, AS_STEP_CANDIDATES, AS_STEP_SHARPNESS},
};

static const as_step_part *parts_of(const as_step_view *what, int *n)
{
    *n = what->staged ? (int)(sizeof staged[0] / sizeof staged[0][0])
                      : (int)(sizeof whole / sizeof whole[0]);
    return what->staged ? staged[what->stage] : whole;
}

static bool has_part(const as_step_plan *plan, const as_step_view *what, as_step_part part)
{
    bool attends = !what->result->translation->no_attention;
    switch (part) {
    case AS_STEP_CANDIDATES:
        return plan->n_candidates > 0;
    case AS_STEP_DIAGNOSTICS: /* they are of a row of alpha */
    case AS_STEP_WEIGHTS:
    case AS_STEP_SHARPNESS:
        return attends;
    case AS_STEP_TERMS:
        return attends && what->terms->n > 0;
    case AS_STEP_STATE:
        return as_step_asking_state(what->result, what->t) != NULL;
    default:
        return true;
    }
}

/* Lines, headings and pixels (times the zoom) of a part. */
static void measure(const as_step_plan *plan, as_step_part part, float *lines, float *heads,
                    float *fixed)
{
    *lines = *fixed = 0;
    *heads = 1;
    switch (part) {
    case AS_STEP_TITLE:
        break;
    case AS_STEP_EQUATIONS:
        *heads = 0;
        *lines = (float)plan->n_equations;
        *fixed = 2 * AS_STEP_EQUATIONS_EDGE + part_gap;
        break;
    case AS_STEP_CANDIDATES:
        *lines = (float)plan->n_candidates;
        *fixed = (plan->word ? AS_STEP_WORD_H : 0) + part_gap;
        break;
    case AS_STEP_DIAGNOSTICS:
        *lines = 3;
        *fixed = part_gap;
        break;
    case AS_STEP_WEIGHTS:
        *lines = (float)plan->n_weights;
        *fixed = part_gap;
        break;
    case AS_STEP_STATE:
        *lines = 1;
        *fixed = AS_STEP_STATE_H + part_gap;
        break;
    case AS_STEP_TERMS:
        *lines = 1;
        *fixed = AS_STEP_TERMS_H + part_gap;
        break;
    case AS_STEP_SHARPNESS:
        *lines = 1;
        *fixed = AS_STEP_SLIDER_H;
        break;
    case AS_N_STEP_PARTS:
        break;
    }
}

static void count(as_step_plan *plan, const as_step_view *what)
{
    as_equation unused[AS_EQUATIONS_MAX];
    const as_result *r = what->result;
    plan->n_equations = as_equations(unused, r, what->t, what->i);
    int n = r->candidates ? r->translation->n_candidates : 0;
    plan->n_candidates = n < CANDIDATES ? n : CANDIDATES;
    plan->word = what->word && plan->n_candidates > 0;
    plan->n_weights = r->S < WEIGHTS ? r->S : WEIGHTS;
}

void as_step_plan_make(as_step_plan *plan, const as_step_view *what, float body_h,
                       const as_theme *theme)
{
    float z = theme->zoom, flexible = 0, fixed = top_gap + bottom_gap;
    int n;
    const as_step_part *parts = parts_of(what, &n);
    count(plan, what);
    for (int k = 0; k < n; k++) {
        float lines, heads, pixels;
        measure(plan, parts[k], &lines, &heads, &pixels);
        if (!has_part(plan, what, parts[k]))
            continue;
        flexible += lines * AS_COLUMN_LINE + heads * AS_COLUMN_HEAD;
        fixed += pixels;
    }
    float share = fmaxf(fminf((body_h / z - fixed) / flexible, 1), least_share);
    plan->line = share * AS_COLUMN_LINE * z;
    plan->head = share * AS_COLUMN_HEAD * z;
    for (int k = 0; k < AS_N_STEP_PARTS; k++)
        plan->top[k] = -1;
    float y = top_gap * z;
    for (int k = 0; k < n; k++) {
        float lines, heads, pixels;
        measure(plan, parts[k], &lines, &heads, &pixels);
        if (!has_part(plan, what, parts[k]))
            continue;
        plan->top[parts[k]] = y;
        y += lines * plan->line + heads * plan->head + pixels * z;
    }
    plan->height = y + bottom_gap * z;
}

as_box as_step_terms_box(const as_step_plan *plan, as_box column, const as_theme *theme)
{
    float top = plan->top[AS_STEP_TERMS];
    if (top < 0)
        return (as_box){column.x, column.y, 0, 0};
    return (as_box){column.x, column.y + top + plan->head, column.w, AS_STEP_TERMS_H * theme->zoom};
}

as_box as_step_sharpness_box(const as_step_plan *plan, as_box column, const as_theme *theme)
{
    float top = plan->top[AS_STEP_SHARPNESS];
    if (top < 0)
        return (as_box){column.x, column.y, 0, 0};
    return (as_box){column.x, column.y + top + plan->head, column.w,
                    AS_STEP_SLIDER_H * theme->zoom};
}

as_box as_step_candidates_box(const as_step_plan *plan, as_box column, const as_theme *theme)
{
    (void)theme;
    float top = plan->top[AS_STEP_CANDIDATES];
    if (top < 0)
        return (as_box){column.x, column.y, 0, 0};
    return (as_box){column.x, column.y + top + plan->head, column.w,
                    (float)plan->n_candidates * plan->line};
}

as_box as_step_word_box(const as_step_plan *plan, as_box column, const as_theme *theme)
{
    as_box list = as_step_candidates_box(plan, column, theme);
    if (list.w <= 0 || !plan->word)
        return (as_box){column.x, column.y, 0, 0};
    float z = theme->zoom;
    return (as_box){column.x, list.y + list.h + 3 * z, column.w, (AS_STEP_WORD_H - 6) * z};
}

int as_step_candidate_at(const as_step_plan *plan, as_box column, float x, float y)
{
    float top = plan->top[AS_STEP_CANDIDATES];
    if (top < 0 || x < column.x || x >= column.x + column.w)
        return -1;
    int k = (int)floorf((y - column.y - top - plan->head) / plan->line);
    return k >= 0 && k < plan->n_candidates ? k : -1;
}

void as_step_panel_draw(const as_pen *pen, const as_step_plan *plan, const as_step_view *what,
                        as_box column, bool hot)
{
    for (int part = 0; part < AS_N_STEP_PARTS; part++) {
        if (plan->top[part] < 0)
            continue;
        as_column c = {.pen = *pen,
                       .x = column.x,
                       .w = column.w,
                       .y = column.y + plan->top[part],
                       .line = plan->line,
                       .head = plan->head};
        switch ((as_step_part)part) {
        case AS_STEP_TITLE:
            as_step_draw_title(&c, what);
            break;
        case AS_STEP_EQUATIONS:
            as_step_draw_equations(&c, what, plan->n_equations);
            break;
        case AS_STEP_CANDIDATES:
            as_step_draw_candidates(&c, what, plan->n_candidates);
            break;
        case AS_STEP_DIAGNOSTICS:
            as_step_draw_diagnostics(&c, what);
            break;
        case AS_STEP_WEIGHTS:
            as_step_draw_weights(&c, what, plan->n_weights);
            break;
        case AS_STEP_STATE:
            as_step_draw_state(&c, what);
            break;
        case AS_STEP_TERMS:
            as_step_draw_terms(&c, what);
            break;
        case AS_STEP_SHARPNESS:
            as_step_draw_sharpness(&c, what, hot);
            break;
        case AS_N_STEP_PARTS:
            break;
        }
    }
}
