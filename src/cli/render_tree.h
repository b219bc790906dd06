/* The tree of a search as a picture. */
#ifndef AS_CLI_RENDER_TREE_H
#define AS_CLI_RENDER_TREE_H

#include "view/beam_figure.h"

typedef struct as_tree_picture {
    const char *path;
    as_beam_figure_options figure;
    float scale;
    bool replace;
} as_tree_picture;

/* Translates and draws what the search looked at. Errors: of as_translate_tree and
 * as_saving_write. */
bool as_render_tree(const as_tree_picture *picture, as_session *session, const as_model *model,
                    const char *source, const as_decode_options *options, as_error *err);

#endif
