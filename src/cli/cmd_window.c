#include "cli/commands.h"
#include "cli/look.h"
#include "cli/models.h"
#include "cli/options.h"
#include "cli/program.h"

#include "app/app.h"

#include <stdlib.h>
#include <string.h>

/* An unset or empty variable is no display. */
static bool has(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && *value != '\0';
}

static bool has_display(void)
{
    return has("DISPLAY") || has("WAYLAND_DISPLAY") || has("SDL_VIDEODRIVER");
}

static int fail(const char *message)
{
    fprintf(stderr, "alphascope: %s\n", message);
    return AS_EXIT_FAILED;
}

/* `model` is what stood where a command could have stood, too. */
static int run_window(const as_cli *cli, const as_option_table *table, as_app_options *app,
                      const char *model)
{
    as_error err = {0};
    as_catalogue catalogue;
    char *path = NULL, *data = NULL;
    if (!as_models_list(cli, &catalogue, &err))
        return fail(err.message);
    app->catalogue = &catalogue;
    int status = AS_EXIT_DONE;
    if (model != NULL && !as_catalogue_resolve(&catalogue, model, &path, &err)) {
        status = err.status == AS_ERR_ARGUMENT ? as_options_wrong(table, "%s", err.message)
                                               : fail(err.message);
    } else if (!has_display()) {
        status = fail("there is no display for the window; without one, `alphascope translate` and "
                      "`alphascope render` do the work");
    } else if (!as_data_folder(cli->data, AS_DATA_DIR, &data, &err)) {
        status = fail(err.message);
    } else {
        app->model = path;
        app->data = data;
        bool ok = as_app_run(app, &err) && (app->bench == NULL || as_program_flush(&err));
        status = ok ? AS_EXIT_DONE : fail(err.message);
    }
    free(data);
    free(path);
    as_catalogue_finish(&catalogue);
    return status;
}

int as_cmd_window(const as_cli *cli, int argc, char **argv)
{
    const char *model = NULL;
    as_app_options app = {0};
    bool bench = cli->bench_ui;
    int theme = -1, language = -1;
    double scale = 0.0;
    const as_option options[] = {
        AS_MODEL_OPTION(model),
        AS_INT('b', "beam", &app.beam, "N", 1, 64, "hypotheses kept, 1 to 64 (5)"),
        AS_TEXT(0, "text", &app.text, "TEXT", "the first sentence"),
        AS_CHOICE(0, "theme", &theme, "THEME", as_theme_choices, "light, dark or paper"),
        AS_CHOICE(0, "language", &language, "L", as_language_choices, "of the window: en or zh"),
        AS_REAL(0, "scale", &scale, "X", 0.25, 8, "larger or smaller than the display's own"),
        AS_FLAG(0, "forget", &app.forget, "neither read nor write settings"),
        AS_FLAG(0, "bench-ui", &bench, "run a scripted session and print its times as JSON"),
    };
    const as_option_table table = {
        .command = "alphascope window",
        .usage = "[OPTION …] [MODEL]",
        .summary = "Opens the window, as `alphascope [MODEL]` does.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_operands > 1 || (n_operands == 1 && model != NULL))
        return as_options_wrong(&table, "one model at a time");
    if (n_operands == 1)
        model = argv[1];
    app.theme = theme >= 0 ? as_theme_choices[theme] : NULL;
    app.language = language >= 0 ? as_language_choices[language] : NULL;
    app.scale = (float)scale;
    app.bench = bench ? stdout : NULL;
    app.forget = app.forget || bench; /* the same for everybody */
    return run_window(cli, &table, &app, model);
}
