/* What a program outside sees of the installed library: makes a small model, saves it, loads it and
 * prints a translation as JSON. */
#include <core/decode.h>
#include <core/export.h>

#include <stdio.h>

static bool save_example(const char *path, as_error *err)
{
    static const char pieces[] = "<pad>\n<s>\n</s>\n<unk>\na\nb";
    const as_config config = { .E = 4, .H = 3, .D = 5, .A = 4, .Vx = 6, .Vy = 6 };
    const as_model_card card = { .source_unit = AS_UNIT_CHAR, .target_unit = AS_UNIT_CHAR,
                                 .source_vocab = pieces, .target_vocab = pieces };
    as_model *model = NULL;
    bool ok = as_model_random(&config, AS_F32, 1, &model, err) &&
              as_model_save(path, &config, &model->params, &card, AS_BF16, err);
    as_model_free(model);
    return ok;
}

static bool translate(const char *path, as_buffer *out, as_error *err)
{
    as_model *model = NULL;
    as_session *session = NULL;
    as_translation *best = NULL;
    int n = 0;
    as_decode_options options = as_decode_defaults();
    bool ok = as_model_load(path, &model, err) && as_session_new(model, &session, err) &&
              as_translate(session, "ab a", 4, &options, &best, &n, err);
    if (ok)
        as_export_json(out, best, model->target_vocab);
    as_translation_free(best);
    as_session_free(session);
    as_model_free(model);
    return ok && as_buffer_ok(out, err);
}

int main(int argc, char **argv)
{
    as_error err = { 0 };
    as_buffer json = { 0 };
    bool ok = argc == 2 && save_example(argv[1], &err) && translate(argv[1], &json, &err);
    puts(ok ? json.text : err.message);
    as_buffer_finish(&json);
    return ok ? 0 : 1;
}
