#include "train/packed.h"

#include <assert.h>

bool as_packed_init(as_packed *packed, const int *length, int B, as_arena *arena, as_error *err)
{
    int T = 0, N = 0;
    for (int b = 0; b < B; b++) {
        assert(length[b] >= 1);
        T = length[b] > T ? length[b] : T;
        N += length[b];
    }
    int *order = as_arena_alloc(arena, (size_t)B, sizeof *order);
    int *live = as_arena_alloc(arena, (size_t)T, sizeof *live);
    int *offset = as_arena_alloc(arena, (size_t)T, sizeof *offset);
    if (!order || !live || !offset)
        return as_fail_memory(err, "a packed batch");

    /* live[t] sentences are longer than t, so a sentence of length L belongs in a row below
     * live[L - 1] and not below live[L]. */
    for (int t = 0; t < T; t++)
        live[t] = 0;
    for (int b = 0; b < B; b++)
        live[length[b] - 1]++;
    for (int t = T - 2; t >= 0; t--)
        live[t] += live[t + 1];
    for (int t = 0; t < T; t++)
        offset[t] = t + 1 < T ? live[t + 1] : 0; /* next free row for length t + 1, for now */
    for (int b = 0; b < B; b++)
        order[offset[length[b] - 1]++] = b;

    offset[0] = 0;
    for (int t = 1; t < T; t++)
        offset[t] = offset[t - 1] + live[t - 1];
    *packed = (as_packed){B, T, N, order, live, offset};
    return true;
}
