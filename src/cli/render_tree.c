#include "cli/render_tree.h"

#include "cli/picture.h"

#include <string.h>

/* What the tree is drawn from. */
typedef struct as_tree_context {
    as_beam *beam;
    const as_beam_figure_options *options;
} as_tree_context;

static bool tree_frame(const void *context, const as_text_metrics *tm, as_draw_list *out,
                       float *width, float *height, as_error *err)
{
    const as_tree_context *tree = context;
    return as_beam_figure(tree->beam, tree->options, tm, out, width, height, err);
}

bool as_render_tree(const as_tree_picture *picture, as_session *session, const as_model *model,
                    const char *source, const as_decode_options *options, as_error *err)
{
    as_translation *translation = NULL;
    as_beam_tree *tree = NULL;
    as_beam beam = {0};
    if (!as_translate_tree(session, source, strlen(source), options, &translation, &tree, err))
        return false;
    const as_tree_context context = {&beam, &picture->figure};
    const as_picture drawn = {
        .frame = tree_frame,
        .context = &context,
        .title = translation->target.text,
        .theme = picture->figure.theme,
        .language = picture->figure.language,
    };
    bool ok = as_beam_set(&beam, tree, model->target_vocab, NULL, 0, err) &&
              as_picture_write(&drawn, picture->path, picture->scale, picture->replace, err);
    as_beam_finish(&beam);
    as_translation_free(translation);
    return ok;
}
