#include "cli/commands.h"
#include "cli/decoding.h"
#include "cli/models.h"
#include "cli/picture.h"
#include "cli/program.h"

#include "core/export.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const theme_names[] = {"light", "dark", "paper", NULL};
static const char *const colormap_names[] = {"ink", "viridis", "cividis", "magma", "grey", NULL};
static const char *const range_names[] = {"fixed", "row-max", "sqrt", NULL};

/* One picture or file to make. */
typedef struct as_render {
    const char *path, *target;
    as_figure_options figure;
    double scale;
    bool replace;
} as_render;

typedef bool (*as_render_function)(const as_render *render, const as_translation *translation,
                                   const as_model *model, as_error *err);

static bool render_png(const as_render *render, const as_translation *translation,
                       const as_model *model, as_error *err)
{
    (void)model;
    return as_picture_write_png(render->path, translation, &render->figure, (float)render->scale,
                                render->replace, err);
}

static bool save(as_buffer *buffer, const as_render *render, as_error *err)
{
    bool ok = as_buffer_save(buffer, render->path, render->replace, err);
    as_buffer_finish(buffer);
    return ok;
}

/* A file of nothing but alpha. */
static bool check_attention(const as_translation *translation, as_error *err)
{
    return !translation->no_attention ||
           as_fail(err, AS_ERR_ARGUMENT, "the model has no attention: there is no matrix to write");
}

static bool render_tsv(const as_render *render, const as_translation *translation,
                       const as_model *model, as_error *err)
{
    (void)model;
    if (!check_attention(translation, err))
        return false;
    as_buffer out = {0};
    as_export_tsv(&out, translation);
    return save(&out, render, err);
}

static bool render_json(const as_render *render, const as_translation *translation,
                        const as_model *model, as_error *err)
{
    as_buffer out = {0};
    as_export_json(&out, translation, model->target_vocab);
    as_buffer_text(&out, "\n");
    return save(&out, render, err);
}

static bool render_npy(const as_render *render, const as_translation *translation,
                       const as_model *model, as_error *err)
{
    (void)model;
    if (!check_attention(translation, err))
        return false;
    as_buffer out = {0};
    as_export_npy(&out, translation);
    return save(&out, render, err);
}

static const struct {
    const char *extension;
    as_render_function function;
} kinds[] = {
    {".png", render_png},
    {".tsv", render_tsv},
    {".json", render_json},
    {".npy", render_npy},
};

/* The function for a file's name, or NULL. */
static as_render_function lookup_kind(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    for (size_t k = 0; dot != NULL && k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(dot, kinds[k].extension) == 0)
            return kinds[k].function;
    return NULL;
}

static bool check_not_empty(const char *source, as_error *err)
{
    char *normal = NULL;
    size_t len = 0;
    if (!as_text_normalize(source, strlen(source), &normal, &len, err))
        return false;
    free(normal);
    return len > 0 || as_fail(err, AS_ERR_ARGUMENT, "there is no sentence in the text given");
}

/* Decodes: freely, or along the target that is given. */
static bool decode(const as_render *render, as_session *session, const char *source,
                   const as_decode_options *options, as_translation **out, as_error *err)
{
    if (!check_not_empty(source, err))
        return false;
    if (render->target != NULL)
        return as_align(session, source, strlen(source), render->target, strlen(render->target),
                        options, out, err);
    int n = 0;
    return as_translate(session, source, strlen(source), options, out, &n, err);
}

static bool render_sentence(const as_cli *cli, const char *model_name, const as_render *render,
                            const char *source, const as_decode_options *options, as_error *err)
{
    as_model *model = NULL;
    as_session *session = NULL;
    as_translation *translation = NULL;
    /* Found out before the work, and once more, without a gap, when the file gets its name. */
    bool ok = render->replace || access(render->path, F_OK) != 0 ||
              as_fail(err, AS_ERR_ARGUMENT, "%s exists; --force replaces it", render->path);
    ok = ok && as_models_open(cli, model_name, &model, err) &&
         as_session_new(model, &session, err) &&
         decode(render, session, source, options, &translation, err) &&
         lookup_kind(render->path)(render, translation, model, err);
    as_translation_free(translation);
    as_session_free(session);
    as_model_free(model);
    return ok;
}

int as_cmd_render(const as_cli *cli, int argc, char **argv)
{
    const char *model = NULL;
    as_decoding decoding = AS_DECODING_DEFAULTS;
    as_render render = {.scale = 2.0};
    int theme = AS_THEME_PAPER, colormap = AS_COLORMAP_INK, range = AS_RANGE_FIXED;
    const as_option options[] = {
        AS_MODEL_OPTION(model),
        AS_TEXT('o', "output", &render.path, "FILE",
                "what to write: FILE.png, .tsv, .json or .npy"),
        AS_TEXT('t', "target", &render.target, "TARGET",
                "align this translation instead of making one"),
        AS_FLAG('f', "force", &render.replace, "replace FILE when it exists"),
        AS_REAL(0, "scale", &render.scale, "X", 0.25, 16, "PNG: pixels per point, 0.25 to 16 (2)"),
        AS_CHOICE(0, "theme", &theme, "THEME", theme_names, "PNG: light, dark or paper (paper)"),
        AS_CHOICE(0, "colours", &colormap, "MAP", colormap_names,
                  "PNG: ink, viridis, cividis, magma or grey (ink)"),
        AS_CHOICE(0, "range", &range, "RANGE", range_names,
                  "PNG: fixed (0 to 1), row-max or sqrt (fixed)"),
        AS_DECODING_OPTIONS(decoding),
    };
    const as_option_table table = {
        .command = "alphascope render",
        .usage = "[OPTION …] -o FILE TEXT",
        .summary = "Translates TEXT and writes its alignment as a picture or as numbers.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (render.path == NULL)
        return as_options_wrong(&table, "no output file: -o FILE");
    if (lookup_kind(render.path) == NULL)
        return as_options_wrong(&table, "'%s' ends in none of: .png, .tsv, .json, .npy",
                                render.path);
    if (n_operands != 1)
        return as_options_wrong(&table, "TEXT is one operand, not %d (quote it)", n_operands);

    render.figure = (as_figure_options){.theme = (as_theme_kind)theme,
                                        .colormap = (as_colormap_kind)colormap,
                                        .range = (as_range)range};
    as_decode_options decode_options =
        as_decoding_options(&decoding, 1, as_program_catch_interrupts());
    as_error err = {0};
    if (!render_sentence(cli, model, &render, argv[1], &decode_options, &err))
        return as_program_fail("render", &err);
    return AS_EXIT_DONE;
}
