#include "train/symmetrize.h"

#include <stddef.h>
#include <string.h>

/* The matrix being filled, and what may be taken in. */
typedef struct growth {
    bool *links; /* [T x S] */
    const int *forward, *backward;
    int S, T;
} growth;

static bool *link_at(const growth *g, int i, int j)
{
    return g->links + (size_t)j * (size_t)g->S + i;
}

static bool is_candidate(const growth *g, int i, int j)
{
    return g->forward[j] == i || g->backward[i] == j;
}

static bool source_is_free(const growth *g, int i)
{
    for (int j = 0; j < g->T; j++)
        if (*link_at(g, i, j))
            return false;
    return true;
}

static bool target_is_free(const growth *g, int j)
{
    for (int i = 0; i < g->S; i++)
        if (*link_at(g, i, j))
            return false;
    return true;
}

/* The candidates around (i, j) that reach a free word; true when one was taken. */
static bool grow_around(const growth *g, int i, int j)
{
    static const int neighbours[][2] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                        {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    bool grown = false;
    for (size_t k = 0; k < sizeof neighbours / sizeof neighbours[0]; k++) {
        int i_near = i + neighbours[k][0], j_near = j + neighbours[k][1];
        if (i_near < 0 || i_near >= g->S || j_near < 0 || j_near >= g->T ||
            *link_at(g, i_near, j_near) || !is_candidate(g, i_near, j_near) ||
            (!source_is_free(g, i_near) && !target_is_free(g, j_near)))
            continue;
        *link_at(g, i_near, j_near) = true;
        grown = true;
    }
    return grown;
}

static void grow_diagonally(const growth *g)
{
    bool grown = true;
    while (grown) {
        grown = false;
        for (int j = 0; j < g->T; j++)
            for (int i = 0; i < g->S; i++)
                if (*link_at(g, i, j) && grow_around(g, i, j))
                    grown = true;
    }
}

static void add_free(const growth *g, int i, int j)
{
    if (i >= 0 && j >= 0 && source_is_free(g, i) && target_is_free(g, j))
        *link_at(g, i, j) = true;
}

void as_symmetrize(bool *out, const int *forward, const int *backward, int S, int T)
{
    const growth g = {out, forward, backward, S, T};
    memset(out, 0, (size_t)S * (size_t)T * sizeof *out);
    for (int j = 0; j < T; j++)
        if (forward[j] >= 0 && backward[forward[j]] == j)
            *link_at(&g, forward[j], j) = true;
    grow_diagonally(&g);
    for (int j = 0; j < T; j++)
        add_free(&g, forward[j], j);
    for (int i = 0; i < S; i++)
        add_free(&g, i, backward[i]);
}
