/* What a model learned before the run that made it, when it began from another model's weights.
 *
 * A JSON array, "began_from" in the card's "training" and in checkpoints: the runs before, the
 * earliest first, each an object with "name" and "steps", up to the weights that the next run took
 * over. The first has "earlier": "unknown" where it is not known whether others came before it. The
 * empty array says that the run began from nothing. */
#ifndef AS_TRAIN_LINEAGE_H
#define AS_TRAIN_LINEAGE_H

#include <jansson.h>

/* Longer lines of runs lose their earliest. */
enum { AS_LINEAGE_MAX = 64 };

#define AS_LINEAGE_NOTHING "[]"

/* Of a run that begins from the model of this name and this "training" (JSON text, of any file).
 * The caller's (free); NULL when memory is short. */
char *as_lineage_from_model(const char *name, const char *training);

/* Adds "began_from" to a run's "training", and "total_steps" where the steps of all runs are known,
 * from the steps of this run and its lineage as JSON text. NULL or text that is none adds
 * nothing. */
void as_lineage_add(json_t *training, const char *lineage, long steps);

#endif
