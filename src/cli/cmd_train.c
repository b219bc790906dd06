/* alphascope train: learns a model from sentence pairs or a built-in task. */
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/train_material.h"
#include "cli/train_report.h"
#include "core/mat.h"
#include "train/evaluate.h"
#include "train/run.h"
#include "train/tasks.h"

#include <stdio.h>
#include <stdlib.h>

enum { TASK_TEST = 2000 };

static bool begin_report(const as_train_request *rq, const as_train_material *m,
                         as_train_report *report, as_error *err)
{
    if (!as_train_report_begin(report, rq->log, as_trainer_progress(m->trainer)->step, err))
        return false;
    for (int k = 0; k < m->n_corpora; k++)
        as_train_report_text(&m->corpora[k], rq->settings.max_tokens, m->augment, k);
    if (m->valid.n > 0)
        as_train_report_text(&m->valid, rq->settings.max_tokens, NULL, 0);
    as_train_report_model(as_trainer_config(m->trainer));
    return true;
}

static bool train(const as_train_request *rq, as_train_material *m, as_error *err)
{
    bool speaks = as_train_request_may_write(rq);
    as_train_report report;
    if (!as_comm_agree(rq->comm, !speaks || begin_report(rq, m, &report, err), err))
        return false;
    as_run_options options = {
        .model_path = rq->model,
        .checkpoint_path = rq->checkpoint,
        .card = rq->card,
        .source = &m->source,
        .target = &m->target,
        .data_fingerprint = m->fingerprint,
        .lineage = m->lineage,
        .cancel = as_program_catch_interrupts(),
        .report = speaks ? as_train_report_event : NULL,
        .context = &report,
    };
    options.card.source_unit = options.card.target_unit = (as_unit)rq->settings.unit;
    options.card.source_vocab = m->source.vocab_text;
    options.card.target_vocab = m->target.vocab_text;
    options.card.source_bpe = m->source.bpe_text;
    options.card.target_bpe = m->target.bpe_text;
    as_run_end end = AS_RUN_COMPLETE;
    /* What the file would refuse is told now, not with the first measurement. */
    bool card = as_model_card_check(as_trainer_config(m->trainer), &options.card, err);
    bool done = as_comm_agree(rq->comm, card, err) && as_run(m->trainer, &options, &end, err);
    bool told = !speaks ||
                as_train_report_end(&report, done ? as_run_end_text(end) : NULL, done ? err : NULL);
    return done && as_comm_agree(rq->comm, told, err);
}

static bool prepare_and_train(as_train_request *rq, as_error *err)
{
    as_train_material *m = calloc(1, sizeof *m);
    bool done =
        (m || as_fail_memory(err, "the training run")) && as_train_material_read(rq, m, err);
    /* Before vocabularies are learned for minutes. */
    done = as_comm_agree(rq->comm, done, err);
    done = done && as_comm_agree(rq->comm, as_train_material_make(rq, m, err), err) &&
           train(rq, m, err);
    if (m)
        as_train_material_finish(m);
    free(m);
    return done;
}

/* Exact answers on examples that share none with the training. */
static bool evaluate(const as_train_request *rq, as_error *err)
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

int as_cmd_train_on(const as_comm *comm, int argc, char **argv)
{
    as_train_request *rq = NULL;
    as_error err = {0};
    int exit_status = AS_EXIT_DONE, stop = -1;
    /* Rank 0 looks at the command line first: help and complaints are printed once. */
    if (as_comm_rank(comm) == 0 && !(rq = as_train_request_parse(comm, argc, argv, &exit_status)))
        stop = exit_status;
    bool done = as_comm_first(comm, &stop, &err);
    if (done && stop < 0 && !rq)
        rq = as_train_request_parse(comm, argc, argv, &stop);
    if (stop >= 0)
        return stop;
    as_blas_threads(1); /* the workers are the threads */
    if (done && rq->evaluate)
        done = as_comm_agree(comm, !as_train_request_may_write(rq) || evaluate(rq, &err), &err);
    else if (done)
        done = prepare_and_train(rq, &err);
    if (!done && !comm && err.status == AS_ERR_CANCELLED)
        return as_program_end_interrupted();
    /* Also after an interrupt: what was learned could not be written. */
    if (!done && as_comm_rank(comm) == 0)
        fprintf(stderr, "%s: %s\n", as_train_command_name(comm), err.message);
    return done ? AS_EXIT_DONE : AS_EXIT_FAILED;
}

int as_cmd_train(const as_cli *cli, int argc, char **argv)
{
    (void)cli;
    return as_cmd_train_on(NULL, argc, argv);
}
