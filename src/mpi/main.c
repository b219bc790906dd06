/* alphascope-mpi: `alphascope train` on many processes. A program of its own, so that nobody who
 * only looks at attention loads MPI. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"
#include "core/hash.h"
#include "mpi/mpi_comm.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS = 64 }; /* compared at a time */

/* Ranks with different settings would wait for each other in different places. */
static bool same_arguments(const as_comm *comm, int argc, char **argv, as_error *err)
{
    static const as_hash_key key = {0, 0}; /* the same on all ranks */
    if (!as_comm_same(comm, "the number of arguments", (uint64_t)argc, err))
        return false;
    for (int at = 1; at < argc; at += ARGUMENTS) {
        uint64_t hashes[ARGUMENTS];
        int differs, n = argc - at < ARGUMENTS ? argc - at : ARGUMENTS;
        for (int k = 0; k < n; k++)
            hashes[k] = as_hash_bytes(&key, argv[at + k], strlen(argv[at + k]));
        if (!as_comm_compare(comm, hashes, n, &differs, err))
            return false;
        char shown[AS_PRINTABLE];
        if (differs >= 0)
            as_fail(err, AS_ERR_ARGUMENT, "argument %d, \"%s\": not the same as on rank 0",
                    at + differs, as_printable(shown, sizeof shown, argv[at + differs]));
        if (!as_comm_agree(comm, differs < 0, err))
            return false;
    }
    return true;
}

/* What is left when the command is not train. */
static int explain(int argc, char **argv)
{
    bool version = false;
    const as_option options[] = {AS_FLAG('V', "version", &version, "print the version")};
    const as_option_table table = {
        .command = "alphascope-mpi",
        .usage = "train …",
        .summary = "Trains a model on many processes, which mpirun or srun starts:\n"
                   "    mpirun -np 4 alphascope-mpi train --train train.tsv -o mine.safetensors\n"
                   "Each batch is split among them. The arguments are those of alphascope train\n"
                   "(alphascope-mpi train --help).",
        .options = options,
        .n_options = sizeof options / sizeof *options,
        .stop_at_operand = true,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (!version)
        return as_options_wrong(&table, "expected the command train");
    as_error err = {0};
    printf("alphascope-mpi %s\n", AS_VERSION);
    if (as_program_flush(&err))
        return AS_EXIT_DONE;
    fprintf(stderr, "alphascope-mpi: %s\n", err.message);
    return AS_EXIT_FAILED;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_DFL);
    as_mpi mpi;
    as_error err = {0};
    int status = AS_EXIT_FAILED;
    if (!as_mpi_init(&mpi, &argc, &argv, &err)) {
        fprintf(stderr, "alphascope-mpi: %s\n", err.message);
    } else if (!same_arguments(&mpi.comm, argc, argv, &err)) {
        if (mpi.comm.rank == 0)
            fprintf(stderr, "alphascope-mpi: %s\n", err.message);
    } else if (argc > 1 && strcmp(argv[1], "train") == 0) {
        status = as_cmd_train_on(&mpi.comm, argc - 1, argv + 1);
    } else {
        status = mpi.comm.rank == 0 ? explain(argc, argv) : AS_EXIT_DONE;
    }
    return as_mpi_end(&mpi, status);
}
