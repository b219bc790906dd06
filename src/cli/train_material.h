/* What a training run stands on: its texts, vocabularies, checkpoint, and the trainer. */
#ifndef AS_CLI_TRAIN_MATERIAL_H
#define AS_CLI_TRAIN_MATERIAL_H

#include "cli/train_request.h"
#include "train/augment.h"
#include "train/checkpoint.h"
#include "train/links.h"

/* Zeroed before use; release with as_train_material_finish. */
typedef struct as_train_material {
    as_tsv files[AS_MAX_CORPORA], valid_file;
    as_link_file links[AS_MAX_CORPORA]; /* zeroed where a file has none */
    as_corpus corpora[AS_MAX_CORPORA], valid;
    as_valid_text *valid_text; /* NULL: BLEU is not measured */
    const as_corpus *corpus_views[AS_MAX_CORPORA];
    double weights[AS_MAX_CORPORA];
    int n_corpora;
    as_pieces source, target;
    as_model *init; /* NULL: begun from the seed or the checkpoint */
    as_checkpoint checkpoint;
    char *lineage;       /* the runs before this one (lineage.h); NULL: not known */
    as_augment *augment; /* NULL: no pair is changed */
    as_trainer *trainer;
    uint64_t fingerprint;
} as_train_material;

/* Reads every file that the request names, and finds out before the training, not after it, that
 * those it is to write cannot be written. The settings of a run that goes on come into rq. Errors:
 * those of the readers; ARGUMENT. */
bool as_train_material_read(as_train_request *rq, as_train_material *m, as_error *err);

/* Vocabularies, the texts as ids, and the trainer, at the start or where the checkpoint was; for
 * large texts the work of minutes. Errors: those of the makers; CANCELLED by an interrupt. */
bool as_train_material_make(const as_train_request *rq, as_train_material *m, as_error *err);

void as_train_material_finish(as_train_material *m);

#endif
