/* What a search looked at: every hypothesis as a node under the one that it goes on from.
 *
 * Letters: t step from 0; a node of length n ends in the token of step n - 1. */
#ifndef AS_CORE_BEAM_TREE_H
#define AS_CORE_BEAM_TREE_H

#include "core/decode.h"

typedef enum as_fate {
    AS_FATE_KEPT,      /* went on, or was cut at the length limit */
    AS_FATE_ENDED,     /* by its </s> */
    AS_FATE_DISCARDED, /* others were better, the search was settled, or it is too early to end */
} as_fate;

typedef struct as_beam_node {
    int parent; /* an earlier node; -1: it begins */
    int id;
    int length;   /* tokens, this one counted */
    float logp;   /* log P of this token, natural */
    double total; /* sum of log P of all of them */
    double score; /* total / length penalty, as a hypothesis that ends here is judged */
    as_fate fate;
    bool chosen; /* the translation is this one or goes on from it */
} as_beam_node;

typedef struct as_beam_tree {
    as_beam_node *nodes; /* [n] by length; those from one parent best first */
    int n, beam;
} as_beam_tree;

/* as_translate with n_best 1, and the tree of its search: all hypotheses that were kept, and of
 * each the n_candidates best tokens that were not. Both are the caller's. Errors: as there; then
 * neither is made. */
bool as_translate_tree(as_session *session, const char *source, size_t len,
                       const as_decode_options *options, as_translation **out, as_beam_tree **tree,
                       as_error *err);
void as_beam_tree_free(as_beam_tree *tree);

/* The tokens that lead to a node: ids [its length]. Cannot fail. */
void as_beam_tree_path(const as_beam_tree *tree, int node, int *ids);
/* The node that ids [n_ids >= 1] lead to; -1: none. Cannot fail. */
int as_beam_tree_lookup(const as_beam_tree *tree, const int *ids, int n_ids);

#endif
