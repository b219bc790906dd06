#include "cli/render_tree.h"

#include "paint/picture.h"

#include <string.h>

bool as_render_tree(const as_tree_picture *picture, as_session *session, const as_model *model,
                    const char *source, const as_decode_options *options, as_error *err)
{
    as_translation *translation = NULL;
    as_beam_tree *tree = NULL;
    as_beam beam = {0};
    if (!as_translate_tree(session, source, strlen(source), options, &translation, &tree, err))
        return false;
    const as_saving saving = {
        .title = translation->target.text, .tree = &beam, .tree_options = picture->figure};
    bool ok = as_beam_set(&beam, tree, model->target_vocab, NULL, 0, err) &&
              as_saving_write(&saving, picture->path, picture->scale, picture->replace, err);
    as_beam_finish(&beam);
    as_translation_free(translation);
    return ok;
}
