#include "mpi/mpi_comm.h"

#include <mpi.h>

#include <stdlib.h>

/* MPI counts in int. */
enum { SUM_FLOATS = 1 << 30 };

static bool check(as_mpi *mpi, int code, const char *doing, as_error *err)
{
    if (code == MPI_SUCCESS)
        return true;
    char why[MPI_MAX_ERROR_STRING];
    int len = 0;
    if (MPI_Error_string(code, why, &len) != MPI_SUCCESS)
        len = 0;
    mpi->lost = true;
    return as_fail(err, AS_ERR_SYSTEM, "MPI failed while %s: %.*s", doing, len, why);
}

static bool gather(void *context, const void *mine, size_t size, void *all, as_error *err)
{
    return check(context,
                 MPI_Allgather(mine, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, MPI_COMM_WORLD),
                 "the ranks compared notes", err);
}

static bool sum(void *context, float *x, size_t n, as_error *err)
{
    for (size_t at = 0; at < n; at += SUM_FLOATS) {
        size_t part = n - at < SUM_FLOATS ? n - at : SUM_FLOATS;
        if (!check(
                context,
                MPI_Allreduce(MPI_IN_PLACE, x + at, (int)part, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD),
                "gradients were summed", err))
            return false;
    }
    return true;
}

bool as_mpi_init(as_mpi *mpi, int *argc, char ***argv, as_error *err)
{
    *mpi = (as_mpi){.comm = {.n = 1, .context = mpi, .gather = gather, .sum = sum}};
    int threads = 0, len = 0;
    /* Only the thread that owns the workers calls MPI. */
    if (!check(mpi, MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads), "starting", err))
        return false;
    if (threads < MPI_THREAD_FUNNELED) {
        mpi->lost = true;
        return as_fail(err, AS_ERR_SYSTEM, "this MPI does not work in a program with threads");
    }
    char name[MPI_MAX_PROCESSOR_NAME];
    if (!check(mpi, MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "starting", err) ||
        !check(mpi, MPI_Comm_rank(MPI_COMM_WORLD, &mpi->comm.rank), "starting", err) ||
        !check(mpi, MPI_Comm_size(MPI_COMM_WORLD, &mpi->comm.n), "starting", err) ||
        !check(mpi, MPI_Get_processor_name(name, &len), "starting", err))
        return false;
    as_printable(mpi->place, sizeof mpi->place, name);
    mpi->comm.place = mpi->place;
    mpi->comm.records = calloc((size_t)mpi->comm.n, AS_COMM_RECORD);
    if (!mpi->comm.records) {
        mpi->lost = true; /* nothing to agree with: the others must not wait */
        return as_fail_memory(err, "the ranks' notes");
    }
    return true;
}

int as_mpi_end(as_mpi *mpi, int exit_status)
{
    free(mpi->comm.records);
    if (mpi->lost || MPI_Finalize() != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, exit_status != 0 ? exit_status : 1);
    return exit_status;
}
