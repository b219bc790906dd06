/* A run in a file: weights, Adam's moments, averaged weights, vocabularies, settings and progress,
 * as one .safetensors file that appears whole or not at all. A run continued from it gives the same
 * bits as one that was never interrupted. */
#ifndef AS_TRAIN_CHECKPOINT_H
#define AS_TRAIN_CHECKPOINT_H

#include "train/pieces.h"
#include "train/trainer.h"

typedef struct as_checkpoint {
    as_settings settings;
    as_progress progress;
    as_pieces source, target;
    uint64_t data_fingerprint;  /* of the training data the run began with */
    uint64_t valid_fingerprint; /* of the text it was last measured on; 0: none */
    bool knows_valid;           /* older checkpoints do not say */
    char *lineage;              /* as in lineage.h; NULL: not known, in files of older runs */
    struct as_checkpoint_file *file;
} as_checkpoint;

/* Replaces `path`; on failure what stood there is unchanged. lineage: as in as_checkpoint. Errors:
 * SYSTEM, ARGUMENT (weights that are not finite). */
bool as_checkpoint_save(const char *path, as_trainer *trainer, const as_pieces *source,
                        const as_pieces *target, uint64_t data_fingerprint, const char *lineage,
                        as_error *err);

/* Reads and checks all but the weights' sizes. *out is the caller's; release with
 * as_checkpoint_finish. Errors: SYSTEM, FORMAT, LIMIT; messages name the file. */
bool as_checkpoint_load(const char *path, as_checkpoint *out, as_error *err);
void as_checkpoint_finish(as_checkpoint *checkpoint);

/* Whether the run was measured on another text than the trainer has. Cannot fail. */
bool as_checkpoint_has_other_valid(const as_checkpoint *checkpoint, const as_trainer *trainer);

/* Puts weights, moments and progress into a fresh trainer of the same sizes and settings; with
 * another valid text the best measurement is forgotten, for it compares with none on this one.
 * After a failure the trainer is good for nothing but as_trainer_free. Errors: FORMAT (sizes,
 * damage), ARGUMENT, SYSTEM. */
bool as_checkpoint_restore(const as_checkpoint *checkpoint, as_trainer *trainer, as_error *err);

/* One number for all bits of the blocks. */
uint64_t as_state_checksum(const as_trainer_state *state);

/* One number for several corpora and their weights. */
uint64_t as_data_fingerprint(const as_corpus *const *corpora, const double *weights, int n_corpora);

#endif
