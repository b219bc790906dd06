#include "view/beam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "view/layout.h"
#include "view/result.h"
#include "view/scroll.h"

/* As designed; times the zoom. */
static const float node_h = 34, row_gap = 18, line_gap = 6, lane_gap = 6;
static const float least_lane = 51; /* the usual beam and one that ended fit beside each other */
static const float usual_lane = 58, most_lane = 128; /* where they scroll; at most */
static const float chip_w = 30;

void as_beam_finish(as_beam *beam)
{
    for (int k = 0; beam->names && k < beam->tree->n; k++)
        free(beam->names[k]);
    free(beam->names);
    free(beam->marks);
    free(beam->lane);
    free(beam->boxes);
    free(beam->open);
    free(beam->n_others);
    free(beam->n_ended);
    free(beam->tops);
    free(beam->chips);
    as_beam_tree_free(beam->tree);
    *beam = (as_beam){0};
}

/* ---- lanes ---- */

/* In what a row is laid out, one below the other. */
typedef enum as_part {
    LANES,  /* the translation and what was kept */
    ENDED,  /* what is complete and not the translation */
    OTHERS, /* what was discarded */
} as_part;

static as_part part_of(const as_beam_node *node)
{
    return node->chosen || node->fate == AS_FATE_KEPT ? LANES
           : node->fate == AS_FATE_ENDED              ? ENDED
                                                      : OTHERS;
}

/* The translation is in lane 0; any other stays in its parent's lane if that is free, else it takes
 * the first that is. `taken` [lanes]: by which row, counted from 1. */
static void assign_lane(as_beam *beam, int k, int *taken)
{
    const as_beam_node *node = &beam->tree->nodes[k];
    int row = node->length, lane = 0;
    if (!node->chosen) {
        lane = node->parent >= 0 ? beam->lane[node->parent] : 1;
        if (lane == 0 || taken[lane] == row)
            for (lane = 1; taken[lane] == row;)
                lane++;
    }
    taken[lane] = row;
    beam->lane[k] = lane;
    beam->n_lanes = lane + 1 > beam->n_lanes ? lane + 1 : beam->n_lanes;
}

/* How many in the same part of a node's row are better, or equal and before it. */
static int rank_of(const as_beam_tree *tree, int k)
{
    int rank = 0, length = tree->nodes[k].length;
    for (int other = 0; other < tree->n; other++) {
        const as_beam_node *node = &tree->nodes[other];
        if (node->length != length || part_of(node) != part_of(&tree->nodes[k]))
            continue;
        rank += node->total > tree->nodes[k].total ||
                (node->total == tree->nodes[k].total && other < k);
    }
    return rank;
}

static bool assign_lanes(as_beam *beam)
{
    const as_beam_tree *tree = beam->tree;
    int *taken = as_alloc((size_t)tree->beam + 3, sizeof *taken);
    if (!taken)
        return false;
    for (int k = 0; k < tree->n; k++) {
        const as_beam_node *node = &tree->nodes[k];
        as_part part = part_of(node);
        if (part == LANES) {
            assign_lane(beam, k, taken);
            continue;
        }
        int rank = rank_of(tree, k);
        if (part == ENDED) {
            beam->lane[k] = rank;
            beam->n_ended[node->length - 1]++;
            continue;
        }
        beam->lane[k] = rank < AS_BEAM_OTHERS ? rank : -1;
        beam->n_others[node->length - 1] += rank < AS_BEAM_OTHERS;
    }
    free(taken);
    return true;
}

/* ---- making ---- */

static bool name_nodes(as_beam *beam, const as_vocab *vocab, as_error *err)
{
    bool mark_parts = vocab && as_vocab_tells_words(vocab);
    for (int k = 0; k < beam->tree->n; k++) {
        int id = beam->tree->nodes[k].id;
        if (id < 0 || (vocab && id >= as_vocab_size(vocab)))
            return as_fail(err, AS_ERR_ARGUMENT, "node %d has token %d", k, id);
        if (!(beam->names[k] = as_token_name(vocab, id, mark_parts)))
            return as_fail_memory(err, "the beam's words");
    }
    return true;
}

static bool alloc(as_beam *beam, bool marked)
{
    size_t n = (size_t)beam->tree->n, rows;
    for (int k = 0; k < beam->tree->n; k++)
        if (beam->tree->nodes[k].length > beam->n_rows)
            beam->n_rows = beam->tree->nodes[k].length;
    rows = (size_t)beam->n_rows;
    return (beam->names = as_alloc(n, sizeof *beam->names)) &&
           (beam->lane = as_alloc(n, sizeof *beam->lane)) &&
           (beam->boxes = as_alloc(n, sizeof *beam->boxes)) &&
           (beam->open = as_alloc(rows, sizeof *beam->open)) &&
           (beam->n_others = as_alloc(rows, sizeof *beam->n_others)) &&
           (beam->n_ended = as_alloc(rows, sizeof *beam->n_ended)) &&
           (beam->tops = as_alloc(rows, sizeof *beam->tops)) &&
           (beam->chips = as_alloc(rows, sizeof *beam->chips)) &&
           (!marked || (beam->marks = as_alloc(rows, sizeof *beam->marks))) && assign_lanes(beam);
}

bool as_beam_set(as_beam *beam, as_beam_tree *tree, const as_vocab *vocab, const bool *marks,
                 int n_marks, as_error *err)
{
    as_beam_finish(beam);
    beam->tree = tree;
    if (!tree)
        return true;
    bool ok = alloc(beam, marks != NULL);
    if (!ok)
        as_fail_memory(err, "the beam");
    if (!ok || !name_nodes(beam, vocab, err)) {
        as_beam_finish(beam);
        return false;
    }
    for (int row = 0; marks && row < beam->n_rows && row < n_marks; row++)
        beam->marks[row] = marks[row];
    return true;
}

/* ---- places ---- */

float as_beam_width(int lanes, const as_theme *theme)
{
    return ((float)lanes * most_lane + chip_w) * theme->zoom + 0.5f; /* what rounding may cost */
}

static as_scroll scroll_of(const as_beam *beam)
{
    return (as_scroll){beam->width, beam->seen, beam->scroll};
}

void as_beam_layout(as_beam *beam, float width, const as_theme *theme)
{
    float z = theme->zoom, y = 0;
    if (!beam->tree)
        return;
    beam->seen = fmaxf(width - chip_w * z, 1);
    float pitch = fminf(beam->seen / (float)beam->n_lanes, most_lane * z);
    if (pitch < least_lane * z)
        pitch = usual_lane * z;
    int columns = (int)fmaxf(floorf(beam->seen / pitch), (float)beam->n_lanes);
    beam->width = pitch * (float)columns;
    beam->scroll = as_scroll_clamped(scroll_of(beam));
    for (int row = 0, k = 0; row < beam->n_rows; row++) {
        int ended_lines = (beam->n_ended[row] + columns - 1) / columns, lines = 1;
        const int first[] = {[LANES] = 0, [ENDED] = 1, [OTHERS] = 1 + ended_lines};
        beam->tops[row] = y;
        for (; k < beam->tree->n && beam->tree->nodes[k].length == row + 1; k++) {
            as_part part = part_of(&beam->tree->nodes[k]);
            bool shown = part != OTHERS || (beam->open[row] && beam->lane[k] >= 0);
            int line = first[part] + (part == LANES ? 0 : beam->lane[k] / columns);
            int column = part == LANES ? beam->lane[k] : beam->lane[k] % columns;
            beam->boxes[k] = (as_box){(float)column * pitch - beam->scroll,
                                      y + (float)line * (node_h + line_gap) * z,
                                      shown ? pitch - lane_gap * z : 0, node_h * z};
            if (shown && line + 1 > lines)
                lines = line + 1;
        }
        beam->chips[row] = (as_box){width - (chip_w - 4) * z, y + (node_h - 22) / 2 * z,
                                    beam->n_others[row] > 0 ? (chip_w - 4) * z : 0, 22 * z};
        y += (float)lines * (node_h + line_gap) * z + (row_gap - line_gap) * z;
    }
    beam->height = y;
}

void as_beam_scroll_by(as_beam *beam, float dx)
{
    beam->scroll += dx;
    beam->scroll = as_scroll_clamped(scroll_of(beam));
}

void as_beam_scroll_to(as_beam *beam, int node)
{
    as_box box = beam->boxes[node];
    beam->scroll = as_scroll_shown(scroll_of(beam), box.x + beam->scroll, box.w);
}

bool as_beam_scrollbar(const as_beam *beam, as_box strip, as_box *track, as_box *thumb)
{
    as_scroll s = scroll_of(beam);
    if (!as_scroll_needed(s))
        return false;
    float start, length = as_scroll_thumb(s, &start);
    *track = (as_box){strip.x, strip.y, beam->seen, strip.h};
    *thumb = (as_box){strip.x + start, strip.y, length, strip.h};
    return true;
}

void as_beam_drag_thumb(as_beam *beam, as_box strip, float x)
{
    as_scroll s = scroll_of(beam);
    if (as_scroll_needed(s))
        beam->scroll = as_scroll_dragged(s, x - strip.x);
}

as_beam_place as_beam_hit(const as_beam *beam, float x, float y)
{
    for (int row = 0; row < beam->n_rows; row++)
        if (as_box_contains(beam->chips[row], x, y))
            return (as_beam_place){-1, row};
    for (int k = 0; beam->tree && k < beam->tree->n; k++)
        if (beam->boxes[k].w > 0 && x < beam->seen && as_box_contains(beam->boxes[k], x, y))
            return (as_beam_place){k, -1};
    return (as_beam_place){-1, -1};
}

/* ---- walking ---- */

int as_beam_up(const as_beam *beam, int node)
{
    int parent = beam->tree->nodes[node].parent;
    return parent >= 0 ? parent : node;
}

int as_beam_down(const as_beam *beam, int node)
{
    const as_beam_tree *tree = beam->tree;
    int best = -1;
    for (int k = node + 1; k < tree->n; k++) {
        if (tree->nodes[k].parent != node || beam->boxes[k].w <= 0)
            continue;
        if (tree->nodes[k].chosen)
            return k;
        if (best < 0 || tree->nodes[k].total > tree->nodes[best].total)
            best = k;
    }
    return best >= 0 ? best : node;
}

int as_beam_beside(const as_beam *beam, int node, int by)
{
    const as_beam_tree *tree = beam->tree;
    as_box from = beam->boxes[node];
    int best = node;
    for (int k = 0; k < tree->n; k++) {
        as_box at = beam->boxes[k], b = beam->boxes[best];
        if (tree->nodes[k].length != tree->nodes[node].length || at.w <= 0 || k == node)
            continue;
        /* in reading order: line by line, each from the left */
        bool after = at.y > from.y || (at.y == from.y && at.x > from.x);
        bool nearer = best == node || (at.y == b.y ? (by > 0 ? at.x < b.x : at.x > b.x)
                                                   : (by > 0 ? at.y < b.y : at.y > b.y));
        if (after == (by > 0) && nearer)
            best = k;
    }
    return best;
}

static int chosen_of(const as_beam *beam, bool last)
{
    int found = -1;
    for (int k = 0; beam->tree && k < beam->tree->n; k++)
        if (beam->tree->nodes[k].chosen && (last || found < 0))
            found = k;
    return found;
}

int as_beam_last_chosen(const as_beam *beam)
{
    return chosen_of(beam, true);
}

int as_beam_first_chosen(const as_beam *beam)
{
    return chosen_of(beam, false);
}

bool as_beam_can_open(const as_beam *beam, int row)
{
    return row >= 0 && row < beam->n_rows && beam->n_others[row] > 0;
}
