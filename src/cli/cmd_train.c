/* alphascope train: learns a model from sentence pairs or a built-in task. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/train_report.h"
#include "core/file.h"
#include "core/mat.h"
#include "train/evaluate.h"
#include "train/graph.h"
#include "train/run.h"
#include "train/tasks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TASK_TRAIN = 200000,
    TASK_VALID = 1000,
    TASK_TEST = 2000,
    PATH_SIZE = 4096,
    MAX_CHANGES = 64
};

typedef struct train_file {
    char path[PATH_SIZE];
    double weight;
    const char *align; /* the file of links; NULL: none */
} train_file;

/* What the command line asks for. */
typedef struct request {
    train_file files[AS_MAX_CORPORA];
    int n_files;
    const char *valid, *model, *checkpoint, *log, *vocab, *init;
    int task; /* as_task, or -1 */
    int n_examples;
    bool resume, force, evaluate;
    as_settings settings;
    const char *changes[MAX_CHANGES]; /* the --set texts, applied again on top of a checkpoint */
    int n_changes;
    as_model_card card;
} request;

/* What a run stands on. */
typedef struct material {
    as_tsv files[AS_MAX_CORPORA], valid_file;
    as_link_file links[AS_MAX_CORPORA]; /* zeroed where a file has none */
    as_corpus corpora[AS_MAX_CORPORA], valid;
    const as_corpus *corpus_views[AS_MAX_CORPORA];
    double weights[AS_MAX_CORPORA];
    int n_corpora;
    as_pieces source, target;
    as_model *init; /* NULL: begun from the seed or the checkpoint */
    as_checkpoint checkpoint;
    as_augment *augment; /* NULL: no pair is changed */
    as_trainer *trainer;
    uint64_t fingerprint;
} material;

/* ---- the command line ---- */

/* FILE or FILE:WEIGHT; a colon that no number follows is part of the name. */
static bool add_file(void *context, const char *text, as_error *err)
{
    request *rq = context;
    if (rq->n_files == AS_MAX_CORPORA)
        return as_fail(err, AS_ERR_ARGUMENT, "more than %d training files", AS_MAX_CORPORA);
    train_file *file = &rq->files[rq->n_files];
    const char *colon = strrchr(text, ':');
    size_t len = strlen(text);
    file->weight = 1;
    if (colon && as_real_from_text(colon + 1, 1e-6, 1000, &file->weight, NULL))
        len = (size_t)(colon - text);
    if (len >= PATH_SIZE)
        return as_fail(err, AS_ERR_LIMIT, "the name has %zu bytes, expected at most %d", len,
                       PATH_SIZE - 1);
    memcpy(file->path, text, len);
    file->path[len] = '\0';
    rq->n_files++;
    return true;
}

/* The links of the --train file before it. */
static bool add_align(void *context, const char *text, as_error *err)
{
    request *rq = context;
    if (rq->n_files == 0)
        return as_fail(err, AS_ERR_ARGUMENT, "expected after the --train file that it belongs to");
    train_file *file = &rq->files[rq->n_files - 1];
    if (file->align)
        return as_fail(err, AS_ERR_ARGUMENT, "a second file of links for one --train file");
    file->align = text;
    return true;
}

static bool add_setting(void *context, const char *text, as_error *err)
{
    request *rq = context;
    if (rq->n_changes == MAX_CHANGES)
        return as_fail(err, AS_ERR_ARGUMENT, "more than %d settings", MAX_CHANGES);
    rq->changes[rq->n_changes++] = text;
    return as_settings_set(&rq->settings, text, err);
}

/* `base` with what the command line says. */
static bool change_settings(request *rq, const as_settings *base, as_error *err)
{
    rq->settings = *base;
    for (int k = 0; k < rq->n_changes; k++)
        if (!as_settings_set(&rq->settings, rq->changes[k], err))
            return false;
    return true;
}

static bool choose_task(void *context, const char *text, as_error *err)
{
    request *rq = context;
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
    return add_setting(context, assignment, err);
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
    fprintf(out,
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
            "target tokens, 0 for those without a link, is added with the weight W. `alphascope\n"
            "links` makes such files; for other aligners `alphascope words` writes the words\n"
            "between spaces.\n");
}

static bool check_request(const request *rq, as_error *err)
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
    if (rq->init && rq->vocab)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "--init takes over the vocabularies too, drop --vocab");
    return true;
}

/* ---- material ---- */

static bool check_align(const request *rq, as_error *err)
{
    for (int k = 0; k < rq->n_files; k++)
        if (rq->files[k].align && rq->settings.score == AS_SCORE_NONE)
            return as_fail(err, AS_ERR_ARGUMENT,
                           "--align guides an attention, and with score=none there is none");
    return true;
}

static bool read_text(const request *rq, material *m, as_error *err)
{
    if (rq->task >= 0) {
        m->n_corpora = 1;
        m->weights[0] = 1;
        uint64_t seed = (uint64_t)rq->settings.seed;
        return as_task_generate((as_task)rq->task, AS_PART_TRAIN, seed,
                                rq->n_examples > 0 ? rq->n_examples : TASK_TRAIN, &m->files[0],
                                err) &&
               as_task_generate((as_task)rq->task, AS_PART_VALID, seed, TASK_VALID, &m->valid_file,
                                err);
    }
    for (int k = 0; k < rq->n_files; k++) {
        const char *align = rq->files[k].align;
        if (!as_tsv_read(rq->files[k].path, &m->files[k], err) ||
            (align && !as_link_file_read(align, &m->files[k], &m->links[k], err)))
            return false;
        m->weights[k] = rq->files[k].weight;
        m->n_corpora++;
    }
    return !rq->valid || as_tsv_read(rq->valid, &m->valid_file, err);
}

/* The model to begin from, and its vocabularies. */
static bool load_init(const request *rq, material *m, as_error *err)
{
    as_unit unit = (as_unit)rq->settings.unit;
    if (!as_model_load(rq->init, &m->init, err))
        return false;
    if (m->init->source.unit != unit || m->init->target.unit != unit)
        return as_fail(err, AS_ERR_ARGUMENT, "%s: its tokens are %s, but unit=%s", rq->init,
                       unit == AS_UNIT_CHAR ? "subwords" : "characters",
                       unit == AS_UNIT_CHAR ? "char" : "bpe");
    return as_pieces_read(rq->init, unit, &m->source, &m->target, err);
}

/* Vocabularies: of the checkpoint, of another model, or learned from the text. */
static bool make_pieces(const request *rq, material *m, as_error *err)
{
    as_unit unit = (as_unit)rq->settings.unit;
    if (rq->resume) {
        m->source = m->checkpoint.source;
        m->target = m->checkpoint.target;
        m->checkpoint.source = m->checkpoint.target = (as_pieces){0};
        return true;
    }
    if (rq->init)
        return load_init(rq, m, err);
    if (rq->vocab)
        return as_pieces_read(rq->vocab, unit, &m->source, &m->target, err);
    if (rq->settings.vocab == AS_VOCAB_JOINT)
        return as_pieces_learn_joint(m->files, m->weights, m->n_corpora, unit,
                                     rq->settings.source_vocab, &m->source, &m->target, err);
    return as_pieces_learn(m->files, m->weights, m->n_corpora, AS_SOURCE, unit,
                           rq->settings.source_vocab, &m->source, err) &&
           as_pieces_learn(m->files, m->weights, m->n_corpora, AS_TARGET, unit,
                           rq->settings.target_vocab, &m->target, err);
}

/* The texts are kept only when they are read again, to change pairs. */
static bool make_augment(const request *rq, material *m, const as_tokenizer *source,
                         const as_tokenizer *target, as_error *err)
{
    const as_settings *s = &rq->settings;
    const as_augment_options options = {s->swap, s->fragment, (uint64_t)s->seed, s->max_tokens};
    if (s->swap > 0 || s->fragment > 0)
        return as_augment_new(m->files, m->corpus_views, m->n_corpora, source, target, &options,
                              &m->augment, err);
    for (int k = 0; k < m->n_corpora; k++)
        as_tsv_finish(&m->files[k]);
    return true;
}

static void report_rows(void *context, int done, int total)
{
    as_progress_line_update(context, done, total);
}

/* One file of pairs as ids; refused when nothing of it is left. */
static bool number_file(const as_corpus_text *text, as_pool *pool, as_corpus *out, as_error *err)
{
    const char *place = text->tsv->place;
    as_progress_line line;
    const as_corpus_work work = {pool, as_program_catch_interrupts(), report_rows, &line};
    as_progress_line_start(&line, "pairs read");
    bool done = as_corpus_init(out, text, &work, err);
    as_progress_line_end(&line);
    if (!done)
        return false;
    if (out->n_too_long > 0 && out->n == 0)
        return as_fail(err, AS_ERR_FORMAT,
                       "%s:%d: %d tokens, expected at most %d (max_tokens); no "
                       "pair is shorter",
                       place, out->first_too_long, out->first_tokens, text->max_tokens);
    return out->n > 0 || as_fail(err, AS_ERR_FORMAT, "%s: no pair", place);
}

static bool number_files(const request *rq, material *m, as_pool *pool, as_error *err)
{
    as_tokenizer source = as_pieces_tokenizer(&m->source);
    as_tokenizer target = as_pieces_tokenizer(&m->target);
    as_corpus_text text = {
        .source = &source, .target = &target, .max_tokens = rq->settings.max_tokens};
    for (int k = 0; k < m->n_corpora; k++) {
        m->corpus_views[k] = &m->corpora[k];
        text.tsv = &m->files[k];
        text.links = m->links[k].lines ? &m->links[k] : NULL;
        if (!number_file(&text, pool, &m->corpora[k], err))
            return false;
        as_link_file_finish(&m->links[k]);
    }
    text.tsv = &m->valid_file;
    text.links = NULL;
    if (m->valid_file.place && !number_file(&text, pool, &m->valid, err))
        return false;
    m->fingerprint = as_data_fingerprint(m->corpus_views, m->weights, m->n_corpora);
    return make_augment(rq, m, &source, &target, err);
}

static bool number_text(const request *rq, material *m, as_error *err)
{
    as_pool *pool = NULL;
    bool done = as_pool_new(rq->settings.threads, &pool, err) && number_files(rq, m, pool, err);
    as_pool_free(pool);
    return done;
}

static bool make_trainer(const request *rq, material *m, as_error *err)
{
    const as_trainer_data data = {
        .corpora = m->corpus_views,
        .weights = m->weights,
        .n_corpora = m->n_corpora,
        .valid = m->valid.n > 0 ? &m->valid : NULL,
        .source_space = as_pieces_space(&m->source),
        .target_space = as_pieces_space(&m->target),
        .augment = m->augment,
    };
    as_config config = as_settings_config(&rq->settings, as_vocab_size(m->source.vocab),
                                          as_vocab_size(m->target.vocab));
    if (!as_graph_check(&config, err) ||
        !as_trainer_new(&rq->settings, &config, &data, &m->trainer, err))
        return false;
    if (m->init) {
        bool begun = as_trainer_begin_from(m->trainer, m->init, err);
        as_model_free(m->init);
        m->init = NULL;
        return begun || as_fail_in(err, "%s", rq->init);
    }
    if (!rq->resume)
        return true;
    if (m->checkpoint.data_fingerprint != m->fingerprint)
        return as_fail(
            err, AS_ERR_ARGUMENT,
            "%s: the training text, its weights or its links differ from those of the run",
            rq->checkpoint);
    bool done = as_checkpoint_restore(&m->checkpoint, m->trainer, err);
    as_checkpoint_finish(&m->checkpoint);
    return done;
}

/* The run's own settings, changed where the command line says so and a run may change. */
static bool take_up(request *rq, material *m, as_error *err)
{
    if (!rq->resume)
        return true;
    if (!as_checkpoint_load(rq->checkpoint, &m->checkpoint, err))
        return false;
    if (!change_settings(rq, &m->checkpoint.settings, err))
        return false;
    return as_settings_check_change(&m->checkpoint.settings, &rq->settings, err);
}

/* Finds out before the training, not after it, that the files cannot be written. */
static bool check_output(const request *rq, as_error *err)
{
    const char *paths[] = {rq->model, rq->checkpoint};
    for (int k = 0; k < 2; k++) {
        if (!rq->resume && !rq->force && access(paths[k], F_OK) == 0)
            return as_fail(err, AS_ERR_ARGUMENT, "%s exists; --resume goes on, --force begins anew",
                           paths[k]);
        as_file_writer writer;
        if (!as_file_writer_open(&writer, paths[k], true, err))
            return false;
        as_file_writer_abort(&writer);
    }
    return true;
}

static void material_finish(material *m)
{
    as_trainer_free(m->trainer);
    as_augment_free(m->augment);
    as_model_free(m->init);
    as_checkpoint_finish(&m->checkpoint);
    as_pieces_finish(&m->source);
    as_pieces_finish(&m->target);
    for (int k = 0; k < AS_MAX_CORPORA; k++) {
        as_tsv_finish(&m->files[k]);
        as_link_file_finish(&m->links[k]);
        as_corpus_finish(&m->corpora[k]);
    }
    as_tsv_finish(&m->valid_file);
    as_corpus_finish(&m->valid);
}

/* ---- the run ---- */

static bool train(const request *rq, material *m, as_error *err)
{
    as_train_report report;
    if (!as_train_report_begin(&report, rq->log, as_trainer_progress(m->trainer)->step, err))
        return false;
    for (int k = 0; k < m->n_corpora; k++)
        as_train_report_text(&m->corpora[k], rq->settings.max_tokens, m->augment, k);
    if (m->valid.n > 0)
        as_train_report_text(&m->valid, rq->settings.max_tokens, NULL, 0);
    as_train_report_model(as_trainer_config(m->trainer));
    as_run_options options = {
        .model_path = rq->model,
        .checkpoint_path = rq->checkpoint,
        .card = rq->card,
        .source = &m->source,
        .target = &m->target,
        .data_fingerprint = m->fingerprint,
        .cancel = as_program_catch_interrupts(),
        .report = as_train_report_event,
        .context = &report,
    };
    options.card.source_unit = options.card.target_unit = (as_unit)rq->settings.unit;
    options.card.source_vocab = m->source.vocab_text;
    options.card.target_vocab = m->target.vocab_text;
    options.card.source_bpe = m->source.bpe_text;
    options.card.target_bpe = m->target.bpe_text;
    as_run_end end = AS_RUN_COMPLETE;
    bool done = as_run(m->trainer, &options, &end, err);
    return as_train_report_end(&report, done ? as_run_end_text(end) : NULL, done ? err : NULL) &&
           done;
}

static bool prepare_and_train(request *rq, as_error *err)
{
    material *m = calloc(1, sizeof *m);
    if (!m)
        return as_fail_memory(err, "the training run");
    bool done = check_output(rq, err) && take_up(rq, m, err) && check_align(rq, err) &&
                as_settings_check(&rq->settings, err) && read_text(rq, m, err) &&
                make_pieces(rq, m, err) && number_text(rq, m, err) && make_trainer(rq, m, err) &&
                train(rq, m, err);
    material_finish(m);
    free(m);
    return done;
}

/* Exact answers on examples that share none with the training. */
static bool evaluate(const request *rq, as_error *err)
{
    as_model *model = NULL;
    as_tsv rows = {0};
    as_exact exact;
    int n = rq->n_examples > 0 ? rq->n_examples : TASK_TEST;
    bool done = as_model_load(rq->model, &model, err) &&
                as_task_generate((as_task)rq->task, AS_PART_TEST, (uint64_t)rq->settings.seed, n,
                                 &rows, err) &&
                as_evaluate_exact(model, &rows, stderr, &exact, err);
    if (done) {
        printf("%d of %d exact (%.2f%%)\n", exact.n_right, exact.n,
               100.0 * exact.n_right / exact.n);
        done = as_program_flush(err);
    }
    as_tsv_finish(&rows);
    as_model_free(model);
    return done;
}

int as_cmd_train(const as_cli *cli, int argc, char **argv)
{
    (void)cli;
    static request rq; /* large; one per process */
    static char checkpoint[PATH_SIZE];
    rq = (request){.task = -1, .settings = as_settings_defaults()};
    const as_option options[] = {
        {0, "train", AS_OPTION_CALL, &rq, "FILE[:W]", "pairs to learn, W times as often; repeats",
         0, 0, NULL, add_file},
        AS_CALL(0, "align", &rq, "FILE", add_align,
                "links of the words of the --train file before it, see below"),
        AS_CALL(0, "align-weight", &rq, "W", add_align_weight,
                "--set align_weight=W: of the loss that follows the links"),
        {0, "valid", AS_OPTION_TEXT, &rq.valid, "FILE", "pairs to measure; the best model is kept",
         0, 0, NULL, NULL},
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
         "begin from a model's weights and vocabularies", 0, 0, NULL, NULL},
        {0, "resume", AS_OPTION_FLAG, &rq.resume, NULL, "go on from the checkpoint", 0, 0, NULL,
         NULL},
        {0, "force", AS_OPTION_FLAG, &rq.force, NULL, "begin anew over an existing model", 0, 0,
         NULL, NULL},
        {0, "evaluate", AS_OPTION_FLAG, &rq.evaluate, NULL,
         "with --task: count MODEL's exact answers, learn nothing", 0, 0, NULL, NULL},
        {0, "checkpoint", AS_OPTION_TEXT, &rq.checkpoint, "FILE",
         "where the run is kept (default MODEL.checkpoint)", 0, 0, NULL, NULL},
        {0, "log", AS_OPTION_TEXT, &rq.log, "FILE", "add one JSON object a line", 0, 0, NULL, NULL},
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
        .command = "alphascope train",
        .usage = "--train TSV … [--valid TSV] -o MODEL [--set NAME=VALUE …]\n"
                 "       alphascope train --task NAME -o MODEL [--set NAME=VALUE …]",
        .summary = "Learns a model. A line of TSV is: source, tab, target. Ctrl+C writes a\n"
                   "checkpoint and stops; --resume goes on exactly there.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
        .more_help = print_settings,
    };
    int n_operands = 0, exit_status = AS_EXIT_DONE;
    as_error err = {0};
    if (!as_options_parse(&table, argc, argv, &n_operands, &exit_status))
        return exit_status;
    if (n_operands > 0)
        return as_options_wrong(&table, "'%s' is not expected", argv[1]);
    const as_settings task_defaults = as_settings_task_defaults();
    if (!check_request(&rq, &err) || (rq.task >= 0 && !change_settings(&rq, &task_defaults, &err)))
        return as_options_wrong(&table, "%s", err.message);
    if (!rq.checkpoint) {
        int len = snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", rq.model);
        if (len < 0 || len >= (int)sizeof checkpoint)
            return as_options_wrong(&table, "the name of the model is too long");
        rq.checkpoint = checkpoint;
    }
    as_blas_threads(1); /* the workers are the threads */
    if (!(rq.evaluate ? evaluate(&rq, &err) : prepare_and_train(&rq, &err))) {
        if (err.status == AS_ERR_CANCELLED)
            return as_program_end_interrupted();
        /* Also after an interrupt: what was learned could not be written. */
        fprintf(stderr, "alphascope train: %s\n", err.message);
        return AS_EXIT_FAILED;
    }
    return AS_EXIT_DONE;
}
