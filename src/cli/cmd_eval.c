#include "cli/commands.h"
#include "cli/decoding.h"
#include "cli/eval_gold.h"
#include "cli/eval_picture.h"
#include "cli/evaluation.h"
#include "cli/models.h"
#include "cli/output.h"
#include "paint/picture.h"
#include "cli/program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BATCH_DEFAULT = 32, BATCH_MAX = 256 };

/* What is wanted, and what came out. */
typedef struct as_job {
    const char *model, *corpus, *output, *picture, *gold, *links; /* NULL: not given */
    as_look look;                                                 /* of the picture */
    bool replace;                                                 /* the picture, when it exists */
    int tokenizer;                                                /* -1: the usual one */
    as_model *loaded; /* NULL where only links of a file are scored */
    as_session *session;
    as_evaluation evaluation;
    as_gold_scores gold_scores;
} as_job;

static bool set_lengths(void *context, const char *text, as_error *err)
{
    return as_lengths_parse(text, context, err);
}

/* No file that is written is another one of the evaluation. */
static bool check_outputs(const as_job *job, as_error *err)
{
    const char *outputs[] = {job->output, job->picture};
    const char *others[] = {job->corpus, job->gold, job->links, job->model};
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++)
        for (size_t other = 0; other < sizeof others / sizeof *others; other++)
            if (!as_program_apart(outputs[k], others[other], err))
                return false;
    return as_program_apart(job->picture, job->output, err);
}

static bool run_corpus(as_job *job, as_error *err)
{
    as_evaluation *e = &job->evaluation;
    if (job->output != NULL && !as_file_writer_open(&e->hypotheses, job->output, true, err))
        return false;
    e->tokenizer = job->tokenizer >= 0 ? (as_bleu_tokenizer)job->tokenizer
                                       : as_bleu_usual_tokenizer(job->loaded->languages);
    bool ok = as_evaluation_run(e, job->corpus, err) &&
              (job->output == NULL || as_file_writer_commit(&e->hypotheses, err));
    as_file_writer_abort(&e->hypotheses);
    return ok;
}

/* Without attention alpha is 0 everywhere: an AER of that would look like one that was measured. */
static bool check_attends(const as_model *model, as_error *err)
{
    return as_config_attends(&model->config) ||
           as_fail(err, AS_ERR_ARGUMENT,
                   "%s has no attention to take links from, --gold expected a model that has (or "
                   "--links FILE)",
                   model->name);
}

static bool run(const as_cli *cli, as_job *job, as_error *err)
{
    /* Found out before the work, and once more when the file gets its name. */
    bool ok = check_outputs(job, err) &&
              (job->picture == NULL || job->replace || access(job->picture, F_OK) != 0 ||
               as_fail(err, AS_ERR_ARGUMENT, "%s exists; --force replaces it", job->picture));
    if (ok && (job->corpus != NULL || job->links == NULL))
        ok = as_models_open(cli, job->model, &job->loaded, err) &&
             (job->gold == NULL || job->links != NULL || check_attends(job->loaded, err)) &&
             as_session_new(job->loaded, &job->session, err);
    job->evaluation.session = job->session;
    if (ok && job->gold != NULL)
        ok = as_gold_score(job->gold, job->links, job->links == NULL ? job->session : NULL,
                           &job->evaluation.options, &job->gold_scores, err);
    return ok && (job->corpus == NULL || run_corpus(job, err));
}

static bool draw(const as_job *job, as_error *err)
{
    return as_evaluation_draw(&job->evaluation, job->loaded->name, job->corpus, job->picture,
                              &job->look, job->replace, err);
}

static bool print_json(const as_job *job, as_error *err)
{
    as_buffer out = {0};
    as_buffer_text(&out, "{");
    if (job->corpus != NULL)
        as_evaluation_json(&out, &job->evaluation);
    if (job->corpus != NULL && job->gold != NULL)
        as_buffer_text(&out, ",");
    if (job->gold != NULL)
        as_gold_json(&out, &job->gold_scores);
    as_buffer_text(&out, "}\n");
    bool ok = as_output_flush(&out, err);
    as_buffer_finish(&out);
    return ok;
}

static void print_text(const as_job *job)
{
    if (job->corpus != NULL)
        as_evaluation_print(&job->evaluation);
    if (job->gold != NULL)
        as_gold_print(&job->gold_scores);
}

int as_cmd_eval(const as_cli *cli, int argc, char **argv)
{
    as_job job = {
        .look = AS_LOOK_DEFAULTS,
        .tokenizer = -1,
        .evaluation = {.batch = BATCH_DEFAULT, .lengths = as_lengths_default()},
    };
    as_decoding decoding = AS_DECODING_DEFAULTS;
    bool json = false;
    const as_option options[] = {
        AS_MODEL_OPTION(job.model),
        AS_DECODING_OPTIONS(decoding),
        AS_INT(0, "batch", &job.evaluation.batch, "N", 1, BATCH_MAX,
               "sentences decoded together (32)"),
        AS_CHOICE(0, "tokenize", &job.tokenizer, "HOW", as_bleu_tokenizer_names,
                  "BLEU's words: 13a, zh, char or none (zh for Chinese)"),
        AS_CALL(0, "buckets", &job.evaluation.lengths, "LIST", set_lengths,
                "lengths told apart, in words of the source (15,30)"),
        AS_FLAG(0, "join", &job.evaluation.join,
                "fill each bucket with sentences made of consecutive pairs"),
        AS_TEXT('o', "output", &job.output, "FILE", "the translations, one a line (replaces FILE)"),
        AS_TEXT('g', "gold", &job.gold, "FILE", "gold alignments: AER, precision, recall"),
        AS_TEXT(0, "links", &job.links, "FILE",
                "score these links (Pharaoh) against the gold, not the model's"),
        AS_TEXT(0, "picture", &job.picture, "FILE", "BLEU by length, FILE" AS_PICTURE_KINDS),
        AS_FLAG('f', "force", &job.replace, "replace the picture when it exists"),
        AS_LOOK_OPTIONS(job.look),
        AS_FLAG('j', "json", &json, "one JSON object on one line"),
    };
    const as_option_table table = {
        .command = "alphascope eval",
        .usage = "[OPTION …] TSV\n       alphascope eval [OPTION …] --gold FILE [TSV]",
        .summary =
            "Translates the first column of TSV (- is standard input) and scores it against the "
            "others,\neach of them a reference: BLEU and chrF2 as sacreBLEU defines them, exact "
            "matches, and the\nperplexity of the first reference; over all sentences and by the "
            "words of the source. With\n--join each of these lengths has the whole corpus: pairs "
            "in their order are put together until\nthe source is long enough; a group that "
            "becomes too long is left out.\n\nWith --gold the attention along given translations "
            "is scored against gold word alignments: lines\nof source words, target words, sure "
            "links and possible links, between tabs.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_operands > 1 || (n_operands == 0 && job.gold == NULL))
        return as_options_wrong(&table, "one TSV file, not %d", n_operands);
    if (job.links != NULL && job.gold == NULL)
        return as_options_wrong(&table, "--links are scored against --gold FILE");
    job.corpus = n_operands == 1 ? argv[1] : NULL;
    if (job.output != NULL && job.evaluation.join)
        return as_options_wrong(&table, "--output has a line per line of TSV, --join has not");
    if ((job.output != NULL || job.picture != NULL) && job.corpus == NULL)
        return as_options_wrong(&table, "--%s needs a TSV file to translate",
                                job.output != NULL ? "output" : "picture");
    if (job.picture != NULL && !as_picture_is_known(job.picture))
        return as_options_wrong(&table, "'%s' ends in none of: " AS_PICTURE_KINDS, job.picture);

    job.evaluation.options = as_decoding_options(&decoding, 1, as_program_catch_interrupts());
    job.evaluation.options.n_candidates = 0;
    as_error err = {0};
    bool ok = run(cli, &job, &err);
    if (ok && json)
        ok = print_json(&job, &err);
    else if (ok)
        print_text(&job);
    ok = ok && as_program_flush(&err) && (job.picture == NULL || draw(&job, &err));
    as_session_free(job.session);
    as_model_free(job.loaded);
    return ok ? AS_EXIT_DONE : as_program_fail("eval", &err);
}
