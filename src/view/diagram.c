#include "view/diagram.h"

#include <math.h>
#include <string.h>

/* Proportions, in multiples of the text size. */
static const float line = 1.45f, h_box = 2.3f, node_h = 2.9f, node_w = 7.5f, given_w = 6.5f;
static const float gap = 0.6f;
static const float rows_gap = 2.2f, tight_gap = 1.1f;    /* between the two rows of nodes */
static const float least_column = 3.1f, most_column = 8; /* a number of five characters fits */
static const float bars_share = 0.4f; /* of the height that words and boxes leave */

static void wire(as_wiring *w, as_node from, as_node to)
{
    w->arrows[w->n_arrows].from = from;
    w->arrows[w->n_arrows++].to = to;
    w->has[from] = w->has[to] = true;
}

as_wiring as_wiring_of(const as_result *result)
{
    as_wiring w = {.asks = AS_NODE_S_BEFORE, .attends = !result->translation->no_attention};
    for (int k = 0; k < AS_N_NODES; k++)
        w.made[k] = AS_N_STAGES;
    w.made[AS_NODE_C] = w.attends ? AS_STAGE_CONTEXT : AS_N_STAGES;
    w.made[AS_NODE_S] = w.made[AS_NODE_Y] = AS_STAGE_WORD;
    as_query query = result->has_config ? result->config.query : AS_QUERY_PREVIOUS;
    switch (query) {
    case AS_QUERY_PREVIOUS:
        wire(&w, AS_NODE_Y_BEFORE, AS_NODE_S);
        wire(&w, AS_NODE_S_BEFORE, AS_NODE_S);
        wire(&w, AS_NODE_C, AS_NODE_S);
        break;
    case AS_QUERY_CURRENT:
        w.asks = AS_NODE_S;
        w.made[AS_NODE_S] = AS_STAGE_QUERY;
        wire(&w, AS_NODE_Y_BEFORE, AS_NODE_S);
        wire(&w, AS_NODE_S_BEFORE, AS_NODE_S);
        if (!result->has_config || result->config.feed != AS_FEED_NOTHING)
            wire(&w, AS_NODE_C_BEFORE, AS_NODE_S);
        break;
    case AS_QUERY_HALF:
        w.asks = AS_NODE_HALF;
        w.made[AS_NODE_HALF] = AS_STAGE_QUERY;
        wire(&w, AS_NODE_Y_BEFORE, AS_NODE_HALF);
        wire(&w, AS_NODE_S_BEFORE, AS_NODE_HALF);
        wire(&w, AS_NODE_HALF, AS_NODE_S);
        wire(&w, AS_NODE_C, AS_NODE_S);
        break;
    }
    wire(&w, AS_NODE_S, AS_NODE_Y);
    wire(&w, AS_NODE_C, AS_NODE_Y);
    return w;
}

static float clampf(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static void clamp_first(as_diagram *d)
{
    int most = d->S - d->n;
    d->first = d->first > most ? most : d->first;
    d->first = d->first < 0 ? 0 : d->first;
}

static float widest_word(const as_result *result, float size, const as_text_metrics *tm)
{
    const as_sentence *source = &result->translation->source;
    float widest = 0;
    for (int i = 0; i < source->n; i++) {
        const char *label = as_token_label(&source->tokens[i]);
        widest = fmaxf(widest, tm->width(tm->context, AS_FONT_BOLD, size, label, strlen(label)));
    }
    return widest;
}

static void place_columns(as_diagram *d, const as_result *result, const as_text_metrics *tm)
{
    float margin = 2.2f * d->size, room = fmaxf(d->area.w - 2 * margin, 1);
    d->column_w = clampf(room / (float)d->S, least_column * d->size, most_column * d->size);
    int fit = (int)floorf(room / d->column_w);
    d->n = fit < 1 ? 1 : fit < d->S ? fit : d->S;
    if (d->n < d->S) /* no empty half column at the right */
        d->column_w = room / (float)d->n;
    d->left = d->area.x + (d->area.w - (float)d->n * d->column_w) / 2;
    d->staggered = widest_word(result, d->size, tm) + 0.4f * d->size > d->column_w && d->S > 1;
    clamp_first(d);
}

/* Words, h boxes, bars and numbers from the top; what is left below is for the nodes. */
static float place_rows(as_diagram *d)
{
    float em = d->size, y = d->area.y;
    d->word_h = line * em;
    y += d->word_h * (d->staggered ? 2 : 1);
    d->words_y = y - 0.35f * em;
    y += 0.2f * em;
    d->h_y = y;
    d->h_h = h_box * em;
    y += d->h_h + gap * em;
    d->node_gap = (d->area.h > 30 * em ? rows_gap : tight_gap) * em;
    float nodes = 2 * node_h * em + d->node_gap + 0.5f * em; /* and air below */
    float rest = d->area.y + d->area.h - y - line * em - nodes;
    float bars = fmaxf(bars_share * rest, em);
    d->bars = (as_box){d->left, y, (float)d->n * d->column_w, bars};
    y += bars + line * em;
    d->values_y = y - 0.4f * em;
    return fmaxf(d->area.y + d->area.h - nodes, y + em);
}

static as_box node_box(const as_diagram *d, float middle_x, float y, float w)
{
    float h = node_h * d->size, half = w / 2, low = d->area.x + half;
    float x = clampf(middle_x, low, fmaxf(d->area.x + d->area.w - half, low));
    return (as_box){x - half, y, w, h};
}

/* What is given stands at the left, one below the other; the rest from left to right. */
static void place_nodes(as_diagram *d, float upper)
{
    float em = d->size, w = d->area.w, x = d->area.x, lower = upper + node_h * em + d->node_gap;
    float wide = fminf(0.27f * w, 17 * em), narrow = fminf(node_w * em, 0.17f * w);
    float given = fminf(given_w * em, 0.17f * w), first = x + 0.12f * w;
    bool three = d->wiring.has[AS_NODE_C_BEFORE];
    static const as_node order[] = {AS_NODE_S_BEFORE, AS_NODE_Y_BEFORE, AS_NODE_C_BEFORE};
    float step = (lower - upper) / (three ? 2 : 1);
    memset(d->nodes, 0, sizeof d->nodes);
    d->nodes[AS_NODE_S_BEFORE] = node_box(d, first, upper, given); /* nearest to what it asks */
    d->nodes[AS_NODE_Y_BEFORE] = node_box(d, first, upper + step, given);
    if (three) {
        d->nodes[AS_NODE_C_BEFORE] = node_box(d, first, upper + 2 * step, given);
        float whole = lower + node_h * em - upper, h = (whole - 0.8f * em) / 3;
        for (int k = 0; k < 3; k++) { /* three in the room of two */
            as_box *b = &d->nodes[order[k]];
            b->h = h;
            b->y = upper + (float)k * (h + 0.4f * em);
        }
    }
    bool half = d->wiring.has[AS_NODE_HALF];
    if (half)
        d->nodes[AS_NODE_HALF] = node_box(d, x + 0.32f * w, lower, narrow);
    d->nodes[AS_NODE_C] = node_box(d, x + 0.52f * w, upper, narrow);
    d->nodes[AS_NODE_S] = node_box(d, x + (half ? 0.56f : 0.45f) * w, lower, wide);
    d->nodes[AS_NODE_Y] = node_box(d, x + 0.85f * w, lower, wide);
}

void as_diagram_layout(as_diagram *d, const as_result *result, as_box area, const as_theme *theme,
                       const as_text_metrics *tm)
{
    float z = theme->zoom;
    d->wiring = as_wiring_of(result);
    d->area = area;
    d->S = result->S;
    /* Larger text in a larger window: it is what is projected. */
    d->size = clampf(fminf(area.h / 36, area.w / 58), 11.5f * z, 21 * z);
    place_columns(d, result, tm);
    place_nodes(d, place_rows(d));
}

void as_diagram_scroll_by(as_diagram *d, int columns)
{
    d->first += columns < -d->S ? -d->S : columns > d->S ? d->S : columns;
    clamp_first(d);
}

void as_diagram_scroll_to(as_diagram *d, int i)
{
    if (i < d->first)
        d->first = i;
    if (i >= d->first + d->n)
        d->first = i - d->n + 1;
    clamp_first(d);
}

float as_diagram_column_x(const as_diagram *d, int i)
{
    return d->left + ((float)(i - d->first) + 0.5f) * d->column_w;
}

as_box as_diagram_column(const as_diagram *d, int i)
{
    float top = d->area.y, bottom = d->values_y + 0.4f * d->size;
    return (as_box){as_diagram_column_x(d, i) - d->column_w / 2, top, d->column_w, bottom - top};
}

as_box as_diagram_query_way(const as_diagram *d, int i)
{
    as_box asks = d->nodes[d->wiring.asks];
    float x = asks.x + asks.w / 2;
    return (as_box){x, asks.y, as_diagram_column_x(d, i) - x, d->h_y + d->h_h - asks.y};
}

as_box as_diagram_flow_way(const as_diagram *d, int i)
{
    as_box c = d->nodes[AS_NODE_C];
    float x = as_diagram_column_x(d, i), y = d->values_y + 0.5f * d->size;
    return (as_box){x, y, c.x + c.w / 2 - x, c.y - y};
}

as_box as_diagram_nodes_box(const as_diagram *d)
{
    as_box all = d->nodes[AS_NODE_C];
    float right = all.x + all.w, foot = all.y + all.h;
    for (int k = 0; k < AS_N_NODES; k++) {
        as_box b = d->nodes[k];
        if (!d->wiring.has[k])
            continue;
        all.x = fminf(all.x, b.x);
        all.y = fminf(all.y, b.y);
        right = fmaxf(right, b.x + b.w);
        foot = fmaxf(foot, b.y + b.h);
    }
    return (as_box){all.x, all.y, right - all.x, foot - all.y};
}

as_diagram_place as_diagram_hit(const as_diagram *d, float x, float y)
{
    as_diagram_place place = {-1, -1};
    as_box all = as_diagram_column(d, d->first);
    if (y >= all.y && y < all.y + all.h && x >= d->left &&
        x < d->left + (float)d->n * d->column_w) {
        int k = (int)((x - d->left) / d->column_w);
        place.column = d->first + (k < d->n ? k : d->n - 1);
        return place;
    }
    for (int k = 0; k < AS_N_NODES; k++) {
        as_box b = d->nodes[k];
        if (d->wiring.has[k] && x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h)
            place.node = k;
    }
    return place;
}

as_stage as_diagram_stage_of(const as_diagram *d, as_node node)
{
    const as_wiring *w = &d->wiring;
    if (w->made[node] != AS_N_STAGES)
        return w->made[node];
    if (w->asks == node)
        return AS_STAGE_QUERY;
    for (int k = 0; k < w->n_arrows; k++)
        if (w->arrows[k].from == node)
            return w->made[w->arrows[k].to];
    return AS_STAGE_WORD;
}
