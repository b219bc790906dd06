/* The subcommands of `alphascope`, one file each (cmd_NAME.c).
 *
 * Each takes its own name in argv[0] and its arguments after it, and returns the exit status.
 * Results go to standard output; what went wrong is one line on standard error. */
#ifndef AS_CLI_COMMANDS_H
#define AS_CLI_COMMANDS_H

#include "train/comm.h"

/* What was said before the subcommand. */
typedef struct as_cli {
    const char *data; /* --data DIR, or NULL: where as_data_folder looks */
    bool bench_ui;    /* --bench-ui: measure the window */
} as_cli;

enum { AS_EXIT_DONE = 0, AS_EXIT_FAILED = 1, AS_EXIT_USAGE = 2 };

int as_cmd_align(const as_cli *cli, int argc, char **argv);
int as_cmd_bench(const as_cli *cli, int argc, char **argv);
int as_cmd_eval(const as_cli *cli, int argc, char **argv);
int as_cmd_import(const as_cli *cli, int argc, char **argv);
int as_cmd_info(const as_cli *cli, int argc, char **argv);
int as_cmd_links(const as_cli *cli, int argc, char **argv);
int as_cmd_render(const as_cli *cli, int argc, char **argv);
int as_cmd_train(const as_cli *cli, int argc, char **argv);
int as_cmd_translate(const as_cli *cli, int argc, char **argv);
int as_cmd_window(const as_cli *cli, int argc, char **argv);
int as_cmd_words(const as_cli *cli, int argc, char **argv);

/* as_cmd_train on one of several ranks, which all have the same arguments; NULL: alone. Rank 0
 * speaks for all. */
int as_cmd_train_on(const as_comm *comm, int argc, char **argv);

#endif
