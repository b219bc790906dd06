#include "train/run.h"

#include "core/clock.h"
#include "train/lineage.h"
#include "train/ranks.h"

#include <math.h>
#include <stdlib.h>

/* Tokens per second is an average over about this many of the last steps. */
enum { SPEED_STEPS = 20 };

typedef struct run {
    as_trainer *trainer;
    const as_run_options *options;
    as_run_status status;
    long measured_step, checkpoint_step;
} run;

static void report(run *r, as_run_event event)
{
    r->status.event = event;
    r->status.settings = as_trainer_settings(r->trainer);
    r->status.progress = as_trainer_progress(r->trainer);
    r->status.epochs = as_trainer_epochs(r->trainer);
    if (r->options->report)
        r->options->report(r->options->context, &r->status);
}

/* What the model file says about how it was made; the caller's, NULL when memory is short. */
static char *training_text(const run *r)
{
    const as_progress *p = as_trainer_progress(r->trainer);
    const as_loss *train = &p->train, *valid = &r->status.valid;
    json_t *root = json_pack("{s:I, s:I, s:f, s:f, s:o}", "steps", (json_int_t)p->step,
                             "target_tokens", (json_int_t)p->n_target_tokens, "seconds", p->seconds,
                             "epochs", as_trainer_epochs(r->trainer), "settings",
                             as_settings_to_json(as_trainer_settings(r->trainer)));
    if (!root)
        return NULL;
    if (train->n > 0)
        json_object_set_new(root, "train_loss", json_real(train->smoothed / (double)train->n));
    if (train->n > 0 && train->guided > 0)
        json_object_set_new(root, "align_loss", json_real(train->guided / (double)train->n));
    if (valid->n > 0) {
        double nll = valid->nll / (double)valid->n;
        json_object_set_new(root, "valid_nll", json_real(nll));
        json_object_set_new(root, "valid_perplexity", json_real(exp(nll)));
    }
    if (r->status.valid_bleu >= 0)
        json_object_set_new(root, "valid_bleu", json_real(r->status.valid_bleu));
    as_lineage_add(root, r->options->lineage, p->step);
    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(root);
    return text;
}

static const as_comm *comm_of(const run *r)
{
    return as_trainer_inputs(r->trainer)->comm;
}

static bool save_model(const run *r, as_error *err)
{
    if (as_comm_rank(comm_of(r)) != 0)
        return true;
    char *training = training_text(r);
    if (!training)
        return as_fail_memory(err, "the model's description");
    as_model_card card = r->options->card;
    card.training = training;
    bool done = as_model_save(r->options->model_path, as_trainer_config(r->trainer),
                              as_trainer_kept(r->trainer), &card,
                              (as_dtype)as_trainer_settings(r->trainer)->dtype, err);
    free(training);
    return done;
}

/* Of two that translate equally well the one that is less surprised is better: at first all have a
 * BLEU of 0. */
static bool is_better(const run *r, double nll, double bleu)
{
    const as_progress *p = as_trainer_progress(r->trainer);
    if (as_trainer_settings(r->trainer)->best == AS_BEST_LOSS || bleu == p->best_bleu)
        return nll < p->best_nll;
    return bleu > p->best_bleu;
}

/* Loss and, if asked for, BLEU on the valid text; whether they are the best so far. */
static bool measure_valid(run *r, as_error *err)
{
    as_progress *p = as_trainer_progress(r->trainer);
    if (!as_trainer_measure(r->trainer, &r->status.valid, err) ||
        (as_trainer_settings(r->trainer)->best == AS_BEST_BLEU &&
         !as_trainer_bleu(r->trainer, &r->status.valid_bleu, err)))
        return false;
    double nll = r->status.valid.nll / (double)r->status.valid.n;
    r->status.best = is_better(r, nll, r->status.valid_bleu);
    p->n_since_best++;
    if (r->status.best) {
        p->best_nll = nll;
        p->best_bleu = r->status.valid_bleu;
        p->best_step = p->step;
        p->n_since_best = 0;
    }
    return true;
}

static bool measure(run *r, as_error *err)
{
    as_progress *p = as_trainer_progress(r->trainer);
    double begin = 1e-3 * as_clock_ms();
    r->measured_step = p->step;
    r->status.best = true; /* without a valid text */
    as_trainer_take_snapshot(r->trainer);
    if (as_trainer_inputs(r->trainer)->valid && !measure_valid(r, err))
        return false;
    p->seconds += 1e-3 * as_clock_ms() - begin;
    if (!as_ranks_check_weights(r->trainer, err))
        return false;
    if (r->status.best && !as_comm_agree(comm_of(r), save_model(r, err), err))
        return false;
    report(r, AS_RUN_MEASURED);
    p->train = (as_loss){0};
    return true;
}

static bool checkpoint(run *r, as_error *err)
{
    const as_run_options *o = r->options;
    r->checkpoint_step = as_trainer_progress(r->trainer)->step;
    if (!o->checkpoint_path)
        return true;
    bool saved = as_comm_rank(comm_of(r)) != 0 ||
                 as_checkpoint_save(o->checkpoint_path, r->trainer, o->source, o->target,
                                    o->data_fingerprint, o->lineage, err);
    if (!as_comm_agree(comm_of(r), saved, err))
        return false;
    report(r, AS_RUN_CHECKPOINT);
    return true;
}

static bool step(run *r, as_error *err)
{
    as_progress *p = as_trainer_progress(r->trainer);
    double begin = 1e-3 * as_clock_ms();
    if (!as_trainer_step(r->trainer, &r->status.step, err))
        return false;
    double seconds = 1e-3 * as_clock_ms() - begin;
    double speed = (double)r->status.step.loss.n / seconds;
    p->seconds += seconds;
    r->status.tokens_per_second +=
        (speed - r->status.tokens_per_second) / (r->status.tokens_per_second > 0 ? SPEED_STEPS : 1);
    as_loss_add(&p->train, &r->status.step.loss);
    report(r, AS_RUN_STEP);
    return true;
}

/* The as_run_end that this rank sees, -1: none. */
static int why_over(const run *r)
{
    const as_settings *s = as_trainer_settings(r->trainer);
    const as_progress *p = as_trainer_progress(r->trainer);
    if (p->step >= s->max_steps)
        return AS_RUN_COMPLETE;
    if (r->options->cancel && atomic_load(r->options->cancel))
        return AS_RUN_CANCELLED;
    if (s->minutes > 0 && p->seconds >= 60 * s->minutes)
        return AS_RUN_TIME;
    if (s->patience > 0 && p->n_since_best >= s->patience)
        return AS_RUN_PATIENCE;
    return -1;
}

/* Each rank has its own clock and gets its own signals, but all have to end at the same step. */
static bool look_for_end(const run *r, int *why, as_error *err)
{
    *why = why_over(r);
    return as_comm_first(comm_of(r), why, err);
}

bool as_run(as_trainer *trainer, const as_run_options *options, as_run_end *end, as_error *err)
{
    const as_settings *s = as_trainer_settings(trainer);
    const as_progress *p = as_trainer_progress(trainer);
    run r = {.trainer = trainer,
             .options = options,
             .status.valid_bleu = -1,
             .measured_step = p->step,
             .checkpoint_step = p->step};
    int why;
    if (!as_ranks_check(trainer, options->data_fingerprint, err) || !look_for_end(&r, &why, err))
        return false;
    while (why < 0) {
        if (!step(&r, err))
            return false;
        if (p->step % s->validate_every == 0 && !measure(&r, err))
            return false;
        if (p->step % s->checkpoint_every == 0 && !checkpoint(&r, err))
            return false;
        if (!look_for_end(&r, &why, err))
            return false;
    }
    *end = (as_run_end)why;
    /* A cancelled run goes on later; measuring now would count against its patience. */
    if (*end != AS_RUN_CANCELLED && r.measured_step != p->step && !measure(&r, err))
        return false;
    return r.checkpoint_step == p->step || checkpoint(&r, err);
}

const char *as_run_end_text(as_run_end end)
{
    switch (end) {
    case AS_RUN_COMPLETE:
        return "all steps are done";
    case AS_RUN_TIME:
        return "the time is over";
    case AS_RUN_PATIENCE:
        return "no better measurement came";
    case AS_RUN_CANCELLED:
        return "stopped by the user";
    }
    return "";
}
