/* The Model tab of the side panel: what a model is, from its file and from what was measured of it.
 * Logical pixels. */
#ifndef AS_VIEW_MODEL_CARD_H
#define AS_VIEW_MODEL_CARD_H

#include "core/catalogue.h"
#include "view/column.h"

/* A figure that was measured. Strings are not NULL. */
typedef struct as_card_figure {
    const char *name; /* "bleu", "chrf2", "aer", … ; an unknown one is shown as it is */
    const char *on;   /* what it was measured on; "" */
    double value;
} as_card_figure;

/* Everything is the card's own. Zeroed: nothing is known. */
typedef struct as_card {
    as_model_about about; /* strings NULL where nothing is known */
    char *path;
    as_card_figure *figures;
    int n_figures;
} as_card;

/* Copies; about, path and figures may be NULL (n_figures 0). Fails with SYSTEM (memory), and *out
 * is then empty. Release with as_card_finish. */
bool as_card_init(as_card *out, const char *path, const as_model_about *about,
                  const as_card_figure *figures, int n_figures, as_error *err);
void as_card_finish(as_card *card);

/* Writes it, under the model's name, into a column `w` wide from (x, y) on and returns how high it
 * is. With pen->list NULL it only measures. Cannot fail. */
float as_card_draw(const as_pen *pen, const as_card *card, const char *name, float x, float y,
                   float w);

#endif
