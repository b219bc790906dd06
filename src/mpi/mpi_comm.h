/* The processes that mpirun (or srun) started, as an as_comm: the only code that knows MPI. */
#ifndef AS_MPI_COMM_H
#define AS_MPI_COMM_H

#include "train/comm.h"

typedef struct as_mpi {
    as_comm comm;
    char place[256];
    bool lost; /* a call to MPI failed: the other ranks cannot be reached any more */
} as_mpi;

/* Joins the other processes; *mpi must stay where it is. To be called once, before anything else;
 * end with as_mpi_end, also after a failure. Errors: SYSTEM (memory, MPI). */
bool as_mpi_init(as_mpi *mpi, int *argc, char ***argv, as_error *err);

/* Leaves the other processes and returns exit_status. When they were lost it ends all of them that
 * are still there instead, and does not return. */
int as_mpi_end(as_mpi *mpi, int exit_status);

#endif
