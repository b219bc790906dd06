/* What was measured of a model: rows of its folder's figures.tsv, or what its training says. */
#ifndef AS_APP_FIGURES_H
#define AS_APP_FIGURES_H

#include "view/model_card.h"

/* Strings of the figures are the list's own. Zeroed: none. */
typedef struct as_figures {
    as_card_figure *items;
    int n;
} as_figures;

/* Rows of the file figures.tsv whose first column is `id`; it stands in the folder of the model at
 * `path`, or where that folder's own name is part of the id, above it. The other columns are what
 * was run, the figure's name and its value. Where there is none: the numbers of `training` (JSON,
 * see as_model_about) that tell how good a model is. What cannot be read has no figures. Fails with
 * SYSTEM (memory); *out is then empty. Release with as_figures_finish. */
bool as_figures_read(const char *path, const char *id, const char *training, as_figures *out,
                     as_error *err);
void as_figures_finish(as_figures *figures);

#endif
