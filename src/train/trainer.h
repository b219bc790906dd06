/* The state of a training run and its step.
 *
 * Data parallel with one owner: each worker of a pool runs its interleaved part of the batch into
 * its own gradient block; the blocks are then summed in a fixed order and Adam is applied, both by
 * ranges of the block. Same seed, same data and same number of threads give the same bits.
 *
 * With an as_comm every rank has such a pool, the workers of all ranks share each batch, and the
 * ranks' blocks are summed before Adam, which every rank applies to its own copy of the weights. So
 * the result depends on the number of workers in all, not on how many share a process, but for the
 * order of sums. */
#ifndef AS_TRAIN_TRAINER_H
#define AS_TRAIN_TRAINER_H

#include "core/model.h"
#include "train/batch.h"
#include "train/comm.h"
#include "train/init.h"
#include "train/loss.h"
#include "train/settings.h"
#include "train/valid_bleu.h"

/* What a run learns from, and with whom; must outlive the trainer. */
typedef struct as_trainer_data {
    const as_corpus *const *corpora;
    const double *weights;
    int n_corpora;
    const as_corpus *valid;          /* NULL: nothing is measured */
    const as_valid_text *valid_text; /* of valid; NULL: BLEU is not measured */
    int source_space, target_space;  /* as_pieces_space of the two sides */
    as_augment *augment;             /* changes pairs as they are drawn; NULL: none */
    const as_comm *comm;             /* NULL: alone */
} as_trainer_data;

/* Everything that changes during a run but the weights; plain numbers that a checkpoint keeps. */
typedef struct as_progress {
    long step;            /* updates done */
    long n_target_tokens; /* seen in training */
    double seconds;       /* spent in steps and measurements */
    double best_nll;      /* of the best measurement, per token; INFINITY before the first */
    double best_bleu;     /* of the best measurement; -1 before the first and where not measured */
    long best_step;
    int n_since_best; /* measurements since */
    as_loss train;    /* of the steps since the last measurement */
    long n_snapshots; /* taken, whether they are still kept or not */
    as_batch_position position;
} as_progress;

typedef struct as_trainer as_trainer;

/* A run at its start: weights from the seed. config is as_settings_config of these settings, and
 * settings->ranks the number of ranks. Free with as_trainer_free. Errors, which other ranks do not
 * see: SYSTEM, LIMIT, ARGUMENT. */
bool as_trainer_new(const as_settings *settings, const as_config *config,
                    const as_trainer_data *data, as_trainer **out, as_error *err);
void as_trainer_free(as_trainer *trainer);

/* Lets a run at its start begin from a model's weights instead; Adam knows nothing yet. pieces and
 * errors: those of as_init_from_model. */
bool as_trainer_begin_from(as_trainer *trainer, const as_model *model,
                           const as_init_pieces *pieces, as_error *err);

typedef struct as_step {
    as_loss loss; /* of the batch, before the update */
    double rate;  /* learning rate */
    double norm;  /* of the gradient, before clipping */
} as_step;

/* One update, on all ranks together. On failure (SYSTEM; FORMAT: a loss or gradient that is not
 * finite), which all ranks see, the weights are as before, and the run cannot go on. */
bool as_trainer_step(as_trainer *trainer, as_step *out, as_error *err);

/* The loss over the valid text, without dropout and smoothing, of the weights that would be kept
 * (as_trainer_kept); on all ranks together. Errors, which all ranks see: SYSTEM, FORMAT. */
bool as_trainer_measure(as_trainer *trainer, as_loss *out, as_error *err);

/* BLEU of their greedy translations of the valid text (valid_bleu.h); data->valid_text is not NULL.
 * Errors: those of as_valid_bleu. */
bool as_trainer_bleu(as_trainer *trainer, double *out, as_error *err);

/* Borrowed: what as_trainer_new was given. */
const as_trainer_data *as_trainer_inputs(const as_trainer *trainer);

/* Takes the weights of this step into the mean that makes the model, when the settings ask for one
 * of the last measurements; to be called before each. Cannot fail. */
void as_trainer_take_snapshot(as_trainer *trainer);

/* Borrowed. The weights that make the model: averaged ones when the settings ask for them. */
const as_params *as_trainer_kept(const as_trainer *trainer);
const as_config *as_trainer_config(const as_trainer *trainer);
const as_settings *as_trainer_settings(const as_trainer *trainer);
as_progress *as_trainer_progress(as_trainer *trainer);
double as_trainer_epochs(const as_trainer *trainer);

/* The blocks that a checkpoint keeps, n floats each. average is NULL without averaging;
 * snapshots[n_snapshots] are those that were taken and are still of use. */
typedef struct as_trainer_state {
    size_t n;
    float *weights, *adam_m, *adam_v, *average;
    float *const *snapshots;
    int n_snapshots;
} as_trainer_state;
as_trainer_state as_trainer_blocks(as_trainer *trainer);

/* Takes up the batches where progress->position says, after a checkpoint was read into the blocks
 * and the progress. Errors: ARGUMENT (a position that cannot be), SYSTEM. */
bool as_trainer_reposition(as_trainer *trainer, as_error *err);

#endif
