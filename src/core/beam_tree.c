#include "core/beam_tree_build.h"

#include "core/memory.h"

#include <stdlib.h>

typedef struct builder {
    const as_search *search;
    as_beam_tree *tree;
    int *node; /* [records] the node of each record's hypothesis; -1: the empty one */
} builder;

/* Room for a node per record and per candidate, and for the end of the best path. */
static bool builder_init(builder *b, const as_search *search, as_error *err)
{
    const as_records *records = &search->records;
    size_t n = (size_t)records->n, most;
    *b = (builder){.search = search, .tree = as_alloc(1, sizeof *b->tree)};
    if (!b->tree || !as_mul_size(n, (size_t)records->n_candidates + 1, &most) ||
        !(b->tree->nodes = as_alloc(most + 1, sizeof *b->tree->nodes)) ||
        !(b->node = as_alloc(n, sizeof *b->node))) {
        as_beam_tree_free(b->tree);
        free(b->node);
        return as_fail_memory(err, "the tree of the search");
    }
    b->tree->beam = search->beam;
    return true;
}

static int push(builder *b, int parent, int id, float logp, as_fate fate)
{
    as_beam_tree *tree = b->tree;
    const as_beam_node *before = parent < 0 ? NULL : &tree->nodes[parent];
    as_beam_node node = {.parent = parent,
                         .id = id,
                         .length = before ? before->length + 1 : 1,
                         .logp = logp,
                         .total = (before ? before->total : 0) + (double)logp,
                         .fate = fate};
    node.score = node.total / as_search_penalty(b->search, node.length);
    tree->nodes[tree->n] = node;
    return tree->n++;
}

/* The records of one step. */
typedef struct range {
    int first, past;
} range;

/* Does one of the next step's records go on from `record` with this token? */
static bool is_kept(const as_records *records, range next, int record, int id)
{
    for (int r = next.first; r < next.past; r++)
        if (records->parent[r] == record && records->token[r] == id)
            return true;
    return false;
}

/* The tokens after a record that were not kept; `best` may be one of them. */
static void push_others(builder *b, int record, range next, const as_path *best)
{
    const as_records *records = &b->search->records;
    size_t n = (size_t)records->n_candidates;
    const as_candidate *candidates = records->candidates + (size_t)record * n;
    int end = -1;
    for (size_t k = 0; k < n; k++) {
        if (is_kept(records, next, record, candidates[k].id))
            continue;
        bool is_best = best->record == record && best->token == candidates[k].id;
        bool ended = candidates[k].id == AS_EOS && records->ended[record];
        as_fate fate = ended ? AS_FATE_ENDED : is_best ? AS_FATE_KEPT : AS_FATE_DISCARDED;
        int node = push(b, b->node[record], candidates[k].id, candidates[k].logp, fate);
        end = is_best ? node : end;
    }
    if (best->record == record && end < 0) /* given, or a </s> that is no candidate */
        end = push(b, b->node[record], best->token, best->logp,
                   best->token == AS_EOS ? AS_FATE_ENDED : AS_FATE_KEPT);
    for (; end >= 0; end = b->tree->nodes[end].parent)
        b->tree->nodes[end].chosen = true;
}

bool as_beam_tree_new(const as_search *search, as_beam_tree **out, as_error *err)
{
    const as_records *records = &search->records;
    const as_path *best = &search->sentences[0].ended[0];
    builder b;
    if (!builder_init(&b, search, err))
        return false;
    b.node[0] = -1;
    for (range step = {0, 1}, next; step.first < records->n; step = next) {
        next = (range){step.past, step.past};
        for (int r = step.past; r < records->n && records->parent[r] < step.past; r++)
            b.node[next.past++] = push(&b, b.node[records->parent[r]], records->token[r],
                                       records->logp[r], AS_FATE_KEPT);
        for (int r = step.first; r < step.past; r++)
            push_others(&b, r, next, best);
    }
    free(b.node);
    *out = b.tree;
    return true;
}

void as_beam_tree_free(as_beam_tree *tree)
{
    if (!tree)
        return;
    free(tree->nodes);
    free(tree);
}

void as_beam_tree_path(const as_beam_tree *tree, int node, int *ids)
{
    for (int k = node; k >= 0; k = tree->nodes[k].parent)
        ids[tree->nodes[k].length - 1] = tree->nodes[k].id;
}

int as_beam_tree_lookup(const as_beam_tree *tree, const int *ids, int n_ids)
{
    int at = -1;
    for (int k = 0; k < tree->n && tree->nodes[k].length <= n_ids; k++) {
        const as_beam_node *node =
            &tree->nodes[k]; /* after its parent: they are sorted by length */
        int depth = at >= 0 ? tree->nodes[at].length : 0;
        if (node->parent == at && node->length == depth + 1 && node->id == ids[depth])
            at = k;
    }
    return at >= 0 && tree->nodes[at].length == n_ids ? at : -1;
}
