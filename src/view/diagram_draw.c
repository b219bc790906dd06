#include "view/diagram_draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/diagram_parts.h"
#include "view/format.h"

static as_rgba faded(as_rgba colour, float share)
{
    colour.a = (uint8_t)lrintf(255 * fminf(fmaxf(share, 0), 1));
    return colour;
}

typedef struct point {
    float x, y;
} point;

static point middle_of(as_box b)
{
    return (point){b.x + b.w / 2, b.y + b.h / 2};
}

static point between(point a, point b, float share)
{
    return (point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/* From 0 to 1 while the progress goes from `from` to `to`. */
static float part_of(float progress, float from, float to)
{
    return fminf(fmaxf((progress - from) / (to - from), 0), 1);
}

/* ---- lines ---- */

/* Where the way from the middle of a box to `to` leaves the box. */
static point edge_towards(as_box box, point to)
{
    point from = middle_of(box);
    float dx = to.x - from.x, dy = to.y - from.y;
    float sx = dx != 0 ? box.w / 2 / fabsf(dx) : INFINITY;
    float sy = dy != 0 ? box.h / 2 / fabsf(dy) : INFINITY;
    float share = fminf(fminf(sx, sy), 1);
    return (point){from.x + dx * share, from.y + dy * share};
}

/* As far as `share` of the way; the head comes with the end. */
static void draw_arrow(const as_picture *p, as_box from, as_box to, float share, as_rgba colour)
{
    float z = p->pen->theme->zoom, head = 8 * z;
    point a = edge_towards(from, middle_of(to)), b = edge_towards(to, middle_of(from));
    point tip = between(a, b, share);
    float dx = b.x - a.x, dy = b.y - a.y, length = sqrtf(dx * dx + dy * dy);
    as_draw_line(p->pen->list, a.x, a.y, tip.x, tip.y, 1.5f * z, colour);
    if (share < 1 || length < head)
        return;
    dx *= head / length;
    dy *= head / length;
    for (int side = -1; side <= 1; side += 2) {
        float x = tip.x - dx + (float)side * 0.45f * dy, y = tip.y - dy - (float)side * 0.45f * dx;
        as_draw_line(p->pen->list, tip.x, tip.y, x, y, 1.5f * z, colour);
    }
}

static void draw_arrows(const as_picture *p)
{
    const as_wiring *w = &p->d->wiring;
    const as_theme *theme = p->pen->theme;
    for (int k = 0; k < w->n_arrows; k++) {
        as_node from = w->arrows[k].from, to = w->arrows[k].to;
        as_part_state state = as_picture_state(p, to);
        bool now = state == AS_PART_MADE && as_picture_makes(p, to);
        /* Into the state first, then into the word. */
        float share = 1;
        if (now)
            share = to == AS_NODE_Y ? part_of(p->scene->progress, 0.4f, 0.8f)
                                    : part_of(p->scene->progress, 0, 0.4f);
        as_rgba colour = now                      ? theme->mark
                         : state == AS_PART_LATER ? theme->border
                                                  : theme->border_strong;
        if (share > 0)
            draw_arrow(p, p->d->nodes[from], p->d->nodes[to], share, colour);
    }
}

static float alpha_of(const as_picture *p, int i)
{
    return as_result_alpha(p->scene->result, p->scene->t, i);
}

static float energy_of(const as_picture *p, int i)
{
    size_t at = (size_t)p->scene->t * (size_t)p->d->S + (size_t)i;
    return p->scene->result->translation->energy[at];
}

/* A way as far as `share` of it. */
static void draw_part(const as_picture *p, as_box way, float share, float width, as_rgba colour)
{
    as_draw_line(p->pen->list, way.x, way.y, way.x + way.w * share, way.y + way.h * share, width,
                 colour);
}

/* From the state that asks to every h_i. */
static void draw_query(const as_picture *p)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    bool made = d->wiring.made[d->wiring.asks] != AS_N_STAGES;
    float share = part_of(p->scene->progress, made ? 0.5f : 0, 1), strength = 0.7f;
    if (!d->wiring.attends || p->scene->stage > AS_STAGE_SCORES)
        return;
    if (p->scene->stage == AS_STAGE_SCORES) {
        share = 1;
        strength = 0.18f;
    }
    for (int i = d->first; share > 0 && i < d->first + d->n; i++)
        draw_part(p, as_diagram_query_way(d, i), share, theme->zoom, faded(theme->mark, strength));
}

/* The weighted sum: from every column to c, as thick as its weight. */
static void draw_flow(const as_picture *p)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    if (!d->wiring.attends || p->scene->stage < AS_STAGE_CONTEXT)
        return;
    bool now = p->scene->stage == AS_STAGE_CONTEXT;
    float share = now ? p->scene->progress : 1;
    for (int i = d->first; share > 0 && i < d->first + d->n; i++) {
        float alpha = alpha_of(p, i);
        float width = fmaxf(alpha * 0.9f * d->size, theme->zoom);
        as_rgba colour = alpha < 0.01f ? theme->border
                                       : faded(theme->accent, (now ? 0.35f : 0.15f) + 0.5f * alpha);
        draw_part(p, as_diagram_flow_way(d, i), share, width, colour);
    }
}

/* ---- columns ---- */

static void draw_word(const as_picture *p, int i)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    const as_token *token = &p->scene->result->translation->source.tokens[i];
    bool marked = i == p->scene->i, up = d->staggered && i % 2 == 0;
    as_rgba colour = marked           ? theme->mark
                     : !token->known  ? theme->error
                     : token->special ? theme->text_faint
                                      : theme->text;
    float room = (d->staggered ? 2 : 1) * d->column_w - 0.4f * d->size;
    as_pen_text_centred(p->pen, as_diagram_column_x(d, i), d->words_y - (up ? d->word_h : 0),
                        marked ? AS_FONT_BOLD : AS_FONT_REGULAR, d->size, colour,
                        fmaxf(room, d->size), as_token_label(token));
}

static void draw_annotation(const as_picture *p, int i)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    float w = fmaxf(fminf(d->column_w - 0.3f * d->size, 3.2f * d->size), 0), z = theme->zoom;
    as_box box = {as_diagram_column_x(d, i) - w / 2, d->h_y, w, d->h_h};
    bool compared = p->scene->stage == AS_STAGE_SCORES;
    bool summed = p->scene->stage == AS_STAGE_CONTEXT && alpha_of(p, i) >= 0.05f;
    char name[AS_FORMAT_MAX + 2], sub[AS_FORMAT_MAX];
    snprintf(name, sizeof name, "h%s", as_format_subscript(sub, i + 1));
    as_draw_rect(p->pen->list, box, 4 * z, theme->bar_ground);
    as_draw_outline(p->pen->list, box, 4 * z, (compared || summed ? 1.5f : 1) * z,
                    compared || summed ? theme->mark : theme->border);
    float size = 0.9f * d->size;
    as_pen_text_centred(p->pen, box.x + box.w / 2, box.y + box.h / 2 + as_pen_drop(p->pen, size),
                        AS_FONT_REGULAR, size, compared ? theme->mark : theme->text_soft,
                        fmaxf(box.w - 2 * z, size), name);
}

/* The scale of a row's scores: they hang from or stand on a line of 0. */
typedef struct score_scale {
    float zero_y, per_unit; /* pixels */
} score_scale;

static score_scale scale_of(const as_picture *p)
{
    float high = 0, low = 0;
    for (int i = 0; i < p->d->S; i++) {
        high = fmaxf(high, energy_of(p, i));
        low = fminf(low, energy_of(p, i));
    }
    float per_unit = high > low ? p->d->bars.h / (high - low) : 0;
    return (score_scale){p->d->bars.y + high * per_unit, per_unit};
}

/* Is a weight so small that its number is nought? */
static bool is_nought(const as_picture *p, int i)
{
    char number[AS_FORMAT_MAX];
    return as_format_is_nought(as_format_fixed(number, (double)alpha_of(p, i), 2));
}

/* A bar of e grows from 0; then its ends move to those of alpha, which stands on the ground. */
static void draw_bar(const as_picture *p, const score_scale *scale, int i)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    float e_end = scale->zero_y - energy_of(p, i) * scale->per_unit;
    float ground = d->bars.y + d->bars.h, alpha_end = ground - alpha_of(p, i) * d->bars.h;
    float from = scale->zero_y, to = e_end, turned = 1;
    if (p->scene->stage == AS_STAGE_SCORES) {
        to = from + (e_end - from) * p->scene->progress;
        turned = 0;
    } else {
        turned = p->scene->stage == AS_STAGE_WEIGHTS ? p->scene->progress : 1;
        from += (ground - from) * turned;
        to += (alpha_end - to) * turned;
    }
    bool as_it_is = turned > 0.5f && is_nought(p, i); /* it is to go */
    float least = as_it_is ? 0 : 1.5f * theme->zoom, w = fminf(0.44f * d->column_w, 2 * d->size);
    as_box bar = {as_diagram_column_x(d, i) - w / 2, fminf(from, to), w, fabsf(to - from)};
    if (turned >= 1 && as_it_is)
        return;
    if (bar.h < least) {
        bar.y = from <= to ? from : from - least;
        bar.h = least;
    }
    as_draw_rect(p->pen->list, bar, 0, turned < 0.5f ? faded(theme->accent, 0.55f) : theme->accent);
}

static void draw_number(const as_picture *p, int i, bool of_alpha)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    float x = of_alpha ? alpha_of(p, i) : energy_of(p, i), size = 0.85f * d->size;
    bool marked = i == p->scene->i;
    char number[AS_FORMAT_MAX];
    int decimals = of_alpha || d->column_w > 4 * d->size ? 2 : 1;
    as_format_fixed(number, (double)x, decimals);
    as_pen_text_centred(p->pen, as_diagram_column_x(d, i), d->values_y,
                        marked ? AS_FONT_BOLD : AS_FONT_REGULAR, size,
                        marked ? theme->mark : theme->text_soft, 0,
                        of_alpha && is_nought(p, i) ? "0" : number);
}

/* What the columns that are scrolled away add up to. */
static void draw_elsewhere(const as_picture *p, bool right)
{
    const as_diagram *d = p->d;
    int from = right ? d->first + d->n : 0, past = right ? d->S : d->first;
    if (from >= past)
        return;
    double sum = 0;
    for (int i = from; i < past; i++)
        sum += (double)alpha_of(p, i);
    char text[2 * AS_FORMAT_MAX], number[AS_FORMAT_MAX];
    as_format_fixed(number, sum, 2);
    snprintf(text, sizeof text, right ? "%d ▸" : "◂ %d", past - from);
    float size = 0.8f * d->size, x = right ? d->area.x + d->area.w : d->area.x;
    as_rgba colour = p->pen->theme->text_soft;
    as_draw *(*write)(const as_pen *, float, float, as_font, float, as_rgba, float, const char *) =
        right ? as_pen_text_right : as_pen_text;
    write(p->pen, x, d->h_y + d->h_h * 0.65f, AS_FONT_REGULAR, size, colour, 0, text);
    if (p->scene->stage >= AS_STAGE_WEIGHTS)
        write(p->pen, x, d->bars.y + d->bars.h, AS_FONT_REGULAR, size, colour, 0, number);
}

static void draw_columns(const as_picture *p)
{
    const as_diagram *d = p->d;
    const as_theme *theme = p->pen->theme;
    as_stage stage = p->scene->stage;
    bool bars = d->wiring.attends && stage >= AS_STAGE_SCORES;
    bool of_alpha =
        stage > AS_STAGE_WEIGHTS || (stage == AS_STAGE_WEIGHTS && p->scene->progress >= 0.5f);
    score_scale scale = {0, 0};
    if (bars) {
        scale = scale_of(p);
        float line = of_alpha ? d->bars.y + d->bars.h : scale.zero_y;
        as_draw_line(p->pen->list, d->bars.x, line, d->bars.x + d->bars.w, line, theme->zoom,
                     theme->border);
        char name[AS_FORMAT_MAX + 4];
        snprintf(name, sizeof name, "%s%s", of_alpha ? "α" : "e", p->t);
        as_pen_text(p->pen, d->area.x, d->values_y, AS_FONT_BOLD, 0.9f * d->size, theme->text, 0,
                    name);
    }
    for (int i = d->first; i < d->first + d->n; i++) {
        draw_word(p, i);
        draw_annotation(p, i);
        if (bars) {
            draw_bar(p, &scale, i);
            draw_number(p, i, of_alpha);
        }
    }
    if (d->wiring.attends) {
        draw_elsewhere(p, false);
        draw_elsewhere(p, true);
    }
}

void as_diagram_draw(const as_pen *pen, const as_diagram *d, const as_scene *scene)
{
    as_picture p = {.pen = pen, .d = d, .scene = scene};
    as_format_subscript(p.t, scene->t + 1);
    as_format_subscript(p.before, scene->t);
    as_draw_clip(pen->list, d->area);
    draw_query(&p);
    draw_flow(&p);
    draw_arrows(&p);
    for (int node = 0; node < AS_N_NODES; node++)
        if (d->wiring.has[node])
            as_picture_draw_node(&p, (as_node)node);
    draw_columns(&p);
    if (!d->wiring.attends)
        as_pen_text_centred(pen, d->area.x + d->area.w / 2, d->bars.y + d->bars.h / 2, AS_FONT_BOLD,
                            d->size, pen->theme->text_soft, d->area.w,
                            as_str(pen->language, AS_STR_NO_ATTENTION));
    as_draw_clip_none(pen->list);
}
