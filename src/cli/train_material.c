#include "cli/train_material.h"

#include "cli/program.h"
#include "cli/progress.h"
#include "core/file.h"
#include "train/graph.h"
#include "train/lineage.h"
#include "train/tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TASK_TRAIN = 200000, TASK_VALID = 1000 };

/* Whether the files fit the settings, which may be those of a checkpoint. */
static bool check_files(const as_train_request *rq, as_error *err)
{
    if (rq->settings.best == AS_BEST_BLEU && !rq->valid && rq->task < 0)
        return as_fail(err, AS_ERR_ARGUMENT, "best=bleu needs --valid FILE to translate");
    for (int k = 0; k < rq->n_files; k++)
        if (rq->files[k].align && rq->settings.score == AS_SCORE_NONE)
            return as_fail(err, AS_ERR_ARGUMENT,
                           "--align guides an attention, and with score=none there is none");
    return true;
}

static bool read_text(const as_train_request *rq, as_train_material *m, as_error *err)
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
    return !rq->valid || as_tsv_read_references(rq->valid, &m->valid_file, err);
}

/* The model to begin from. */
static bool load_init(const as_train_request *rq, as_train_material *m, as_error *err)
{
    as_unit unit = (as_unit)rq->settings.unit;
    if (!as_model_load(rq->init, &m->init, err))
        return false;
    if (m->init->source.unit != unit || m->init->target.unit != unit)
        return as_fail(err, AS_ERR_ARGUMENT, "%s: its tokens are %s, but unit=%s", rq->init,
                       unit == AS_UNIT_CHAR ? "subwords" : "characters",
                       unit == AS_UNIT_CHAR ? "char" : "bpe");
    return true;
}

/* Vocabularies: of the checkpoint, of another model, or learned from the text. */
static bool make_pieces(const as_train_request *rq, as_train_material *m, as_error *err)
{
    as_unit unit = (as_unit)rq->settings.unit;
    if (rq->resume) {
        m->source = m->checkpoint.source;
        m->target = m->checkpoint.target;
        m->checkpoint.source = m->checkpoint.target = (as_pieces){0};
        return true;
    }
    if (rq->init && !load_init(rq, m, err))
        return false;
    if (rq->vocab || (rq->init && !rq->new_vocab))
        return as_pieces_read(rq->vocab ? rq->vocab : rq->init, unit, &m->source, &m->target, err);
    if (rq->settings.vocab == AS_VOCAB_JOINT)
        return as_pieces_learn_joint(m->files, m->weights, m->n_corpora, unit,
                                     rq->settings.source_vocab, &m->source, &m->target, err);
    return as_pieces_learn(m->files, m->weights, m->n_corpora, AS_SOURCE, unit,
                           rq->settings.source_vocab, &m->source, err) &&
           as_pieces_learn(m->files, m->weights, m->n_corpora, AS_TARGET, unit,
                           rq->settings.target_vocab, &m->target, err);
}

/* What was learned before: of the run that goes on, or of the model that it begins from. */
static bool find_lineage(const as_train_request *rq, as_train_material *m, as_error *err)
{
    if (rq->resume) {
        m->lineage = m->checkpoint.lineage;
        m->checkpoint.lineage = NULL;
        return true;
    }
    m->lineage = m->init ? as_lineage_from_model(m->init->name, m->init->training)
                         : strdup(AS_LINEAGE_NOTHING);
    return m->lineage || as_fail_memory(err, "what was learned before");
}

/* The texts are kept only when they are read again, to change pairs. */
static bool make_augment(const as_train_request *rq, as_train_material *m,
                         const as_tokenizer *source, const as_tokenizer *target, as_error *err)
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
static bool number_file(const as_corpus_text *text, as_pool *pool, bool speaks, as_corpus *out,
                        as_error *err)
{
    const char *place = text->tsv->place;
    as_progress_line line = {0};
    const as_corpus_work work = {pool, as_program_catch_interrupts(), report_rows, &line};
    if (speaks)
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

static bool make_valid_text(const as_train_request *rq, as_train_material *m,
                            const as_tokenizer *source, const as_tokenizer *target, as_error *err)
{
    const char *languages = rq->card.languages ? rq->card.languages : "";
    return as_valid_text_new(&m->valid_file, &m->valid, source, target,
                             as_bleu_usual_tokenizer(languages), &m->valid_text, err);
}

static bool number_files(const as_train_request *rq, as_train_material *m, as_pool *pool,
                         as_error *err)
{
    as_tokenizer source = as_pieces_tokenizer(&m->source);
    as_tokenizer target = as_pieces_tokenizer(&m->target);
    as_corpus_text text = {
        .source = &source, .target = &target, .max_tokens = rq->settings.max_tokens};
    for (int k = 0; k < m->n_corpora; k++) {
        m->corpus_views[k] = &m->corpora[k];
        text.tsv = &m->files[k];
        text.links = m->links[k].lines ? &m->links[k] : NULL;
        if (!number_file(&text, pool, as_train_request_may_write(rq), &m->corpora[k], err))
            return false;
        as_link_file_finish(&m->links[k]);
    }
    text.tsv = &m->valid_file;
    text.links = NULL;
    if (m->valid_file.place &&
        !number_file(&text, pool, as_train_request_may_write(rq), &m->valid, err))
        return false;
    if (rq->settings.best == AS_BEST_BLEU && !make_valid_text(rq, m, &source, &target, err))
        return false;
    m->fingerprint = as_data_fingerprint(m->corpus_views, m->weights, m->n_corpora);
    return make_augment(rq, m, &source, &target, err);
}

static bool number_text(const as_train_request *rq, as_train_material *m, as_error *err)
{
    as_pool *pool = NULL;
    bool done = as_pool_new(rq->settings.threads, &pool, err) && number_files(rq, m, pool, err);
    as_pool_free(pool);
    return done;
}

static bool make_trainer(const as_train_request *rq, as_train_material *m, as_error *err)
{
    const as_trainer_data data = {
        .corpora = m->corpus_views,
        .weights = m->weights,
        .n_corpora = m->n_corpora,
        .valid = m->valid.n > 0 ? &m->valid : NULL,
        .valid_text = m->valid_text,
        .source_space = as_pieces_space(&m->source),
        .target_space = as_pieces_space(&m->target),
        .augment = m->augment,
        .comm = rq->comm,
    };
    as_config config = as_settings_config(&rq->settings, as_vocab_size(m->source.vocab),
                                          as_vocab_size(m->target.vocab));
    if (!as_graph_check(&config, err) ||
        !as_trainer_new(&rq->settings, &config, &data, &m->trainer, err))
        return false;
    if (m->init) {
        const as_init_pieces pieces = {as_pieces_tokenizer(&m->source),
                                       as_pieces_tokenizer(&m->target)};
        bool others = rq->vocab || rq->new_vocab;
        bool begun = as_trainer_begin_from(m->trainer, m->init, others ? &pieces : NULL, err);
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
    bool done = as_checkpoint_restore(&m->checkpoint, m->trainer, err) ||
                as_fail_in(err, "%s", rq->checkpoint);
    if (done && as_train_request_may_write(rq) &&
        as_checkpoint_has_other_valid(&m->checkpoint, m->trainer))
        fprintf(stderr, "%s: measured on another valid text so far; the best model is found anew\n",
                rq->checkpoint);
    as_checkpoint_finish(&m->checkpoint);
    return done;
}

/* The run's own settings, changed where the command line says so and a run may change. */
static bool take_up(as_train_request *rq, as_train_material *m, as_error *err)
{
    if (!rq->resume)
        return true;
    if (!as_checkpoint_load(rq->checkpoint, &m->checkpoint, err))
        return false;
    if (!as_train_request_settings(rq, &m->checkpoint.settings, err))
        return false;
    return as_settings_check_change(&m->checkpoint.settings, &rq->settings, err);
}

/* Whether there is something in the file that a log begun anew would wipe out; a terminal or a pipe
 * holds nothing. */
static bool has_log(const char *path)
{
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
}

/* Finds out before the training, not after it, that the files cannot be written. */
static bool check_output(const as_train_request *rq, as_error *err)
{
    if (!as_train_request_may_write(rq))
        return true;
    const char *paths[] = {rq->model, rq->checkpoint, rq->log};
    const bool taken[] = {access(rq->model, F_OK) == 0, access(rq->checkpoint, F_OK) == 0,
                          has_log(rq->log)};
    for (int k = 0; k < 3; k++)
        if (!rq->resume && !rq->force && taken[k])
            return as_fail(err, AS_ERR_ARGUMENT, "%s exists; --resume goes on, --force begins anew",
                           paths[k]);
    for (int k = 0; k < 2; k++) {
        as_file_writer writer;
        if (!as_file_writer_open(&writer, paths[k], true, err))
            return false;
        as_file_writer_abort(&writer);
    }
    return true;
}

bool as_train_material_read(as_train_request *rq, as_train_material *m, as_error *err)
{
    return check_output(rq, err) && take_up(rq, m, err) && check_files(rq, err) &&
           as_settings_check(&rq->settings, err) && read_text(rq, m, err);
}

bool as_train_material_make(const as_train_request *rq, as_train_material *m, as_error *err)
{
    return make_pieces(rq, m, err) && find_lineage(rq, m, err) && number_text(rq, m, err) &&
           make_trainer(rq, m, err);
}

void as_train_material_finish(as_train_material *m)
{
    as_trainer_free(m->trainer);
    as_augment_free(m->augment);
    as_model_free(m->init);
    free(m->lineage);
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
    as_valid_text_free(m->valid_text);
}
