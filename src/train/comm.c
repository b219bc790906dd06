#include "train/comm.h"

#include <string.h>

/* How one rank's part of the work ended. */
typedef struct outcome {
    as_loss loss;
    as_error err;
    char place[64];
} outcome;

/* So many are compared at a time. */
enum { NUMBERS = AS_COMM_RECORD / sizeof(uint64_t) };

_Static_assert(sizeof(outcome) <= AS_COMM_RECORD, "a record must hold an outcome");

int as_comm_rank(const as_comm *comm)
{
    return comm ? comm->rank : 0;
}

int as_comm_size(const as_comm *comm)
{
    return comm ? comm->n : 1;
}

bool as_comm_agree(const as_comm *comm, bool done, as_error *err)
{
    as_loss none = {0};
    return as_comm_add_losses(comm, done, &none, err);
}

bool as_comm_add_losses(const as_comm *comm, bool done, as_loss *loss, as_error *err)
{
    if (!comm)
        return done;
    outcome mine = {.loss = *loss}, *all = comm->records;
    if (!done) {
        mine.err = err ? *err : (as_error){.message = "failed"};
        if (mine.err.status == AS_OK)
            mine.err.status = AS_ERR_SYSTEM;
    }
    strncpy(mine.place, comm->place, sizeof mine.place - 1);
    if (!comm->gather(comm->context, &mine, sizeof mine, all, err))
        return false;
    as_loss sum = {0};
    for (int r = 0; r < comm->n; r++) {
        if (all[r].err.status != AS_OK)
            return as_fail(err, all[r].err.status, "rank %d on %s: %s", r, all[r].place,
                           all[r].err.message);
        as_loss_add(&sum, &all[r].loss);
    }
    *loss = sum;
    return true;
}

bool as_comm_first(const as_comm *comm, int *value, as_error *err)
{
    if (!comm)
        return true;
    int *all = comm->records;
    if (!comm->gather(comm->context, value, sizeof *value, all, err))
        return false;
    for (int r = 0; r < comm->n; r++)
        if (all[r] >= 0) {
            *value = all[r];
            break;
        }
    return true;
}

bool as_comm_compare(const as_comm *comm, const uint64_t *numbers, int n, int *differs,
                     as_error *err)
{
    *differs = -1;
    for (int at = 0; comm && at < n; at += NUMBERS) {
        uint64_t mine[NUMBERS] = {0}, *all = comm->records;
        int part = n - at < NUMBERS ? n - at : NUMBERS;
        memcpy(mine, numbers + at, (size_t)part * sizeof *mine);
        if (!comm->gather(comm->context, mine, sizeof mine, all, err))
            return false;
        for (int k = 0; k < part && *differs < 0; k++)
            if (mine[k] != all[k]) /* rank 0 comes first */
                *differs = at + k;
    }
    return true;
}

bool as_comm_same(const as_comm *comm, const char *what, uint64_t number, as_error *err)
{
    int differs;
    if (!as_comm_compare(comm, &number, 1, &differs, err))
        return false;
    if (differs >= 0)
        as_fail(err, AS_ERR_ARGUMENT, "%s: not the same as on rank 0", what);
    return as_comm_agree(comm, differs < 0, err);
}

bool as_comm_sum(const as_comm *comm, float *x, size_t n, as_error *err)
{
    return !comm || comm->sum(comm->context, x, n, err);
}
