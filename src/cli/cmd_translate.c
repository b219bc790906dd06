#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/decoding.h"
#include "cli/lines.h"
#include "cli/models.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/show.h"
#include "core/prefix.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BATCH_DEFAULT = 16,
    BATCH_MAX = 256,
    BATCHES_AT_ONCE = 8, /* lines of how many batches are sorted by length together */
};

/* Everything one run has in hand. */
typedef struct job {
    as_model *model;
    as_session *session;
    as_decode_options options;
    as_prefix_tokens prefix; /* owned; what the options borrow */
    as_format format;
    int batch;
    bool show, tree;
    bool any_failed;
    as_buffer out;
} job;

/* prefix: the text that every translation begins with, or NULL. */
static bool run_open(job *run, const as_cli *cli, const char *model, const char *prefix,
                     as_error *err)
{
    as_prefix given = {.text = prefix, .text_len = prefix ? strlen(prefix) : 0};
    if (!as_models_open(cli, model, &run->model, err) ||
        !as_session_new(run->model, &run->session, err))
        return false;
    if (!as_prefix_tokens_init(&run->prefix, &run->model->target, &given, err))
        return as_fail_in(err, "--prefix");
    as_prefix_force(&run->prefix, &run->options);
    return true;
}

static void run_finish(job *run)
{
    as_session_free(run->session);
    as_model_free(run->model);
    as_prefix_tokens_finish(&run->prefix);
    as_buffer_finish(&run->out);
}

/* n_best lines of output for one line of input, whatever became of it. */
static bool write_line(job *run, const as_line *line, long long number, as_error *err)
{
    const as_vocab *vocab = run->model->target_vocab;
    if (line->error.status != AS_OK) {
        run->any_failed = true;
        fprintf(stderr, "alphascope translate: line %lld: %s\n", number, line->error.message);
    }
    bool ok = true;
    for (int k = 0; k < run->options.n_best && ok; k++) {
        if (line->error.status != AS_OK)
            as_output_failed(&run->out, run->format, &line->error);
        else if (line->blank)
            ok = as_output_line(&run->out, run->format, number, NULL, NULL, vocab, err);
        else if (k < line->n_best)
            ok = as_output_line(&run->out, run->format, number, line->best[k], line->tree, vocab,
                                err);
        else
            as_output_missing(&run->out, run->format);
        if (ok && run->show && k < line->n_best)
            as_show_alignment(&run->out, line->best[k], as_ink_of_output(), as_output_columns());
    }
    return ok;
}

/* Translates n lines, the first of which has the given number, and puts the answers out. */
static bool run_lines(job *run, as_line *lines, int n, long long first, as_error *err)
{
    bool ok = as_lines_translate(run->session, lines, n, run->batch, &run->options, err);
    for (int k = 0; k < n && ok; k++)
        ok = write_line(run, &lines[k], first + k, err);
    for (int k = 0; k < n; k++)
        as_line_finish(&lines[k]);
    return ok && as_output_flush(&run->out, err);
}

/* Takes lines that are there, up to `limit`, waiting for the first only. *n is 0 at the end. */
static bool gather(as_line_reader *reader, bool trees, as_line *lines, int limit, int *n,
                   as_error *err)
{
    *n = 0;
    while (*n < limit) {
        char *text = NULL;
        size_t len = 0;
        as_line_status status = as_line_next(reader, *n == 0, &text, &len, err);
        if (status == AS_LINE_FAILED)
            return false;
        if (status != AS_LINE_READ)
            return true;
        lines[(*n)++] = (as_line){.text = text, .len = len, .wants_tree = trees};
    }
    return true;
}

static bool run_stream(job *run, as_error *err)
{
    int limit = run->batch > 1 ? run->batch * BATCHES_AT_ONCE : 1, n = 0;
    as_line *lines = calloc((size_t)limit, sizeof *lines);
    char **texts = calloc((size_t)limit, sizeof *texts);
    as_line_reader reader;
    as_line_reader_init(&reader, STDIN_FILENO);
    bool ok = (lines != NULL && texts != NULL) || as_fail_memory(err, "a batch of lines");
    do {
        long long first = reader.n_lines + 1;
        as_error why = {0};
        bool read_ok = ok && gather(&reader, run->tree, lines, limit, &n, &why);
        for (int k = 0; k < n && ok; k++)
            texts[k] = (char *)lines[k].text;
        /* Lines that came before a failing read still get their answer. */
        ok = ok && (n == 0 || run_lines(run, lines, n, first, err));
        for (int k = 0; k < n && texts != NULL; k++)
            free(texts[k]);
        if (ok && !read_ok) {
            *err = why;
            ok = as_fail_in(err, "line %lld", reader.n_lines + 1);
        }
    } while (ok && n > 0);
    as_line_reader_finish(&reader);
    free(lines);
    free(texts);
    return ok;
}

/* Words of the command line become one sentence. The caller's (free). */
static char *join_operands(char **operands, int n)
{
    size_t size = 1;
    for (int k = 0; k < n; k++)
        size += strlen(operands[k]) + 1;
    char *text = calloc(size, 1), *at = text;
    for (int k = 0; k < n && text != NULL; k++)
        at += sprintf(at, "%s%s", k > 0 ? " " : "", operands[k]);
    return text;
}

static bool run_operands(job *run, char **operands, int n, as_error *err)
{
    char *text = join_operands(operands, n);
    if (text == NULL)
        return as_fail_memory(err, "the sentence");
    as_line line = {.text = text, .len = strlen(text), .wants_tree = run->tree};
    bool ok = run_lines(run, &line, 1, 1, err);
    free(text);
    return ok;
}

int as_cmd_translate(const as_cli *cli, int argc, char **argv)
{
    const char *model = NULL, *prefix = NULL;
    as_decoding decoding = AS_DECODING_DEFAULTS;
    int n_best = 1, format = AS_FORMAT_TEXT, batch = 0;
    bool show = false, tree = false;
    const as_option options[] = {
        AS_MODEL_OPTION(model),
        AS_DECODING_OPTIONS(decoding),
        AS_TEXT(0, "prefix", &prefix, "TEXT",
                "every translation begins with TEXT; the model goes on from there"),
        AS_INT('n', "n-best", &n_best, "N", 1, AS_MAX_BEAM,
               "translations a line, at most the beam (1)"),
        AS_CHOICE('f', "format", &format, "FORMAT", as_format_names, AS_FORMAT_LIST),
        AS_INT(0, "batch", &batch, "N", 1, BATCH_MAX,
               "lines decoded together (16, on a terminal 1)"),
        AS_FLAG(0, "tree", &tree, "json: what the search kept and discarded, as a tree"),
        AS_FLAG('s', "show", &show, "draw the alignment, as on a terminal"),
    };
    const as_option_table table = {
        .command = "alphascope translate",
        .usage = "[OPTION …] [TEXT …]",
        .summary = "Translates TEXT, or every line of standard input: a line in, a line out (with "
                   "-n N, N lines).",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_best > decoding.beam)
        return as_options_wrong(&table, "-n %d needs a beam as wide: -b %d", n_best, n_best);

    if (tree && (format != AS_FORMAT_JSON || n_best > 1))
        return as_options_wrong(&table, "--tree is one search as JSON: -f json, without -n");

    /* A person at the keyboard wants each answer at once. */
    bool by_hand = isatty(STDIN_FILENO) && n_operands == 0;
    job run = {
        .format = (as_format)format,
        .options = as_decoding_options(&decoding, n_best, as_program_catch_interrupts()),
        .batch = batch,
        .tree = tree,
        .show = show || (format == AS_FORMAT_TEXT && isatty(STDOUT_FILENO)),
    };
    if (batch == 0)
        run.batch = by_hand ? 1 : BATCH_DEFAULT;
    as_error err = {0};
    bool ok = run_open(&run, cli, model, prefix, &err);
    if (ok && by_hand && isatty(STDERR_FILENO))
        fprintf(stderr, "One sentence a line; Ctrl+D ends.\n");
    if (ok)
        ok = n_operands > 0 ? run_operands(&run, argv + 1, n_operands, &err)
                            : run_stream(&run, &err);
    bool any_failed = run.any_failed;
    run_finish(&run);
    if (!ok)
        return as_program_fail("translate", &err);
    return any_failed ? AS_EXIT_FAILED : AS_EXIT_DONE;
}
