#include "cli/train_request.h"

#include "cli/options.h"
#include "cli/program.h"
#include "train/tasks.h"

#include <stdio.h>
#include <string.h>

/* FILE or FILE:WEIGHT; a colon that no number follows is part of the name. */
static bool add_file(void *context, const char *text, as_error *err)
{
    as_train_request *rq = context;
    if (rq->n_files == AS_MAX_CORPORA)
        return as_fail(err, AS_ERR_ARGUMENT, "more than %d training files", AS_MAX_CORPORA);
    as_train_file *file = &rq->files[rq->n_files];
    const char *colon = strrchr(text, ':');
    size_t len = strlen(text);
    file->weight = 1;
    if (colon && as_real_from_text(colon + 1, 1e-6, 1000, &file->weight, NULL))
        len = (size_t)(colon - text);
    if (len >= AS_TRAIN_PATH_SIZE)
        return as_fail(err, AS_ERR_LIMIT, "the name has %zu bytes, expected at most %d", len,
                       AS_TRAIN_PATH_SIZE - 1);
    memcpy(file->path, text, len);
    file->path[len] = '\0';
    rq->n_files++;
    return true;
}

/* The links of the --train file before it. */
static bool add_align(void *context, const char *text, as_error *err)
{
    as_train_request *rq = context;
    if (rq->n_files == 0)
        return as_fail(err, AS_ERR_ARGUMENT, "expected after the --train file that it belongs to");
    as_train_file *file = &rq->files[rq->n_files - 1];
    if (file->align)
        return as_fail(err, AS_ERR_ARGUMENT, "a second file of links for one --train file");
    file->align = text;
    return true;
}

static bool add_setting(void *context, const char *text, as_error *err)
{
    as_train_request *rq = context;
    if (rq->n_changes == AS_TRAIN_MAX_CHANGES)
        return as_fail(err, AS_ERR_ARGUMENT, "more than %d settings", AS_TRAIN_MAX_CHANGES);
    rq->changes[rq->n_changes++] = text;
    return as_settings_set(&rq->settings, text, err);
}

bool as_train_request_settings(as_train_request *rq, const as_settings *base, as_error *err)
{
    rq->settings = *base;
    rq->settings.ranks = as_comm_size(rq->comm);
    for (int k = 0; k < rq->n_changes; k++)
        if (!as_settings_set(&rq->settings, rq->changes[k], err))
            return false;
    return true;
}

static bool choose_task(void *context, const char *text, as_error *err)
{
    as_train_request *rq = context;
    for (int k = 0; as_task_names[k]; k++)
        if (strcmp(as_task_names[k], text) == 0) {
            rq->task = k;
            return true;
        }
    return as_fail(err, AS_ERR_ARGUMENT, "'%s' is none of: copy, reverse, dates", text);
}

/* --align-weight W is --set align_weight=W. */
static bool add_align_weight(void *context, const char *text, as_error *err)
{
    static char assignment[64]; /* kept in rq->changes */
    int len = snprintf(assignment, sizeof assignment, "align_weight=%s", text);
    if (len < 0 || len >= (int)sizeof assignment)
        return as_fail(err, AS_ERR_ARGUMENT, "'%.20s…' is no number", text);
    ((as_train_request *)context)->weighs_links = true;
    return add_setting(context, assignment, err);
}

static bool has_links(const as_train_request *rq)
{
    bool any = false;
    for (int k = 0; k < rq->n_files; k++)
        any = any || rq->files[k].align;
    return any;
}

static void print_settings(FILE *out)
{
    fprintf(out, "\nSettings (--set NAME=VALUE):\n");
    as_settings defaults = as_settings_defaults();
    for (const as_setting *s = as_setting_table(); s->name; s++) {
        char value[40], range[80];
        as_setting_print(s, &defaults, value, sizeof value);
        if (s->kind == AS_SETTING_CHOICE) {
            size_t used = 0;
            for (int k = 0; s->choices[k]; k++)
                used += (size_t)snprintf(range + used, sizeof range - used, "%s%s", k ? "|" : "",
                                         s->choices[k]);
        } else {
            snprintf(range, sizeof range, "%g to %g", s->min, s->max);
        }
        fprintf(out, "  %-18s %s (%s; default %s)%s\n", s->name, s->help, range, value,
                s->changeable ? " *" : "");
    }
    fprintf(
        out,
        "  * may change when a run is continued\n"
        "  A task has characters as tokens, a smaller model and fewer steps.\n"
        "\nAverages: average=0.999 keeps a running mean over about the last thousand steps; it\n"
        "costs little memory and is the usual choice. average_last=5 keeps the plain mean of\n"
        "the weights at the last five measurements and holds all five in memory and in the\n"
        "checkpoint: for a constant or slowly falling rate, where the weights circle around a\n"
        "good place for longer than a running mean sees.\n"
        "\nGuided alignment: --align FILE, after the --train file that it belongs to, gives\n"
        "for each of its lines the links of its words in Pharaoh's form: 0-0 1-2 …, source\n"
        "word and target word, counted from 0; a blank line has none. Attention learns to\n"
        "look at the linked words: the mean of -log sum_{i linked to t} alpha_{t,i} over all\n"
        "target tokens, 0 for those without a link, is added with the weight W. Pairs that\n"
        "swap or fragment has changed have no links. `alphascope links` makes such files; for\n"
        "other aligners `alphascope words` writes the words between spaces.\n");
}

static bool check_request(const as_train_request *rq, as_error *err)
{
    if (!rq->model)
        return as_fail(err, AS_ERR_ARGUMENT, "-o MODEL is missing");
    if ((rq->n_files > 0) == (rq->task >= 0))
        return as_fail(err, AS_ERR_ARGUMENT, "expected either --train FILE or --task NAME");
    if (rq->evaluate && rq->task < 0)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "--evaluate goes with --task; alphascope eval takes "
                       "files");
    if (rq->task >= 0 && (rq->valid || rq->vocab))
        return as_fail(err, AS_ERR_ARGUMENT, "--task brings its own valid text and vocabulary");
    if (rq->weighs_links && !has_links(rq))
        return as_fail(err, AS_ERR_ARGUMENT, "--align-weight goes with --align");
    if (rq->new_vocab && (!rq->init || rq->vocab))
        return as_fail(err, AS_ERR_ARGUMENT, "--new-vocab goes with --init, without --vocab");
    return true;
}

/* No file that is written is another one of the run. */
static bool check_outputs(const as_train_request *rq, as_error *err)
{
    const char *outputs[] = {rq->model, rq->checkpoint, rq->log};
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) {
        if (!as_program_apart(outputs[k], rq->valid, err))
            return false;
        /* The model itself may take the place of the one it begins from: with --force only. */
        if (k > 0 && (!as_program_apart(outputs[k], rq->init, err) ||
                      !as_program_apart(outputs[k], rq->vocab, err)))
            return false;
        for (int f = 0; f < rq->n_files; f++)
            if (!as_program_apart(outputs[k], rq->files[f].path, err) ||
                !as_program_apart(outputs[k], rq->files[f].align, err))
                return false;
        for (size_t before = 0; before < k; before++)
            if (!as_program_apart(outputs[k], outputs[before], err))
                return false;
    }
    return true;
}

/* What follows from the rest of the command line. */
static bool complete_request(as_train_request *rq, as_error *err)
{
    static char checkpoint[AS_TRAIN_PATH_SIZE];
    const as_settings task_defaults = as_settings_task_defaults();
    if (!check_request(rq, err) ||
        (rq->task >= 0 && !as_train_request_settings(rq, &task_defaults, err)))
        return false;
    if (rq->checkpoint)
        return check_outputs(rq, err);
    int len = snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", rq->model);
    if (len < 0 || len >= (int)sizeof checkpoint)
        return as_fail(err, AS_ERR_LIMIT, "the name of the model is too long");
    rq->checkpoint = checkpoint;
    return check_outputs(rq, err);
}

bool as_train_request_may_write(const as_train_request *rq)
{
    return as_comm_rank(rq->comm) == 0;
}

const char *as_train_command_name(const as_comm *comm)
{
    return comm ? "alphascope-mpi train" : "alphascope train";
}

as_train_request *as_train_request_parse(const as_comm *comm, int argc, char **argv,
                                         int *exit_status)
{
    static as_train_request rq; /* large; one per process */
    rq = (as_train_request){.task = -1, .settings = as_settings_defaults(), .comm = comm};
    rq.settings.ranks = as_comm_size(comm);
    const as_option options[] = {
        {0, "train", AS_OPTION_CALL, &rq, "FILE[:W]", "pairs to learn, W times as often; repeats",
         0, 0, NULL, add_file},
        AS_CALL(0, "align", &rq, "FILE", add_align,
                "links of the words of the --train file before it, see below"),
        AS_CALL(0, "align-weight", &rq, "W", add_align_weight,
                "--set align_weight=W: of the loss that follows the links"),
        {0, "valid", AS_OPTION_TEXT, &rq.valid, "FILE",
         "pairs to measure; the best model is kept (more columns: other good targets, for BLEU)", 0,
         0, NULL, NULL},
        {0, "task", AS_OPTION_CALL, &rq, "NAME", "instead of files: copy, reverse or dates", 0, 0,
         NULL, choose_task},
        {0, "examples", AS_OPTION_INT, &rq.n_examples, "N",
         "of a task: default 200000 to learn, 2000 to evaluate", 1, 10000000, NULL, NULL},
        {'o', "output", AS_OPTION_TEXT, &rq.model, "MODEL", "the model file to write", 0, 0, NULL,
         NULL},
        {'s', "set", AS_OPTION_CALL, &rq, "NAME=VALUE", "a setting, see below; repeats", 0, 0, NULL,
         add_setting},
        {0, "vocab", AS_OPTION_TEXT, &rq.vocab, "MODEL", "take over the vocabularies of a model", 0,
         0, NULL, NULL},
        {0, "init", AS_OPTION_TEXT, &rq.init, "MODEL",
         "begin from a model's weights, and its vocabularies without --vocab and --new-vocab", 0, 0,
         NULL, NULL},
        {0, "new-vocab", AS_OPTION_FLAG, &rq.new_vocab, NULL,
         "with --init: learn vocabularies anew; what pieces have in common is kept", 0, 0, NULL,
         NULL},
        {0, "resume", AS_OPTION_FLAG, &rq.resume, NULL, "go on from the checkpoint", 0, 0, NULL,
         NULL},
        {0, "force", AS_OPTION_FLAG, &rq.force, NULL, "begin anew over an existing model", 0, 0,
         NULL, NULL},
        {0, "evaluate", AS_OPTION_FLAG, &rq.evaluate, NULL,
         "with --task: count MODEL's exact answers, learn nothing", 0, 0, NULL, NULL},
        {0, "checkpoint", AS_OPTION_TEXT, &rq.checkpoint, "FILE",
         "where the run is kept (default MODEL.checkpoint)", 0, 0, NULL, NULL},
        {0, "log", AS_OPTION_TEXT, &rq.log, "FILE",
         "add one JSON object a line; with --resume after those of the checkpoint's step", 0, 0,
         NULL, NULL},
        {0, "name", AS_OPTION_TEXT, &rq.card.name, "TEXT", "name in the model's card", 0, 0, NULL,
         NULL},
        {0, "languages", AS_OPTION_TEXT, &rq.card.languages, "A-B", "languages, as in eng-fra", 0,
         0, NULL, NULL},
        {0, "licence", AS_OPTION_TEXT, &rq.card.licence, "TEXT", "licence of the model", 0, 0, NULL,
         NULL},
        {0, "data", AS_OPTION_TEXT, &rq.card.data, "TEXT", "what it learned from", 0, 0, NULL,
         NULL},
    };
    const as_option_table table = {
        .command = as_train_command_name(comm),
        .usage = "(--train TSV … [--valid TSV] | --task NAME) -o MODEL [--set NAME=VALUE …]",
        .summary = "Learns a model. A line of TSV is: source, tab, target. Ctrl+C writes a\n"
                   "checkpoint and stops; --resume goes on exactly there.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
        .more_help = print_settings,
    };
    int n_operands = 0;
    as_error err = {0};
    if (!as_options_parse(&table, argc, argv, &n_operands, exit_status))
        return NULL;
    bool done = n_operands == 0 || as_fail(&err, AS_ERR_ARGUMENT, "'%s' is not expected", argv[1]);
    if (done && complete_request(&rq, &err))
        return &rq;
    *exit_status = as_options_wrong(&table, "%s", err.message);
    return NULL;
}
