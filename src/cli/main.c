#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"
#include "core/mat.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

typedef struct subcommand {
    const char *name;
    int (*run)(const as_cli *cli, int argc, char **argv);
    const char *help;
} subcommand;

/* In the order of --help. */
static const subcommand commands[] = {
    {"window", as_cmd_window, "the window, with options; the same as no command"},
    {"translate", as_cmd_translate, "a line in, a line out; alignments on request"},
    {"align", as_cmd_align, "the attention along a translation that is given"},
    {"render", as_cmd_render, "an alignment as a picture or as numbers"},
    {"train", as_cmd_train, "learn a model from sentence pairs or a built-in task"},
    {"eval", as_cmd_eval, "BLEU, chrF2, exact matches, perplexity; alignment error rate"},
    {"links", as_cmd_links, "which word answers to which in sentence pairs, learned from them"},
    {"words", as_cmd_words, "text as the words that links count, a space between two"},
    {"import", as_cmd_import, "a model of Marian, Nematus, JoeyNMT or PyTorch as a model file"},
    {"info", as_cmd_info, "what a model is: languages, sizes, tensors, licence, training"},
    {"bench", as_cmd_bench, "how fast a sentence decodes here, beside the memory's bandwidth"},
    {NULL, NULL, NULL},
};

static const subcommand *lookup_command(const char *name)
{
    for (const subcommand *c = commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static void print_commands(FILE *out)
{
    fprintf(out, "\nCommands (each has its own --help):\n");
    for (const subcommand *c = commands; c->name != NULL; c++)
        fprintf(out, "  %-26s %s\n", c->name, c->help);
}

int main(int argc, char **argv)
{
    as_cli cli = {0};
    bool version = false;
    const as_option options[] = {
        AS_TEXT(0, "data", &cli.data, "DIR", "where models and assets are"),
        AS_FLAG(0, "bench-ui", &cli.bench_ui, "measure how the window feels; JSON"),
        AS_FLAG('V', "version", &version, "print the version"),
    };
    const as_option_table table = {
        .command = "alphascope",
        .usage = "[--data DIR] [--bench-ui] [MODEL]\n       alphascope [--data DIR] COMMAND …",
        .summary = "Looks at the attention of a neural translation model.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
        .more_help = print_commands,
        .stop_at_operand = true,
    };
    /* A reader that leaves ends the program quietly, whatever the parent process ignored. */
    signal(SIGPIPE, SIG_DFL);
    /* A file larger than the process may write is an error of the write, told like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    as_blas_threads(1); /* a decode is matrix-vector products: one thread is the fastest */

    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (version) {
        as_error err = {0};
        printf("alphascope %s\n", AS_VERSION);
        if (as_program_flush(&err))
            return AS_EXIT_DONE;
        fprintf(stderr, "alphascope: %s\n", err.message);
        return AS_EXIT_FAILED;
    }
    const subcommand *command = n_operands > 0 ? lookup_command(argv[1]) : NULL;
    if (command != NULL)
        return command->run(&cli, n_operands, argv + 1);
    return as_cmd_window(&cli, n_operands + 1, argv);
}
