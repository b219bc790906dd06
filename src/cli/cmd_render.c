#include "cli/commands.h"
#include "cli/decoding.h"
#include "cli/look.h"
#include "cli/models.h"
#include "cli/program.h"
#include "cli/reading.h"
#include "cli/render_log.h"
#include "cli/render_tree.h"
#include "cli/rival.h"

#include "core/text.h"
#include "paint/picture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const colormap_names[] = {"ink", "viridis", "cividis", "magma", "grey", NULL};
static const char *const range_names[] = {"fixed", "row-max", "sqrt", NULL};
static const char *const tree_names[] = {"kept", "all", NULL};
enum { NO_TREE = -1, TREE_ALL = 1 };

/* One picture or file to make. */
typedef struct as_render {
    const char *path, *target, *log, *model, *compare;
    bool own_target;       /* of the second model */
    const as_rival *rival; /* NULL: there is no second model */
    int tree;              /* NO_TREE or a place in tree_names */
    as_reading_options reading;
    as_figure_options figure;
    double scale; /* PNG's */
    bool replace;
} as_render;

/* What is compared. The models go by the names in their files where those differ, else by those of
 * the files, which go into `stems`. */
static as_comparison_pair pair_of(const as_render *render, const as_model *model,
                                  const as_result *result, char stems[2][64])
{
    const as_model *other = render->rival->model;
    bool named =
        model->name[0] != '\0' && other->name[0] != '\0' && strcmp(model->name, other->name) != 0;
    as_path_stem(render->model != NULL ? render->model : AS_DEFAULT_MODEL, stems[0], 64);
    as_path_stem(render->compare, stems[1], 64);
    return (as_comparison_pair){
        .results = {result, &render->rival->result},
        .names = {named ? model->name : stems[0], named ? other->name : stems[1]},
        .note = render->own_target ? render->rival->translation->target.text
                                   : as_str(render->figure.language, AS_STR_SAME_TARGET),
        .ms = {-1, -1}, /* a figure is the same twice */
    };
}

static bool save(const as_render *render, const as_translation *translation, const as_model *model,
                 as_error *err)
{
    as_result result = {0};
    as_matrix matrix = {0};
    as_comparison_pair pair;
    char stems[2][64];
    as_saving saving = {.title = translation->target.text,
                        .result = &result,
                        .matrix = &matrix,
                        .figure = &render->figure};
    if (!as_result_init(&result, translation, model->target_vocab, &model->config, err))
        return false;
    if (render->rival != NULL) {
        pair = pair_of(render, model, &result, stems);
        saving.pair = &pair;
    }
    bool ok = as_matrix_init(&matrix, translation, &render->figure.reading, err) &&
              as_saving_write(&saving, render->path, (float)render->scale, render->replace, err);
    as_matrix_finish(&matrix);
    as_result_finish(&result);
    return ok;
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

/* Writes the translation as it is to be read. */
static bool write_reading(const as_render *render, const as_translation *translation,
                          const as_model *model, as_error *err)
{
    as_render read = *render;
    as_selection selection;
    bool ok =
        as_reading_options_apply(&render->reading, translation, &read.figure, &selection, err) &&
        save(&read, translation, model, err);
    as_selection_finish(&selection);
    return ok;
}

/* The same, beside what the second model makes of it. */
static bool write_comparison(const as_cli *cli, const as_render *render,
                             const as_translation *translation, const as_model *model,
                             const as_decode_options *options, as_error *err)
{
    as_rival rival = {.own_target = render->own_target};
    as_render both = *render;
    both.rival = &rival;
    bool ok = as_rival_open(&rival, cli, render->compare, translation, model, options, err) &&
              write_reading(&both, translation, model, err);
    as_rival_finish(&rival);
    return ok;
}

static bool render_search(const as_render *render, as_session *session, const as_model *model,
                          const char *source, const as_decode_options *options, as_error *err)
{
    const as_tree_picture picture = {
        .path = render->path,
        .figure = {.theme = render->figure.theme,
                   .language = render->figure.language,
                   .rows = render->tree == TREE_ALL ? AS_BEAM_OPEN : AS_BEAM_CLOSED},
        .scale = (float)render->scale,
        .replace = render->replace,
    };
    return check_not_empty(source, err) &&
           as_render_tree(&picture, session, model, source, options, err);
}

static bool render_alignment(const as_cli *cli, const as_render *render, as_session *session,
                             const as_model *model, const char *source,
                             const as_decode_options *options, as_error *err)
{
    as_translation *translation = NULL;
    bool ok = decode(render, session, source, options, &translation, err);
    if (ok && render->compare != NULL)
        ok = write_comparison(cli, render, translation, model, options, err);
    else if (ok)
        ok = write_reading(render, translation, model, err);
    as_translation_free(translation);
    return ok;
}

static bool render_sentence(const as_cli *cli, const as_render *render, const char *source,
                            const as_decode_options *options, as_error *err)
{
    as_model *model = NULL;
    as_session *session = NULL;
    bool ok =
        as_models_open(cli, render->model, &model, err) && as_session_new(model, &session, err);
    if (ok && render->tree != NO_TREE)
        ok = render_search(render, session, model, source, options, err);
    else if (ok)
        ok = render_alignment(cli, render, session, model, source, options, err);
    as_session_free(session);
    as_model_free(model);
    return ok;
}

/* Found out before the work, and once more, without a gap, when the file gets its name. */
static bool check_name(const as_render *render, as_error *err)
{
    return render->replace || access(render->path, F_OK) != 0 ||
           as_fail(err, AS_ERR_ARGUMENT, "%s exists; --force replaces it", render->path);
}

/* What cannot be drawn of two. Returns what is wrong, or NULL. */
static const char *wrong_comparison(const as_render *render)
{
    const as_reading_options *reading = &render->reading;
    if (render->compare == NULL)
        return render->own_target ? "--own-target is the second model's: --compare MODEL" : NULL;
    if (!as_picture_is_known(render->path))
        return "a comparison is a picture: -o FILE" AS_PICTURE_KINDS;
    if (reading->lines)
        return "--compare draws matrices, --lines something else";
    if (reading->select_source != NULL || reading->select_target != NULL)
        return "--compare takes no selection";
    return render->log != NULL ? "--log draws a log and compares nothing" : NULL;
}

/* The same of a tree, which is one search and no matrix. */
static const char *wrong_tree(const as_render *render)
{
    const as_reading_options *reading = &render->reading;
    if (render->tree == NO_TREE)
        return NULL;
    if (!as_picture_is_known(render->path))
        return "a tree is a picture: -o FILE" AS_PICTURE_KINDS
               " (numbers: alphascope translate -f json --tree)";
    if (render->target != NULL || render->compare != NULL || render->log != NULL)
        return "--tree draws one search: without --target, --compare and --log";
    if (as_reading_options_differ(reading) || reading->lines || reading->decimals >= 0)
        return "--tree draws no matrix that could be read otherwise";
    return NULL;
}

int as_cmd_render(const as_cli *cli, int argc, char **argv)
{
    as_decoding decoding = AS_DECODING_DEFAULTS;
    as_look look = AS_LOOK_DEFAULTS;
    as_render render = {.tree = NO_TREE, .reading = AS_READING_DEFAULTS};
    int colormap = AS_COLORMAP_INK, range = AS_RANGE_FIXED;
    const as_option options[] = {
        AS_MODEL_OPTION(render.model),
        AS_TEXT('o', "output", &render.path, "FILE",
                "what to write: FILE" AS_PICTURE_KINDS ", " AS_NUMBER_KINDS),
        AS_TEXT('t', "target", &render.target, "TARGET",
                "align this translation instead of making one"),
        AS_TEXT(0, "compare", &render.compare, "MODEL2",
                "pictures: beside it what MODEL2 makes of the same target, and the difference"),
        AS_FLAG(0, "own-target", &render.own_target, "with --compare: MODEL2 translates by itself"),
        AS_CHOICE(0, "tree", &render.tree, "WHAT", tree_names,
                  "pictures: instead the search as a tree: kept, or all with what it discarded"),
        AS_TEXT(0, "log", &render.log, "FILE",
                "the curves of this training log instead of an alignment"),
        AS_FLAG('f', "force", &render.replace, "replace FILE when it exists"),
        AS_LOOK_OPTIONS(look),
        AS_CHOICE(0, "colours", &colormap, "MAP", colormap_names,
                  "pictures: ink, viridis, cividis, magma or grey (ink)"),
        AS_CHOICE(0, "range", &range, "RANGE", range_names,
                  "pictures: fixed (0 to 1), row-max or sqrt (fixed)"),
        AS_READING_OPTIONS(render.reading),
        AS_DECODING_OPTIONS(decoding),
    };
    const as_option_table table = {
        .command = "alphascope render",
        .usage = "[OPTION …] -o FILE TEXT\n       alphascope render [OPTION …] -o FILE --log FILE",
        .summary = "Translates TEXT and writes its alignment as a picture or as numbers; with "
                   "--log draws the\nlosses, learning rate and speed of a training run.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (render.path == NULL)
        return as_options_wrong(&table, "no output file: -o FILE");
    if (as_file_kind_of(render.path) == AS_N_FILE_KINDS)
        return as_options_wrong(
            &table, "'%s' ends in none of: " AS_PICTURE_KINDS ", " AS_NUMBER_KINDS, render.path);
    if (render.log != NULL && !as_picture_is_known(render.path))
        return as_options_wrong(
            &table, "curves are pictures: '%s' ends in none of: " AS_PICTURE_KINDS, render.path);
    if (render.log != NULL && n_operands != 0)
        return as_options_wrong(&table, "--log draws a log and takes no TEXT");
    if (render.log == NULL && n_operands != 1)
        return as_options_wrong(&table, "TEXT is one operand, not %d (quote it)", n_operands);

    const char *wrong = wrong_comparison(&render);
    if (wrong == NULL)
        wrong = wrong_tree(&render);
    if (wrong != NULL)
        return as_options_wrong(&table, "%s", wrong);

    as_error err = {0};
    if (!as_reading_options_check(&render.reading, &err))
        return as_options_wrong(&table, "%s", err.message);

    render.scale = look.scale;
    render.figure = (as_figure_options){.theme = (as_theme_kind)look.theme,
                                        .language = (as_language)look.language,
                                        .colormap = (as_colormap_kind)colormap,
                                        .range = (as_range)range};
    as_decode_options decode_options =
        as_decoding_options(&decoding, 1, as_program_catch_interrupts());
    bool ok = check_name(&render, &err);
    if (ok && render.log != NULL)
        ok = as_render_log(render.log, render.path, &look, render.replace, &err);
    else if (ok)
        ok = render_sentence(cli, &render, argv[1], &decode_options, &err);
    return ok ? AS_EXIT_DONE : as_program_fail("render", &err);
}
