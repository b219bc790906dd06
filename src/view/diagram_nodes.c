/* The boxes of a step's diagram: how far each is, what stands in it, and the stage's sentence. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/diagram_parts.h"
#include "view/equations.h"

/* The state that asks is made in the first stage, or given; then the stage only shows it. */
bool as_picture_makes(const as_picture *p, as_node node)
{
    const as_wiring *w = &p->d->wiring;
    bool given = w->made[node] == AS_N_STAGES;
    if (given && node == w->asks && w->attends)
        return p->scene->stage == AS_STAGE_QUERY;
    return !given && w->made[node] == p->scene->stage;
}

as_part_state as_picture_state(const as_picture *p, as_node node)
{
    const as_wiring *w = &p->d->wiring;
    as_stage stage = p->scene->stage;
    if (as_picture_makes(p, node))
        return AS_PART_MADE;
    if (w->made[node] != AS_N_STAGES && w->made[node] > stage)
        return AS_PART_LATER;
    if (node == w->asks && stage == AS_STAGE_SCORES)
        return AS_PART_USED;
    for (int k = 0; k < w->n_arrows; k++)
        if (w->arrows[k].from == node && as_picture_makes(p, w->arrows[k].to))
            return AS_PART_USED;
    return AS_PART_PLAIN;
}

typedef struct node_text {
    char whole[192], brief[64]; /* whichever has room */
    char note[96];              /* a second, smaller line; "" */
    bool bold;
} node_text;

/* The equation that makes a node, as the panel has it: "s₅ = …". */
static void copy_equation(const as_picture *p, const char *letter, const char *place,
                          node_text *out)
{
    as_equation lines[AS_EQUATIONS_MAX];
    char start[AS_FORMAT_MAX + 8];
    int n = as_equations(lines, p->scene->result, p->scene->t, 0);
    int len = snprintf(start, sizeof start, "%s%s  ", letter, place);
    snprintf(out->whole, sizeof out->whole, "%s%s", letter, place);
    for (int k = 0; k < n; k++)
        if (strncmp(lines[k].text, start, (size_t)len) == 0)
            snprintf(out->whole, sizeof out->whole, "%s%s %.128s", letter, place,
                     lines[k].text + len);
}

static void write_word(const as_picture *p, node_text *out)
{
    const as_translation *tr = p->scene->result->translation;
    char label[100], number[AS_FORMAT_MAX];
    if (p->scene->stage == AS_STAGE_WORD && p->scene->progress >= 0.8f) {
        as_format_cut(label, sizeof label, as_token_label(&tr->target.tokens[p->scene->t]));
        snprintf(out->whole, sizeof out->whole, "y%s = %s", p->t, label);
        as_format_share(number, exp((double)tr->logp[p->scene->t]), 3);
        snprintf(out->note, sizeof out->note, "P %s%s", as_format_equals(number), number);
        out->bold = true;
        return;
    }
    copy_equation(p, "y", p->t, out);
    snprintf(out->brief, sizeof out->brief, "y%s", p->t);
}

static void write_state(const as_picture *p, node_text *out)
{
    const as_trace *trace = p->scene->result->trace;
    int t = p->scene->t;
    copy_equation(p, "s", p->t, out);
    snprintf(out->brief, sizeof out->brief, "s%s", p->t);
    char r[AS_FORMAT_MAX], z[AS_FORMAT_MAX];
    if (trace && as_picture_makes(p, AS_NODE_S))
        snprintf(out->note, sizeof out->note, "r̄ %s  z̄ %s",
                 as_format_fixed(r, (double)trace->r[t], 2),
                 as_format_fixed(z, (double)trace->z[t], 2));
}

static void write_node(const as_picture *p, as_node node, node_text *out)
{
    const as_result *r = p->scene->result;
    int t = p->scene->t;
    char label[100], number[AS_FORMAT_MAX];
    *out = (node_text){0};
    switch (node) {
    case AS_NODE_Y_BEFORE:
        as_format_cut(label, sizeof label,
                      t > 0 ? as_token_label(&r->translation->target.tokens[t - 1]) : "<s>");
        snprintf(out->whole, sizeof out->whole, "y%s = %s", p->before, label);
        snprintf(out->brief, sizeof out->brief, "%.40s", label);
        break;
    case AS_NODE_S_BEFORE:
        snprintf(out->whole, sizeof out->whole, "s%s", p->before);
        break;
    case AS_NODE_C_BEFORE:
        snprintf(out->whole, sizeof out->whole, "%s%s%s",
                 r->has_config && r->config.feed == AS_FEED_READOUT ? "r" : "c", p->before,
                 t > 0 ? "" : " = 0");
        break;
    case AS_NODE_HALF:
        copy_equation(p, "s′", p->t, out);
        snprintf(out->brief, sizeof out->brief, "s′%s", p->t);
        break;
    case AS_NODE_C:
        snprintf(out->whole, sizeof out->whole, "c%s", p->t);
        if (r->context_norm && p->scene->stage >= p->d->wiring.made[node])
            snprintf(out->note, sizeof out->note, "‖c%s‖ = %s", p->t,
                     as_format_fixed(number, (double)r->context_norm[t], 2));
        break;
    case AS_NODE_S:
        write_state(p, out);
        break;
    case AS_NODE_Y:
        write_word(p, out);
        break;
    case AS_N_NODES:
        break;
    }
}

void as_picture_draw_node(const as_picture *p, as_node node)
{
    const as_theme *theme = p->pen->theme;
    as_box box = p->d->nodes[node];
    float z = theme->zoom, size = p->d->size, small = 0.8f * size, room = box.w - 0.8f * size;
    as_part_state state = as_picture_state(p, node);
    const as_rgba edges[] = {theme->border, theme->border_strong, theme->mark, theme->mark};
    const as_rgba texts[] = {theme->text_faint, theme->text, theme->text, theme->mark};
    node_text text;
    write_node(p, node, &text);
    as_draw_rect(p->pen->list, box, 6 * z,
                 state == AS_PART_MADE ? theme->mark_soft : theme->surface);
    as_draw_outline(p->pen->list, box, 6 * z, (state == AS_PART_MADE ? 2 : 1) * z, edges[state]);
    as_font font = text.bold ? AS_FONT_BOLD : AS_FONT_REGULAR;
    const char *name = text.whole;
    if (text.brief[0] && as_pen_width(p->pen, font, size, name) > room)
        name = text.brief;
    bool two = text.note[0] && box.h >= 2.2f * size;
    float y = box.y + box.h / 2 + as_pen_drop(p->pen, size) - (two ? 0.55f * size : 0);
    as_pen_text_centred(p->pen, box.x + box.w / 2, y, font, size, texts[state], fmaxf(room, size),
                        name);
    if (two)
        as_pen_text_centred(p->pen, box.x + box.w / 2, y + 1.15f * size, AS_FONT_REGULAR, small,
                            texts[state], fmaxf(box.w - 0.4f * size, size), text.note);
}

/* The place of the state that asks, as a subscript. */
static const char *asking_place(const as_picture *p, char *out, size_t size)
{
    as_node asks = p->d->wiring.asks;
    snprintf(out, size, "%s%s", asks == AS_NODE_HALF ? "′" : "",
             asks == AS_NODE_S_BEFORE ? p->before : p->t);
    return out;
}

void as_diagram_draw_caption(const as_pen *pen, const as_diagram *d, const as_scene *scene,
                             as_box box)
{
    as_picture p = {.pen = pen, .d = d, .scene = scene};
    char place[AS_FORMAT_MAX + 4], text[256];
    float size = pen->theme->size_body;
    as_format_subscript(p.t, scene->t + 1);
    as_format_subscript(p.before, scene->t);
    bool fixed = !d->wiring.attends && scene->stage == AS_STAGE_CONTEXT; /* nobody asks for it */
    bool of_query = scene->stage <= AS_STAGE_SCORES;
    if (fixed)
        snprintf(text, sizeof text, "%s", as_str(pen->language, AS_STR_NO_ATTENTION_NOTE));
    else
        snprintf(text, sizeof text,
                 as_str(pen->language, AS_STR_SAYS_QUERY + (as_string)scene->stage),
                 of_query ? asking_place(&p, place, sizeof place) : p.t);
    if (box.w > size)
        as_pen_text_right(pen, box.x + box.w, box.y + box.h / 2 + as_pen_drop(pen, size),
                          AS_FONT_REGULAR, size, pen->theme->text_soft, box.w, text);
}
