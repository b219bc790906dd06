#include "cli/rival.h"

static bool decode(as_rival *rival, as_session *session, const as_translation *first,
                   const as_decode_options *options, as_error *err)
{
    const as_sentence *source = &first->source, *target = &first->target;
    int n = 0;
    if (rival->own_target)
        return as_translate(session, source->text, source->text_len, options, &rival->translation,
                            &n, err);
    return as_align(session, source->text, source->text_len, target->text, target->text_len,
                    options, &rival->translation, err);
}

bool as_rival_open(as_rival *rival, const as_cli *cli, const char *model,
                   const as_translation *first, const as_decode_options *options, as_error *err)
{
    as_session *session = NULL;
    bool ok = as_models_open(cli, model, &rival->model, err) &&
              as_session_new(rival->model, &session, err) &&
              decode(rival, session, first, options, err) &&
              as_result_init(&rival->result, rival->translation, rival->model->target_vocab,
                             &rival->model->config, err);
    as_session_free(session);
    return ok || as_fail_in(err, "--compare");
}

void as_rival_finish(as_rival *rival)
{
    as_result_finish(&rival->result);
    as_translation_free(rival->translation);
    as_model_free(rival->model);
    *rival = (as_rival){0};
}
