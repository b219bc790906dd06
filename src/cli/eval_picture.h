/* BLEU by length as a picture. */
#ifndef AS_CLI_EVAL_PICTURE_H
#define AS_CLI_EVAL_PICTURE_H

#include "cli/evaluation.h"
#include "cli/look.h"

/* Draws the evaluation of the model called `model` on the file `corpus` into the picture `path`.
 * Errors: those of as_picture_write. */
bool as_evaluation_draw(const as_evaluation *evaluation, const char *model, const char *corpus,
                        const char *path, const as_look *look, bool replace, as_error *err);

#endif
