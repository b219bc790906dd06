#include "train/snapshots.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

bool as_snapshots_init(as_snapshots *snapshots, int n, size_t n_floats, as_error *err)
{
    *snapshots = (as_snapshots){.n = n, .n_floats = n_floats};
    for (int k = 0; k < n; k++)
        if (!(snapshots->blocks[k] = as_alloc(n_floats, sizeof(float)))) {
            as_snapshots_finish(snapshots);
            return as_fail_memory(err, "the weights of earlier measurements");
        }
    return true;
}

void as_snapshots_finish(as_snapshots *snapshots)
{
    for (int k = 0; k < AS_SNAPSHOTS_MAX; k++)
        free(snapshots->blocks[k]);
    *snapshots = (as_snapshots){0};
}

int as_snapshots_used(const as_snapshots *snapshots, long taken)
{
    return taken < snapshots->n ? (int)taken : snapshots->n;
}

void as_snapshots_take(as_snapshots *snapshots, long taken, const float *weights, float *mean,
                       size_t from, size_t to)
{
    memcpy(snapshots->blocks[taken % snapshots->n] + from, weights + from,
           (to - from) * sizeof *weights);
    int used = as_snapshots_used(snapshots, taken + 1);
    for (size_t at = from; at < to; at++) {
        double sum = 0;
        for (int k = 0; k < used; k++)
            sum += snapshots->blocks[k][at];
        mean[at] = (float)(sum / used);
    }
}
