#include "cli/rival.h"

#include "core/prefix.h"

/* Along the pieces of the first's target. */
static bool align_pieces(as_rival *rival, as_session *session, const as_translation *first,
                         const as_decode_options *options, as_error *err)
{
    const as_sentence *source = &first->source;
    as_prefix_tokens tokens = {0};
    bool ok =
        as_prefix_tokens_copy(&tokens, &first->target, err) &&
        as_align_tokens(session, source->text, source->text_len, tokens.ids, tokens.n,
                        (const char *const *)tokens.unknown, options, &rival->translation, err);
    as_prefix_tokens_finish(&tokens);
    return ok;
}

static bool decode(as_rival *rival, as_session *session, const as_translation *first,
                   const as_model *of_first, const as_decode_options *options, as_error *err)
{
    const as_sentence *source = &first->source, *target = &first->target;
    int n = 0;
    if (rival->own_target)
        return as_translate(session, source->text, source->text_len, options, &rival->translation,
                            &n, err);
    if (as_tokenizer_fingerprint(&of_first->target) ==
        as_tokenizer_fingerprint(&rival->model->target))
        return align_pieces(rival, session, first, options, err);
    return as_align(session, source->text, source->text_len, target->text, target->text_len,
                    options, &rival->translation, err);
}

bool as_rival_open(as_rival *rival, const as_cli *cli, const char *model,
                   const as_translation *first, const as_model *of_first,
                   const as_decode_options *options, as_error *err)
{
    as_session *session = NULL;
    bool ok = as_models_open(cli, model, &rival->model, err) &&
              as_session_new(rival->model, &session, err) &&
              decode(rival, session, first, of_first, options, err) &&
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
