/* How many sources a model turns into exactly the wanted text. */
#ifndef AS_TRAIN_EVALUATE_H
#define AS_TRAIN_EVALUATE_H

#include "core/model.h"
#include "train/tsv.h"

#include <stdio.h>

enum { AS_EXACT_SHOWN = 20 };

typedef struct as_exact {
    int n, n_right;
} as_exact;

/* Translates every row greedily and compares bytes. The first wrong ones (AS_EXACT_SHOWN) go to
 * `wrong` (NULL: nowhere), each as a line: source, tab, wanted, tab, got. Errors: those of
 * as_translate, which name the row. */
bool as_evaluate_exact(const as_model *model, const as_tsv *rows, FILE *wrong, as_exact *out,
                       as_error *err);

#endif
