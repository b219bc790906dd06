/* From nothing to the first picture: settings, models, window, worker, view. */
#include "app/app_private.h"

#include "app/examples.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLE "The European Parliament adopted the new rules in 1992."

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 800 };

/* Files that the menu cannot offer, so that nobody looks for them in vain. */
static void say_left_out(app *a)
{
    as_error err = a->models.bad;
    if (a->models.n_bad > 1)
        as_fail_in(&err, "%d models are left out; the first", a->models.n_bad);
    else
        as_fail_in(&err, "a model is left out");
    as_app_say(a, &err);
}

static const char *first_of(const char *a, const char *b, const char *c)
{
    return a != NULL ? a : b != NULL ? b : c;
}

static int side_of(int given, int remembered, int otherwise)
{
    return given > 0 ? given : remembered > 0 ? remembered : otherwise;
}

/* "zh" for a Chinese locale. */
static const char *language_of_locale(void)
{
    const char *all = getenv("LC_ALL"), *messages = getenv("LC_MESSAGES"), *lang = getenv("LANG");
    const char *locale = all != NULL && all[0] != '\0'             ? all
                         : messages != NULL && messages[0] != '\0' ? messages
                                                                   : lang;
    return locale != NULL && strncmp(locale, "zh", 2) == 0 ? "zh" : "en";
}

static void wake(void *context)
{
    as_window_wake(context);
}

static const char *first_model(const app *a)
{
    return a->models.selected >= 0 ? a->models.items[a->models.selected].path : NULL;
}

bool as_app_make_worker(const app *a, as_worker **out, as_error *err)
{
    return as_worker_new(wake, a->window, out, err);
}

/* The worker loads the model while the fonts load here. */
static bool start_worker(app *a, as_error *err)
{
    if (!as_app_make_worker(a, &a->worker, err))
        return false;
    as_worker_request preload = {.model_path = first_model(a)};
    return preload.model_path == NULL || as_worker_submit(a->worker, &preload, err);
}

bool as_app_make_painter(app *a, as_error *err)
{
    as_painter *painter = NULL;
    as_canvas *canvas = NULL;
    if (!as_painter_new(as_window_scale(a->window), &painter, err) ||
        !as_canvas_new(painter, &canvas, err)) {
        as_painter_free(painter);
        return false;
    }
    as_canvas_free(a->canvas);
    as_painter_free(a->painter);
    a->painter = painter;
    a->canvas = canvas;
    a->metrics = as_painter_metrics(painter);
    return true;
}

static bool set_theme(app *a, as_error *err)
{
    const char *name = first_of(a->options->theme, a->keeper.settings.theme, "light");
    as_theme_kind kind;
    if (as_theme_lookup(name, &kind))
        as_view_set_theme(a->view, kind);
    else if (a->options->theme != NULL)
        return as_fail(err, AS_ERR_ARGUMENT, "theme '%s'; expected light, dark or paper", name);
    return true;
}

/* What has no option on the command line, but for the beam. */
static void set_remembered(app *a)
{
    const as_app_settings *s = &a->keeper.settings;
    as_colormap_kind kind;
    as_range range;
    as_reading reading;
    as_numbers numbers;
    if (s->colormap != NULL && as_colormap_lookup(s->colormap, &kind))
        as_view_set_colormap(a->view, kind);
    if (s->range != NULL && as_range_lookup(s->range, &range))
        as_view_set_range(a->view, range);
    if (s->reading != NULL) {
        as_reading_parse(s->reading, &reading, &numbers);
        as_view_set_reading(a->view, &reading, numbers);
    }
    as_view_set_text_size(a->view, s->text_size);
    int beam = a->options->beam > 0 ? a->options->beam : s->beam;
    if (beam > 0)
        as_view_set_beam_width(a->view, beam);
}

static bool set_language(app *a, as_error *err)
{
    const char *name =
        first_of(a->options->language, a->keeper.settings.language, language_of_locale());
    if (strcmp(name, "zh") == 0)
        as_view_set_language(a->view, AS_LANGUAGE_ZH);
    else if (strcmp(name, "en") == 0)
        as_view_set_language(a->view, AS_LANGUAGE_EN);
    else if (a->options->language != NULL)
        return as_fail(err, AS_ERR_ARGUMENT, "language '%s'; expected en or zh", name);
    return true;
}

static void resize_view(app *a)
{
    as_input resize = {.kind = AS_INPUT_RESIZE, .time_ms = as_window_now_ms()};
    as_window_logical_size(a->window, &resize.width, &resize.height);
    as_view_input(a->view, &resize);
}

/* The first text: the one given, else the last one if this model's, else an example. */
static bool set_first_text(app *a, as_error *err)
{
    const as_model_item *item =
        a->models.selected >= 0 ? &a->models.items[a->models.selected] : NULL;
    bool same_model = item == NULL || a->keeper.settings.model == NULL ||
                      strcmp(a->keeper.settings.model, item->id) == 0;
    char *example =
        item != NULL ? as_example_first(a->options->data, item->id, item->about.languages) : NULL;
    const char *remembered = same_model || example == NULL ? a->keeper.settings.sentence : NULL;
    const char *text = first_of(a->options->text, remembered, example);
    if (text == NULL)
        text = SAMPLE;
    bool set = as_view_set_source(a->view, text, strlen(text), err);
    free(example);
    return set;
}

/* The place of the model that was compared with, -1: there is none. One that is bad or gone since
 * is a *problem to say. */
static int find_second(app *a, as_error *problem)
{
    const char *id = a->keeper.settings.compare_model;
    as_error why;
    if (id == NULL || id[0] == '\0')
        return -1;
    for (int k = 0; k < a->models.n; k++)
        if (strcmp(a->models.items[k].id, id) == 0)
            return k == a->models.selected ? -1 : k;
    int place = -1;
    if (id[0] != '/')
        as_fail(&why, AS_ERR_ARGUMENT, "%s is not among the models", id);
    else if (as_model_list_add(&a->models, id, &place, &why))
        return place;
    as_fail_in(&why, "the model to compare with");
    if (problem->status == AS_OK)
        *problem = why;
    return -1;
}

/* Anything but the two words leaves it as it is. */
static void restore_target(app *a, as_second_kind kind, const char *target)
{
    if (target != NULL && strcmp(target, AS_TARGET_SAME) == 0)
        as_view_share_target(a->view, kind, true);
    else if (target != NULL && strcmp(target, AS_TARGET_OWN) == 0)
        as_view_share_target(a->view, kind, false);
}

/* What the card showed, of the models as the view has them. */
static bool show_as_before(app *a, int second_model, as_error *err)
{
    const as_app_settings *s = &a->keeper.settings;
    const char *text = s->compare_sentence;
    as_second second = {second_model, text != NULL && text[0] != '\0' ? text : NULL};
    restore_target(a, AS_SECOND_MODEL, s->model_target);
    restore_target(a, AS_SECOND_SENTENCE, s->sentence_target);
    if (!as_view_compare(a->view, &second, err))
        return false;
    as_view_show_lines(a->view, s->show != NULL && strcmp(s->show, "lines") == 0);
    return true;
}

static bool make_view(app *a, as_error *problem, as_error *err)
{
    int second = find_second(a, problem);
    if (!as_view_new(&a->metrics, &a->view, err) || !set_theme(a, err) || !set_language(a, err))
        return false;
    set_remembered(a);
    resize_view(a);
    as_app_show_examples(a, a->models.selected);
    as_app_show_recent(a);
    return set_first_text(a, err) && as_model_list_show(&a->models, a->view, err) &&
           show_as_before(a, second, err);
}

/* The model of the last run may be a file given by hand; one that is bad or gone since is a
 * *problem to say, no reason not to start. */
static bool read_models(app *a, as_error *problem, as_error *err)
{
    const as_catalogue *catalogue = a->options->catalogue;
    const char *given = a->options->model, *last = a->keeper.settings.model;
    if (given != NULL || last == NULL || last[0] != '/')
        return as_model_list_read(catalogue, given, given != NULL ? NULL : last, &a->models, err);
    as_error why;
    if (as_model_list_read(catalogue, last, NULL, &a->models, &why))
        return true;
    if (problem->status == AS_OK)
        *problem = why;
    return as_model_list_read(catalogue, NULL, NULL, &a->models, err);
}

bool as_app_start(app *a, as_error *err)
{
    as_error problem = {0};
    if (!a->options->forget)
        as_keeper_open(&a->keeper, &problem);
    const as_app_settings *s = &a->keeper.settings;
    if (!read_models(a, &problem, err))
        return false;
    int width = side_of(a->options->width, s->width, DEFAULT_WIDTH);
    int height = side_of(a->options->height, s->height, DEFAULT_HEIGHT);
    if (!as_window_new("Alphascope", width, height, a->options->scale, &a->window, err) ||
        !start_worker(a, err) || !as_app_make_painter(a, err) || !make_view(a, &problem, err))
        return false;
    if (problem.status != AS_OK)
        as_app_say(a, &problem);
    else if (a->models.n_bad > 0)
        say_left_out(a);
    return true;
}
